"""The papers of a table as PDF."""
