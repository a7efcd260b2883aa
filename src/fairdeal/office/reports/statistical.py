"""The Statistical report and the Wager mix: results beside the exact figures of the same bets."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.book.sums import MAIN, RoundSums, StakeSums
from fairdeal.office.book.table_fold import TableFold
from fairdeal.office.expectation import (
    Expectation,
    bet_figures,
    expectation,
    probability,
    root,
    seat_covariances,
    total,
)
from fairdeal.office.report import Cell, Column, Kind, Report
from fairdeal.office.scope import Scope, together
from fairdeal.rulebook.money import UNITS_PER_CENT

NORMAL_95: Final = Fraction(1_959_964, 1_000_000)

_COLUMNS: Final = (
    Column("of", "Table or game"),
    Column("game", "Game"),
    Column("rounds", "Rounds", Kind.NUMBER),
    Column("per_hour", "Rounds an hour", Kind.FIGURE),
    Column("handle", "Handle", Kind.MONEY),
    Column("win", "Win", Kind.METER),
    Column("win_share", "Win / handle", Kind.SHARE),
    Column("drop", "Drop", Kind.MONEY),
    Column("hold", "Hold", Kind.SHARE),
    Column("expected", "Expected win", Kind.DOLLARS),
    Column("expected_share", "Expected / handle", Kind.SHARE),
    Column("deviation", "Standard deviation", Kind.DOLLARS),
    Column("z", "z", Kind.FIGURE),
    Column("probability", "Probability", Kind.CHANCE),
    Column("inside", "95 % interval"),
)
_NOTES: Final = (
    (
        "Handle is the stakes that were settled; void rounds and returned stakes are left out. A "
        "round counts in the shift in which it ended. Drop is what players bought in for; hold is "
        "win by drop."
    ),
    (
        "Win is what the bets brought the tray: what meters paid and what they were fed stands "
        "in the report of meter movements, envy bonuses and payments by hand in that of "
        "corrections."
    ),
    (
        "Expected win and deviation are exact for the bets that were made, main wagers under the "
        "best play: players who play worse raise the win. A payout limit is not counted. The "
        "probability is that of a normal result as far from its mean, which is rough where few "
        "rounds were played."
    ),
)


class Measured:
    """The rounds of one line with their exact expectation."""

    def __init__(self, sums: RoundSums, expected: Expectation) -> None:
        self.sums = sums
        self.expected = expected

    @property
    def win(self) -> Fraction:
        """Return the win in cents."""
        return Fraction(self.sums.win_units, UNITS_PER_CENT)

    @property
    def z(self) -> Fraction | None:
        """Return how many deviations the win is away from its expectation."""
        return self.expected.z(self.win)


def measured_tables(book: Book, scope: Scope) -> dict[str, Measured]:
    """Return the rounds of each table that has any, with their expectation."""
    by_table: dict[str, list[RoundSums]] = {}
    for slot, sums in scope.slots(book):
        by_table.setdefault(slot.table, []).append(sums)
    found = {table: together(parts) for table, parts in sorted(by_table.items(), key=_order)}
    return {
        table: Measured(sums, expectation(book.tables[table].rules, sums.stakes))
        for table, sums in found.items()
        if sums.rounds or sums.voids or sums.drop
    }


def measured_games(book: Book, tables: Mapping[str, Measured]) -> dict[str, Measured]:
    """Return tables added up by game and jurisdiction, by title."""
    by_game: dict[str, list[Measured]] = {}
    for table, one in tables.items():
        by_game.setdefault(game_title(book.tables[table]), []).append(one)
    return {title: sum_of_lines(parts) for title, parts in sorted(by_game.items())}


def sum_of_lines(parts: Iterable[Measured]) -> Measured:
    """Return several lines as one: tables have decks of their own, so variances add up."""
    lines = list(parts)
    return Measured(together(one.sums for one in lines), total(one.expected for one in lines))


def game_title(table: TableFold) -> str:
    """Return the title of a table's game with its jurisdiction."""
    game = table.rules.game
    return f"{game.title}, {game.place}"


def statistical(book: Book, scope: Scope) -> Report:
    """Make the Statistical report (36.05.03.25)."""
    tables = measured_tables(book, scope)
    rows = [
        _row(table, game_title(book.tables[table]), measured) for table, measured in tables.items()
    ]
    games = [_row(title, "all tables", one) for title, one in measured_games(book, tables).items()]
    house = [_row("House", "all tables", sum_of_lines(tables.values()))] if tables else []
    return Report(
        "statistical",
        "Statistical",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        (*games, *house),
        (*_NOTES, *seat_notes(book.tables[table] for table in tables)),
        "COMAR 36.05.03.25",
        open=scope.is_open(book),
    )


def seat_notes(tables: Iterable[TableFold]) -> list[str]:
    """Return how the shared cards of a round were counted."""
    notes = []
    for name in sorted({one.rules.game.name for one in tables}):
        found = seat_covariances().get(name)
        if found is not None:
            notes.append(
                f"{name}: seats of a round share cards. The covariance of two seats' main wagers "
                f"is a sample of {found.rounds:,} rounds, {found.covariance} squared units with a "
                f"standard error of {found.standard_error}; it is the one figure here that is not "
                "exact. Between side bets of two seats it is taken as zero, but for bets on "
                "community cards alone, where it is exact."
            )
    return notes


