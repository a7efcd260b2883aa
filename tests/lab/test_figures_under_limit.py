"""Main wagers under a payout limit: each kernel against the general solver, the general solver
against a search that settles every deal, and the exact figures with two routes each.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from by_settling import UNIT, Settler
from payouts import LIR_MAIN
from solved import average_wagered, by_fold, by_net, deals_by_fold, ev
from solver_cases import DOUBLE_DRAW, LET_IT_RIDE, PENNSYLVANIA, RUN_EM_TWICE, deck_of, rules_of
from test_cards import second_bet, third_bet
from test_solver import dd_rules, ret_kernel, ret_rules

from fairdeal.cards import parse_cards
from fairdeal.errors import BadInputError
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.cache import keys, results
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units, most_units
from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.let_it_ride.strategy_card import (
    LetItRideCard,
    let_it_ride_card,
    value_following,
)
from fairdeal.lab.kernels.run_em_twice.limited_card import mean_cut_following
from fairdeal.lab.kernels.run_em_twice.limited_play import LimitedRunEmTwice
from fairdeal.lab.kernels.run_em_twice.solution import ANTES, FOLD, OwnCards, best
from fairdeal.lab.kernels.run_em_twice.strategy_card import RunEmTwiceCard
from fairdeal.lab.solver import Solver
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.game import Board, Game, SeatCards
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.table.meters import Meters
from fairdeal.table.payout import FinishedSeat, settle_round

SMALL = (4, 8, 9, 12)  # 6 T J A: sixteen cards with a losing, a pushing and a winning pair
MIXED = (0, 2, 5, 8, 9)
WHEEL_RANKS = (0, 1, 2, 3, 12)


def limited(rules: Rules, limit: Fraction) -> Rules:
    """The rules with a limit of so many base bets of `UNIT` cents."""
    return replace(rules, payout_limit_cents=int(limit * UNIT))


# The general solver against the settlement --------------------------------------------------------


@pytest.mark.clause("MD-LIR 2.B(10)")
@pytest.mark.parametrize("limit", ["1/2", "3/2", "5", "21/2"])
def test_let_it_ride_by_settling_every_deal(limit: str) -> None:
    units, deck = Fraction(limit), (0, 1, 2, 4, 32, 33, 34, 36)  # with three bonus cards
    rules = limited(rules_of(LET_IT_RIDE, main="A"), units)
    value = Settler(rules, deck).ev()
    assert value == Solver(rules, deck, limit=units).ev() < Solver(rules, deck).ev()


@pytest.mark.clause("MD-RET 12.C")
@pytest.mark.parametrize("limit", ["15/2", pytest.param("1/2", marks=pytest.mark.slow)])
def test_run_em_twice_by_settling_every_deal(limit: str) -> None:
    units, deck = Fraction(limit), (16, 17, 32, 33, 36, 37, 48)
    rules = limited(ret_rules("low-and-high"), units)
    value = Settler(rules, deck).ev()
    assert value == Solver(rules, deck, limit=units).ev() < Solver(rules, deck).ev()


def a_round(rules: Rules, draw: random.Random) -> tuple[FinishedSeat, Board]:
    """Random cards and bets, played to the end."""
    game = rules.game
    deck = list(game.deck.cards)
    draw.shuffle(deck)
    own = tuple(deck.pop() for _ in range(game.own_cards))
    board = {area: tuple(deck.pop() for _ in range(count)) for area, count in rules.areas.items()}
    stakes: dict[str, int] = {}
    for wager in rules.wagers:
        if not wager.optional:
            times = draw.choice(wager.size.multiples or (1,))
            stakes[wager.name] = times * stakes.get(wager.size.base or "", UNIT)
    back = frozenset(name for name in ("bet-1", "bet-2") if name in stakes and draw.random() < 0.4)
    return FinishedSeat(1, "p", own, stakes, back), board


@pytest.mark.parametrize("game", [LET_IT_RIDE, RUN_EM_TWICE, DOUBLE_DRAW, PENNSYLVANIA])
def test_a_round_brings_what_the_settlement_pays(game: Game) -> None:
    """The results that figures are made of, over random rounds with limits that often cut."""
    draw, cut = random.Random(20), 0
    for _ in range(1_000):
        units = Fraction(draw.choice((1, 3, 5, 9, 21)), draw.choice((1, 2)))
        rules = limited(rules_of(game), units)
        plan = main_plan(rules, limit=units)
        seat, board = a_round(rules, draw)
        (settled,) = settle_round(rules, board, {1: seat}, Meters({}, {})).seats
        hands = {rules.hand_of(terms.wager).name: terms.hand for terms in rules.terms.values()}
        cards = SeatCards(board, seat.cards)
        cells = [cards.hand(hands[name]).cell for name in plan.hands]
        riding = [0 if name in seat.withdrawn else seat.stakes[name] for name in plan.wagers]
        stakes = [Fraction(cents, UNIT) for cents in riding]
        assert plan.net(stakes, cells) * UNIT == settled.net
        cut += settled.limited > 0
    assert cut > 20


# The kernels against the general solver -----------------------------------------------------------


@pytest.mark.parametrize("limit", ["1/2", "3", "23/3", "40", "301/2"])
@pytest.mark.parametrize(("table", "ranks"), [("A", SMALL), ("C", MIXED), ("B", WHEEL_RANKS)])
def test_let_it_ride(table: str, ranks: tuple[int, ...], limit: str) -> None:
    units, deck = Fraction(limit), deck_of(ranks)
    solver = Solver(rules_of(LET_IT_RIDE, main=table), deck, limit=units)
    solution, game = solver.solve(), LetItRide(LIR_MAIN[table], FIVE_CARD, ranks, units)
    kernel = game.solution
    assert solution.ev == kernel.ev
    assert average_wagered(solution) == average_wagered(kernel)
    assert by_net(solution) == by_net(kernel)
    draw = random.Random(limit)
    for _ in range(10):
        *three, fourth = draw.sample(deck, 4)
        withdraw, ride = solver.decision(three)
        assert (ride.ev, withdraw.ev) == game.first_decision(three)
        for back in ((), ("bet-1",)):
            withdraw, ride = solver.decision(three, [fourth], withdrawn=back)
            second = game.second_decision(three, fourth, withdrawn_bet_1=bool(back))
            assert (ride.ev, withdraw.ev) == second


RET_CASES = [
    ("low-and-high", (0, 8, 12), False, "7"),
    ("high-only", (0, 1, 2), True, "9/2"),
    ("low-and-high", (4, 8, 12), False, "100/3"),
    pytest.param("low-and-high", SMALL, False, "5", marks=pytest.mark.slow),
    pytest.param("low-and-high", SMALL, False, "100/3", marks=pytest.mark.slow),
    pytest.param("low-and-high", (0, 1, 2, 3), True, "9/2", marks=pytest.mark.slow),
    pytest.param("high-only", (0, 1, 2, 3), True, "40", marks=pytest.mark.slow),
    pytest.param("low-and-high", (0, 1, 2, 3), False, "1/2", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("wheel", "ranks", "strict", "limit"), RET_CASES)
def test_run_em_twice(wheel: str, ranks: tuple[int, ...], strict: bool, limit: str) -> None:
    """The value, the distribution, the money in play and the folds."""
    units = Fraction(limit)
    solution = Solver(ret_rules(wheel, strict=strict), deck_of(ranks), limit=units).solve()
    free = ret_kernel(wheel, ranks, strict=strict)
    game = LimitedRunEmTwice(free, units)
    found = game.solve()
    assert solution.ev == game.ev == ev(found) < free.ev
    assert by_net(solution) == by_net(found)
    assert average_wagered(solution) == average_wagered(found)
    folds = [by_fold(solution).get(name, 0) for name in ("first-run", "second-run", "center")]
    assert folds == [Fraction(count, found.deals) for count in deals_by_fold(found)]


def test_a_limit_that_cuts_nothing_changes_nothing() -> None:
    free = ret_kernel("low-and-high", (0, 8, 12))
    high = LimitedRunEmTwice(free, Fraction(10_001, 3))
    assert high.solve().endings == free.solution.endings
    lir = LetItRide(LIR_MAIN["A"], FIVE_CARD, MIXED)
    assert replace(lir, limit=Fraction(3_001)).solution.endings == lir.solution.endings


@pytest.mark.parametrize("limit", ["1/2", "17/3", "30"])
@pytest.mark.parametrize("ranks", [SMALL, WHEEL_RANKS])
def test_run_em_twice_decisions(ranks: tuple[int, ...], limit: str) -> None:
    """Second and third decisions after bets of any size."""
    units, deck, draw = Fraction(limit), deck_of(ranks), random.Random(f"{ranks} {limit}")
    solver = Solver(ret_rules("low-and-high"), deck, limit=units)
    game = LimitedRunEmTwice(ret_kernel("low-and-high", ranks), units)
    for number in range(12):
        *cards, left, right, top, bottom = draw.sample(deck, 6)
        bets = [Fraction(draw.randint(4, 12), 4) for _ in range(2)]
        by_name = dict(zip(("first-run", "second-run"), bets, strict=True))
        third = solver.decision(cards, [left, right, top, bottom], bets=by_name)
        found = game.decision(cards, [left, right, top, bottom], bets)
        assert [choice.ev for choice in third] == list(found.values())
        if number < 2:
            second = solver.decision(cards, [left, right], bets={"first-run": bets[0]})
            found = game.decision(cards, [left, right], bets[:1])
            assert [choice.ev for choice in second] == list(found.values())


def test_every_bet_may_be_best_under_a_limit() -> None:
    """Four to a flush: the limit is where the second, or the third, ante on the center brings
    nothing more. So the ends of the range of bets are not enough.
    """
    free = ret_kernel("low-and-high", tuple(range(13)))
    cards, board = parse_cards("Ah 7h"), parse_cards("2h 9h 3c Jd")
    bets = {}
    for limit in (17, 25, 100):
        found = LimitedRunEmTwice(free, Fraction(limit)).decision(cards, board, [1, 1])
        bets[limit] = best(found)
    assert bets == {17: 1, 25: 2, 100: 3}


@pytest.mark.parametrize(
    ("bonus", "strict", "ranks", "jokers", "limit"),
    [
        ("A", False, (0, 9, 12), 1, "9"),
        ("B", True, (10, 11, 12), 1, "121/2"),
        pytest.param("B", True, (0, 9, 11, 12), 0, "100/3", marks=pytest.mark.slow),
        pytest.param("A", True, (9, 10, 11, 12), 2, "12", marks=pytest.mark.slow),
    ],
)
def test_double_draw(
    bonus: str, strict: bool, ranks: tuple[int, ...], jokers: int, limit: str
) -> None:
    units, deck = Fraction(limit), deck_of(ranks, jokers)
    rules = dd_rules(bonus, strict=strict)
    solution = Solver(rules, deck, limit=units).solve()
    rows = kernel_for(rules, deck, units).rows()
    deals = sum(row.combinations for row in rows)
    assert solution.ev == sum(row.net * row.combinations for row in rows) / deals
    chances: Counter[Fraction] = Counter()
    for row in rows:
        chances[row.net] += row.combinations
    assert by_net(solution) == {net: Fraction(count, deals) for net, count in (+chances).items()}


# Strategy cards -----------------------------------------------------------------------------------


def test_following_the_card_of_let_it_ride() -> None:
    """Deal by deal without a limit it is worth what the card says; under one, no more than the
    best play.
    """
    game = LetItRide(LIR_MAIN["A"], FIVE_CARD, MIXED)
    card = LetItRideCard(game)
    assert value_following(card, game) == card.ev
    under = replace(game, limit=Fraction(9))
    made = let_it_ride_card(under, "Let It Ride", "A", "base bet")
    assert (made.ev, made.card_ev) == (under.ev, value_following(card, under))
    assert made.card_ev <= made.ev < game.ev


def test_following_the_card_of_run_em_twice() -> None:
    """What the limit takes from the card, against every deal played by the card."""
    free = ret_kernel("low-and-high", (0, 8, 12))
    card, game = RunEmTwiceCard(free), LimitedRunEmTwice(free, Fraction(20, 3))
    deals = sum(own.combinations for own in free.grid)
    total = sum(own.combinations * _followed(card, game, own) for own in free.grid)
    assert total / deals == card.ev - mean_cut_following(card, game) <= game.ev


def _followed(card: RunEmTwiceCard, game: LimitedRunEmTwice, own: OwnCards) -> Fraction:
    """The mean result of all boards of two own cards that are played by the card."""
    if own.best == FOLD:
        return Fraction(-ANTES)
    live, total, deals = card.game.live(own.cards).tolist(), Fraction(0), 0
    for left_right in combinations(live, 2):
        bet_2 = second_bet(card, own.cards, left_right)
        others = [one for one in live if one not in left_right]
        for top_bottom in combinations(others, 2):
            bet_3 = third_bet(card, own.cards, (*left_right, *top_bottom)) if bet_2 else FOLD
            for center in set(others) - set(top_bottom):
                deals += 1
                if bet_3 == FOLD:
                    total -= ANTES + own.best + bet_2
                    continue
                first, second = (
                    card.game.ranking.evaluate([*own.cards, *pair, center]).cell
                    for pair in (left_right, top_bottom)
                )
                total += game.net((own.best, bet_2, bet_3), first, second)
    return total / deals


# Figures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "stake", "value"),
    [
        ("A", 15, "-37963/1082900"),
        ("A", 100, "-1647/41650"),
    ],
)
def test_let_it_ride_figures(table: str, stake: int, value: str) -> None:
    """The whole deck with a limit of $50,000."""
    rules = replace(rules_of(LET_IT_RIDE, main=table), payout_limit_cents=5_000_000)
    found = analyze_main(rules, stake=Fraction(stake), cache=False)
    assert found.ev == Fraction(value)
    assert found.stake == stake
    assert found.payout_limit == 50_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stake", "value"),
    [(300, "-323794187/2633883525")],
)
def test_run_em_twice_figures(stake: int, value: str) -> None:
    """All deals with a limit of $50,000. The values are those of a plain enumeration in C that
    shares no code with the product.
    """
    assert analyze_main(rules_of(RUN_EM_TWICE), stake=Fraction(stake)).ev == Fraction(value)


def test_a_limit_counts_only_where_it_cuts() -> None:
    rules = rules_of(RUN_EM_TWICE)
    assert most_units(rules) == 3_302
    assert limit_units(rules, Fraction(100)) == 500
    assert limit_units(rules, None) is None
    assert cutting_limit(rules, None) is None
    assert cutting_limit(rules, Fraction(3_302)) is None
    assert cutting_limit(rules, Fraction(3_301)) == 3_301
    assert keys.main_key(rules, None) == keys.main_key(rules)
    assert len({keys.main_key(rules, limit) for limit in (None, Fraction(1), Fraction(2))}) == 3


def test_the_value_falls_with_the_limit() -> None:
    rules = rules_of(LET_IT_RIDE, main="A")
    limits = [Fraction(limit) for limit in (1, 3, 10, 50, 150, 600, 3_000)]
    values = []
    for limit in limits:
        rows = results.main_rows(rules, limit=limit, cache=False)
        deals = sum(row.combinations for row in rows)
        values.append(sum(row.net * row.combinations for row in rows) / deals)
    assert values == sorted(set(values))
    assert values[-1] == Fraction(-37963, 1082900)


def test_best_play_changes_under_a_limit() -> None:
    """Four to a royal flush: under a limit that one bet reaches, a second bet only can lose."""
    rules = rules_of(LET_IT_RIDE, main="A")
    situation = Situation(tuple(parse_cards("As Ks Qs")), tuple(parse_cards("Js")))
    (free,) = strategy(rules, [situation])
    (under,) = strategy(rules, [situation], limit=Fraction(1))
    assert (free.best.action, under.best.action) == ("ride", "withdraw")


# `analyze` ----------------------------------------------------------------------------------------


def test_analyze_with_a_table_has_both_limits() -> None:
    table = replace(
        rules_of(LET_IT_RIDE, main="A"),
        minimum_cents=1_000,
        maximum_cents=10_000,
        payout_limit_cents=5_000_000,
    )
    (found,) = analyze(LET_IT_RIDE, paytables=table.paytables, wager="main", table=table)
    assert (found.ev, found.stake, found.payout_limit) == (Fraction(-37963, 1082900), None, None)
    assert [(one.stake, one.ev) for one in found.at_limits] == [
        (Fraction(10), Fraction(-37963, 1082900)),
        (Fraction(100), Fraction(-1647, 41650)),
    ]
    (stated,) = analyze(
        LET_IT_RIDE, paytables=table.paytables, wager="main", table=table, stake=Fraction(100)
    )
    assert (stated.ev, stated.at_limits) == (Fraction(-1647, 41650), ())
    assert stated.payout_limit == 50_000


def test_analyze_values_a_progressive_at_the_resets_of_the_table() -> None:
    house = rules_of(LET_IT_RIDE, progressive="A")
    assert house.progressive is not None
    doubled = {name: 2 * units for name, units in house.progressive.resets.items()}
    table = replace(house, progressive=replace(house.progressive, resets=doubled))

    def found(**options: object) -> Fraction:
        (one,) = analyze(
            LET_IT_RIDE,
            paytables=house.paytables,
            wager="progressive",
            **options,  # type: ignore[arg-type]  # the table and the meters
        )
        assert one.progressive is not None
        return one.progressive.meters["meter"]

    least = found()
    assert found(table=table) == 2 * least
    assert found(table=table, meters={"meter": Fraction(12_345)}) == 12_345


def test_a_limit_needs_a_stake() -> None:
    with pytest.raises(BadInputError, match="stake of one unit is known"):
        analyze(LET_IT_RIDE, wager="main", limit=Fraction(50_000))
