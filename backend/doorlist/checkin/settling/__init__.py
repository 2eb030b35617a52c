"""What doors decided apart comes together: batches of what a device kept, in the order of door time."""
