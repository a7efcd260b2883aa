"""The back office: gaming days and shifts, forms and reports of a floor, from its log."""
