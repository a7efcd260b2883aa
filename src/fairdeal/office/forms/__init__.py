"""The forms of the back office: slips and documents with their signatures, from the log alone."""
