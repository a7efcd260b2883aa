"""Double Draw's jokers by brute force: every card that a joker may stand for, and nothing else."""

from collections.abc import Iterator
from itertools import combinations, permutations

import eval7
import pytest

from fairdeal.cards import JOKER, RANKS, SUITS, cards_text, parse_cards
from fairdeal.hands import FIVE_CARD_WITH_JOKERS

_DECK = [eval7.Card(rank + suit) for rank in RANKS for suit in SUITS]
#: The kinds that eval7 knows, which has other names for three of them.
_KIND = {"Trips": "three of a kind", "Quads": "four of a kind", "High Card": "nothing"}
_ROYAL = eval7.evaluate([eval7.Card(name) for name in ("Ts", "Js", "Qs", "Ks", "As")])
ORDER = (
    *("nothing", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush", "wild royal flush", "natural royal flush", "five aces"),
)
_ANY_CARD = {"royal flush": "wild royal flush"} | {
    kind: kind for kind in ("straight flush", "flush", "straight")
}
_GROUPS = {
    (5,): "five aces",
    (1, 4): "four of a kind",
    (2, 3): "full house",
    (1, 1, 3): "three of a kind",
    (1, 2, 2): "two pair",
    (1, 1, 1, 2): "pair",
    (1, 1, 1, 1, 1): "nothing",
}


def kind_of(value: int) -> str:
    if value == _ROYAL:
        return "royal flush"
    name: str = eval7.handtype(value)
    return _KIND.get(name, name.lower())


def brute(naturals: tuple[int, ...]) -> str:
    """The best kind over every legal substitution of the missing cards."""
    jokers = 5 - len(naturals)
    own = tuple(_DECK[card] for card in naturals)
    left = [card for number, card in enumerate(_DECK) if number not in naturals]
    values = {eval7.evaluate((*own, *cards)) for cards in combinations(left, jokers)}
    kinds = set(map(kind_of, values))
    found = {_ANY_CARD[kind] for kind in kinds if kind in _ANY_CARD}
    ranks = [card // 4 for card in naturals] + [12] * jokers
    found.add(_GROUPS[tuple(sorted(ranks.count(rank) for rank in set(ranks)))])
    return max(found, key=ORDER.index)


def unlike_hands(size: int) -> Iterator[tuple[int, ...]]:
    """One of each set of hands that are alike but for the names of the suits."""
    turns = list(permutations(range(4)))
    for hand in combinations(range(52), size):
        # The lowest of them begins with the lowest suit, and takes each other one in turn.
        if hand[0] % 4 or hand[1] % 4 > 1:
            continue
        pairs = [divmod(card, 4) for card in hand]
        if all(
            tuple(sorted(rank * 4 + turn[suit] for rank, suit in pairs)) >= hand for turn in turns
        ):
            yield hand


@pytest.mark.clause("MD-DD .06B(2)", "MD-DD .06B(2)(a)", "MD-DD .06B(2)(b)")
@pytest.mark.parametrize(
    ("jokers", "unlike"),
    # 22,100 and 270,725 hands; so many of them differ in more than the names of suits.
    [(2, 1_755), (1, 16_432)],
)
def test_a_joker_is_every_card_that_it_may_be(jokers: int, unlike: int) -> None:
    hands = list(unlike_hands(5 - jokers))
    assert len(hands) == unlike
    for naturals in hands:
        cards = [*naturals, *range(JOKER, JOKER + jokers)]
        assert FIVE_CARD_WITH_JOKERS.evaluate(cards).kind == brute(naturals), cards_text(cards)


@pytest.mark.clause("COMAR 36.05.02.15A(1)", "MD-DD .06B(2)", "MD-DD .06B(2)(a)", "MD-DD .06D")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ah Ad Ac *", "five aces"),
        ("As Ah Ad * *", "five aces"),
        ("As Ks Qs Js Ts", "natural royal flush"),
        ("As Ks Qs Js *", "wild royal flush"),
        ("Ts Js Qs * *", "wild royal flush"),
        ("9s Js Qs * *", "straight flush, king high"),
        ("2h 3h 4h 5h *", "straight flush, six high"),
        ("Ah 3h 4h * *", "straight flush, five high"),
        ("Kc Kd Kh * 2s", "three of a kind, kings"),
        ("Kc Kd Kh * *", "full house, kings over aces"),
        ("7c 7d 7h 7s *", "four of a kind, sevens"),
        ("As Ah * * 2c", "four of a kind, aces"),
        ("Kc Kd * 4s 4d", "two pair, kings and fours"),
        ("Kc Kd * 4s 5d", "pair of kings"),
        ("Kc Kd * * 5d", "two pair, aces and kings"),
        ("2c 2d * * 7h", "two pair, aces and twos"),
        ("Kc 2c 7c 9c *", "flush, ace high"),
        ("Ac 2c 7c 9c *", "flush, ace high"),
        ("5c 6d 7h 8s *", "straight, nine high"),
        ("Ac 2d 3h 5s *", "straight, five high"),
        ("Ac Kd * * 2h", "three of a kind, aces"),
        ("Kc 2d 7h 9s *", "nothing, ace high"),
        ("Kc * * 7h 2s", "pair of aces"),
        ("9c 9d 9h 2s *", "three of a kind, nines"),
        ("Kc 2d 7h 9s 4c", "nothing, king high"),
    ],
)
def test_named_hands(cards: str, name: str) -> None:
    parsed = list(parse_cards(cards))
    if parsed.count(JOKER) == 2:
        parsed[parsed.index(JOKER)] = JOKER + 1
    assert FIVE_CARD_WITH_JOKERS.evaluate(parsed).name == name
