"""What holds for every hand, every deal and every input, tried on random ones."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from itertools import permutations
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from deals import Deal, random_deal
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.cards import card_text, parse_card, parse_cards
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, find_game
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    FIVE_CARD_WITH_JOKERS,
    MINI,
    SIX_CARD,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.submission.check import check
from fairdeal.wire.deal import settle
from fairdeal.wire.document_stream import Documents, open_documents

# A seed a deal: drawing each card through hypothesis would take most of the time.
randoms = st.integers(0, 2**64 - 1).map(Random)

# Hands --------------------------------------------------------------------------------------------

DECKS = [
    (FIVE_CARD, 52),
    (FIVE_CARD_ACE_HIGH, 52),
    (FIVE_CARD_WITH_JOKERS, 54),
    (SIX_CARD, 52),
    (THREE_CARD, 52),
    (MINI, 52),
    (TWO_CARD, 52),
]
_IDS = ["five", "ace high", "jokers", "six", "three", "mini", "two"]
# Where the text looks at a suit, it is that of the very best hand alone.
SUITS_MATTER = {
    "super royal",
    *("ace-king-queen of spades", "ace-king-queen of hearts, diamonds or clubs"),
    *("aces of hearts and diamonds", "other pair of aces"),
}


@pytest.mark.clause("MD-LIR 6.B", "MD-RET 6.B", "MD-DD .06C")
@pytest.mark.parametrize(("ranking", "deck"), DECKS, ids=_IDS)
@settings(max_examples=150)
@given(random=randoms)
def test_all_suits_are_equal_in_rank(ranking: Ranking, deck: int, random: Random) -> None:
    cards = random.sample(range(deck), ranking.size)
    hand = ranking.evaluate(cards)
    for turn in permutations(range(4)):
        turned = ranking.evaluate([c if c >= 52 else (c & ~3) | turn[c & 3] for c in cards])
        if hand.kind in SUITS_MATTER:
            assert turned.kind in SUITS_MATTER
        else:
            assert turned == hand


@pytest.mark.parametrize(("ranking", "deck"), DECKS, ids=_IDS)
@settings(max_examples=150)
@given(random=randoms)
def test_the_order_of_cards_changes_nothing(ranking: Ranking, deck: int, random: Random) -> None:
    cards = random.sample(range(deck), ranking.size)
    hand = ranking.evaluate(cards)
    for _ in range(5):
        random.shuffle(cards)
        assert ranking.evaluate(cards) == hand


@settings(max_examples=200)
@given(random=randoms)
def test_more_cards_never_make_a_hand_worse(random: Random) -> None:
    cards = random.sample(range(52), 7)
    assert FIVE_CARD.evaluate(cards) >= FIVE_CARD.evaluate(cards[:6])
    assert FIVE_CARD.evaluate(cards[:6]) >= FIVE_CARD.evaluate(cards[:5])


def test_too_few_cards_are_no_hand() -> None:
    with pytest.raises(ValueError, match="made of 5 cards, not 4"):
        FIVE_CARD.evaluate([0, 1, 2, 3])


@given(random=randoms)
def test_cards_are_read_as_they_are_written(random: Random) -> None:
    cards = random.sample(range(53), 10)
    assert parse_cards(" ".join(map(card_text, cards))) == tuple(cards)
    assert [parse_card(card_text(card)) for card in cards] == cards


# Settlements --------------------------------------------------------------------------------------


def cents(amount: float) -> Fraction:
    """Exactly the decimal that is printed."""
    return Fraction(str(amount)) * 100


@settings(max_examples=400)
@given(random=randoms)
def test_every_settlement_adds_up(random: Random) -> None:
    adds_up(random_deal(random))


def adds_up(deal: dict[str, Any]) -> None:
    answer = settle(deal)
    given_seats = {seat["seat"]: seat for seat in deal["seats"]}
    game = find_game(deal["game"], deal["jurisdiction"])
    assert [seat["seat"] for seat in answer["seats"]] == game.settles.order(given_seats)
    for seat in answer["seats"]:
        stakes = given_seats[seat["seat"]]["wagers"]
        assert {name: wager["stake"] for name, wager in seat["wagers"].items()} == stakes
        for wager in seat["wagers"].values():
            assert cents(wager["net"]) == cents(wager["returned"]) - cents(wager["stake"])
            assert wager["returned"] >= 0
            assert (wager["pays"] is None) == (wager["result"] in ("lose", "withdrawn"))
            assert (wager["clause"] is None) == (wager["pays"] is None)
            if wager["result"] == "lose":
                assert wager["returned"] == 0
            if wager["result"] in ("push", "withdrawn"):
                assert wager["returned"] == wager["stake"]
        nets = sum(cents(wager["net"]) for wager in seat["wagers"].values())
        assert cents(seat["net"]) == nets + cents(seat["envy"]) - cents(seat["limited"])
        assert seat["limited"] >= 0
        assert cents(seat["net"]) >= -sum(map(cents, stakes.values()))


@settings(max_examples=400)
@given(random=randoms)
def test_meters_lose_nothing(random: Random) -> None:
    """Before + fed + resets topped up = after + paid, to the last part of a cent."""
    with_meters = [game for game in GAMES if any(wager.progressive for wager in game.wagers)]
    game = random.choice(with_meters)
    (name,) = (wager.name for wager in game.wagers if wager.progressive)
    deal = random_deal(random, game)
    answer = settle(deal)
    if name not in deal["paytables"]:
        assert answer["meters"] == {}
        return
    assert list(answer["meters"]) == list(deal["meters"])
    staked = sum(cents(seat["wagers"].get(name, 0)) for seat in deal["seats"])
    for meter, before in deal["meters"].items():
        hits = [
            wager
            for seat in answer["seats"]
            if (wager := seat["wagers"].get(name))
            and wager["pays"]
            and wager["pays"].endswith(f"of {meter}")
        ]
        paid = sum(cents(hit["returned"]) for hit in hits)
        emptied = sum(hit["pays"].startswith("100%") for hit in hits)
        fed = staked * Fraction(str(deal["rate"][meter]))
        topped = emptied * cents(deal["reset"][meter])
        assert cents(before) + fed + topped == cents(answer["meters"][meter]) + paid


@settings(max_examples=100)
@given(random=randoms)
def test_the_order_of_seats_in_the_file_changes_nothing(random: Random) -> None:
    deal = random_deal(random)
    answer = settle(deal)
    random.shuffle(deal["seats"])
    assert settle(deal) == answer


@settings(max_examples=100)
@given(random=randoms)
def test_a_deal_is_the_same_after_json(random: Random) -> None:
    deal = random_deal(random)
    with documents(json.dumps(deal)) as read:
        assert not read.many
        assert list(read.answers(settle)) == [settle(deal)]


@contextmanager
def documents(text: str) -> Iterator[Documents]:
    """The documents of a text on standard input."""
    data = text.encode("utf-8", "surrogatepass")
    with patch("sys.stdin", TextIOWrapper(BytesIO(data))), open_documents("-") as read:
        yield read


# Fuzz ---------------------------------------------------------------------------------------------

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 7, 0.001, -0.5, 1e300, 10**400, "", " ", "A", "As", "*", "Zz"),
    *([], {}, [[]], ["As"], ["As", 5], {"": ""}, {"meter": 1}, "standard", "main", "meter"),
    *("\ud800", "x" * 1_000, "first-run", "bet-1", "first-draw", ["bet-1", "bet-1"], 0.1 + 0.2),
]


def mutate(random: Random, value: Any) -> Any:
    """The same document with something wrong somewhere (or, now and then, still right)."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.15:
        return random.choice(ODD)
    if isinstance(value, list):
        place = random.randrange(len(value))
        if random.random() < 0.3:
            return [*value, random.choice([value[place], random.choice(ODD)])]
        return [*value[:place], mutate(random, value[place]), *value[place + 1 :]]
    key = random.choice(list(value))
    action = random.random()
    if action < 0.15:
        return {name: one for name, one in value.items() if name != key}
    if action < 0.3:
        return value | {random.choice(["seat", "meter", "bet-4", "ante", "\ud800"]): value[key]}
    return value | {key: mutate(random, value[key])}


