"""Every clause of the rule texts: what it asks, how it is met, and the tests that show it."""
