"""Grants of doors: the devices that may check in at an event when their session is over."""
