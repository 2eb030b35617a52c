"""Announcements: arrivals of guests whose ticket type has `announce` (contract 7.announcement)."""
