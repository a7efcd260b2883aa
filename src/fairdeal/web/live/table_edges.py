"""The values of tables under their payout limits, for pages: known at once, or computed behind.

No page waits for a solver. A value that is neither shipped nor stored is computed in the lab's
thread after everything that somebody waits for; until then a page says that it is not known yet.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from fairdeal.games import GAMES
from fairdeal.lab.cache.known import at_table, main_at_limits
from fairdeal.lab.figures.analysis import ValueAtStake
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.lazy import kernel_of
from fairdeal.rulebook.rules import Rules
from fairdeal.web.live.lab_worker import LAB_WORKER


class LimitValues(NamedTuple):
    """The values at a table's minimum and maximum, under its payout limit: none where they are not
    known.
    """

    values: tuple[ValueAtStake, ...] = ()
    #: Whether they are being computed.
    pending: bool = False


class TableEdges:
    """Finds the values of tables, and has those computed that are not known."""

    def __init__(self, enqueue: Callable[[Callable[[], None]], None]) -> None:
        self._enqueue = enqueue
        #: By the rules object of a table, and only as long as it is used.
        self._found: WeakKeyDictionary[Rules, LimitValues] = WeakKeyDictionary()
        #: The number of computations that have ended: a page that was made before one is made anew.
        self.version = 0

    def of(self, rules: Rules) -> LimitValues:
        """Return the values of a table; if they are not known, have them computed."""
        if rules.game not in GAMES:
            return LimitValues()
        if rules not in self._found:
            values = main_at_limits(rules)
            self._found[rules] = LimitValues(values or (), pending=values is None)
            if values is None:
                self._enqueue(partial(self._compute, rules))
        return self._found[rules]

    def _compute(self, rules: Rules) -> None:
        found, terms = LimitValues(), at_table(rules)
        try:
            # A game that only the general solver can solve may take hours.
            if kernel_of(terms).quick:
                found = LimitValues(analyze_main(terms, at_limits=True).at_limits)
        except ModuleNotFoundError:
            pass  # without the lab, pages go on saying that no limit is counted
        finally:
            self._found[rules] = found
            self.version += 1


#: The values of the tables of this process.
TABLE_EDGES: Final = TableEdges(partial(LAB_WORKER.enqueue, last=True))
