"""Exact mathematics of the games. The modules below need the extra `lab` (numba, numpy)."""
