"""The solver against loops without symmetry or memory, and against games solved on paper."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from solved import average_wagered, by_fold, by_net
from solver_cases import DOUBLE_DRAW, LET_IT_RIDE, RUN_EM_TWICE, rules_of, top_lines

from fairdeal.cards import JOKER, STANDARD_52, Card, parse_cards, rank_of
from fairdeal.errors import BadInputError
from fairdeal.games._shared.maryland import from_hand, maryland
from fairdeal.games._shared.readings import shared
from fairdeal.hands import Hand, Ranking
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.solver import Solver, best
from fairdeal.lab.solver.plan import DEAD, Exchange, Ride, Turn, main_plan
from fairdeal.lab.solver.strategy_card import plain_card
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    Clauses,
    Deal,
    Dealing,
    Direction,
    Draw,
    Game,
    HandOf,
    Limit,
    Reveal,
    Settle,
    Step,
    TakeBack,
)
from fairdeal.rulebook.paytable import single
from fairdeal.rulebook.procedure import Irregularities
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, decision_points
from fairdeal.rulebook.wager import AnyAmount, Equal, Size, Times, Wager
from fairdeal.wording.how_to_play import how_to_play

# Loops --------------------------------------------------------------------------------------------


def mean(values: Iterable[Fraction | int]) -> Fraction:
    listed = list(values)
    return Fraction(sum(listed)) / len(listed)


def without(deck: Sequence[Card], *cards: Card) -> list[Card]:
    return [card for card in deck if card not in cards]


def paid(rules: Rules, wager: str, deck: Sequence[Card]) -> dict[frozenset[Card], int]:
    """What every hand of the deck pays."""
    table = table_for(rules, rules.game.wager[wager])
    results = {}
    for cards in combinations(deck, table.ranking.size):
        line = table.by_cell[table.ranking.evaluate(cards).cell]
        results[frozenset(cards)] = int(line.pays.net_per_unit()) if line else -1
    return results


def plain_let_it_ride(rules: Rules, deck: Sequence[Card]) -> Fraction:
    bet = paid(rules, "bet-1", deck)

    def last(own: Sequence[Card], up: Sequence[Card], bets: int) -> Fraction:
        stub = without(deck, *own, *up)
        return mean(bets * bet[frozenset((*own, *up, x))] for x in stub)

    def second(own: Sequence[Card], bets: int) -> Fraction:
        return mean(
            max(last(own, (x,), bets), last(own, (x,), bets - 1)) for x in without(deck, *own)
        )

    return mean(max(second(own, 3), second(own, 2)) for own in combinations(deck, 3))


def plain_run_em_twice(rules: Rules, deck: Sequence[Card]) -> Fraction:
    """Left, right, top, bottom and center one by one, in every order."""

    ante, run = paid(rules, "first-ante", deck), paid(rules, "first-run", deck)

    def end(own: Sequence[Card], cross: Sequence[Card], center: Card, bets: Sequence[int]) -> int:
        left, right, top, bottom = cross
        hands = frozenset((*own, left, right, center)), frozenset((*own, top, bottom, center))
        antes, runs = sum(ante[hand] for hand in hands), [run[hand] for hand in hands]
        return antes + bets[0] * runs[0] + bets[1] * runs[1] + bets[2] * max(runs)

    def third(own: Sequence[Card], cross: Sequence[Card], bets: Sequence[int]) -> Fraction:
        centers = without(deck, *own, *cross)
        played = [mean(end(own, cross, x, (*bets, bet)) for x in centers) for bet in (1, 2, 3)]
        return max(Fraction(-2 - sum(bets)), *played)

    def second(own: Sequence[Card], up: Sequence[Card], bet_1: int) -> Fraction:
        pairs = list(permutations(without(deck, *own, *up), 2))
        played = [
            mean(third(own, (*up, *pair), (bet_1, bet)) for pair in pairs) for bet in (1, 2, 3)
        ]
        return max(Fraction(-2 - bet_1), *played)

    def first(own: Sequence[Card]) -> Fraction:
        pairs = list(permutations(without(deck, *own), 2))
        return max(
            Fraction(-2), *[mean(second(own, pair, bet) for pair in pairs) for bet in (1, 2, 3)]
        )

    return mean(first(own) for own in combinations(deck, 2))


def plain_double_draw(rules: Rules, deck: Sequence[Card]) -> Fraction:
    ante, bonus = paid(rules, "ante", deck), paid(rules, "bonus", deck)

    def end(hand: Iterable[Card]) -> int:
        cards = frozenset(hand)
        return 3 * ante[cards] + bonus[cards]

    def second(hand: Sequence[Card], thrown: Sequence[Card]) -> Fraction:
        stub = without(deck, *hand, *thrown)
        throws = [mean(end((*without(hand, card), x)) for x in stub) for card in hand]
        return max(Fraction(-3), Fraction(end(hand)), *throws)

    def first(hand: Sequence[Card]) -> Fraction:
        values = [Fraction(-2)]
        for size in range(4):
            for thrown in combinations(hand, size):
                kept = without(hand, *thrown)
                draws = combinations(without(deck, *hand), size)
                values.append(mean(second((*kept, *drawn), thrown) for drawn in draws))
        return max(values)

    return mean(first(hand) for hand in combinations(deck, 5))


@pytest.mark.parametrize("table", "ABC")
@pytest.mark.parametrize("cards", ["2c 2d Th Ts Jc Qc Kc Ac 3d", "2c 3c 4c 5c 6d 9d Tc Td Th Ah"])
def test_let_it_ride_by_loops(table: str, cards: str) -> None:
    """Decks that are no whole ranks: some suits cannot change places."""
    rules = rules_of(LET_IT_RIDE, main=table)
    deck = parse_cards(cards)
    assert Solver(rules, deck).ev() == plain_let_it_ride(rules, deck)


@pytest.mark.parametrize("cards", ["2c 2d 6h 6s Jc Qd Qs", "2c 3c 4c 5c 6d Ac Ad 9h"])
def test_run_em_twice_by_loops(cards: str) -> None:
    rules = rules_of(RUN_EM_TWICE, main=top_lines(RUN_EM_TWICE.paytables["main"].tables[0], 6))
    deck = parse_cards(cards)
    assert Solver(rules, deck).ev() == plain_run_em_twice(rules, deck)


@pytest.mark.parametrize("cards", ["2c 2d 6h 6s Jc Qd Qs 3h 4h", "2c 3c 4c 5c 6c Ac Ad 9h * *"])
@pytest.mark.parametrize("bonus", "AB")
def test_double_draw_by_loops(bonus: str, cards: str) -> None:
    rules = rules_of(DOUBLE_DRAW, bonus=bonus)
    deck = parse_cards(cards)
    if JOKER in deck:
        deck = (*deck[:-1], JOKER + 1)
    assert Solver(rules, deck).ev() == plain_double_draw(rules, deck)


# A game on paper ----------------------------------------------------------------------------------


def _pairing(cards: Sequence[Card]) -> Hand:
    """The toy's three cards: all of one rank, two of one rank, or nothing."""
    cell = 3 - len(set(map(rank_of, cards)))
    return Hand(cell, (), CELLS[cell], CELLS[cell])


