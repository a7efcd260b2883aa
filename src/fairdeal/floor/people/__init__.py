"""People of the floor: accounts with passwords and roles, guests, and permissions."""
