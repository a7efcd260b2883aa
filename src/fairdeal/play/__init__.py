"""One table without a server: the session, where its cards come from, and who plays at it."""
