"""Strategy cards: the published lists, and every card's exact value by a second, plain route.

The plain route plays by the card (`rides_first`, `second_bet`, `first_throw`, …), card by card on
decks small enough for it, with the readable evaluators and fractions.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from payouts import LIR_MAIN, RET_ANTE, RET_GENEROUS_RUN, RET_ODD_ANTE, RET_ODD_RUN, RET_RUN
from plain import PlainLetItRide, PlainRunEmTwice, cell_of, deck_of, without

from fairdeal.cards import Card, parse_cards, rank_of, suit_of
from fairdeal.cli.strategy_card import print_card
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.hands import FIVE_CARD, FIVE_CARD_WITH_JOKERS
from fairdeal.lab.cache import results
from fairdeal.lab.cache.shipped import ShippedResults
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import (
    GridCell,
    StrategyCard,
    cards_in_words,
    pairs_in_words,
    ranks_in_words,
)
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.figures.plots import plot_analyses
from fairdeal.lab.kernels.double_draw import solve
from fairdeal.lab.kernels.double_draw.families import (
    FIRST_WORDS,
    SECOND_WORDS,
    first_family,
    second_family,
)
from fairdeal.lab.kernels.double_draw.holds import Hold, hold_of, holds, order_of
from fairdeal.lab.kernels.double_draw.ranking import RankedHolds
from fairdeal.lab.kernels.double_draw.solution import scaled
from fairdeal.lab.kernels.double_draw.strategy_card import DoubleDrawCard, double_draw_card
from fairdeal.lab.kernels.double_draw.tables import tables_of
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.let_it_ride.strategy_card import LetItRideCard, let_it_ride_card
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.card_in_words import run_em_twice_card
from fairdeal.lab.kernels.run_em_twice.strategy_card import RunEmTwiceCard, RunKind, third_of
from fairdeal.rulebook.rules import house_rules

TEN = 8
DD_A = (-4, -4, 3, 4, 5, 6, 8, 23, 53, 53, 103, 503)  # MD-DD .12B, table A
DD_ODD = (-4, -3, 3, 1, 5, 2, 8, 23, 13, 53, 103, 9)
FOLDS = (-2, -3)


@pytest.fixture(scope="module")
def lir() -> dict[str, LetItRideCard]:
    tables = LIR_MAIN | {"odd": RET_ODD_RUN, "generous": RET_GENEROUS_RUN}
    return {table: LetItRideCard(LetItRide(pays)) for table, pays in tables.items()}


def rides_first(card: LetItRideCard, cards: Sequence[Card]) -> bool:
    """Whether the card lets bet 1 ride on three cards."""
    return card.first[card.kind_of_three(cards)].value >= 0


def rides_second(card: LetItRideCard, cards: Sequence[Card]) -> bool:
    """Whether the card lets bet 2 ride on own cards and the first community card."""
    return card.second[card.kind_of_four(cards)].value >= 0


def _published_bet_1(cards: tuple[int, ...]) -> bool:
    """Wizard of Odds: tens or better, three of a kind, three to a royal, three suited in sequence
    from 3-4-5 up, suited spread 4 with at least one ten or better, spread 5 with at least two.
    """
    ranks = sorted(map(rank_of, cards))
    if len(set(ranks)) < 3:
        return ranks[0] == ranks[2] or ranks[1] >= TEN
    if len(set(map(suit_of, cards))) > 1:
        return False
    high, spread = sum(rank >= TEN for rank in ranks), ranks[2] - ranks[0] + 1
    if high == 3 or (spread == 3 and ranks[0] >= 1):
        return True
    return (spread == 4 and high >= 1) or (spread == 5 and high >= 2)


@pytest.mark.parametrize("table", ["A", "B"])
def test_let_it_ride_rides_bet_1_as_published(lir: dict[str, LetItRideCard], table: str) -> None:
    rides = [cards for cards in combinations(range(52), 3) if rides_first(lir[table], cards)]
    assert len(rides) == 1608
    assert all(map(_published_bet_1, rides))


@pytest.mark.parametrize("table", ["A", "B", "C"])
def test_let_it_ride_card_is_the_best_play(lir: dict[str, LetItRideCard], table: str) -> None:
    card = lir[table]
    for hand in card.game.solution.hands:
        assert rides_first(card, hand.cards) == (hand.bet_value >= 0)
    assert card.ev == card.game.ev


def test_let_it_ride_card_reads_like_the_literature() -> None:
    card = let_it_ride_card(LetItRide(LIR_MAIN["A"]), "Let It Ride", "A", "base bet")
    first, second = card.sections
    assert [rule.when for rule in first.rules] == [
        "a pair of tens or better",
        "three of a kind",
        "three to a royal flush",
        "three suited in sequence, 3-4-5 or higher",
        "three suited, spread 4 (one gap), with at least one ten or better",
        "three suited, spread 5 (two gaps), with two tens or better",
        "anything else",
    ]
    assert [rule.when for rule in second.rules] == [
        "any hand that already pays, such as a pair of tens or better",
        "four to a flush",
        "four to an open straight, with at least one ten or better",
        "four to an open straight, with no ten or better (worth exactly nothing)",
        "four to an inside straight, with four tens or better (worth exactly nothing)",
        "anything else",
    ]
    assert {rule.action for rule in first.rules[:-1]} == {"ride"}
    assert first.rules[-1].action == second.rules[-1].action == "withdraw"
    assert card.cost == 0


@pytest.mark.parametrize("table", ["A", "odd", "generous"])
@pytest.mark.parametrize("ranks", [(4, 8, 9, 12), (0, 1, 2, 3, 12)])
def test_let_it_ride_card_by_the_plain_route(table: str, ranks: tuple[int, ...]) -> None:
    pays = (LIR_MAIN | {"odd": RET_ODD_RUN, "generous": RET_GENEROUS_RUN})[table]
    card = LetItRideCard(LetItRide(pays, ranks=ranks))
    plain, total, deals = PlainLetItRide(pays, FIVE_CARD, ranks), Fraction(0), 0
    for three in combinations(plain.deck, 3):
        for fourth in without(plain.deck, *three):
            units = 1 + rides_first(card, three) + rides_second(card, (*three, fourth))
            for fifth in without(plain.deck, *three, fourth):
                total += units * pays[cell_of(FIVE_CARD, frozenset((*three, fourth, fifth)))]
                deals += 1
    assert card.ev == total / deals <= card.game.ev


@pytest.mark.parametrize(("table", "cost"), [("odd", Fraction(53, 1082900)), ("generous", 0)])
def test_let_it_ride_card_of_other_tables_never_beats_the_best_play(
    lir: dict[str, LetItRideCard], table: str, cost: Fraction | int
) -> None:
    assert lir[table].game.ev - lir[table].ev == cost


def second_bet(card: RunEmTwiceCard, own: Sequence[Card], left_right: Sequence[Card]) -> int:
    """The card's second run bet, 0 to fold."""
    return card.actions.second[card.second_of(own, left_right)]


