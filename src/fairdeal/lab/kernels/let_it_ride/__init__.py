"""The kernel of Let It Ride; `best_play` explains the method."""
