"""The page of a guest's own ticket: what it may know, for anyone who holds the text of the QR code (decision 0036)."""
