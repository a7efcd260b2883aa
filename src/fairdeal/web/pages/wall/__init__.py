"""The floor's wall: every table on one screen."""
