"""Rules of announcements as plain values."""

LISTED_ANNOUNCEMENTS = 10  # as many as /doors shows (contract 7.announcement)
