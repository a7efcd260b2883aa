"""The felt of a table as a page and a paper draw it: areas, names, odds and limits, from the game's
data and the operator's choices.
"""

from collections.abc import Container, Iterable
from functools import lru_cache

import msgspec

from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.phrases import capital
from fairdeal.wording.wagers import joint_title, outside_limit_words, shared_paytables


class BetSpot(msgspec.Struct, frozen=True):
    """A betting area: a wager on the meters is a coin in a slot, `equal` are those of one size."""

    title: str
    slot: bool
    side: bool
    equal: tuple[str, ...]
    clause: str


class BoardSpot(msgspec.Struct, frozen=True):
    """An area of the board, for so many cards."""

    title: str
    cards: int
    clause: str


class BoardInscription(msgspec.Struct, frozen=True):
    """An inscription along areas of the board."""

    title: str
    areas: tuple[str, ...]


class FeltInscription(msgspec.Struct, frozen=True):
    """An inscription that a text asks for."""

    words: str
    clause: str


class OddsLine(msgspec.Struct, frozen=True):
    """A line of a paytable."""

    hand: str
    pays: str


class OddsTable(msgspec.Struct, frozen=True):
    """A paytable as it is inscribed: whose it is, its lines, and where it stands in the text."""

    title: str
    wagers: tuple[str, ...]
    lines: tuple[OddsLine, ...]
    clause: str


class FeltScene(msgspec.Struct, frozen=True):
    """A felt. Rows name wagers and areas, and "" a gap; what is not offered is not there."""

    name: str
    jurisdiction: str
    game: str
    operator: str
    colour: str
    seats: int
    #: The cards of a player's hand.
    hand: int
    box: tuple[tuple[str, ...], ...]
    board: tuple[tuple[str, ...], ...]
    wagers: dict[str, BetSpot]
    areas: dict[str, BoardSpot]
    lines: tuple[BoardInscription, ...]
    inscriptions: tuple[FeltInscription, ...]
    #: Whether each player has an area for discards.
    discards: bool
    paytables: tuple[OddsTable, ...]
    limits: tuple[str, ...]
    chip_step: int
    minimum: int
    maximum: int
    #: What the payout limit covers; empty if there is no limit.
    limit_scope: str
    #: What the payout limit does not cover, for a place with little room; empty if nothing.
    outside_limit: str


@lru_cache(maxsize=256)
def felt_of(rules: Rules) -> FeltScene:
    """Return the felt of a table under an operator's choices."""
    game, layout = rules.game, rules.game.felt
    offered = {wager.name: wager for wager in rules.wagers}
    areas = {area.name: area for area in game.areas if area.name in rules.areas}
    return FeltScene(
        name=game.name,
        jurisdiction=game.jurisdiction,
        game=game.title,
        operator=rules.operator,
        colour=str(layout.colour),
        seats=rules.seats,
        hand=game.own_cards,
        box=_rows(layout.box, offered.keys()),
        board=_rows(layout.board, areas.keys()),
        wagers={
            name: BetSpot(
                wager.title,
                wager.progressive,
                wager.side,
                equal_to(rules, name),
                layout.clauses.get(name, wager.clause),
            )
            for name, wager in offered.items()
        },
        areas={
            name: BoardSpot(inscribed_title(area.title or name), area.cards, area.clause)
            for name, area in areas.items()
        },
        lines=tuple(BoardInscription(line.title, line.areas) for line in layout.lines),
        inscriptions=tuple(FeltInscription(one.words, one.clause) for one in layout.inscriptions),
        discards=layout.discards is not None,
        paytables=_paytables(rules),
        limits=tuple(_limits(rules)),
        chip_step=rules.chip_step_cents,
        minimum=rules.minimum_cents or rules.chip_step_cents,
        maximum=rules.maximum_cents or 0,
        limit_scope=_limit_scope(rules),
        outside_limit=_outside_limit(rules),
    )


def _rows(rows: Iterable[tuple[str, ...]], there: Container[str]) -> tuple[tuple[str, ...], ...]:
    """Return rows without what is not offered, and without rows that have nothing left."""
    kept = (tuple(name for name in row if not name or name in there) for row in rows)
    return tuple(row for row in kept if any(row))


def inscribed_title(name: str) -> str:
    """Return a dealer's name of a place as an inscription: `the bonus box` becomes Bonus box."""
    return capital(name.removeprefix("the "))


@lru_cache(maxsize=1024)
def equal_to(rules: Rules, name: str) -> tuple[str, ...]:
    """Return the wagers before the deal that have the same size as this one, itself included; none
    where no other has.
    """

    def root(of: str) -> str:
        equals = rules.game.wager[of].size.equals
        return of if equals is None else root(equals)

    group = tuple(other for other in rules.to_place if root(other) == root(name))
    return group if name in group and len(group) > 1 else ()


def _paytables(rules: Rules) -> tuple[OddsTable, ...]:
    """Return every paytable in force, each with the wagers that it pays."""
    return tuple(
        OddsTable(
            joint_title(wagers),
            tuple(wager.name for wager in wagers),
            tuple(OddsLine(capital(line.hand), str(line.pays)) for line in table.lines),
            table.clause,
        )
        for table, wagers in shared_paytables(rules)
    )


def _limits(rules: Rules) -> list[str]:
    found = []
    if rules.minimum_cents is not None and rules.maximum_cents is not None:
        span = f"{dollars(rules.minimum_cents)} to {dollars(rules.maximum_cents)}"
        found.append(f"Bets {span}")
    if rules.payout_limit_cents is not None:
        found.append(f"Payout limit {dollars(rules.payout_limit_cents)} {rules.game.limit.per}")
    return found


def _limit_scope(rules: Rules) -> str:
    """Return what the payout limit covers; an empty text if there is no limit."""
    if rules.payout_limit_cents is None:
        return ""
    inside = [wager for wager in rules.wagers if not wager.side]
    words = f"The limit covers {joint_title(inside)} together"
    outside = _outside_limit(rules)
    if not outside:
        return words
    return f"{words}, {outside}" if outside.startswith("not") else f"{words}; {outside}"


def _outside_limit(rules: Rules) -> str:
    """Return what the payout limit does not cover; an empty text if that is nothing."""
    return "" if rules.payout_limit_cents is None else outside_limit_words(rules)
