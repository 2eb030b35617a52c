"""The face of an attendee: invoice number and QR text. Pure functions, no table, no router."""
