"""The audit log: who changed, imported, restored or exported what, when, and from where."""
