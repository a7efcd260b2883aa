"""Sentences for people about games, tables and rounds. No other package writes them."""
