"""The base of every module: configuration, database, clock, errors, wire format. It knows no event and no ticket."""
