"""Chapter 7: how much a wager may be, and several wagers placed at once."""

from dataclasses import replace

import pytest
from chapters import told
from felt import Felt, at, at_round, dealt, file_rules, rules_of

from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.wager import OneOf, Times
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.legal import legal_actions

# Amounts ------------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.14A", "COMAR 36.05.03.14D", "MD-LIR 7.E(1)", "MD-RET 7.E(1)")
@pytest.mark.clause("MD-DD .07E(1)")
@pytest.mark.parametrize(
    ("game", "wager"),
    [("let-it-ride", "bet-1"), ("run-em-twice", "first-ante"), ("double-draw", "ante")],
)
def test_minimum_maximum_and_chip_step(game: str, wager: str) -> None:
    felt = at(game, minimum_cents=1_000, maximum_cents=5_000, chip_step_cents=500)
    clause = felt.game.wager[wager].clause
    for cents in (-1_000, 0, 500, 5_500, 1_250):
        felt.refuses(cmd.Bet(seat=1, wager=wager, cents=cents), clause)
    for cents in (1_000, 1_500, 5_000):
        felt.bet(1, wager, cents)
    assert felt.purse(1) == -5_000, "a raised wager is one wager"
    (action,) = [a for a in legal_actions(felt.state, 1) if a.wager == wager]
    assert (action.least_cents, action.most_cents, action.step_cents) == (1_000, 5_000, 500)


def test_the_maximum_binds_antes_and_side_bets() -> None:
    """Reading maximum: a side bet too, unless the rules file sets its own; no bet in the round."""
    felt = at("run-em-twice", maximum_cents=1_000).base(1, cents=1_000)
    pairs = cmd.Bet(seat=1, wager="ultimate-pairs", cents=1_100)
    felt.refuses(pairs, "MD-RET 7.E(2)(b)", "from $1 to $10")
    felt.bet(1, "ultimate-pairs", 1_000)
    felt.refuses(cmd.Bet(seat=1, wager="second-ante", cents=1_100), "MD-RET 7.E(1)")
    felt.dealer()
    felt.bet(1, "first-run", 3_000)
    own = {"ultimate-pairs": 5_000}
    other = at("run-em-twice", maximum_cents=1_000, side_maximum_cents=own).base(1, cents=1_000)
    other.bet(1, "ultimate-pairs", 5_000)
    other.refuses(cmd.Bet(seat=1, wager="ultimate-pairs", cents=5_100), "MD-RET 7.E(2)(b)")
    other.refuses(cmd.Bet(seat=1, wager="five-card-bonus", cents=1_100), "MD-RET 7.E(2)(a)")


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice"])
def test_progressive_stakes_are_one_dollar_or_five(game: str) -> None:
    felt = at(game).base(1)
    clause = felt.game.wager["progressive"].clause
    for cents in (0, 200, 499, 600):
        felt.refuses(cmd.Bet(seat=1, wager="progressive", cents=cents), clause, "$1 or $5")
    felt.bet(1, "progressive", 100)
    felt.bet(1, "progressive", 500)
    assert felt.state.seats[1].stakes["progressive"] == 500


@pytest.mark.clause("MD-RET 12.H")
def test_an_operator_may_take_one_progressive_stake_only() -> None:
    rules = file_rules(
        "operator = 'x'\njurisdiction = 'maryland'\ngame = 'run-em-twice'\nminimum = 5\n"
        "maximum = 50\nchip-step = 5\ndealing = 'manual-shoe'\nshuffling = 'manual'\ndecks = 1\n"
        "[paytables]\nprogressive = 'A'\n"
        "[progressive]\nstakes = [5]\nrate = { meter = 0.1 }\nreset = { meter = 10000 }\n"
    )
    felt = Felt(rules).sit(1).base(1)
    felt.refuses(cmd.Bet(seat=1, wager="progressive", cents=100), "MD-RET 7.E(2)(c)", "$5")
    felt.bet(1, "progressive", 500)


