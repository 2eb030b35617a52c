"""Subject access: the export of all data about one guest, for that guest."""
