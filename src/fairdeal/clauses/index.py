"""The index of a rule text: every clause with what it asks, how it is met and what shows it.

How a clause of a game's text is met follows from the game's data wherever they cite it; `texts/`
says it for the rest. A game without a file in `texts/` has an index too: of what its data cite. A
regulation around the table has no data, and `texts/` says all of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fairdeal.clauses.clause_tests import ClauseTests, shipped_tests
from fairdeal.clauses.regulations import Regulation
from fairdeal.clauses.texts import rows_of
from fairdeal.english import all_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.wording.clauses import Compliance, ComplianceMethod, compliance_by_clause, in_order

#: What people see to, or what binds somebody else: no test can show it.
_NOT_OURS: Final = frozenset({ComplianceMethod.PHYSICAL, ComplianceMethod.OUTSIDE})


@dataclass(frozen=True)
class Clause:
    """A clause of a rule text."""

    #: As it is cited: `MD-RET 11.I(3)(b)`.
    name: str
    asks: str
    met: tuple[Compliance, ...]
    readings: tuple[str, ...]
    #: The tests that are marked with it.
    tests: tuple[str, ...]
    #: The clauses right below it.
    parts: tuple[str, ...]
    #: Whether it is a chapter, which has a title and is no clause of its own.
    chapter: bool
    #: Whether tests show it, or each of its parts.
    is_shown: bool

    @property
    def place(self) -> str:
        """Return the clause's place in its text."""
        return self.name.partition(" ")[2]

    @property
    def way(self) -> ComplianceMethod:
        """Return the first way in which the clause is met: by code, else by a step, else on
        paper.
        """
        return min(
            (deed.way for deed in self.met),
            key=list(ComplianceMethod).index,
            default=ComplianceMethod.HEADING,
        )

    @property
    def is_missing(self) -> bool:
        """Return whether the product does not meet the clause yet, or a test should show it and
        none does.
        """
        if self.chapter or self.way in {*_NOT_OURS, ComplianceMethod.HEADING}:
            return False
        return self.way is ComplianceMethod.OPEN or not self.is_shown


def index_of(game: Game, tests: ClauseTests | None = None) -> tuple[Clause, ...]:
    """Return every clause of a game's text in its order, chapters too, with the tests of the
    product where no others are given.
    """
    rows = {f"{game.text} {row.place}": row for row in rows_of(game.text)}
    own = f"{game.text} "
    done = {
        name: found for name, found in compliance_by_clause(game).items() if name.startswith(own)
    }
    asked = dict(_paytable_clauses(game))
    names = _sorted(game, {*rows, *done})
    parts: dict[str, list[str]] = {}
    for name in names:
        parts.setdefault(parent_clause(name), []).append(name)
    marked = shipped_tests() if tests is None else tests
    told: dict[str, Clause] = {}
    for name in reversed(names):  # what is below comes first
        below = parts.get(name, [])
        row = rows.get(name)
        met = (*([row.met] if row and row.met else ()), *done.get(name, ()))
        if not met and not below:
            met = _met_by_parent(name, done)
        own_tests = marked.get(name, ())
        told[name] = Clause(
            name,
            row.asks if row else asked.get(name, done[name][0].words),
            met,
            tuple(one.id for one in game.readings if name in one.clauses),
            own_tests,
            tuple(below),
            chapter=bool(row) and not game.headings and not parent_clause(name),
            is_shown=bool(own_tests) or _is_shown_by_parts(met, [told[part] for part in below]),
        )
    return tuple(told[name] for name in names)


