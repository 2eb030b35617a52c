"""Exports: their contents, and the files."""
