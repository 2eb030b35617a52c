"""The people on the list: register, read, list, search."""
