"""The list of one event that a door keeps, to decide by when the server does not answer."""