def third_bet(card: RunEmTwiceCard, own: Sequence[Card], four_up: Sequence[Card]) -> int:
    """The card's center bet with left, right, top and bottom up, 0 to fold."""
    first, points = card.run_of([*own, *four_up[:2]])
    second, more = card.run_of([*own, *four_up[2:]])
    return card.actions.third[third_of(first, second, points + more)]


RET_TABLES = {"text": (RET_ANTE, RET_RUN), "odd": (RET_ODD_ANTE, RET_ODD_RUN)}


@pytest.mark.parametrize(
    ("table", "ranks"),
    [
        ("text", (0, 8, 12)),
        ("odd", (0, 8, 12)),
        pytest.param("text", (4, 8, 9, 12), marks=pytest.mark.slow),
        pytest.param("text", (0, 1, 2, 3), marks=pytest.mark.slow),
    ],
)
def test_run_em_twice_card_by_the_plain_route(table: str, ranks: tuple[int, ...]) -> None:
    ante, run = RET_TABLES[table]
    card = RunEmTwiceCard(RunEmTwice(ante, run, ranks=ranks))
    plain = PlainRunEmTwice(ante, run, FIVE_CARD, ranks)
    first_bets = {own.cards: own.best for own in card.game.grid}
    total, deals = Fraction(0), 0
    for own in combinations(plain.deck, 2):
        # The grid has one hand of each kind: suits do not matter.
        same = suit_of(own[0]) == suit_of(own[1])
        bet_1 = next(
            bet
            for cards, bet in first_bets.items()
            if sorted(map(rank_of, cards)) == sorted(map(rank_of, own))
            and (suit_of(cards[0]) == suit_of(cards[1])) == same
        )
        for left_right in combinations(without(plain.deck, *own), 2):
            bet_2 = second_bet(card, own, left_right) if bet_1 else 0
            for up in combinations(without(plain.deck, *own, *left_right), 2):
                results = list(plain._played(own, left_right, up))
                deals += len(results)
                bet_3 = third_bet(card, own, (*left_right, *up)) if bet_2 else 0
                if bet_3:
                    total += sum(a + bet_1 * b + bet_2 * c + bet_3 * d for a, b, c, d in results)
                else:
                    total -= (2 + bet_1 + bet_2) * len(results)
    assert card.ev == total / deals <= card.game.ev


