"""What people see in a browser: pages, and the feed that keeps a table's page as it is."""
