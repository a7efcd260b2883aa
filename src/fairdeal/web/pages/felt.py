"""The felt of a table as a page draws it: areas, names, odds and limits, from the game's data and
the operator's choices.
"""

from functools import lru_cache

import msgspec

from fairdeal.rulebook.layout import Layout
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the felt: a betting area, or an area of the board with so many cards; a gap has no
    name.
    """

    name: str = ""
    title: str = ""
    clause: str | None = None
    cards: int = 0
    #: A wager on the meters is a coin in a slot.
    slot: bool = False
    side: bool = False


class FeltLine(msgspec.Struct, frozen=True):
    """What is inscribed along areas of the board."""

    title: str
    areas: tuple[str, ...]


class FeltTable(msgspec.Struct, frozen=True):
    """A paytable as it is inscribed: whose it is, its lines, and where it stands in the text."""

    title: str
    wagers: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    clause: str


class FeltScene(msgspec.Struct, frozen=True):
    """A felt."""

    game: str
    jurisdiction: str
    title: str
    operator: str
    color: str
    seats: int
    own_cards: int
    box: tuple[tuple[Spot, ...], ...]
    board: tuple[tuple[Spot, ...], ...]
    lines: tuple[FeltLine, ...]
    inscriptions: tuple[str, ...]
    #: Whether each player has an area for discards.
    discards: bool
    tables: tuple[FeltTable, ...]
    limits: str
    payout_limit: str
    chip_step: int
    minimum: int
    maximum: int


@lru_cache(maxsize=256)
def felt_of(rules: Rules) -> FeltScene:
    """The felt of a table under an operator's choices."""
    game, layout = rules.game, rules.game.felt
    return FeltScene(
        game=game.name,
        jurisdiction=game.jurisdiction,
        title=game.title,
        operator=rules.operator,
        color=str(layout.felt),
        seats=rules.seats,
        own_cards=game.own_cards,
        box=_box(rules, layout),
        board=_board(rules, layout),
        lines=tuple(FeltLine(line.title, line.areas) for line in layout.lines),
        inscriptions=tuple(one.words for one in layout.inscriptions),
        discards=layout.discards is not None,
        tables=_tables(rules),
        limits=_limits(rules),
        payout_limit=_payout_limit(rules),
        chip_step=rules.chip_step_cents,
        minimum=rules.minimum_cents or rules.chip_step_cents,
        maximum=rules.maximum_cents or 0,
    )


def _box(rules: Rules, layout: Layout) -> tuple[tuple[Spot, ...], ...]:
    offered = {wager.name: wager for wager in rules.wagers}
    rows = (
        tuple(
            Spot(
                wager.name,
                wager.title,
                layout.clauses.get(wager.name, wager.clause),
                slot=wager.progressive,
                side=wager.side,
            )
            for name in row
            if (wager := offered.get(name)) is not None
        )
        for row in layout.box
    )
    return tuple(row for row in rows if row)


def _board(rules: Rules, layout: Layout) -> tuple[tuple[Spot, ...], ...]:
    areas = {area.name: area for area in rules.game.areas if area.name in rules.areas}
    rows = (
        tuple(
            Spot(name, titled(areas[name].title or name), areas[name].clause, areas[name].cards)
            if name
            else Spot()
            for name in row
            if not name or name in areas
        )
        for row in layout.board
    )
    return tuple(row for row in rows if any(spot.name for spot in row))


def titled(name: str) -> str:
    """A dealer's name of a place as an inscription: `the bonus box` is Bonus box."""
    plain = name.removeprefix("the ")
    return plain[:1].upper() + plain[1:]


def _tables(rules: Rules) -> tuple[FeltTable, ...]:
    """Every paytable in force, the game's own first, each with the wagers that it pays."""
    by_table: dict[int, list[str]] = {}
    found = {}
    for terms in rules.terms.values():
        by_table.setdefault(id(terms.table), []).append(terms.wager.name)
        found[id(terms.table)] = terms.table
    wager = rules.game.wager
    return tuple(
        FeltTable(
            " · ".join(wager[name].title for name in names),
            tuple(names),
            tuple((line.hand, str(line.pays)) for line in found[key].lines),
            found[key].clause,
        )
        for key, names in by_table.items()
    )


def _limits(rules: Rules) -> str:
    if rules.minimum_cents is None or rules.maximum_cents is None:
        return ""
    return f"Bets {dollars(rules.minimum_cents)} to {dollars(rules.maximum_cents)}"


def _payout_limit(rules: Rules) -> str:
    cents = rules.payout_limit_cents
    return f"Payout limit {dollars(cents)} a hand" if cents is not None else ""
