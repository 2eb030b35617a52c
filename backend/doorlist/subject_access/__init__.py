"""What we hold: everything about one guest, for the guest who asks."""
