"""The Complete System Backup: every event and attendee as one JSON file (contract 3 and 4)."""
