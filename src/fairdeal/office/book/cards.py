"""The cards of a table: the life of each deck, wrong counts and defects, devices out of order."""

from fairdeal.office.book.decks import DeckLife
from fairdeal.office.book.facts import Irregularity
from fairdeal.office.book.table_fold import Document, TableFold


def record_decks(table: TableFold, event: Document) -> None:
    """Record that decks arrived."""
    at = table.where
    table.decks.extend(DeckLife(color, at) for color in event["colors"])


def record_inspection(table: TableFold, event: Document) -> None:
    """Record that the dealer has inspected the cards that were not inspected yet."""
    for deck in _here(table):
        if deck.inspected is None:
            deck.inspected, deck.inspected_by = table.time, event["by"]


def record_verification(table: TableFold, event: Document) -> None:
    """Record that the floorperson has verified the inspection."""
    for deck in _here(table):
        if deck.inspected is not None and deck.verified is None:
            deck.verified, deck.verified_by = table.time, event["by"]


def record_shuffle(table: TableFold, event: Document) -> None:
    """Record that a deck was shuffled."""
    deck = _named(table, event["deck"])
    if deck is not None:
        deck.shuffles[table.place.day, table.place.shift] += 1


def record_count(table: TableFold, event: Document) -> None:
    """Record that a deck was counted."""
    deck = _named(table, event["deck"])
    if deck is not None and event["right"]:
        deck.counts_right[table.place.day, table.place.shift] += 1
    elif deck is not None:
        deck.counts_wrong[table.place.day, table.place.shift] += 1
    if not event["right"]:
        words = f"the {event['deck']} deck has {event['cards']} cards"
        _irregular(table, "wrong count", "", words, table.by["id"])


def record_stub_count(table: TableFold, event: Document) -> None:
    """Record that the stub was counted."""
    if event["result"] != "right":
        words = f"stub of {event['cards']} cards, {event['total']} in all: {event['result']}"
        _irregular(table, "stub count", "", words, event.get("by") or table.by["id"])


def record_defect(table: TableFold, event: Document) -> None:
    """Record that the inspection found a defect."""
    words = f"the {event['deck']} deck: {event['found']}"
    _irregular(table, "defect", "", words, table.by["id"])


def record_removal(table: TableFold, event: Document) -> None:
    """Record that a deck left the table."""
    deck = _named(table, event["deck"])
    if deck is not None:
        deck.removed, deck.removed_by = table.time, table.by["id"]
        deck.removed_why, deck.clause = event["cause"], event["clause"]


def record_device_failure(table: TableFold, event: Document) -> None:
    """Record that a device cannot be used."""
    words = f"the {event['device']} is out of order"
    table.book.note(table.where, "device", "warning", words, None, table.by["id"], after="failed")


def record_device_return(table: TableFold, event: Document) -> None:
    """Record that a device can be used again."""
    words = f"the {event['device']} can be used again"
    at = table.where
    table.book.note(at, "device", "notice", words, None, table.by["id"], "failed", "in use")


def record_lost_secrets(table: TableFold, event: Document) -> None:
    """Record that the secrets of a round are lost."""
    table.book.note(table.where, "secrets lost", "alarm", event["reason"], None, table.by["id"])


def record_closing(table: TableFold, event: Document) -> None:
    """Record that the table is closed: its decks leave it."""
    table.closed = table.time
    for deck in _here(table):
        deck.removed, deck.removed_by, deck.removed_why = table.time, event["by"], "closing"


def _irregular(table: TableFold, kind: str, clause: str, words: str, by: str) -> None:
    line = Irregularity(table.where, kind, clause, words, by, "", "", 0, 0)
    table.book.irregularities.append(line)
    table.book.note(line.where, kind, "warning", words, line)


def _here(table: TableFold) -> list[DeckLife]:
    return [deck for deck in table.decks if deck.removed is None]


def _named(table: TableFold, color: str) -> DeckLife | None:
    return next((deck for deck in _here(table) if deck.color == color), None)
