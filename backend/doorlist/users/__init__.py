"""Staff: sign-in, sessions, passwords, roles, throttling."""
