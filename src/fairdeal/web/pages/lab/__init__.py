"""The lab: a paytable to edit, beside its exact figures."""
