"""The page of a table as a player sees it."""
