"""Many attendees at once: bulk import, and the list as a CSV file."""
