"""Door passes: helpers without an account who check in at one door of one event."""
