"""Results of the lab that are shipped or stored on disk, and the keys they are stored under."""
