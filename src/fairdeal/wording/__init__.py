"""Words for people: what the dealer does next, and a round told afterwards."""
