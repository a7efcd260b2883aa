"""The page that checks a record in the browser."""
