"""Let It Ride against what the literature has printed, to every digit of it."""

from fractions import Fraction

import pytest
from payouts import LIR_MAIN
from solved import average_wagered

from fairdeal.cards import Card, parse_card, parse_cards, rank_of, suit_of
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide, LetItRideSolution
from fairdeal.lab.kernels.tables import ALL_RANKS, suit_classes

TEN = 8


@pytest.fixture(scope="module")
def games() -> dict[str, LetItRide]:
    return {table: LetItRide(pays) for table, pays in LIR_MAIN.items()}


def first_rides(solution: LetItRideSolution) -> int:
    """On how many three-card hands bet 1 rides."""
    return sum(hand.combinations for hand in solution.hands if hand.bet_value >= 0)


def first_bet_value(solution: LetItRideSolution) -> Fraction:
    """The value of bet 1 with the choice to take it back."""
    total = sum(hand.combinations * max(hand.bet_value, Fraction(0)) for hand in solution.hands)
    return Fraction(total) / sum(hand.combinations for hand in solution.hands)


@pytest.mark.clause("MD-LIR 12.A(1)")
def test_table_a(games: dict[str, LetItRide]) -> None:
    # Wizard of Odds, Grochowski, Catlin: 3.51 %, element of risk 2.85 %, 1.23 units in action.
    solution = games["A"].solution
    assert solution.ev == Fraction(-37963, 1082900)
    assert f"{-float(solution.ev):.2%}" == "3.51%"
    assert f"{float(-solution.ev / average_wagered(solution)):.2%}" == "2.85%"
    assert f"{float(average_wagered(solution)):.2f}" == "1.23"
    # Wizard of Odds, appendix: the first bet with the choice to take it back.
    assert f"{float(first_bet_value(solution)):.8f}" == "0.10912580"


@pytest.mark.clause("MD-LIR 12.A(2)")
def test_table_b(games: dict[str, LetItRide]) -> None:
    # Wizard of Odds: 3.43 %, element of risk 2.78 %.
    solution = games["B"].solution
    assert f"{-float(solution.ev):.2%}" == "3.43%"
    assert f"{float(-solution.ev / average_wagered(solution)):.2%}" == "2.78%"


@pytest.mark.clause("MD-LIR 12.A(3)")
def test_table_c(games: dict[str, LetItRide]) -> None:
    # Nothing is in print; the plain solver stands behind it on small decks.
    assert games["C"].ev == Fraction(-53357, 1624350)
    assert first_rides(games["C"].solution) == 1636


def test_royal_of_500() -> None:
    # Table A with a royal of 500: 3.737 %.
    game = LetItRide((*LIR_MAIN["A"][:-1], 500))
    assert f"{-float(game.ev):.3%}" == "3.737%"


@pytest.mark.parametrize("table", ["A", "B"])
def test_bet_1_rides_on_1608_hands(games: dict[str, LetItRide], table: str) -> None:
    # Wizard of Odds, appendix: 1,608 of 22,100.
    solution = games[table].solution
    assert first_rides(solution) == 1608
    assert sum(hand.combinations for hand in solution.hands) == 22100
    assert len(solution.hands) == 1755


def test_low_pair(games: dict[str, LetItRide]) -> None:
    own = parse_cards("4s 4d 2c")
    # Wizard of Odds, appendix: a low pair on four cards is worth -45.83 % of a bet.
    second = games["A"].second_decision(own, parse_card("7s"))
    assert f"{float(second.ride - second.withdraw):.2%}" == "-45.83%"
    # Krigman: riding bet 1 on a low pair loses 71/1176 of it.
    first = games["A"].first_decision(own)
    assert first.ride - first.withdraw == Fraction(-71, 1176)


def test_examples_of_the_interface(games: dict[str, LetItRide]) -> None:
    own = parse_cards("Ts Td 2c")
    assert games["A"].first_decision(own) == (Fraction(1689, 392), Fraction(563, 196))
    second = games["A"].second_decision(own, parse_card("2s"), withdrawn_bet_1=True)
    assert second == (Fraction(11, 2), Fraction(11, 4))


