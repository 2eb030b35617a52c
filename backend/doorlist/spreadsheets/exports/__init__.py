"""Exports: what they hold, and the files that they become."""
