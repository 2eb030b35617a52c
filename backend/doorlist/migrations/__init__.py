"""The schema, step by step; a released step is frozen."""
