"""Worker processes: long work runs in them, beside the process that serves the door (decision 0051)."""
