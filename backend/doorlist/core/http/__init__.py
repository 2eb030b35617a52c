"""The path of a request, from its connection to its route and back: limits, guards, TLS, routing, files, metrics."""
