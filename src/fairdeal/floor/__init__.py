"""The live floor: many tables, one log of all of them that nobody can change unseen."""
