"""The base of every room: configuration, database, clock, errors, wire format. It knows no event and no ticket."""
