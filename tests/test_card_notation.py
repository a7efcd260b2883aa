"""Cards in, as people write them; one form out."""

import pytest

from fairdeal.cards import (
    JOKER,
    STANDARD_52,
    WITH_TWO_JOKERS,
    Deck,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
)
from fairdeal.errors import BadInputError, NotACardError
from fairdeal.play.sources import first_cards
from fairdeal.wire.cards import read_cards


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("10s", "Ts"),
        ("TS", "Ts"),
        ("T♠", "Ts"),
        ("t♤", "Ts"),
        ("ts", "Ts"),
        ("10♠️ a♡", "Ts Ah"),
        ("A♥️", "Ah"),  # with the mark that makes a picture of it
        ("TsTd2c", "Ts Td 2c"),
        ("10s10d2c", "Ts Td 2c"),
        ("Ts,Td", "Ts Td"),
        ("Ts, Td,2c", "Ts Td 2c"),
        ("as KD *", "As Kd *"),
        ("Ts, 10d , 2c", "Ts Td 2c"),
        ("4hQh7s*7c", "4h Qh 7s * 7c"),
        ("**", "* *"),
        ("", ""),
    ],
)
def test_as_people_write_them(written: str, read: str) -> None:
    assert parse_cards(written) == parse_cards(read)
    assert cards_text(parse_cards(written)) == read
    assert cards_text(read_cards(written, "cards")) == read


@pytest.mark.clause("COMAR 36.05.02.15B", "COMAR 36.05.02.15B(1)")
@pytest.mark.parametrize(
    "written",
    ["1s", "11s", "Tx", "T", "Tss", "joker", "10", "s10", "T♠♠", "Ts-Td", "K\u017f", "\u212as"],
)
def test_what_is_no_card(written: str) -> None:
    with pytest.raises(NotACardError, match="is not a card"):
        parse_cards(written)
    with pytest.raises(BadInputError, match="is not a card"):
        read_cards([written], "cards")


def test_a_log_has_one_form() -> None:
    for card in STANDARD_52.cards:
        assert parse_card(card_text(card)) == card
    for written in ("10s", "TS", "T♠", "TsTd"):
        with pytest.raises(NotACardError):
            parse_card(written)


def test_one_text_of_a_list_is_one_card() -> None:
    with pytest.raises(BadInputError, match="'TsTd' is not a card"):
        read_cards(["TsTd"], "cards")


def test_the_second_joker_that_is_named_is_the_other_one() -> None:
    assert first_cards("* 2c *", WITH_TWO_JOKERS) == (JOKER, 0, JOKER + 1)


@pytest.mark.parametrize(
    ("text", "deck", "reason"),
    [
        ("2c 3c 2c", WITH_TWO_JOKERS, "2c is there twice"),
        ("* * *", WITH_TWO_JOKERS, r"\* is there 3 times"),
        ("2c *", STANDARD_52, r"the deck has no such card as \*"),
    ],
)
def test_first_cards_that_the_deck_does_not_have(text: str, deck: Deck, reason: str) -> None:
    with pytest.raises(BadInputError, match=f"^{reason}$"):
        first_cards(text, deck)