@settings(max_examples=1_500)
@given(random=randoms)
def test_settle_raises_nothing_but_bad_input(random: Random) -> None:
    deal: Deal = random_deal(random)
    for _ in range(random.randint(1, 3)):
        deal = mutate(random, deal)
    # Refused or settled, the answer is one that can be printed.
    (answer,) = Documents(False, iter([deal])).answers(settle)
    json.dumps(answer, allow_nan=False, ensure_ascii=False).encode()
    if "error" in answer:
        assert answer["error"].strip()
        assert "\n" not in answer["error"]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300)
@given(json_values)
def test_settle_of_any_json(value: Any) -> None:
    with documents(json.dumps(value)) as read:
        assert all(list(answer) == ["error"] for answer in read.answers(settle))


@settings(max_examples=300)
@given(st.text() | st.text(alphabet='{}[]":,0123456789.eE+-\n\r\t \\u2028'))
def test_any_text_is_documents_or_bad_input(text: str) -> None:
    with suppress(BadInputError):
        with documents(text) as read:
            found = list(read.each)
        assert read.many or len(found) == 1


TOML_PARTS = [
    *("[paytables]\n", "[progressive]\n", "[readings]\n", "[[seats]]\n", "[a.b]\n", "x.y = 1\n"),
    *(
        'main = "A"\n',
        "main = 5\n",
        'progressive = "E"\n',
        "rate = { mega = 0.1 }\n",
        "\n",
        "# x\n",
    ),
    *("stakes = [1,\n 5]\n", 'game = "let-it-ride"\n', 'game = "run-em-twice"\n', "minimum = 5\n"),
    *("minimum = nan\n", "decks = 0xfff\n", 'operator = """\n"a"\n"""\n', "seats = 1979-05-27\n"),
    *(
        "reset = { mega = 1e400 }\n",
        "'quoted' = 1\n",
        '"\\u0061" = 1\n',
        'jurisdiction = "maryland"\n',
    ),
]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(TOML_PARTS), max_size=8).map("".join) | st.text())
def test_check_raises_nothing_but_bad_input(text: str) -> None:
    with suppress(BadInputError):
        checked = check(text)
        lines = text.count("\n") + 1
        assert all(1 <= finding.line <= lines for finding in checked.findings)
        assert (checked.rules is None) == bool(checked.findings)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_random_deals_reach_every_wager_and_result(game: Any) -> None:
    """The generator is no straw man: all wagers, all results and several seats come up."""
    random = Random(1)
    results = set()
    for _ in range(400):
        for seat in settle(random_deal(random, game))["seats"]:
            results |= {(name, wager["result"]) for name, wager in seat["wagers"].items()}
    for wager in game.wagers:
        assert (wager.name, "win") in results
        assert (wager.name, "lose") in results
