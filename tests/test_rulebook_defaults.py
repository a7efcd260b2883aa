"""What the rulebook's values mean where a game or an operator says nothing of a matter."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from fairdeal.cards import parse_cards
from fairdeal.errors import NotMoneyError
from fairdeal.games import GAMES, find_game
from fairdeal.hands import FIVE_CARD, THREE_CARD
from fairdeal.rulebook.clauses import clause_form
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetterOf,
    ByReading,
    Deal,
    Dealing,
    Direction,
    FeltColour,
    HandOf,
    Limit,
    Settle,
    Shuffling,
)
from fairdeal.rulebook.hand import parts_of, specs_in
from fairdeal.rulebook.money import MAX_METER, MAX_STAKE, UNITS, parse_amount
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.rulebook.rules import FloorChoices, Rules, house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.rulebook.wager import AnyAmount, Bounds, OneOf, TableLimits, Times, Wager

LET_IT_RIDE = find_game("let-it-ride")
DOUBLE_DRAW = find_game("double-draw")
#: A table of $5 to $500 in dollar chips, with $50 at most on a side bet.
LIMITS = TableLimits(minimum=500, maximum=50_000, side_maximum=5_000, chip_step=100)


# What a game may be -------------------------------------------------------------------------------


def test_a_table_may_have_fewer_seats_unless_the_text_forbids_it() -> None:
    """Run 'Em Twice alone names the positions of its six seats (reading `positions`)."""
    assert [(game.name, game.fewer_seats) for game in GAMES] == [
        ("let-it-ride", True),
        ("run-em-twice", False),
        ("run-em-twice", False),
        ("double-draw", True),
    ]


@pytest.mark.clause("MD-LIR 7.F")
def test_several_boxes_are_one_persons_only_where_the_text_says_so() -> None:
    assert [game.name for game in GAMES if game.several_boxes] == ["let-it-ride"]


def test_a_text_that_sets_no_payout_limit_leaves_it_to_the_operator() -> None:
    limit = Limit("X 12")
    assert (limit.cents, limit.or_best_at_minimum, limit.per) == (None, False, "per hand")


def test_the_stub_leaves_the_table_unless_players_draw_from_it() -> None:
    in_play = [game.name for game in GAMES if game.procedure.stub_in_play]
    assert in_play == ["double-draw"]


def test_a_deal_burns_nothing_and_a_settlement_collects_no_cards_by_itself() -> None:
    assert Deal(2, SEATS, "X 8").burn == 0
    step = Settle("X 11", Direction.CLOCKWISE)
    assert not step.collects
    assert not step.envy_last
    assert (step.announces, step.wagers) == ((), ())


def test_how_many_cards_an_area_has_follows_from_the_deal_alone() -> None:
    area = Area("middle", "X 2")
    assert (area.title, area.cards, area.with_cards(3).cards) == ("", 0, 3)
    with pytest.raises(TypeError):
        Area("middle", "X 2", cards=3)  # type: ignore[call-arg] # it is not for a file to say


def test_where_a_wager_is_made_follows_from_the_round_alone() -> None:
    pays = LET_IT_RIDE.wager["bet-1"].pays
    five = LET_IT_RIDE.hands["five cards"]
    wager = Wager("bet", "Bet", "X 7", AnyAmount(), five, pays, "X 12")
    assert (wager.side, wager.collected, wager.lammer) == (False, False, False)
    assert (wager.needs, wager.needs_by_reading) == ((), None)
    assert (wager.at, wager.made_at("turn").at) == (None, "turn")
    with pytest.raises(TypeError):
        Wager("b", "B", "X 7", AnyAmount(), five, pays, "X 12", at="turn")  # type: ignore[call-arg]


# How cards are dealt and shuffled -----------------------------------------------------------------


def test_ways_of_dealing_and_shuffling_have_the_names_of_rules_files() -> None:
    assert [*Dealing] == ["manual-shoe", "hand", "automated-shoe"]
    assert {str(way): (way.by_machine, way.counts) for way in Shuffling} == {
        "manual": (False, False),
        "automated": (True, False),
        "automated-counting": (True, True),
        "reshuffling": (True, True),
    }
    assert Shuffling("reshuffling") is Shuffling.RESHUFFLING
    assert [*FeltColour] == ["green", "blue", "burgundy"]


def test_the_words_of_a_direction_say_where_the_dealer_begins() -> None:
    assert str(Direction.CLOCKWISE) == "clockwise from the dealer's left"
    assert str(Direction.COUNTERCLOCKWISE) == "counterclockwise from the dealer's right"
    # Seat 1 is farthest to the dealer's left.
    assert Direction.CLOCKWISE.order({3, 1, 2}) == [1, 2, 3]
    assert Direction.COUNTERCLOCKWISE.order({3, 1, 2}) == [3, 2, 1]


