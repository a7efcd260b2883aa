"""The page of one's own play."""
