"""An operator's Rules Submission: read from a file and checked against the regulation."""
