"""Ticket types: the kinds of ticket that an event sells, each with a name, a colour and a price (contract 3)."""
