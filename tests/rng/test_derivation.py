"""The compiled derivation of decks gives what the plain one gives, byte for byte."""

import hmac
from hashlib import sha256

import numpy as np
import pytest

from fairdeal.cards import Deck
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.play.fairness import cut_depth, fair_order
from fairdeal.rng.derivation import cut_decks, live_bytes, live_cuts, live_decks

DECKS = {len(game.deck.cards): game.deck for game in GAMES}
ROUNDS = 40


def secrets_of(rounds: int) -> bytes:
    return b"".join(sha256(b"%d" % number).digest() for number in range(rounds))


@pytest.mark.parametrize("deck", DECKS.values(), ids=map(str, DECKS))
@pytest.mark.parametrize("words", ["", "1=ann"])
def test_decks_are_those_of_live_play(deck: Deck, words: str) -> None:
    secrets, size, first = secrets_of(ROUNDS), len(deck.cards), 98
    made = live_decks(secrets, size=size, first_round=first, words=words)
    depths = live_cuts(secrets, size=size, first_round=first)
    cut = cut_decks(made, depths)
    for number in range(ROUNDS):
        secret, round_id = secrets[32 * number :][:32].hex(), f"t1-{first + number}"
        depth = cut_depth(size, secret, "t1", round_id)
        assert depths[number] == depth
        for found, order in (
            (made, fair_order(deck, secret, "t1", round_id, words, None)),
            (cut, fair_order(deck, secret, "t1", round_id, words, depth)),
        ):
            # Jokers are numbered by where they lie, so both are one card here.
            cards = [min(deck.cards[place], 52) for place in found[number]]
            assert cards == [min(card, 52) for card in order]


def test_bytes_are_those_of_hmac() -> None:
    secret = secrets_of(1)
    made = live_bytes(secret, 12, first_block=95)
    texts = [f"fairdeal deck 1|t1|t1-1||{number}" for number in range(95, 107)]
    assert made == b"".join(hmac.digest(secret, text.encode(), "sha256") for text in texts)


def test_a_message_that_is_too_long() -> None:
    with pytest.raises(BadInputError, match="too long"):
        live_decks(secrets_of(1), words="1=" + "x" * 30)


def test_cuts_put_the_first_cards_under_the_rest() -> None:
    deck = np.arange(52, dtype=np.uint8)[None, :]
    (cut,) = cut_decks(deck, np.array([10], dtype=np.uint8))
    assert list(cut) == [*range(10, 52), *range(10)]
