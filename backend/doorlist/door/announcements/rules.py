"""Rules of announcements as plain values."""

LISTED_ANNOUNCEMENTS = 10  # contract 7.announcement
