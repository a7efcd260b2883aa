"""Reports about people: dealers, and players' sessions; and the log of the cards they use."""

from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Final

from fairdeal.office.book.book import Book
from fairdeal.office.book.decks import DeckLife
from fairdeal.office.book.facts import Duty
from fairdeal.office.book.sums import RoundSums
from fairdeal.office.expectation import bet_figures
from fairdeal.office.report import TABLE, Cell, Column, Kind, Report
from fairdeal.office.scope import Scope, together
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules

_DEALERS: Final = (
    Column("dealer", "Dealer"),
    Column("in", "In", Kind.TIME),
    Column("out", "Out", Kind.TIME),
    Column("tables", "Tables"),
    Column("rounds", "Rounds", Kind.NUMBER),
    Column("per_hour", "Rounds an hour", Kind.FIGURE),
    Column("steps", "Steps", Kind.NUMBER),
    Column("errors", "Errors", Kind.NUMBER),
    Column("per_thousand", "Errors per 1,000 steps", Kind.FIGURE),
    Column("clauses", "By clause"),
    Column("underpaid", "Underpaid, paid later by hand", Kind.MONEY),
    Column("short", "Tray short at the count", Kind.MONEY),
    Column("over", "Tray over at the count", Kind.MONEY),
)


def dealers(book: Book, scope: Scope) -> Report:
    """Make the report of dealers: when, where, how many rounds, and irregularities by clause."""
    scope.require_whole_time("Dealers")
    sums: dict[str, list[RoundSums]] = {}
    tables: dict[str, set[str]] = {}
    for slot, part in scope.slots(book):
        sums.setdefault(slot.dealer, []).append(part)
        tables.setdefault(slot.dealer, set()).add(slot.table)
    duties = [
        duty
        for table in scope.tables(book)
        for duty in table.duties
        if _overlaps(book, scope, duty)
    ]
    for duty in duties:
        if scope.dealer in (None, duty.dealer):
            sums.setdefault(duty.dealer, [])
            tables.setdefault(duty.dealer, set()).add(duty.table)
    errors: dict[str, Counter[str]] = {}
    for line in book.irregularities:
        if line.kind != "denied report" and scope.has(book, line.where):
            errors.setdefault(line.where.dealer, Counter())[line.clause or line.kind] += 1
    counted: dict[str, list[int]] = {}
    for one in book.inventories:
        if one.kind == "variance" and scope.has(book, one.where):
            counted.setdefault(one.where.dealer, []).append(one.units // UNITS_PER_CENT)
    for who in counted:
        if who:
            sums.setdefault(who, [])
            tables.setdefault(who, set())
    rows = [
        _dealer_row(book, scope, who, together(sums[who]), tables[who], duties, errors.get(who))
        + _counted(counted.get(who, []))
        for who in sorted(sums, key=book.name_of)
    ]
    return Report(
        "dealers",
        "Dealers",
        scope.words(book),
        scope.fields(),
        _DEALERS,
        tuple(rows),
        (),
        (
            (
                "A dealer's errors are the irregularities that ended in a void or a wrong count "
                "while he or she dealt, whoever caused them. A step is a command of the dealer "
                "in a round."
            ),
            (
                "No log tells who paid too much. A tray that was counted short or over when its "
                "table closed stands beside whoever dealt there last."
            ),
        ),
        "COMAR 36.05.02.16",
        open=scope.is_open(book),
    )


def _counted(cents: list[int]) -> tuple[Cell, Cell]:
    """Return by how much trays were counted short, and by how much over."""
    return -sum(one for one in cents if one < 0), sum(one for one in cents if one > 0)


def _overlaps(book: Book, scope: Scope, duty: Duty) -> bool:
    begin, end = scope.seconds(book)
    return duty.since.time < end and (duty.until is None or duty.until >= begin)


def _dealer_row(
    book: Book,
    scope: Scope,
    dealer: str,
    sums: RoundSums,
    tables: set[str],
    duties: list[Duty],
    errors: Counter[str] | None,
) -> tuple[Cell, ...]:
    begin, end = scope.seconds(book)
    own = [duty for duty in duties if duty.dealer == dealer]
    since = min((max(begin, duty.since.time) for duty in own), default=None)
    outs = [duty.until for duty in own if duty.until is not None and duty.until < end]
    gone = max(outs) if own and len(outs) == len(own) else None
    found = errors or Counter()
    count = sum(found.values())
    return (
        _dealer_name(book, dealer, own),
        since,
        gone,
        ", ".join(sorted(tables, key=lambda one: (len(one), one))),
        sums.rounds,
        Fraction(sums.rounds * 3600, sums.seconds) if sums.seconds else None,
        sums.steps,
        count,
        Fraction(count * 1000, sums.steps) if sums.steps else None,
        ", ".join(f"{clause}: {number}" for clause, number in sorted(found.items())),
        sums.by_hand,
    )


def _dealer_name(book: Book, dealer: str, duties: list[Duty]) -> str:
    if duties:
        return duties[-1].name
    return "automatic dealer" if dealer == "dealer" else book.name_of(dealer) or "nobody"


_PLAYERS: Final = (
    Column("player", "Player's number"),
    TABLE,
    Column("from", "From", Kind.TIME),
    Column("to", "To", Kind.TIME),
    Column("bought", "Buy-ins", Kind.MONEY),
    Column("hands", "Hands", Kind.NUMBER),
    Column("handle", "Handle", Kind.MONEY),
    Column("result", "Result", Kind.MONEY),
    Column("theoretical_loss", "Theoretical loss", Kind.DOLLARS),
    Column("bot", "Bot"),
)


def players(book: Book, scope: Scope) -> Report:
    """Make the report of players' sessions, without names."""
    scope.require_no_dealer("a session has no line for each dealer")
    scope.require_whole_time("Player sessions")
    begin, end = scope.seconds(book)
    rows: list[tuple[Cell, ...]] = []
    for table in scope.tables(book):
        for one in table.sessions:
            if one.since.time >= end or (one.until is not None and one.until < begin):
                continue
            parts = [part for key, part in one.parts.items() if scope.has_day(*key)]
            if not parts and not scope.has_day(one.since.day, one.since.shift):
                continue
            stakes: Counter[str] = Counter()
            for part in parts:
                stakes.update(part.stakes)
            rows.append(
                (
                    one.player,
                    table.id,
                    one.since.time,
                    one.until if one.until is not None and one.until < end else None,
                    sum(part.bought for part in parts),
                    sum(part.hands for part in parts),
                    sum(part.handle for part in parts),
                    sum(part.result for part in parts),
                    _theoretical_loss(table.rules, stakes),
                    "bot" if one.bot else "",
                )
            )
    rows.sort(key=lambda row: (int(row[2] or 0), str(row[0])))
    sums = [sum(int(row[at] or 0) for row in rows) for at in (4, 5, 6, 7)]
    return Report(
        "players",
        "Player sessions",
        scope.words(book),
        scope.fields(),
        _PLAYERS,
        tuple(rows),
        (("All", None, None, None, *sums, None, None),) if rows else (),
        (
            (
                "The theoretical loss is exact for the bets that were made, under the best play; "
                "what meters would pay is not counted as a gain of the player."
            ),
        ),
        "",
        open=scope.is_open(book),
    )


def _theoretical_loss(rules: Rules, stakes: Counter[str]) -> Fraction | None:
    total = Fraction(0)
    for kind, stake in stakes.items():
        figures = bet_figures(rules, kind)
        if figures is None:
            return None
        total += stake * figures.mean
    return total / 100


_CARDS: Final = (
    TABLE,
    Column("deck", "Deck"),
    Column("received", "Received", Kind.TIME),
    Column("inspected", "Inspected", Kind.TIME),
    Column("inspected_by", "By"),
    Column("verified", "Verified", Kind.TIME),
    Column("verified_by", "By"),
    Column("hours", "Hours", Kind.FIGURE),
    Column("shuffles", "Shuffles", Kind.NUMBER),
    Column("right", "Counts right", Kind.NUMBER),
    Column("wrong", "Counts wrong", Kind.NUMBER),
    Column("removed", "Removed", Kind.TIME),
    Column("removed_why", "Why"),
    Column("clause", "Clause"),
)


def cards_log(book: Book, scope: Scope) -> Report:
    """Make the log of the cards: every deck from its arrival to its removal (36.05.02.16)."""
    scope.require_no_dealer("a deck has no line for each dealer")
    scope.require_whole_time("The Cards log")
    begin, end = scope.seconds(book)
    rows = [
        _deck_row(book, scope, table.id, deck, end)
        for table in scope.tables(book)
        for deck in table.decks
        if deck.received.time < end and (deck.removed is None or deck.removed >= begin)
    ]
    rows.sort(key=lambda row: (int(row[2] or 0), len(str(row[0])), str(row[0]), str(row[1])))
    sums = [sum(int(row[at] or 0) for row in rows) for at in (8, 9, 10)]
    return Report(
        "cards-log",
        "Cards log",
        scope.words(book),
        scope.fields(),
        _CARDS,
        tuple(rows),
        (("All", *[None] * 7, *sums, None, None, None),) if rows else (),
        ("Hours are from the verification of a deck to its removal or to the end of the period.",),
        "COMAR 36.05.02.16",
        open=scope.is_open(book),
    )


def _deck_row(book: Book, scope: Scope, table: str, deck: DeckLife, end: int) -> tuple[Cell, ...]:
    def counted(by_shift: Counter[tuple[date, str]]) -> int:
        return sum(n for key, n in by_shift.items() if scope.has_day(*key))

    removed = deck.removed if deck.removed is not None and deck.removed < end else None
    last = removed if removed is not None else end - 1
    return (
        table,
        deck.color,
        deck.received.time,
        deck.inspected,
        book.name_of(deck.inspected_by),
        deck.verified,
        book.name_of(deck.verified_by),
        None if deck.verified is None else Fraction(last - deck.verified, 3600),
        counted(deck.shuffles),
        counted(deck.counts_right),
        counted(deck.counts_wrong),
        removed,
        deck.removed_why if removed is not None else "",
        deck.clause if removed is not None else "",
    )
