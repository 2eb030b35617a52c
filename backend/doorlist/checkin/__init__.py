"""The door: scan, present, absent, the scan log."""
