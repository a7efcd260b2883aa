"""Cards that can be proved: a commitment before the first bet, the players' words, the order.

The house makes a secret and publishes its digest; the players' words come after it; both together
give the order of the deck. Everything here follows from its arguments alone, byte for byte, so that
anybody's verifier agrees: texts are UTF-8, digests and secrets are written in hex.
"""

import hmac
from hashlib import sha256
from itertools import count

from fairdeal.cards import Card, Deck
from fairdeal.play.shuffling import Stream, below, new_order
from fairdeal.table.questions import CUT_MARGIN
from fairdeal.wire.joker_numbers import number_deck_jokers


def round_id(table: str, number: int) -> str:
    """Return the id of a round: its table, and its number there from 1."""
    return f"{table}-{number}"


def opening_hash(line: str) -> str:
    """Return the digest of the rules in a commitment: the SHA-256 of the first line of the table's
    log.
    """
    return sha256(line.encode()).hexdigest()


def commitment(table: str, round_id: str, rules_hash: str, secret_hex: str) -> str:
    """Return the commitment to a secret, which is published before the first bet of a round."""
    text = f"fairdeal deck 1|{table}|{round_id}|{rules_hash}|{secret_hex}"
    return sha256(text.encode()).hexdigest()


def secret_after(secret_hex: str, table: str, round_id: str) -> str:
    """Return, in the first protocol, the secret of a shuffle that is ordered when the bets are
    closed. The words are known by then, so the secret follows from the one before.
    """
    text = f"fairdeal again 1|{table}|{round_id}"
    return hmac.digest(bytes.fromhex(secret_hex), text.encode(), "sha256").hex()


def counter_stream(key: bytes, text: str) -> Stream:
    """Return the bytes of HMAC-SHA256 over `text|0`, then `text|1` and so on."""

    left, numbers = b"", count()

    def more(wanted: int) -> bytes:
        nonlocal left
        while len(left) < wanted:
            left += hmac.digest(key, f"{text}|{next(numbers)}".encode(), "sha256")
        given, left = left[:wanted], left[wanted:]
        return given

    return more


def deck_stream(secret_hex: str, table: str, round_id: str, words: str) -> Stream:
    """Return the bytes that shuffle the deck of a round."""
    key = bytes.fromhex(secret_hex)
    return counter_stream(key, f"fairdeal deck 1|{table}|{round_id}|{words}")


def cut_stream(secret_hex: str, table: str, round_id: str) -> Stream:
    """Return the bytes that say how deep the automatic dealer cuts; they do not depend on any
    word.
    """
    return counter_stream(bytes.fromhex(secret_hex), f"fairdeal cut 1|{table}|{round_id}")


def fair_order(
    deck: Deck, secret_hex: str, table: str, round_id: str, words: str, cut: int | None
) -> tuple[Card, ...]:
    """Return the whole deck as it lies for the deal, from the top: shuffled, and cut if it was."""
    order = new_order(deck, deck_stream(secret_hex, table, round_id, words))
    return number_deck_jokers(deck, order[cut:] + order[:cut]) if cut else order


def cut_depth(size: int, secret_hex: str, table: str, round_id: str) -> int:
    """Return how many cards from the top the automatic dealer cuts a deck of that size."""
    places = size - 2 * CUT_MARGIN + 1
    return CUT_MARGIN + below(places, cut_stream(secret_hex, table, round_id))
