"""Which hands each line of a paytable takes, by name, and what the rankings are called."""

import pytest

from fairdeal.cards import RANK_NAMES, parse_cards, plural
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    FIVE_CARD_WITH_JOKERS,
    MINI,
    RANKINGS,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.hands.lookup import hands_in_cell

RANKS = [plural(rank) for rank in range(len(RANK_NAMES))]
#: Kinds of five cards above a pair, from the lowest.
ABOVE = [
    *("two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"),
    *("straight flush", "royal flush"),
]


def taken(ranking: Ranking, line: str) -> list[str]:
    """The classes of hands that a line takes, from the lowest."""
    return [ranking.cells[cell] for cell in ranking.lines[line]]


def test_rankings_have_the_names_that_refusals_use() -> None:
    assert {ranking.name for ranking in RANKINGS} == {
        *("five-card", "six-card", "three-card", "two-card"),
    }
    names = {
        "five-card": (FIVE_CARD, FIVE_CARD_ACE_HIGH, FIVE_CARD_WITH_JOKERS),
        "six-card": (SIX_CARD,),
        "three-card": (THREE_CARD, MINI),
        "two-card": (TWO_CARD,),
    }
    for name, rankings in names.items():
        assert {ranking.name for ranking in rankings} == {name}
    assert [ranking.size for ranking in (FIVE_CARD, SIX_CARD, THREE_CARD, TWO_CARD)] == [5, 6, 3, 2]
    # An ultimate pair is called by the line that pays it, every other hand by its kind.
    called = (FIVE_CARD, FIVE_CARD_WITH_JOKERS, SIX_CARD, THREE_CARD, MINI, TWO_CARD)
    assert [ranking.called_by_line for ranking in called] == [False] * 5 + [True]
    with pytest.raises(ValueError, match="five-card hands are made of 5 cards, not 4"):
        FIVE_CARD.evaluate(parse_cards("As Ks Qs Js"))


@pytest.mark.parametrize("ranking", [FIVE_CARD, FIVE_CARD_ACE_HIGH, SIX_CARD])
def test_lines_of_pairs_take_the_pairs_that_they_name(ranking: Ranking) -> None:
    pairs = [f"pair of {rank}" for rank in RANKS]
    assert taken(ranking, "pair") == pairs
    assert taken(ranking, "pair of tens or better") == pairs[8:]
    assert taken(ranking, "pair of sixes to tens") == pairs[4:9]
    for low, rank in enumerate(RANKS):
        assert taken(ranking, f"pair of {rank}") == [pairs[low]]
        assert taken(ranking, f"pair of {rank} or better") == pairs[low:]
        for high in range(low + 1, 13):
            line = f"pair of {rank} to {RANKS[high]}"
            assert taken(ranking, line) == pairs[low : high + 1]


