"""Doorlist: register attendees, print QR tickets, check people in at the door."""
