"""Doorlist: register attendees, print QR tickets, check people in at the door."""

# The one place of the version: the wheel, the command and the screens read it here.
__version__ = "0.1.0"
