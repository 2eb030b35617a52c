"""Rows out of the files that people bring: CSV in its dialects, or XLSX."""
