"""Sync: devices upload the records that they made without the server, and the server applies them."""
