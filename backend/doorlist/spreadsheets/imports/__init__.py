"""Imports: what the columns and cells of a file mean, which rows are good, and adding them."""
