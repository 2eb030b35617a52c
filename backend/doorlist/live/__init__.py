"""Live updates: the ids of changed rows, pushed to open screens after the commit."""
