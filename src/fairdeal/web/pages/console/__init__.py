"""The dealer's console."""