CELLS = ("nothing", "pair", "three of a kind")
PAIRING = Ranking(
    "toy",
    CELLS,
    {"pair": range(1, 2), "three of a kind": range(2, 3)},
    3,
    _pairing,
)
TOY_PAYS = single("main", "TOY 3.A", PAIRING, {"three of a kind": "5 to 1", "pair": "1 to 1"})


ANY_AMOUNT = AnyAmount()


def toy(
    *steps: Step,
    size: Size = ANY_AMOUNT,
    wagers: tuple[str, ...] = ("first", "second"),
    own: int = 2,
) -> Rules:
    """Two own cards, one community card, and whatever round is given."""
    later = {step.wager for step in steps if isinstance(step, BetOrFold)}
    areas = [area for step in steps if isinstance(step, Reveal) for area in step.areas]
    three = HandOf((OWN, "up") if own < 3 else (OWN,), PAIRING, name="three")
    board = [Deal(1, tuple(areas), "TOY 1")] if areas else []
    game = Game(
        name="toy",
        title="Toy",
        jurisdiction="nowhere",
        text="TOY",
        deck=STANDARD_52,
        seats=2,
        wagers=tuple(
            Wager(
                name,
                name,
                clause="TOY 1",
                size=size if name in later else Equal("first") if place else ANY_AMOUNT,
                hand=three,
                pays=TOY_PAYS,
                settled="TOY 2",
            )
            for place, name in enumerate(wagers)
        ),
        areas=tuple(Area(area, "TOY 1") for area in areas),
        dealing=dict.fromkeys(Dealing, (Deal(own, SEATS, "TOY 1"), *board)),
        round=(*steps, Settle("TOY 2", Direction.CLOCKWISE)),
        limit=Limit("TOY 3"),
        clauses=Clauses(wagers="TOY 1", one_deck="TOY 1"),
        procedure=maryland(
            "TOY",
            clear="2",
            dealing=dict.fromkeys(Dealing, from_hand(no_more_bets="1", stub="1")),
            irregular=Irregularities("1", True, "1", "1", "1", "1", "1"),
            stub_in_play=any(isinstance(step, Draw) for step in steps),
        ),
        readings=(shared("abandoned", "TOY 1"),),
        unit="bet",
    )
    return Rules(game=game, paytables={"main": TOY_PAYS.tables[0]}, readings={})


