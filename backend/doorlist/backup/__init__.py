"""Backups of everything: on the server, and as one JSON file to take away; and the way back from either."""