def _rides_bet_1(cards: tuple[Card, ...]) -> bool:
    """The printed rules for three cards."""
    ranks = sorted(map(rank_of, cards))
    if ranks[0] == ranks[2]:
        return True
    if len(set(ranks)) == 2:
        return ranks[1] >= TEN
    if len(set(map(suit_of, cards))) > 1:
        return False
    high = sum(rank >= TEN for rank in ranks)
    spread = ranks[2] - ranks[0] + 1
    in_sequence = spread == 3 and ranks[0] >= 1  # from 3-4-5 up
    return high == 3 or in_sequence or (spread == 4 and high >= 1) or (spread == 5 and high >= 2)


@pytest.mark.parametrize("table", ["A", "B"])
def test_rules_for_bet_1(games: dict[str, LetItRide], table: str) -> None:
    for hand in games[table].solution.hands:
        assert (hand.bet_value >= 0) == _rides_bet_1(hand.cards), hand


def _bet_2(cards: tuple[Card, ...]) -> int:
    """The printed rules for four cards: 1 to ride, 0 where it is worth exactly nothing, -1."""
    ranks = sorted(map(rank_of, cards))
    pairs = {rank for rank in ranks if ranks.count(rank) > 1}
    if pairs:
        return 1 if len(pairs) == 2 or max(map(ranks.count, pairs)) > 2 or max(pairs) >= TEN else -1
    if len(set(map(suit_of, cards))) == 1:
        return 1
    high = sum(rank >= TEN for rank in ranks)
    if ranks[3] - ranks[0] == 3 and ranks[3] < 12:  # open at both ends: 2-3-4-5 has the ace below
        return 1 if high else 0
    return 0 if high == 4 else -1


@pytest.mark.parametrize("table", ["A", "B"])
def test_rules_for_bet_2(games: dict[str, LetItRide], table: str) -> None:
    game = games[table]
    classes = suit_classes(ALL_RANKS, 4).hands.tolist()
    assert len(classes) == 16432
    for cards in map(tuple, classes[::5]):
        choices = game.second_decision(cards[:3], cards[3])
        gain = choices.ride - choices.withdraw
        assert (gain > 0) - (gain < 0) == _bet_2(cards), cards
        assert choices.rides == (gain >= 0)


@pytest.mark.parametrize("table", LIR_MAIN)
def test_counts_are_complete(games: dict[str, LetItRide], table: str) -> None:
    solution = games[table].solution
    deals = 22100 * 49 * 48
    assert solution.deals == deals == sum(solution.endings.values())
    assert sum(solution.by_net.values()) == sum(solution.by_cell_and_units.values()) == deals
    # Each five-card hand is dealt as often as any other: 10 choices of three, 2 orders.
    royal = FIVE_CARD.cells.index("royal flush")
    assert sum(n for (cell, _), n in solution.by_cell_and_units.items() if cell == royal) == 80


def test_decisions_add_up_to_the_value(games: dict[str, LetItRide]) -> None:
    """The strategy's answers, which are not compiled, weighted with how often each hand comes."""
    game = games["A"]
    best = sum(
        hand.combinations * max(game.first_decision(hand.cards)) for hand in game.solution.hands
    )
    assert best / 22100 == game.ev


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("Ts Td", "a player has 3 cards, not 2"),
        ("Ts Ts 2c", "Ts is there twice"),
        ("Ts Td *", r"\* is not in this deck"),
    ],
)
def test_impossible_situations_are_refused(
    games: dict[str, LetItRide], cards: str, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        games["A"].first_decision(parse_cards(cards))


def test_wrong_payouts_are_refused() -> None:
    with pytest.raises(ValueError, match="22 cells"):
        LetItRide((1, 2, 3))
    with pytest.raises(ValueError, match="too large"):
        LetItRide((*LIR_MAIN["A"][:-1], 1 << 50))