UP = Reveal(("up",), "TOY 1")
ASIDE = Reveal(("aside",), "TOY 1")
SIX_CARDS = parse_cards("2c 2d 2h Ac Ad Ah")


def test_a_toy_solved_on_paper() -> None:
    """Two ranks of three cards. A pair is dealt in 6 of 15 hands, and the third card then makes
    three of a kind in 1 of 4, otherwise leaves a pair: a bet is worth 5/4 + 3/4 = 2. Without a pair
    the third card always makes one: a bet is worth 1. So both bets ride, and a round is worth
    2 * (6/15 * 2 + 9/15 * 1) = 14/5.
    """
    solution = Solver(toy(TakeBack("first", "TOY 1", "TOY 1"), UP), SIX_CARDS).solve()
    assert solution.ev == Fraction(14, 5)
    assert by_net(solution) == {Fraction(2): Fraction(9, 10), Fraction(10): Fraction(1, 10)}
    assert average_wagered(solution) == 2


def test_a_toy_bet_is_taken_back() -> None:
    """Four ranks of one card and a pair of aces. Own cards of a pair (1 of 15) win both bets for
    certain. An ace and another (8 of 15) pair up in 1 of 4: each bet is worth 1/4 - 3/4 = -1/2, so
    the first is taken back. Two others (6 of 15) never pair: the second bet is lost.
    """
    solver = Solver(toy(TakeBack("first", "TOY 1", "TOY 1"), UP), parse_cards("Ac Ad 2c 3c 4c 5c"))
    assert solver.ev() == Fraction(1, 15) * 2 + Fraction(8, 15) * Fraction(-1, 2) - Fraction(6, 15)
    choices = solver.decision(parse_cards("Ac 3c"))
    assert [(choice.action, choice.ev) for choice in choices] == [
        ("withdraw", Fraction(-1, 2)),
        ("ride", Fraction(-1)),
    ]
    assert average_wagered(solver.solve()) == 1 + Fraction(1, 15)


def test_equal_values_keep_more_money_in_play() -> None:
    """Own ace and two, one more ace in two unseen cards: a bet wins or loses evenly."""
    solver = Solver(toy(TakeBack("first", "TOY 1", "TOY 1"), UP), parse_cards("Ac Ad 2c 3c"))
    ride = solver.decision(parse_cards("Ac 2c"))
    assert [choice.ev for choice in ride] == [0, 0]
    assert best(ride).action == "ride"
    # Two aces win, two others lose one bet, of the other four hands both bets ride.
    assert average_wagered(solver.solve()) == 2 - Fraction(1, 6)


def test_a_toy_with_bets_of_several_sizes() -> None:
    """A pair bets the most, and is certain of it; a hand that cannot pair folds; the ace and
    another, at even chances, bets the most, as more money stays in play.
    """
    rules = toy(BetOrFold("second", "TOY 1", "TOY 1"), UP, size=Times("first", 1, 4))
    solution = Solver(rules, parse_cards("Ac Ad 2c 3c")).solve()
    assert solution.ev == Fraction(1, 6) * 5 - Fraction(1, 6)
    assert by_fold(solution) == {"second": Fraction(1, 6)}
    assert by_net(solution) == {
        Fraction(-5): Fraction(1, 3),
        Fraction(-1): Fraction(1, 6),
        Fraction(5): Fraction(1, 2),
    }


