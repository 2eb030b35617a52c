"""Backups of everything: on the server, and as one JSON file to download; and the restore of either."""
