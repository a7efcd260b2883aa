"""The index of a game's text: every clause with what it asks, how it is met and what shows it.

How a clause is met follows from the game's data wherever they cite it; `texts/` says it for the
rest. A game without a file in `texts/` has an index too: of what its data cite.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fairdeal.clauses.clause_tests import ClauseTests, shipped_tests
from fairdeal.clauses.texts import rows_of
from fairdeal.english import all_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.wording.clauses import Compliance, ComplianceMethod, compliance_by_clause, in_order


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
        """Where it stands in its text."""
        return self.name.partition(" ")[2]

    @property
    def way(self) -> ComplianceMethod:
        """How it is met first of all: by code, else by a step, else on paper."""
        return min(
            (deed.way for deed in self.met),
            key=list(ComplianceMethod).index,
            default=ComplianceMethod.HEADING,
        )

    @property
    def is_missing(self) -> bool:
        """Whether a test should show it and none does."""
        asks = not self.chapter and self.way not in (
            ComplianceMethod.PHYSICAL,
            ComplianceMethod.HEADING,
        )
        return asks and not self.is_shown


def index_of(game: Game, tests: ClauseTests | None = None) -> tuple[Clause, ...]:
    """Every clause of a game's text in its order, chapters too; by the tests that are shipped,
    where no others are given.
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


def parent_clause(name: str) -> str:
    """The clause that one is a part of; none for a chapter."""
    text, _, place = name.partition(" ")
    if "(" in place:
        return f"{text} {place[: place.rindex('(')]}"
    chapter = place.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if len(chapter) == len(place):
        return ""
    return f"{text} {chapter if chapter.startswith('.') else chapter.removesuffix('.')}"


def is_within(name: str, place: str) -> bool:
    """Whether a clause is another, or a part of it, however deep; in capitals or not."""
    while name:
        if name.casefold() == place.casefold():
            return True
        name = parent_clause(name)
    return False


def count_by_way(clauses: Iterable[Clause]) -> dict[ComplianceMethod, int]:
    """How many clauses are met in each way; chapters are none."""
    found = Counter(clause.way for clause in clauses if not clause.chapter)
    return {way: found[way] for way in ComplianceMethod}


def _sorted(game: Game, names: Iterable[str]) -> list[str]:
    if game.headings:  # a card has no letters: its parts are in the order of the card
        return sorted(names, key=lambda name: game.headings.index(name.partition(" ")[2]))
    return sorted(names, key=in_order)


def _met_by_parent(name: str, done: dict[str, list[Compliance]]) -> tuple[Compliance, ...]:
    """What is done about the nearest clause that this one is a part of."""
    while name := parent_clause(name):
        if name in done:
            place = name.partition(" ")[2]
            return tuple(deed._replace(words=f"with {place}") for deed in done[name][:1])
    return ()


def _is_shown_by_parts(met: tuple[Compliance, ...], parts: list[Clause]) -> bool:
    """A clause is shown by its parts if each of them is, as far as tests can; what only opens a
    list has nothing of its own to show.
    """
    if not all(part.is_shown or part.way is ComplianceMethod.PHYSICAL for part in parts):
        return False
    opens = all(deed.way is ComplianceMethod.HEADING for deed in met)
    return opens or any(part.is_shown for part in parts)


def _paytable_clauses(game: Game) -> Iterator[tuple[str, str]]:
    """What the clauses of paytables, meters and envy ask: the digits stand in the data once."""
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
