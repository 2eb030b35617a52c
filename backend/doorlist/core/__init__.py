"""What every room stands on: configuration, database, clock, errors, wire format. No noun of the trade."""
