"""The reports of the back office, each a function of the book and of what was asked for."""
