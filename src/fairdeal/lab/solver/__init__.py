"""The general solver: exact values under the best play of any game written as data.

It walks the game's own round over any deck: own cards, decisions, cards turned up and drawn,
settlement by the rulebook's hands and tables. Cards that lie face down are as likely as any unseen
card to be any card, so they are dealt when they are turned up. Nothing is sampled or rounded.

What makes decks of 16 to 24 cards quick enough, and holds of any game:

- Suits, and jokers, that the deck and every ranking involved treat alike lose their names. Whether
  they do is found by looking at every hand (`layout`), not taken on trust.
- Areas whose cards go into the same hands are one (`plan`).
- Results are linear in the stakes, so once nothing is left to decide, one sum for each line paid
  serves every way of betting before.
- A situation that comes up again is remembered.

Values are whole numbers inside, over one denominator a stage. Between choices of equal value the
one that keeps more money in play is taken; then fewer cards are thrown, then lower ones.

This package is plain Python: it needs no extra, and any kernel can be checked against it.
"""

from fairdeal.errors import NotSolvableError
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.solver.estimate import Estimate, estimate
from fairdeal.lab.solver.main_solver import Solver
from fairdeal.lab.solver.results import Ending, Solution, best
from fairdeal.lab.solver.side_solver import SideSolution, solve_side

__all__ = [
    "Choice",
    "Ending",
    "Estimate",
    "NotSolvableError",
    "SideSolution",
    "Solution",
    "Solver",
    "best",
    "estimate",
    "solve_side",
]