def test_run_em_twice_kinds() -> None:
    card = RunEmTwiceCard(RunEmTwice(RET_ANTE, RET_RUN))
    for text, kind, points in [
        ("6c 6d 2h 3s", RunKind.MADE, 2),
        ("5c 5d Jh 3s", RunKind.LOW_PAIR, 2),
        ("2c 3c 9c Kc", RunKind.FLUSH, 3),
        ("2c 3d 4h 5s", RunKind.OPEN, 0),
        ("Ac 3d 4h 5s", RunKind.INSIDE, 2),
        ("Ac Kd Qh Js", RunKind.INSIDE, 8),
        ("2c 7d Th Js", RunKind.NOTHING, 4),
    ]:
        assert card.run_of(parse_cards(text)) == (kind, points), text


@pytest.fixture(scope="module")
def ret_card() -> StrategyCard:
    return run_em_twice_card(RunEmTwice(RET_ANTE, RET_RUN), "Run 'Em Twice", "standard", "ante")


@pytest.mark.slow
def test_run_em_twice_card(ret_card: StrategyCard) -> None:
    assert ret_card.ev == Fraction(-579091, 6689228)
    assert 0 < ret_card.cost < Fraction(1, 400)
    assert len(ret_card.grid) == 169
    game = RunEmTwice(RET_ANTE, RET_RUN)
    for cell in ret_card.grid[::12]:
        own = (4 * cell.high, 4 * cell.low + (not cell.suited))
        choices = game.first_decision(own)
        assert cell.value == max(choices.values())
        assert (
            cell.do
            == {0: "fold", 1: "bet-1x", 3: "bet-3x"}[
                max(choices, key=lambda choice: (choices[choice], choice))
            ]
        )
    assert [len(section.rules) for section in ret_card.sections] == [3, 7, 9]


# Double Draw ------------------------------------------------------------------------------------


def test_holds_have_the_names_of_the_table() -> None:
    for text, size, jokers, kind in [
        ("9c 9d", 2, 0, "pair"),
        ("Ac *", 2, 1, "aces"),
        ("9c 9d Ah", 3, 0, "pair and ace"),
        ("9c 9d *", 3, 1, "pair+"),
        ("Ac Ad *", 3, 1, "three aces"),
        ("Kc Kd Ah *", 4, 1, "two pair"),
        ("7c 8c *", 3, 1, "open straight flush"),
        ("Kc Ac *", 3, 1, "suited aces"),
        ("7c 8d 9h *", 4, 1, "open straight"),
        ("7c 8d Th *", 4, 1, "inside straight"),
        ("7c 8d Jh *", 4, 1, "wide straight"),
        ("2c 5c 9c Kc", 4, 0, "flush"),
        ("Ac 2d 3h 4s", 4, 0, "inside straight"),
        ("2c 3d 4h 5s *", 5, 1, "straight"),
    ]:
        assert hold_of(parse_cards(text)) == Hold(size, jokers, kind), text


def test_every_line_has_words() -> None:
    names = holds(tables_of(tuple(range(54))).cards).names
    assert {first_family(hold) for hold in names} - {None} == set(FIRST_WORDS)
    assert {second_family(hold) for hold in names} - {None} == set(SECOND_WORDS)
    for family, words in ((first_family, FIRST_WORDS), (second_family, SECOND_WORDS)):
        assert all(words[line][1] == hold.size for hold in names if (line := family(hold)))


