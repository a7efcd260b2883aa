"""My play: what a person has played, won, lost and decided, worked out beside the running floor."""
