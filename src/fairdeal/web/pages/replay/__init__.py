"""The replay of a finished round."""
