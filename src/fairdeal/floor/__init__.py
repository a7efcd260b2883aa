"""The live floor: tables that many people use at once, on a database, with nothing ever lost."""
