"""The manager's first page, and every report of the back office as a page."""
