"""The procedure at the table: how a round is settled. Pure: no I/O, no clock, no chance."""
