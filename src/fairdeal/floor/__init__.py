"""The live floor: tables that many people play at once, with one durable log in a database."""