def test_a_card_outside_every_hand_is_dealt_where_it_tells_something() -> None:
    """A card is shown aside before the bet: with the other ace gone a lone ace cannot pair."""
    told = toy(ASIDE, TakeBack("first", "TOY 1", "TOY 1"), UP)
    untold = toy(TakeBack("first", "TOY 1", "TOY 1"), UP, ASIDE)
    assert Turn(DEAD, 1) in main_plan(told).stages
    assert main_plan(untold).stages == (Ride(0), Turn(0, 1))
    deck = parse_cards("Ac Ad 2c 3c 4c")
    solver = Solver(told, deck)
    gone = solver.decision(parse_cards("Ac 2c"), parse_cards("Ad"))
    there = solver.decision(parse_cards("Ac 2c"), parse_cards("3c"))
    assert [choice.ev for choice in gone] == [-1, -2]
    assert [choice.ev for choice in there] == [0, 0]
    # Ten hands: the pair, six of an ace and another, three that cannot pair.
    worth = 2 * Fraction(1, 10) + Fraction(6, 10) * Fraction(-1, 3) - Fraction(3, 10)
    assert solver.ev() == worth


def test_a_toy_with_a_draw() -> None:
    """Three own cards, of which one may be replaced, of two aces and three others. A pair, dealt
    in 3 of 10 hands, stands. An ace and two others throws another: the ace is one of two unseen
    cards, even chances (6 of 10). Three others can only lose.
    """
    rules = toy(Draw(1, "TOY 1", "TOY 1", "TOY 1"), wagers=("first",), own=3)
    solver = Solver(rules, parse_cards("Ac Ad 2c 3c 4c"))
    assert main_plan(rules).stages == (Exchange(1),)
    assert solver.ev() == Fraction(3, 10) - Fraction(1, 10)
    choices = solver.decision(parse_cards("2c 3c Ac"))
    values = {choice.discard: choice.ev for choice in choices}
    two, three, ace = ((card,) for card in parse_cards("2c 3c Ac"))
    assert values == {(): -1, two: 0, three: 0, ace: -1}
    assert best(choices).discard == two


def test_strategy_of_a_game_whose_only_decision_is_a_draw() -> None:
    """Of 49 unseen cards six pair one of the two that are kept."""
    rules = toy(Draw(1, "TOY 1", "TOY 1", "TOY 1"), wagers=("first",), own=3)
    (found,) = strategy(rules, [Situation(parse_cards("2c 3d 9h"))])
    assert {choice.action for choice in found.choices} == {"draw"}
    assert [len(choice.discard or ()) for choice in found.choices] == [0, 1, 1, 1]
    assert found.best.ev == Fraction(6 - 43, 49)
    with pytest.raises(BadInputError, match="no discards before a decision"):
        strategy(rules, [Situation(parse_cards("2c 3d 9h"), discards=())])
    card = plain_card(Solver(rules, parse_cards("Ac Ad 2c 3c 4c")), "A")
    assert [(section.decision, section.rules) for section in card.sections] == [("Draw", ())]
    assert "the best are thrown" in card.sections[0].note
    assert card.ev == card.card_ev == Fraction(2, 10)


def test_a_bet_of_several_sizes_and_the_draw_after_it_are_two_decisions() -> None:
    draw = Draw(1, "TOY 1", "TOY 1", "TOY 1")
    bet = BetOrFold("second", "TOY 1", fold_clause="TOY 1")
    rules = toy(bet, draw, wagers=("first", "second"), size=Times("first", 1, 3), own=3)
    points = decision_points(rules.game)
    assert [(point.wager, point.bets) for point in points] == [("second", ()), ("", ("second",))]
    cards = parse_cards("2c 3d 9h")
    betting, drawing = strategy(
        rules, [Situation(cards), Situation(cards, bets={"second": Fraction(2)})]
    )
    assert betting.best.action == "fold"
    assert drawing.best.ev == 3 * Fraction(6 - 43, 49)


def test_a_player_is_told_of_the_one_card_on_the_board() -> None:
    rules = toy(UP, BetOrFold("second", "TOY 1", fold_clause="TOY 1"), size=Times("first", 1, 3))
    _, cards, *_ = how_to_play(rules).moments
    assert cards.does == (
        "You get two cards of your own. One card on the board lies face down; all players share it."
    )
