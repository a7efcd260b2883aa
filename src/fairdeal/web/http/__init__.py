"""The HTTP server: connections, requests, limits, security headers, errors, logs and metrics."""
