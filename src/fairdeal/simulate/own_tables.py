"""Paytables of one's own in a run: as plain values that can be sent to another machine.

The opening of a table's log names the paytables of the text only. So a run names one of these for
each paytable of one's own, and keeps the lines beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from fairdeal.errors import BadInputError
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.paytable import Paytable, PaytableLine
from fairdeal.rulebook.rules import Rules


class OwnTable(NamedTuple):
    """A paytable of one's own: the wager that it is for, its name, the paytable of the text whose
    hands, meters and envy it has, and its lines with what they pay and their clauses.
    """

    group: str
    name: str
    model: str
    lines: tuple[tuple[str, str, str], ...]

    def document(self) -> dict[str, Any]:
        """Return the paytable as JSON."""
        return {
            "name": self.name,
            "model": self.model,
            "lines": {hand: pays for hand, pays, _ in self.lines},
        }


def without_own(rules: Rules) -> tuple[Rules, tuple[OwnTable, ...]]:
    """Return rules that name paytables of the text only, and the paytables that they are to be
    replaced by.
    """
    own = tuple(
        _own(name, table, rules.game.paytables[name].tables)
        for name, table in rules.paytables.items()
        if table not in rules.game.paytables[name].tables
    )
    models = {one.group: rules.game.paytables[one.group][one.model] for one in own}
    return replace(rules, paytables={**rules.paytables, **models}), own


def with_own(rules: Rules, own: Iterable[OwnTable]) -> Rules:
    """Return rules with paytables of one's own in place of their models."""
    tables: Mapping[str, Paytable] = {
        one.group: replace(
            rules.game.paytables[one.group][one.model],
            name=one.name,
            lines=tuple(
                PaytableLine(hand, Odds.parse(pays), cite) for hand, pays, cite in one.lines
            ),
        )
        for one in own
    }
    return replace(rules, paytables={**rules.paytables, **tables})


def _own(name: str, table: Paytable, known: Iterable[Paytable]) -> OwnTable:
    for model in known:
        if (model.ranking.cells, model.hand) != (table.ranking.cells, table.hand):
            continue
        if (model.meters, model.envy) == (table.meters, table.envy):
            lines = tuple((line.hand, str(line.pays), line.clause) for line in table.lines)
            return OwnTable(name, table.name, model.name, lines)
    raise BadInputError(
        f"the paytable {table.name} for {name} has other meters or envy than every paytable of the "
        "text: simulate cannot play it"
    )