@pytest.mark.clause("MD-LIR 7.E(3)")
def test_the_five_card_bonus_of_let_it_ride_is_one_dollar() -> None:
    """Reading five-card-stake."""
    felt = at("let-it-ride").base(1)
    felt.refuses(cmd.Bet(seat=1, wager="five-card-bonus", cents=500), "MD-LIR 7.E(3)", "$1")


@pytest.mark.clause("MD-LIR 7.E(1)", "MD-RET 7.E(1)")
@pytest.mark.parametrize(
    ("game", "base", "side"),
    [
        ("let-it-ride", "bet-1", "three-card-bonus"),
        ("run-em-twice", "first-ante", "ultimate-pairs"),
    ],
)
def test_the_maximum_binds_side_bets_of_any_amount_too(game: str, base: str, side: str) -> None:
    felt = at_round(game, maximum_cents=10_000)
    most = felt.game.wager[base].clause
    felt.refuses(cmd.Bet(1, base, 10_100), most, "$100")
    felt.refuses(cmd.Bet(1, side, 10_100), felt.game.wager[side].clause, "from $1 to $100")
    felt.bet(1, side, 10_000)
    felt.bet(1, side, 100)


def test_a_side_bet_may_have_a_maximum_of_its_own() -> None:
    text = """
operator = "Test"
jurisdiction = "maryland"
game = "run-em-twice"
minimum = 5
maximum = 100
chip-step = 1
dealing = "manual-shoe"
shuffling = "manual"
decks = 1
[paytables]
five-card-bonus = "standard"
ultimate-pairs = "A"
[side-maximum]
ultimate-pairs = 25
five-card-bonus = 300
"""
    felt = Felt(file_rules(text))
    felt.sit(1)
    felt.dealer()
    felt.base(1)
    felt.refuses(cmd.Bet(1, "ultimate-pairs", 2_600), "MD-RET 7.E(2)(b)", "from $1 to $25")
    felt.bet(1, "ultimate-pairs", 2_500)
    felt.bet(1, "five-card-bonus", 30_000)
    felt.refuses(cmd.Bet(1, "first-ante", 10_100), "MD-RET 7.E(1)", "from $5 to $100")


@pytest.mark.clause("MD-RET 11.B(1)(a)")
def test_a_bet_of_three_antes_may_go_over_the_maximum() -> None:
    felt = at("run-em-twice", maximum_cents=10_000).base(1, cents=10_000)
    felt.dealer()
    felt.bet(1, "first-run", 30_000)


def invented(size: OneOf | Times, wager: str = "first-run") -> Felt:
    """Run 'Em Twice as another text might have it, with another size for one bet."""
    house = rules_of("run-em-twice")
    wagers = tuple(
        replace(one, size=size) if one.name == wager else one for one in house.game.wagers
    )
    felt = Felt(replace(house_rules(replace(house.game, wagers=wagers))))
    felt.sit(1)
    felt.dealer()
    felt.base(1)
    return felt


def test_whole_multiples_of_an_invented_game() -> None:
    felt = invented(Times("first-ante", 1, 3, whole=True))
    felt.dealer()
    (_, bet) = legal_actions(felt.state)
    assert (bet.least_cents, bet.most_cents, bet.step_cents) == (500, 1500, 500)
    ((words, clause),) = told(felt)
    assert clause == "MD-RET 11.B(1)"
    assert "$5, $10 or $15" in words
    felt.refuses(
        cmd.Bet(1, "first-run", 700), "MD-RET 11.B(1)(a)", "no whole multiple of first-ante"
    )
    felt.refuses(cmd.Bet(1, "first-run", 2000), "MD-RET 11.B(1)(a)", "from $5 to $15")
    felt.refuses(cmd.Bet(1, "first-run", 400), "MD-RET 11.B(1)(a)", "from $5 to $15")
    felt.bet(1, "first-run", 1000)


