"""The HTTP API for programs: one module for each group of routes, and its OpenAPI description."""