# What an operator chooses -------------------------------------------------------------------------


def test_rules_where_an_operator_has_chosen_nothing() -> None:
    rules = Rules(LET_IT_RIDE, {}, LET_IT_RIDE.default_readings)
    assert (rules.dealing, rules.shuffling) == (Dealing.MANUAL_SHOE, Shuffling.MANUAL)
    assert (rules.decks, rules.seats, rules.adjacent_boxes) == (1, 0, 1)
    assert (rules.operator, rules.license, rules.approved) == ("", "", None)
    assert rules.chip_step_cents == 1
    # Any amount from a cent to the highest stake that there is.
    assert rules.limits["bet-1"] == Bounds(1, MAX_STAKE, 1)


def test_a_floor_where_an_operator_has_chosen_nothing() -> None:
    chosen = FloorChoices()
    assert (chosen.practice, chosen.bots, chosen.dealer) == (False, 0, "auto")
    assert (chosen.name, chosen.linked, chosen.hand_pay_cents) == (None, {}, None)


@pytest.mark.parametrize(
    ("size", "bounds"),
    [
        (AnyAmount(), Bounds(100, 5_000, 100)),  # a side bet: the table's minimum does not bind
        (AnyAmount(binding=True), Bounds(500, 50_000, 100)),
        (Times("ante", 1, 3), Bounds(500, 150_000, 100)),
        (OneOf((100, 500)), Bounds(100, 500, 1, (100, 500))),
    ],
    ids=str,
)
def test_bounds_of_a_wager_by_the_kind_of_its_size(
    size: AnyAmount | Times | OneOf, bounds: Bounds
) -> None:
    assert size.bounds(LIMITS) == bounds


def test_an_operator_offers_fewer_amounts_only_where_the_text_allows_it() -> None:
    fewer = LIMITS._replace(stakes=(500,))
    assert OneOf((100, 500)).bounds(fewer).amounts == (100, 500)
    assert OneOf((100, 500), by_operator=True).bounds(fewer).amounts == (500,)
    assert OneOf((100, 500), by_operator=True).bounds(LIMITS).amounts == (100, 500)


def test_a_stake_between_two_multiples_is_refused_only_where_they_are_whole() -> None:
    free, whole = Times("ante", 1, 2), Times("ante", 1, 2, whole=True)
    assert free.bounds(LIMITS, 1_000) == Bounds(1_000, 2_000, 100)
    assert whole.bounds(LIMITS, 1_000) == Bounds(1_000, 2_000, 1_000)
    assert free.bounds(LIMITS, 1_000).allows(1_500)
    assert not whole.bounds(LIMITS, 1_000).allows(1_500)
    assert (str(free), str(whole)) == ("1 to 2 times ante", "a whole 1 to 2 times ante")
    assert free.off_step(100) == "is no multiple of the chip step $1"
    assert whole.off_step(1_000) == "is no whole multiple of ante"


def test_what_rules_offer_follows_from_their_paytables() -> None:
    """Without the wagers that an operator leaves out, their areas, steps, stakes and hands."""
    house = house_rules(LET_IT_RIDE)
    assert list(house.to_place) == list(LET_IT_RIDE.wager)
    assert [wager.name for wager in house.collected] == ["five-card-bonus", "progressive"]
    assert house.progressive_wager is LET_IT_RIDE.wager["progressive"]
    assert house.areas == {"bonus": 3, "community": 2}
    assert house.left_out == frozenset()
    assert house.hands == LET_IT_RIDE.hands
    assert house.reads_own_cards == set(LET_IT_RIDE.wager)
    assert [one.wager.name for one in house.terms.values()] == list(LET_IT_RIDE.wager)
    alone = replace(house, paytables={"main": house.paytables["main"]}, progressive=None)
    assert [wager.name for wager in alone.wagers] == ["bet-1", "bet-2", "bet-3"]
    assert list(alone.to_place) == ["bet-1", "bet-2", "bet-3"]
    assert (alone.collected, alone.progressive_wager) == ((), None)
    assert alone.areas == {"community": 2}
    reveals = [at for at, step in enumerate(LET_IT_RIDE.round) if step in LET_IT_RIDE.reveals]
    bonus = [at for at in reveals if "bonus" in LET_IT_RIDE.reveals[reveals.index(at)].areas]
    assert alone.left_out == frozenset(bonus) != frozenset()
    runs = house_rules(find_game("run-em-twice"))
    assert [name for name, (wager, _) in runs.to_place.items() if not wager.side] == [
        *("first-ante", "second-ante"),
    ]