def index_of_regulation(
    regulation: Regulation, games: Iterable[Game], tests: ClauseTests | None = None
) -> tuple[Clause, ...]:
    """Return every clause of a regulation around the table, in its order. Where a clause asks the
    same as a clause of a game's text, it is met and shown as that clause is.
    """
    of_games = {one.name: one for game in games for one in index_of(game, tests)}
    rows = {f"{regulation.text}{row.place}": row for row in rows_of(regulation.file)}
    parts: dict[str, list[str]] = {}
    for name in rows:
        parts.setdefault(parent_clause(name), []).append(name)
    marked = shipped_tests() if tests is None else tests
    told: dict[str, Clause] = {}
    for name, row in reversed(rows.items()):  # what is below comes first
        same = of_games[row.same_as] if row.same_as else None
        met: tuple[Compliance, ...] = (row.met,) if row.met else ()
        own_tests = marked.get(name, ())
        if same:
            met = tuple(deed._replace(words=f"as {same.name}") for deed in same.met)
            own_tests = tuple(dict.fromkeys((*own_tests, *same.tests)))
        below = parts.get(name, [])
        shown = _is_shown_by_parts(met, [told[part] for part in below])
        told[name] = Clause(
            name,
            row.asks,
            met,
            same.readings if same else (),
            own_tests,
            tuple(below),
            chapter=not parent_clause(name),
            is_shown=bool(own_tests) or shown or (same is not None and same.is_shown),
        )
    return tuple(told[name] for name in rows)


def parent_clause(name: str) -> str:
    """Return the clause of which a clause is a part; nothing for a chapter."""
    text, _, place = name.partition(" ")
    if "(" in place:
        return f"{text} {place[: place.rindex('(')]}"
    chapter = place.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if len(chapter) == len(place):
        return ""
    return f"{text} {chapter if chapter.startswith('.') else chapter.removesuffix('.')}"


def is_within(name: str, place: str) -> bool:
    """Return whether a clause is another one or a part of it, however deep, in capitals or not."""
    while name:
        if name.casefold() == place.casefold():
            return True
        name = parent_clause(name)
    return False


def count_by_way(clauses: Iterable[Clause]) -> dict[ComplianceMethod, int]:
    """Count the clauses that are met in each way, without chapters."""
    found = Counter(clause.way for clause in clauses if not clause.chapter)
    return {way: found[way] for way in ComplianceMethod}


def _sorted(game: Game, names: Iterable[str]) -> list[str]:
    if game.headings:  # a card has no letters: its parts are in the order of the card
        return sorted(names, key=lambda name: game.headings.index(name.partition(" ")[2]))
    return sorted(names, key=in_order)


def _met_by_parent(name: str, done: dict[str, list[Compliance]]) -> tuple[Compliance, ...]:
    """Return how the nearest clause is met of which this one is a part."""
    while name := parent_clause(name):
        if name in done:
            place = name.partition(" ")[2]
            return tuple(deed._replace(words=f"with {place}") for deed in done[name][:1])
    return ()


def _is_shown_by_parts(met: tuple[Compliance, ...], parts: list[Clause]) -> bool:
    """Return whether each part of a clause is shown, as far as tests can show it. A clause that
    only opens a list needs no test of its own.
    """
    if not all(part.is_shown or part.way in _NOT_OURS for part in parts):
        return False
    opens = all(deed.way is ComplianceMethod.HEADING for deed in met)
    return opens or any(part.is_shown for part in parts)


def _paytable_clauses(game: Game) -> Iterator[tuple[str, str]]:
    """Yield what the clauses of paytables, meters and envy ask. Their figures are in the game's
    data alone.
    """
    for group in {wager.pays.name: wager.pays for wager in game.wagers}.values():
        titles = all_of([wager.title for wager in game.wagers if wager.pays.name == group.name])
        yield group.clause, f"what is paid for {titles}"
        for table in group.tables:
            if table.clause != group.clause:
                yield table.clause, f"paytable {table.name}"
            for line in table.lines:
                if line.clause not in (table.clause, group.clause):
                    yield line.clause, f"{line.hand}: {line.pays}"
            if meters := table.meters:
                resets = all_of([f"{m.name} {dollars(m.least_reset_cents)}" for m in meters])
                yield meters[0].clause, f"{table.name}: {resets}"
            for envy in table.envy:
                for stake, amount in envy.pays_cents.items():
                    yield envy.clauses[stake], f"{envy.hand}: {dollars(amount)}"
