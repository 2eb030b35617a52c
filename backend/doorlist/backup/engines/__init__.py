"""The database engines: each copies its database, verifies a copy, and restores one."""
