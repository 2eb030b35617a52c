"""The activity: the audit log with names for people to read, and beside the scans of one attendee."""