def first_throw(card: DoubleDrawCard, hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """The cards that the card throws away at the first draw; None to fold."""
    throws = _throws(card, card.first, hand, range(4))
    return max(throws, key=lambda thrown: order_of(without(hand, *thrown)), default=None)


def second_throws(card: DoubleDrawCard, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """What the card may throw away at the second draw, none to fold; of several the one with the
    most left to complete it, by what has been thrown before.
    """
    return _throws(card, card.second, hand, range(2))


def _throws(
    card: DoubleDrawCard, ranked: RankedHolds, hand: Sequence[Card], sizes: range
) -> list[tuple[Card, ...]]:
    at = dict(zip(holds(card.tables.cards).names, ranked.place_of_hold.tolist(), strict=True))
    throws: dict[int, list[tuple[Card, ...]]] = {}
    for thrown in (thrown for size in sizes for thrown in combinations(sorted(hand), size)):
        throws.setdefault(at[hold_of(without(hand, *thrown))], []).append(thrown)
    first = min(throws)
    return throws[first] if first < ranked.fold_at else []


SMALL = (*deck_of((9, 12)), 52, 53)
WIDER = (*deck_of((0, 9, 12)), 52)


@pytest.mark.parametrize("net", [DD_A, DD_ODD], ids=["A", "odd"])
@pytest.mark.parametrize(
    "deck", [SMALL, pytest.param(WIDER, marks=pytest.mark.slow)], ids=["ten", "thirteen"]
)
def test_double_draw_card_by_the_plain_route(deck: tuple[int, ...], net: tuple[int, ...]) -> None:
    card = DoubleDrawCard(scaled(net, *FOLDS), tables_of(deck))
    total, hands = Fraction(0), list(combinations(deck, 5))
    for hand in hands:
        thrown = first_throw(card, hand)
        total += -2 if thrown is None else _drawn(card, net, deck, hand, thrown)
    assert card.ev == total / len(hands) <= solve(net, *FOLDS, deck=deck).ev


def _drawn(
    card: DoubleDrawCard,
    net: tuple[int, ...],
    deck: tuple[Card, ...],
    hand: tuple[Card, ...],
    thrown: tuple[Card, ...],
) -> Fraction:
    kept, live = [c for c in hand if c not in thrown], without(deck, *hand)
    values = []
    for drawn in combinations(live, len(thrown)):
        held = (*kept, *drawn)
        last = without(live, *drawn)
        choices = [
            Fraction(sum(_net(net, without(held, *out), card_) for card_ in last)) / len(last)
            if out
            else Fraction(_net(net, held))
            for out in second_throws(card, held)
        ]
        values.append(max(choices, default=Fraction(-3)))
    return sum(values, Fraction(0)) / len(values)


def _net(net: tuple[int, ...], held: Sequence[Card], *more: Card) -> int:
    return net[cell_of(FIVE_CARD_WITH_JOKERS, frozenset((*held, *more)))]


@pytest.mark.slow
def test_double_draw_card() -> None:
    card = double_draw_card(DD_A, "Double Draw", "A", "ante")
    assert card.ev == Fraction(-2249790643, 33502998438)
    assert 0 < card.cost < Fraction(1, 50)
    for section in card.sections:
        assert section.rules[-1].action == "fold"
        assert len({rule.when for rule in section.rules}) == len(section.rules)


# In general ---------------------------------------------------------------------------------------


def test_cards_are_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    # What is shipped would answer first.
    monkeypatch.setattr(results, "shipped_results", lambda: ShippedResults(""))
    rules = house_rules(find_game("let-it-ride"))
    made = strategy_card(rules)
    (path,) = (tmp_path / "results").glob("*.json")
    with monkeypatch.context() as known:
        known.setattr(results, "kernel_of", lambda *_: pytest.fail("it is known"))
        assert strategy_card(rules) == made
    path.write_text("spoilt")
    assert strategy_card(rules) == made == strategy_card(rules, cache=False)


def test_words() -> None:
    assert ranks_in_words((8, 9, 10, 11, 12)) == "ten or better"
    assert ranks_in_words((4, 5, 6)) == "six to eight"
    assert ranks_in_words((12,)) == "ace"
    assert pairs_in_words((4, 6)) == "a pair of sixes or eights"
    high = (9, 10, 11, 12)
    assert cards_in_words({1, 2}, {0, 1, 2}, high) == ", with at least one jack or better"
    assert cards_in_words({2}, {0, 1, 2}, high) == ", with two jacks or better"
    assert cards_in_words({0}, {0, 1, 2}, high) == ", with no jack or better"
    assert cards_in_words({0, 1, 2}, {0, 1, 2}, high) == ""


def test_the_command_prints_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    rules = house_rules(find_game("let-it-ride"))
    print_card(rules, cache=True, as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert (document["game"], document["paytable"]) == ("let-it-ride", "A")
    assert document["ev"] == document["card_ev"] == "-37963/1082900"
    assert document["cost"] == "0"
    first = document["card"]["sections"][0]
    assert first["rules"][0]["action"] == "ride"
    print_card(rules, cache=True, as_json=False)
    shown = capsys.readouterr().out
    assert "three to a royal flush" in shown
    assert "following the card costs nothing" in shown


def test_the_heat_map_is_drawn(tmp_path: Path) -> None:
    grid = [
        GridCell("", high, low, suited, ("fold", "bet-1x", "bet-3x")[low % 3], Fraction(low - 6, 5))
        for high in range(13)
        for low in range(high + 1)
        for suited in ((False, True) if low < high else (False,))
    ]
    assert len(grid) == 169
    rules = house_rules(find_game("let-it-ride"))
    analyses = [analyze_main(rules, cache=False)]
    for name in ("grid.svg", "again.svg"):
        plot_analyses(rules.game, analyses, str(tmp_path / name), grid)
    assert (tmp_path / "grid.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()
    with pytest.raises(BadInputError, match="--plot writes"):
        plot_analyses(rules.game, analyses, str(tmp_path / "grid.gif"), grid)