@pytest.mark.parametrize(
    ("ranking", "cells"),
    [
        (FIVE_CARD, ["nothing", *(f"pair of {rank}" for rank in RANKS), *ABOVE]),
        (FIVE_CARD_ACE_HIGH, ["nothing", *(f"pair of {rank}" for rank in RANKS), *ABOVE]),
        (
            SIX_CARD,
            [
                *("nothing", *(f"pair of {rank}" for rank in RANKS), *ABOVE),
                *("super royal of hearts, spades or clubs", "super royal of diamonds"),
            ],
        ),
        (
            FIVE_CARD_WITH_JOKERS,
            [
                *("nothing", "pair", *ABOVE[:-1]),
                *("wild royal flush", "natural royal flush", "five aces"),
            ],
        ),
        (
            THREE_CARD,
            ["nothing", "pair", "flush", "straight", "three of a kind", "straight flush"],
        ),
        (
            MINI,
            [
                *("nothing", "pair", "flush", "straight", "three of a kind", "straight flush"),
                *("ace-king-queen of hearts, diamonds or clubs", "ace-king-queen of spades"),
            ],
        ),
        (
            TWO_CARD,
            [
                *("nothing", "pair of tens or lower", "pair of jacks, queens or kings"),
                *("ace with queen or jack, offsuit", "ace-king offsuit"),
                *("ace with queen or jack, suited", "ace-king suited"),
                *("other pair of aces", "aces of hearts and diamonds"),
            ],
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Ranking) else "",
)
def test_every_class_of_hands_has_a_line_of_its_own_but_nothing(
    ranking: Ranking, cells: list[str]
) -> None:
    assert list(ranking.cells) == cells
    assert "nothing" not in ranking.lines
    for cell in cells[1:]:
        assert taken(ranking, cell) == [cell]


def test_either_pair_of_aces_is_a_pair_of_aces() -> None:
    both = ["other pair of aces", "aces of hearts and diamonds"]
    assert taken(TWO_CARD, "pair of aces") == both


@pytest.mark.parametrize(
    ("cards", "name", "ace_high"),
    [
        ("Ah 2d 3h 4h 5h", "straight, five high", "nothing, ace high"),
        ("Ah 2h 3h 4h 5h", "straight flush, five high", "flush, ace high"),
        ("As Kh Qs Js Ts", "straight, ace high", "straight, ace high"),
        ("2d 3h 4h 5h 6h", "straight, six high", "straight, six high"),
        ("Ah 2d 3h 4h 6h", "nothing, ace high", "nothing, ace high"),
    ],
)
def test_the_wheel_is_a_straight_unless_the_ace_is_high_only(
    cards: str, name: str, ace_high: str
) -> None:
    assert FIVE_CARD.evaluate(parse_cards(cards)).name == name
    assert FIVE_CARD_ACE_HIGH.evaluate(parse_cards(cards)).name == ace_high


@pytest.mark.parametrize(
    ("cards", "kind", "name"),
    [
        ("Ad Kd Qd Jd Td 9d", "super royal", "super royal of diamonds"),
        ("As Ks Qs Js Ts 9s", "super royal", "super royal of spades"),
        ("As Ks Qs Js Ts 9d", "royal flush", "royal flush"),
        ("As Ks Qs Js Ts 8s", "royal flush", "royal flush"),
        ("Kd Qd Jd Td 9d 8d", "straight flush", "straight flush, king high"),
    ],
)
def test_six_cards_in_one_suit_from_the_nine_to_the_ace(cards: str, kind: str, name: str) -> None:
    hand = SIX_CARD.evaluate(parse_cards(cards))
    assert (hand.kind, hand.name) == (kind, name)
    super_royal = ["super royal of hearts, spades or clubs", "super royal of diamonds"]
    expected = super_royal["diamonds" in name] if kind == "super royal" else kind
    assert SIX_CARD.cells[hand.cell] == expected


@pytest.mark.parametrize(
    ("cards", "kind", "name"),
    [
        ("* As Kd 9h 2c", "pair", "pair of aces"),
        ("* * As Kd 9h", "three of a kind", "three of a kind, aces"),
        ("* Ks Kd 9h 2c", "pair", "pair of kings"),  # the joker is an ace beside them
        ("* 9s Ts Js 2s", "flush", "flush, ace high"),
        ("* As Js 9s 2s", "flush", "flush, ace high"),
        ("* * 2c 3d 4h", "straight", "straight, six high"),
        ("* * Ac 3d 4h", "straight", "straight, five high"),
        ("* * Ts Js Qs", "wild royal flush", "wild royal flush"),
        ("As Ks Qs Js Ts", "natural royal flush", "natural royal flush"),
        ("* As Ah Ad Ac", "five aces", "five aces"),
    ],
)
def test_what_a_joker_completes(cards: str, kind: str, name: str) -> None:
    hand = FIVE_CARD_WITH_JOKERS.evaluate(parse_cards(cards))
    assert (hand.kind, hand.name) == (kind, name)
    assert FIVE_CARD_WITH_JOKERS.cells[hand.cell] == kind


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        # The textbook's numbers of five-card hands: of 2,598,960.
        ("royal flush", 4),
        ("straight flush", 36),
        ("four of a kind", 624),
        ("full house", 3_744),
        ("flush", 5_108),
        ("straight", 10_200),
        ("pair of twos", 84_480),
    ],
)
def test_the_hands_of_a_class_are_found_by_their_ranks(cell: str, count: int) -> None:
    hands = list(hands_in_cell(FIVE_CARD, FIVE_CARD.cells.index(cell)))
    assert len(hands) == len(set(hands)) == count
    for hand in hands[:: max(1, count // 500)]:
        assert FIVE_CARD.cells[FIVE_CARD.evaluate(sorted(hand)).cell] == cell


def test_without_the_wheel_there_are_fewer_straights() -> None:
    """Nine kinds of ten, each of 1,020 hands in mixed suits and of four in one suit."""
    straights = FIVE_CARD_ACE_HIGH.cells.index("straight")
    assert len(list(hands_in_cell(FIVE_CARD_ACE_HIGH, straights))) == 10_200 - 1_020
    flushes = FIVE_CARD_ACE_HIGH.cells.index("straight flush")
    assert len(list(hands_in_cell(FIVE_CARD_ACE_HIGH, flushes))) == 36 - 4
    assert list(hands_in_cell(FIVE_CARD_ACE_HIGH, 99)) == []


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ah Kd", "Ac Ad Qd"),
        ("3s 3h Ad", "3c 3d Kd"),
        ("3s 3h 2d", "2s 2h Ad"),
        ("As Kd 3h", "As Kd 2h"),
        ("Ah 9h 3h", "As 9s 2s"),
        ("2s 3d 4h", "As 2d 3h"),
        ("3s 3h 3d", "2s 2h 2d"),
        ("4s 5s 6s", "3d 4d 5d"),
    ],
)
def test_three_cards_of_one_kind_are_ranked_by_their_cards(better: str, worse: str) -> None:
    high, low = (THREE_CARD.evaluate(parse_cards(cards)) for cards in (better, worse))
    assert high.kind == low.kind
    assert high > low
