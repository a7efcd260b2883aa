"""A table of the floor: its live state, its administration, previews, records and replays."""
