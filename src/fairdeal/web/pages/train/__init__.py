"""The drill: one decision after another, for players."""
