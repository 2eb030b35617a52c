"""What a backup needs of each database engine: how to copy it, verify a copy, and restore one."""
