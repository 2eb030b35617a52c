"""The guest's own ticket page, for anyone who has the QR text (decision 0036)."""
