"""Erasing guests, and making sure that no restore brings them back."""
