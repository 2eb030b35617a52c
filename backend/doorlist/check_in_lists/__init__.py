"""Check-in lists: what an event checks besides its entrance, such as backstage or dinner (contract 3)."""
