"""Imports: the meaning of a file's columns and cells, the valid rows, and adding them."""
