"""The floor over HTTP: what programs and pages use."""
