"""The pages that people see in a browser, and the feeds that keep a table's page up to date."""