def test_one_of_several_amounts_of_an_invented_game() -> None:
    felt = invented(OneOf((500, 2_500)))
    felt.dealer()
    (_, bet) = legal_actions(felt.state)
    assert bet.amounts_cents == (500, 2_500)
    ((words, _),) = told(felt)
    assert "$5 or $25" in words
    felt.refuses(cmd.Bet(1, "first-run", 1_000), "MD-RET 11.B(1)(a)", "must be $5 or $25")
    felt.bet(1, "first-run", 2_500)


def test_one_of_several_amounts_before_the_deal() -> None:
    felt = invented(OneOf((200, 1_000)), "ultimate-pairs")
    offered = {action.wager: action.amounts_cents for action in legal_actions(felt.state, 1)}
    assert offered["ultimate-pairs"] == (200, 1_000)
    felt.refuses(cmd.Bet(1, "ultimate-pairs", 500), "MD-RET 7.E(2)(b)", "must be $2 or $10")
    felt.bet(1, "ultimate-pairs", 1_000)


# Several at once ----------------------------------------------------------------------------------


def test_several_wagers_are_placed_at_once_or_none() -> None:
    felt = at("let-it-ride")
    base = {"bet-3": 500, "bet-1": 500, "bet-2": 500}
    events = felt.play(cmd.PlaceBets(seat=1, cents={"five-card-bonus": 100, **base}))
    # In the order of the text, so that what needs another wager finds it.
    assert [(e.wager, e.cents) for e in events] == [  # type: ignore[attr-defined]
        *(("bet-1", 500), ("bet-2", 500), ("bet-3", 500), ("five-card-bonus", 100))
    ]
    changed = felt.play(cmd.PlaceBets(seat=1, cents={"bet-1": 700, "progressive": 100}))
    assert changed == [
        ev.WagerTakenBack(1, "bet-1", 500),
        ev.WagerPlaced(1, "bet-1", 700),
        ev.WagerPlaced(1, "progressive", 100),
    ]
    assert felt.purse(1) == -700 - 500 - 500 - 100 - 100


@pytest.mark.parametrize(
    ("cents", "clause", "words"),
    [
        ({}, "MD-LIR 7.C", "name a wager"),
        ({"bet-1": 500, "ante": 500}, "MD-LIR 7.E", "no wager"),
        ({"bet-1": 500, "bet-2": 50}, "MD-LIR 7.E(1)", "from"),
        (
            {"bet-1": 500, "bet-2": 500, "bet-3": 500, "progressive": 200},
            "MD-LIR 7.E(6)",
            "$1 or $5",
        ),
        ({"progressive": 100}, "MD-LIR 7.E(6)", "after"),
    ],
)
def test_one_wrong_wager_of_several_places_none(
    cents: dict[str, int], clause: str, words: str
) -> None:
    at("let-it-ride").refuses(cmd.PlaceBets(seat=1, cents=cents), clause, words)


def test_nothing_is_placed_after_no_more_bets() -> None:
    felt = dealt("run-em-twice")
    run = cmd.PlaceBets(seat=1, cents={"first-run": 500})
    felt.refuses(run, "MD-RET 7.D", "no more bets")


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_an_amount_of_one_table_is_never_that_of_another(game: str) -> None:
    """Bets that are in order are remembered for all tables: what is kept of them are no amounts. A
    program may write $15 as 1500.0 cents, and whoever bets 1500 afterwards bets a whole number.
    """
    rules = rules_of(game)
    for cents in (1_500.0, 1_500):
        felt = Felt(rules).sit(1)
        felt.dealer()
        names = [name for name, (wager, _) in rules.to_place.items() if not wager.side]
        placed = felt.play(cmd.PlaceBets(seat=1, cents=dict.fromkeys(names, cents)))  # type: ignore[arg-type]
        found = [event.cents for event in placed if isinstance(event, ev.WagerPlaced)]
        assert found == [cents] * len(names)
        assert {type(one) for one in found} == {type(cents)}
