"""Payments that a tax form names, and the signatures of their documents (COMAR 36.05.03.23)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from fairdeal.floor.tables.act_rules import SURVEILLANCE_CENTS
from fairdeal.office.book.facts import Payout, Signature
from fairdeal.rulebook.money import dollars
from fairdeal.table.actors import AUTOMATIC_DEALER

if TYPE_CHECKING:
    from fairdeal.office.book.book import Book
    from fairdeal.office.book.table_fold import TableFold

#: Who signs the lines of a document at a table of the automatic dealer.
AUTOMATIC: Final = {
    "prepared": "automatic dealer",
    "verified": "automatic floorperson",
    "paid": "the house, automatically",
}


def note_payout(
    table: "TableFold", event: Mapping[str, Any], player: str, stake: int, winnings: int
) -> None:
    """Note a payment that a tax form names; surveillance is told of a large one."""
    book, where = table.book, table.where
    number = f"{table.round}.{event['seat']}.{event['wager']}"
    automatic = table.dealer == AUTOMATIC_DEALER.id
    book.payouts[number] = Payout(
        where,
        number,
        event["seat"],
        player,
        event["wager"],
        event["hand"],
        stake,
        winnings,
        automatic,
    )
    if winnings >= SURVEILLANCE_CENTS:
        words = f"payout {number} of {dollars(winnings)}: surveillance is told"
        book.note(where, "payout", "alarm", words, None, player, after=dollars(winnings))
    else:
        words = f"payout {number} of {dollars(winnings)} needs a tax form"
        book.note(where, "payout", "notice", words, None, player, after=dollars(winnings))


def sign(book: "Book", act: Mapping[str, Any], signature: Signature) -> None:
    """Note a signature of a payout document."""
    book.payout_lines.setdefault(act["payout"], {}).setdefault(act["line"], signature)


def of_table(book: "Book", act: Mapping[str, Any], signature: Signature) -> None:
    """Note an act about a payout that waits for signatures."""
    number = act["payout"]
    match act["act"]:
        case "payout-due":
            book.payouts_due.add(number)
        case "payout":
            sign(book, act, signature)
        case "void-payout":
            signed = tuple(book.payout_lines.pop(number, {}).items())
            book.void_payouts.setdefault(number, []).append((signature, act["reason"], signed))


def signers(book: "Book", payout: Payout) -> dict[str, str]:
    """Return who has signed which line of a document, by name."""
    if payout.automatic:
        return AUTOMATIC
    return {line: one.name for line, one in book.payout_lines.get(payout.id, {}).items()}
