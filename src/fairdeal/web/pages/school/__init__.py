"""Dealer school: lessons, exams, and who may deal what."""
