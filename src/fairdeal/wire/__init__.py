"""Readers and writers of every format: all JSON, TOML and log lines are read and written here."""
