"""Announcements: arrivals of guests whose ticket type asks staff to be told (contract 7.announcement)."""
