"""Signing in, registering and signing out."""
