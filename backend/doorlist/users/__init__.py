"""Who works here: sign-in, sessions, passwords, roles, throttling."""
