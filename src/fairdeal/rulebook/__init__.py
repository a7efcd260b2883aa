"""The rulebook: odds, paytables, wagers, readings and what a game is made of. Data, no I/O."""
