"""The general solver, compiled, for games without draws: the same answers as `fairdeal.lab.solver`.

Situations are collected stage by stage, each once for all orders of suits that are alike, with the
number of ways that lead to it. Values are found from the last stage to the first, endings from the
first to the last. The plain solver is the second route that this package is tested against.
"""
