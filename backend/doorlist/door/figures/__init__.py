"""The doors of an event at a glance: who is in, how fast they come, and which door is there."""
