"""Door passes of helpers without an account."""
