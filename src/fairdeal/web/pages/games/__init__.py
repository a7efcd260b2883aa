"""The pages that explain each game."""
