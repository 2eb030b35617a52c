"""From a connection to a route and back: limits, guards, TLS, routing, static files, figures."""
