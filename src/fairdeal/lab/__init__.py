"""Exact mathematics: what every wager is worth, and the best play, by counting every deal.

Nothing here is sampled or rounded: kernels count in 64-bit integers and answers are fractions. The
payouts come in as arrays, one entry a cell of the ranking; no kernel knows a paytable of its own.
Counting needs the `lab` extra (numpy and numba), which only `lazy` imports; nothing below this
package imports it.
"""
