"""Clauses: how a text numbers its places, and every clause that a game cites.

A text numbers its chapters `7.E(1)` or `.07E(1)`, which its clause of the wagers shows; a rules
card has headings only (`Game.headings`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from fairdeal.rulebook.hand import BetterOf, specs_in
from fairdeal.rulebook.paytable import Paytables

if TYPE_CHECKING:
    from fairdeal.rulebook.game import Game

_BELOW: Final = r"[A-Z](?:\(\d{1,2}\))?(?:\([a-z]\))?(?:\([ivx]+\))?"
_NUMBERINGS: Final = (rf"\d{{1,2}}(?:\.{_BELOW})?", rf"\.\d\d(?:{_BELOW})?")


def clause_form(game: "Game") -> re.Pattern[str] | None:
    """Return how clauses of a game's own text are written; None where its clause of the wagers,
    which should show it, is written as no clause is.
    """
    place = game.clauses.wagers.removeprefix(f"{game.text} ")
    forms = ["|".join(map(re.escape, game.headings))] if game.headings else _NUMBERINGS
    form = next((form for form in forms if re.fullmatch(form, place)), None)
    return re.compile(f"{re.escape(game.text)} (?:{form})") if form else None


def clauses_of(game: "Game") -> Iterator[str]:
    """Yield every clause that a game cites, its readings' too, as often as it is cited."""
    yield game.limit.clause
    for part in (game.clauses, game.procedure):
        yield from _words(part)
    for wager in game.wagers:
        yield from (wager.clause, wager.settled)
        for spec in (inner for hand in wager.hands for inner in specs_in(hand)):
            if isinstance(spec, BetterOf):
                yield from spec.push_clauses or ()
        yield from clauses_of_tables(wager.pays)
    for step in game.round:
        for name in (one.name for one in fields(step) if one.name.endswith("clause")):
            yield getattr(step, name)
        yield from (clause for _, clause in getattr(step, "announces", ()))
    for script in (*game.dealing.values(), game.reshuffler_dealing or ()):
        yield from (deal.clause for deal in script)
    yield from (area.clause for area in game.areas)
    layout = game.felt
    yield from (layout.clause, *layout.clauses.values())
    yield from (line.clause for line in layout.lines)
    yield from (one.clause for one in layout.inscriptions)
    yield from (layout.discards,) if layout.discards else ()
    yield from (clause for reading in game.readings for clause in reading.clauses)


def clauses_of_tables(group: Paytables) -> Iterator[str]:
    """Yield every clause of a group of paytables: of the tables, their lines, meters and envy."""
    yield group.clause
    for table in group.tables:
        yield table.clause
        yield from (line.clause for line in table.lines)
        yield from (meter.clause for meter in table.meters)
        yield from (clause for line in table.envy for clause in line.clauses.values())


def _words(value: Any) -> Iterator[str]:
    """Yield the texts in a value that has no others than clauses."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif is_dataclass(value):
        for one in fields(value):
            yield from _words(getattr(value, one.name))
