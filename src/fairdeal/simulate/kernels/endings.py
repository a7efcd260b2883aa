"""What the endings of compiled rounds are worth: stakes and cells settled by the rulebook."""

from collections.abc import Mapping
from typing import NamedTuple

from fairdeal.rulebook import odds
from fairdeal.rulebook.game import Settle
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.figures import kind_of_cell
from fairdeal.simulate.rounds import SimulatedWager
from fairdeal.simulate.table_engine import folded_at, naming_wager
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import LOSE, PUSH, WIN, WITHDRAWN


class MainWagerEnding(NamedTuple):
    """How the main wagers ended: the stake of each in cents and the cell of its hand, the bets that
    were taken back, and the decision at which the hand was folded.
    """

    stakes: Mapping[str, int]
    cells: Mapping[str, int]
    withdrawn: frozenset[str] = frozenset()
    folded: str = ""


class Settler:
    """Settles endings under some rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        steps = [step for step in rules.game.round if isinstance(step, Settle)]
        # The payout limit cuts in the order in which wagers are paid.
        self._order = [name for step in steps for name in step.wagers]
        self._naming = naming_wager(rules)

    def main(self, ending: MainWagerEnding) -> dict[str, SimulatedWager]:
        """Return the results of the main wagers, by name."""
        found: dict[str, SimulatedWager] = {}
        won = 0
        for name in (name for name in self._order if name in ending.stakes):
            stake = ending.stakes[name]
            if name in ending.withdrawn:
                found[name] = SimulatedWager(name, stake, WITHDRAWN, "", stake)
                continue
            if ending.folded:
                found[name] = SimulatedWager(name, stake, LOSE, "", 0)
                continue
            result = self._plain(name, stake, ending.cells[name])
            limit = self._rules.payout_limit_cents
            if limit is not None and result.result != LOSE:
                cut = max(0, result.net - max(0, limit - won))
                result = result._replace(returned=result.returned - cut, limited=cut)
                won += max(0, result.net)
            found[name] = result
        return found

    def _plain(self, name: str, stake: int, cell: int) -> SimulatedWager:
        wager, _, table = self._rules.terms[name]
        called, line = kind_of_cell(table, cell), table.by_cell[cell]
        if line is None:
            return SimulatedWager(name, stake, LOSE, called, 0)
        result = PUSH if line.pays.form is odds.PUSH else WIN
        returned = line.pays.returned(stake, collected=wager.collected)
        return SimulatedWager(name, stake, result, called, returned)

    def side(self, name: str, stake: int, cell: int, meters: Meters) -> tuple[SimulatedWager, str]:
        """Return the result of a side bet with the meters as they are, and the share of a meter
        that it won, as the paytable prints it; empty where it won none.
        """
        table = self._rules.terms[name].table
        line = table.by_cell[cell]
        if line is None or line.pays.form is not odds.METER:
            return self._plain(name, stake, cell), ""
        cents, _ = meters.paid(line.pays)
        return SimulatedWager(name, stake, WIN, kind_of_cell(table, cell), cents), line.pays.text

    def hand(self, ending: MainWagerEnding) -> str:
        """Return the name of the hand of the main wagers, or say where it was folded."""
        if ending.folded:
            return folded_at(ending.folded)
        table = self._rules.terms[self._naming.name].table
        return kind_of_cell(table, ending.cells[self._naming.name])
