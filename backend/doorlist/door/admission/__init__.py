"""Admission: one decision and one log row for each record of a door."""
