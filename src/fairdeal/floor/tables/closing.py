"""Closing a table: its chips and cards are counted by two people, each for himself or herself.

Nobody is shown what the count should be. The table closes when two people have counted the same;
only then is the difference from the log told. At a table of the automatic dealer, whose chips and
cards are the program's own, the automatic pair counts.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fairdeal.english import all_of
from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.money.denominations import chips_cents, chips_for, read_chips
from fairdeal.floor.money.ledger import BANK, Transfer, drop_account, inventory_account
from fairdeal.floor.money.reconciliation import reconcile_table
from fairdeal.floor.people.permission import require_running, worker
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, Actor
from fairdeal.table.state import OPEN

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor
    from fairdeal.floor.people.accounts import Person
    from fairdeal.floor.tables.live_table import LiveTable
    from fairdeal.floor.tables.pending_acts import TableCount

_MOST_CARDS = 10_000


class CountResult(NamedTuple):
    """What came of a count: the id under which a second person counts, whether an earlier count of
    another person differs, and the reconciliation if the table has closed.
    """

    asked: str
    differs: bool = False
    closed: dict[str, Any] | None = None


def close_table(floor: "Floor", person: "Person", table: str) -> dict[str, Any]:
    """Close a table of the automatic dealer between rounds, and return the reconciliation."""
    by = floor.supervisor(person)
    live = _open_table(floor, table)
    if live.dealer != "auto":
        raise BadInputError("a person deals here: two people count the chips and the cards")
    return close_automatically(floor, live, by)


def close_automatically(floor: "Floor", live: "LiveTable", by: Actor) -> dict[str, Any]:
    """Close a table whose chips and cards the automatic pair counts."""
    _require_balanced(floor, live)
    size = len(live.state.rules.game.deck)
    cards = {deck.color: size for deck in live.state.decks}
    chips = chips_for(max(0, floor.tray(live.id)) // UNITS_PER_CENT)
    _record(floor, live, chips, cards, AUTOMATIC_DEALER)
    return _close(floor, live, by)


def count_table(
    floor: "Floor", person: "Person", table: str, chips: object, cards: object
) -> CountResult:
    """Take one person's count of a table's chips and cards. The table closes if another person has
    counted the same.
    """
    live = floor.table(table)
    by = worker(floor, live, person)
    live = _open_table(floor, table)
    if live.dealer == "auto":
        raise Refused(
            "the automatic dealer deals here and counts the table: close it without a count", None
        )
    counted, decks = read_chips(chips), _read_cards(live, cards)
    earlier = live.pending.counted
    other = earlier is not None and earlier.by.id != by.id
    if earlier is not None and other and earlier.by.role is DEALER and by.role is DEALER:
        raise Refused("one of the two is a floorperson or the operator", None)
    same = earlier is not None and (earlier.chips, earlier.cards) == (counted, decks)
    if earlier is not None and other and same:
        return CountResult(earlier.id, closed=_close(floor, live, by))
    _record(floor, live, counted, decks, by)
    now = live.pending.counted
    assert now is not None, "just recorded"
    return CountResult(now.id, differs=other)


def _open_table(floor: "Floor", table: str) -> "LiveTable":
    live = floor.table(table)
    require_running(live)
    if live.closed:
        raise Refused(f"table {table} is closed already", None)
    if live.state.phase is not OPEN:
        raise Refused("a table is counted and closed between rounds", None)
    if live.state.asked or live.state.differs:
        raise Refused("the floorperson is asked to confirm something first", None)
    if live.pending.variance is not None:
        raise Refused(f"the paper about {live.pending.variance.count_id} is written first", None)
    return live


def _read_cards(live: "LiveTable", cards: object) -> dict[str, int]:
    colors = [deck.color for deck in live.state.decks]
    named = isinstance(cards, Mapping) and sorted(cards) == sorted(colors)
    if not isinstance(cards, Mapping) or not named:
        decks = all_of([f"the {color} deck" for color in colors]) if colors else "no deck"
        raise BadInputError(f"count the cards of each deck at the table: {decks}")
    for number in cards.values():
        if (
            not isinstance(number, int)
            or isinstance(number, bool)
            or not 0 <= number <= _MOST_CARDS
        ):
            raise BadInputError("a count of cards is whole and not below zero")
    return {color: cards[color] for color in colors}


def _record(
    floor: "Floor", live: "LiveTable", chips: dict[str, int], cards: dict[str, int], by: Actor
) -> None:
    floor.record_act({"act": "count", "table": live.id, "chips": chips, "cards": cards}, by)


def _require_balanced(floor: "Floor", live: "LiveTable") -> None:
    """Refuse to close a table whose ledger and own count of its wins disagree. Nothing is written
    then: a closing moves no chip between players and tray, so that it cannot mend the sums.
    """
    if not reconcile_table(floor.store, live)["reconciled"]:
        reason = "its ledger and its rounds disagree: run `fairdeal audit verify` before it closes"
        raise Refused(f"table {live.id} does not balance, and {reason}", None)


def _close(floor: "Floor", live: "LiveTable", by: Actor) -> dict[str, Any]:
    """Close a table that was counted; `by` is the second person, or whoever has the automatic pair
    count.
    """
    count = live.pending.counted
    assert count is not None, "somebody has counted"
    _require_balanced(floor, live)
    floor.do(live, cmd.CloseTable(cards=dict(count.cards)), HOUSE)
    live.closed = True
    if live.owner is not None:
        floor.closed_private.add(live.id)
    floor.database.execute("UPDATE tables SET closed = 1 WHERE tbl = ?", [live.id])
    reconciled = reconcile_table(floor.store, live)
    told = counted_document(count, floor.tray(live.id))
    drop = floor.store.balances.get(drop_account(live.id), 0)
    moves = closing_transfers(live.id, floor.tray(live.id), chips_cents(count.chips), drop)
    what = {"act": "close", "table": live.id, "reconciled": reconciled, "counted": told}
    floor.record_act(what, by, moves)
    return {**reconciled, "counted": told}


def counted_document(count: "TableCount", tray: int) -> dict[str, Any]:
    """Return what two people counted as the closing entry has it: the chips, the cards, the total
    and its difference from the ledger.
    """
    total = chips_cents(count.chips)
    return {
        "count": count.id,
        "chips": dict(count.chips),
        "cards": dict(count.cards),
        "total": to_json(total, per_dollar=CENTS),
        "difference": to_json(total - tray // UNITS_PER_CENT, per_dollar=CENTS),
    }


def closing_transfers(table: str, tray: int, counted: int, drop: int = 0) -> list[Transfer]:
    """Return the transfers of a closing: the chips that were counted go to the bank, and what is
    missing or too much is a variance. Parts of a cent go with the chips. The drop goes to the bank
    as well.
    """
    account = inventory_account(table)
    difference = (counted - tray // UNITS_PER_CENT) * UNITS_PER_CENT
    moves = []
    if difference:
        over = Transfer(BANK, account, difference, "variance")
        moves.append(over if difference > 0 else Transfer(account, BANK, -difference, "variance"))
    left = tray + difference
    if left:
        goes = Transfer(account, BANK, left, "closing")
        moves.append(goes if left > 0 else Transfer(BANK, account, -left, "closing"))
    if drop:
        moves.append(Transfer(drop_account(table), BANK, drop, "drop"))
    return moves
