"""Conflicts of the door: let-ins that contradict each other or the list, until a person decides."""
