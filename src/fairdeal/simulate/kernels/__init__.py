"""Compiled rounds: for each game that has a kernel, how a round of one seat is dealt and played.

A kernel answers with the ending of each round: which bets were made and which cells the hands fell
into. What an ending is worth comes from the rulebook, as for the lab's kernels.
"""
