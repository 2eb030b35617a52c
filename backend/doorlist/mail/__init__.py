"""Tickets by email: the queue, the messages, and the worker that sends them."""
