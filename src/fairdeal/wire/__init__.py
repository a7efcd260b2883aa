"""Readers and writers: the one place where values of the program become JSON or text, and back."""
