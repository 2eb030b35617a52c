"""The activity: the history as people read it, with names, and beside the scans of one attendee."""