def is_outside(z: Fraction | None) -> bool:
    """Return whether a result so many deviations from its mean is outside of the 95 % interval."""
    return z is not None and abs(z) > NORMAL_95


def _row(name: str, game: str, one: Measured) -> tuple[Cell, ...]:
    sums, expected, z = one.sums, one.expected, one.z
    handle = sums.handle
    mean = expected.mean
    deviation = expected.deviation
    inside = None if z is None else "investigate" if is_outside(z) else "inside"
    return (
        name,
        game,
        sums.rounds,
        Fraction(sums.rounds * 3600, sums.seconds) if sums.seconds else None,
        handle,
        sums.win_units,
        one.win / handle if handle else None,
        sums.drop,
        one.win / sums.drop if sums.drop else None,
        None if mean is None else mean / 100,
        None if mean is None or not handle else mean / handle,
        None if deviation is None else deviation / 100,
        z,
        None if z is None else probability(z),
        inside,
    )


def _order(item: tuple[str, object]) -> tuple[int, str]:
    return len(item[0]), item[0]


# Wager mix ----------------------------------------------------------------------------------------

_MIX: Final = (
    Column("game", "Game"),
    Column("wager", "Wager"),
    Column("paytable", "Paytable"),
    Column("bets", "Bets", Kind.NUMBER),
    Column("handle", "Handle", Kind.MONEY),
    Column("win", "Win", Kind.METER),
    Column("actual_edge", "Actual edge", Kind.SHARE),
    Column("exact_edge", "Exact edge", Kind.SHARE),
    Column("z", "z", Kind.FIGURE),
)


def wager_mix(book: Book, scope: Scope) -> Report:
    """Make the Wager mix: each wager's result beside its exact edge."""
    groups: dict[tuple[str, str], list[tuple[TableFold, RoundSums]]] = {}
    for slot, sums in scope.slots(book):
        table = book.tables[slot.table]
        groups.setdefault((game_title(table), _tables_of(table)), []).append((table, sums))
    rows: list[tuple[Cell, ...]] = []
    for (title, _), parts in sorted(groups.items()):
        rows += _mix_rows(title, parts[0][0], together(sums for _, sums in parts))
    handle = sum(int(row[4] or 0) for row in rows)
    win = sum(int(row[5] or 0) for row in rows)
    bets = sum(int(row[3] or 0) for row in rows)
    share = Fraction(win, handle * UNITS_PER_CENT) if handle else None
    return Report(
        "wager-mix",
        "Wager mix",
        scope.words(book),
        scope.fields(),
        _MIX,
        tuple(rows),
        (("All", "all wagers", None, bets, handle, win, share, None, None),) if rows else (),
        (
            (
                "The edge of the main wagers is their win by the base bets; of all others by "
                "their stakes. z compares a wager's win with its exact mean and deviation, "
                "rounds taken as independent and seats too."
            ),
            "The win of a progressive is what the tray kept: meters were fed and paid apart.",
        ),
        "COMAR 36.05.03.25",
        open=scope.is_open(book),
    )


def _tables_of(table: TableFold) -> str:
    return ", ".join(f"{name} {one.name}" for name, one in sorted(table.rules.paytables.items()))


def _mix_rows(title: str, table: TableFold, sums: RoundSums) -> list[tuple[Cell, ...]]:
    rules = table.rules
    main = [w.name for w in rules.wagers if not w.optional]
    rows: list[tuple[Cell, ...]] = []
    parts = {n: one for n, one in sums.wagers.items() if n in main}
    if parts:
        bets = sum(one.bets for one in parts.values())
        handle = sum(one.handle for one in parts.values())
        win = sum(one.handle - one.paid for one in parts.values()) * UNITS_PER_CENT
        name = rules.paytables["main"].name if "main" in rules.paytables else "standard"
        rows.append(
            (title, "main wagers", name, bets, handle, win, *_edges(table, sums.stakes, MAIN, win))
        )
    for wager in rules.wagers:
        one = sums.wagers.get(wager.name)
        if one is None or not wager.optional:
            continue
        win = (one.handle - one.paid) * UNITS_PER_CENT
        kind = wager.name
        if wager is rules.progressive_wager:
            win += sums.hits - sums.fed + sums.returned_fed
            kinds = [kind for kind in sums.stakes.stakes if kind.startswith(f"{wager.name}@")]
            kind = kinds[0] if len(kinds) == 1 else ""
        name = rules.paytables[wager.name].name if wager.name in rules.paytables else "standard"
        edges = _edges(table, sums.stakes, kind, win) if kind else (None, None, None)
        rows.append((title, wager.name, name, one.bets, one.handle, win, *edges))
    return rows


def _edges(table: TableFold, sums: StakeSums, kind: str, win: int) -> tuple[Cell, Cell, Cell]:
    """Return the actual edge, the exact edge and z of a kind of bet."""
    staked = sums.stakes.get(kind, 0)
    actual = Fraction(win, staked * UNITS_PER_CENT) if staked else None
    figures = bet_figures(table.rules, kind)
    if figures is None or not staked:
        return actual, None, None
    deviation = root(figures.variance * sums.own[kind, kind])
    z = (Fraction(win, UNITS_PER_CENT) - figures.mean * staked) / deviation if deviation else None
    return actual, figures.mean, z
