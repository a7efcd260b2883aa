"""Let It Ride: the method is told in `best_play`."""