# Money and odds -----------------------------------------------------------------------------------


def test_amounts_go_up_to_a_trillion_dollars_and_no_further() -> None:
    assert parse_amount(10**12) == 10**14
    assert parse_amount(-(10**12)) == -(10**14)
    for cents in (10**12 + Decimal("0.01"), -(10**12) - Decimal("0.01")):
        with pytest.raises(NotMoneyError, match="too large"):
            parse_amount(cents)


def test_the_highest_stake_and_the_highest_meter() -> None:
    assert parse_amount(10_000_000) == MAX_STAKE
    assert parse_amount(1_000_000_000, per_dollar=UNITS) == MAX_METER


def test_odds_are_their_form_and_nothing_else() -> None:
    assert Odds.parse("push") == Odds(Form.PUSH)
    assert Odds.parse("$20,000") == Odds(Form.DOLLARS, 20_000)
    assert Odds.parse("10% of major") == Odds(Form.METER, 10, meter="major")
    assert [*Form] == ["to", "for", "dollars", "meter", "push"]
    assert (Odds(Form.PUSH).amount, Odds(Form.PUSH).per, Odds(Form.PUSH).meter) == (0, 1, "")


def test_a_dollar_amount_is_by_default_for_a_stake_of_a_dollar_on_the_layout() -> None:
    assert Odds.parse("$20,000").net_per_unit() == 20_000
    assert Odds.parse("$20,000").net_per_unit(stake=Fraction(5)) == 4_000
    assert Odds.parse("$20,000").net_per_unit(collected=True) == 19_999


# Hands and situations -----------------------------------------------------------------------------


def test_hands_of_the_same_cards_are_one_hand_under_any_name() -> None:
    five, other = HandOf((OWN, "board"), FIVE_CARD), HandOf((OWN, "board"), FIVE_CARD, name="best")
    assert five == other
    assert (str(five), str(other)) == ("", "best")
    assert five != HandOf((OWN, "board"), THREE_CARD)
    assert BetterOf(five, other) == BetterOf(other, five, name="better")
    assert str(BetterOf(five, other)) == ""
    assert BetterOf(five, other) != BetterOf(five, other, ("X 1", "X 2"))


def test_a_hand_by_reading_has_cards_of_any_choice() -> None:
    own, board = HandOf((OWN,), THREE_CARD), HandOf(("board",), THREE_CARD)
    hand = ByReading("which", {"mine": own, "theirs": board})
    assert str(hand) == ""
    assert (hand.reads(OWN), hand.reads("board"), hand.reads("moon")) == (True, True, False)
    assert hand.under({"which": "theirs"}) is board
    assert parts_of(hand, {"which": "mine"}) == (own,)
    both = BetterOf(own, hand)
    assert parts_of(both, {"which": "theirs"}) == (own, board)
    assert both.under({"which": "theirs"}) == BetterOf(own, board)
    assert set(specs_in(both)) == {both, own, hand, board}


def test_situations_that_differ_in_bets_alone_are_looked_up_together() -> None:
    cards = tuple(parse_cards("Kc 7c"))
    one, other = Situation(cards), Situation(cards, bets={"first-run": Fraction(3)})
    assert one != other
    assert len({one, other, Situation(cards)}) == 2


@pytest.mark.parametrize(
    ("clause", "written"),
    [
        ("MD-LIR 7", True),
        ("MD-LIR 7.E", True),
        ("MD-LIR 12.E(2)", True),
        ("MD-LIR 12.E(2)(b)", True),
        ("MD-LIR 12.E(2)(b)(iv)", True),
        ("MD-LIR 12.E(2)(b)(iv)(x)", False),
        ("MD-LIR 12.E(123)", False),
        ("MD-LIR .04A", False),
        ("MD-DD 7.E", False),
    ],
)
def test_how_a_text_writes_its_clauses(clause: str, written: bool) -> None:
    form = clause_form(LET_IT_RIDE)
    assert form is not None
    assert bool(form.fullmatch(clause)) is written


@pytest.mark.parametrize(
    ("clause", "written"),
    [("MD-DD .07", True), ("MD-DD .07E(1)", True), ("MD-DD .7E", False), ("MD-DD 7.E", False)],
)
def test_how_a_text_with_points_in_front_writes_its_clauses(clause: str, written: bool) -> None:
    form = clause_form(DOUBLE_DRAW)
    assert form is not None
    assert bool(form.fullmatch(clause)) is written
