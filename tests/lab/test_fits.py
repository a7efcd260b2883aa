"""A kernel or a fast count answers only what it was written for; everything else goes to the solver
that knows no game, or is not answered at all.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from solver_cases import DOUBLE_DRAW, LET_IT_RIDE, RUN_EM_TWICE, deck_of

from fairdeal.cards import STANDARD_52, WITH_TWO_JOKERS, parse_cards
from fairdeal.errors import BadInputError
from fairdeal.hands import FIVE_CARD, FIVE_CARD_ACE_HIGH, THREE_CARD
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.kernels import kernel_for, kernel_of
from fairdeal.lab.kernels.counts import fast_counts
from fairdeal.lab.kernels.double_draw.kernel import DoubleDrawKernel
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.solver.plan import side_plan
from fairdeal.rulebook.game import OWN, BetterOf, Draw, Game, HandOf, Reveal, Settle, Step, TakeBack
from fairdeal.rulebook.paytable import STANDARD, Paytables
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.rulebook.wager import AnyAmount, Times, Wager


def with_wager(game: Game, name: str, **changes: object) -> Game:
    """The game with one of its wagers changed."""
    wagers = tuple(
        replace(wager, **changes) if wager.name == name else wager  # type: ignore[arg-type]
        for wager in game.wagers
    )
    return replace(game, wagers=wagers)


# Kernels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "kernel"),
    [
        (LET_IT_RIDE, LetItRideKernel),
        (RUN_EM_TWICE, RunEmTwiceKernel),
        (DOUBLE_DRAW, DoubleDrawKernel),
    ],
    ids=str,
)
def test_a_kernel_is_found_under_any_name(game: Game, kernel: type[Kernel]) -> None:
    assert type(kernel_of(house_rules(game))) is kernel
    renamed = replace(game, name="other", title="Other", jurisdiction="atlantis")
    assert type(kernel_of(house_rules(renamed))) is kernel


def higher_bets(game: Game) -> Game:
    return with_wager(game, "first-run", size=Times("first-ante", 1, 5))


def other_center(game: Game) -> Game:
    first = game.wager["first-run"].hand
    return with_wager(game, "center", hand=first)


def draws_two(game: Game) -> Game:
    steps = [replace(s, up_to=2) if isinstance(s, Draw) and s.up_to == 3 else s for s in game.round]
    return replace(game, round=tuple(steps))


def turned_at_once(game: Game) -> Game:
    """Both community cards before the second decision."""
    steps: list[Step] = []
    for step in game.round:
        if isinstance(step, Reveal) and step.areas == ("community",):
            if not any(isinstance(one, Reveal) for one in steps):
                steps.append(replace(step, count=2))
        else:
            steps.append(step)
    return replace(game, round=tuple(steps))


def one_take_back(game: Game) -> Game:
    steps = [s for s in game.round if not (isinstance(s, TakeBack) and s.wager == "bet-2")]
    return replace(game, round=tuple(steps))


def without_wheel(game: Game) -> Game:
    hand = HandOf((OWN, "community"), FIVE_CARD_ACE_HIGH, name="other five cards")
    for bet in ("bet-1", "bet-2", "bet-3"):
        game = with_wager(game, bet, hand=hand)
    return game


@pytest.mark.parametrize(
    ("game", "change"),
    [
        (LET_IT_RIDE, lambda game: replace(game, deck=WITH_TWO_JOKERS)),
        (LET_IT_RIDE, turned_at_once),
        (LET_IT_RIDE, one_take_back),
        (LET_IT_RIDE, without_wheel),
        (RUN_EM_TWICE, lambda game: replace(game, deck=WITH_TWO_JOKERS)),
        (RUN_EM_TWICE, higher_bets),
        (RUN_EM_TWICE, other_center),
        (DOUBLE_DRAW, draws_two),
    ],
)
def test_it_steps_back_where_the_data_differ(game: Game, change: Callable[[Game], Game]) -> None:
    """Under the game's own name: names say nothing."""
    changed = change(game)
    assert changed.name == game.name
    assert type(kernel_of(house_rules(changed))) is PlainKernel


def test_a_bet_of_five_is_not_answered_as_three() -> None:
    rules = house_rules(higher_bets(RUN_EM_TWICE))
    own, board = parse_cards("Ac Ad"), parse_cards("Ah As Kd 2c")
    bets = {"first-run": Fraction(5), "second-run": Fraction(1)}
    (decision,) = strategy(rules, [Situation(own, board, bets=bets)])
    less = {"first-run": Fraction(3), "second-run": Fraction(1)}
    (other,) = strategy(rules, [Situation(own, board, bets=less)])
    # Two antes more on four aces, which are there whatever the center is, at 40 to 1.
    assert decision.best.ev - other.best.ev == 80


def test_small_decks_step_back_too() -> None:
    rules = house_rules(LET_IT_RIDE)
    whole = deck_of((0, 8, 9, 12))
    assert type(kernel_for(rules, whole)) is LetItRideKernel
    for deck in (whole[1:], [*whole, 52], deck_of((3,))):
        assert type(kernel_for(rules, deck)) is PlainKernel


# Games that have no value in units ----------------------------------------------------------------


def test_what_does_not_grow_with_the_stake_is_not_answered() -> None:
    """Dollars for a main bet have a value for one stake only, and none was named."""
    rules = house_rules(LET_IT_RIDE)
    table = rules.paytables["main"].paying({"royal flush": "$10,000"})
    changed = replace(rules, paytables={**rules.paytables, "main": table})
    with pytest.raises(BadInputError, match=r"bet-1 pays \$10,000 for royal flush, whatever"):
        analyze_main(changed, cache=False)


def test_two_bets_of_any_size_are_not_answered() -> None:
    """What one of them is in units of the other, nobody knows."""
    game = with_wager(LET_IT_RIDE, "bet-2", size=AnyAmount(binding=True))
    with pytest.raises(BadInputError, match="what bet-2 is in units of the base bet"):
        analyze_main(house_rules(game), cache=False)


# Side bets ----------------------------------------------------------------------------------------


def side(game: Game, name: str, hand: HandOf | BetterOf, pays: Paytables | None = None) -> Game:
    """The game with another hand for a side bet."""
    wager = game.wager[name]
    return with_wager(game, name, hand=hand, pays=pays or wager.pays)


BEST_THREE = HandOf((OWN, "community"), THREE_CARD, name="best three of five")


@pytest.mark.parametrize(
    "changed",
    [
        side(LET_IT_RIDE, "three-card-bonus", BEST_THREE),
        # Two hands that share own cards only, and two that are one.
        side(
            RUN_EM_TWICE,
            "five-card-bonus",
            BetterOf(
                HandOf((OWN, "left", "right", "top"), FIVE_CARD, name="a"),
                HandOf((OWN, "left", "right", "center"), FIVE_CARD, name="b"),
                name="better of two",
            ),
        ),
        side(
            replace(LET_IT_RIDE, deck=WITH_TWO_JOKERS),
            "three-card-bonus",
            HandOf((OWN,), THREE_CARD, name="own three"),
        ),
        # Eight cards: own, community and the bonus box.
        side(
            LET_IT_RIDE,
            "five-card-bonus",
            HandOf((OWN, "community", "bonus"), FIVE_CARD, name="best five of eight"),
        ),
    ],
    ids=["three of five", "better of two", "54 cards", "five of eight"],
)
def test_what_no_fast_count_was_written_for(changed: Game) -> None:
    """Found before: such hands were counted as three cards, as a cross, as 52 cards, or refused."""
    names = ("three-card-bonus", "five-card-bonus")
    counted = {
        name: fast_counts(side_plan(house_rules(changed), changed.wager[name]), changed.deck.cards)
        for name in names
        if name in changed.wager
    }
    assert None in counted.values()


@pytest.mark.slow
def test_the_best_three_of_five_is_worth_what_it_is() -> None:
    """Over every deal of five; three cards alone are worth -128/5525, which was the answer once."""
    game = side(LET_IT_RIDE, "three-card-bonus", BEST_THREE)
    first, *_ = analyze(game, wager="three-card-bonus")
    assert first.ev == Fraction(432521, 108290)


def test_a_side_bet_on_cards_that_are_drawn_is_not_answered() -> None:
    """It is settled on the last hand, which depends on what the player keeps for the main game."""
    hand = DOUBLE_DRAW.wager["bonus"].hand
    assert isinstance(hand, HandOf)
    pays = replace(DOUBLE_DRAW.wager["bonus"].pays, name="lucky")
    tables = tuple(replace(table, group="lucky", name=STANDARD) for table in pays.tables[:1])
    lucky = Wager(
        "lucky",
        "Lucky",
        clause="MD-DD .07E(1)",
        size=AnyAmount(),
        hand=hand,
        pays=replace(pays, tables=tables),
        settled="MD-DD .11D(3)",
        side=True,
    )
    steps = [replace(s, wagers=()) if isinstance(s, Settle) else s for s in DOUBLE_DRAW.round]
    game = replace(
        DOUBLE_DRAW, wagers=(*DOUBLE_DRAW.wagers, lucky), round=tuple(steps), layout=None
    )
    with pytest.raises(BadInputError, match="depends on how a player draws"):
        analyze(game, wager="lucky")


def test_a_standard_deck_is_what_it_was() -> None:
    """The printed games go on being counted fast."""
    for game in (LET_IT_RIDE, RUN_EM_TWICE):
        rules = house_rules(game)
        for wager in rules.wagers:
            if wager.side:
                assert fast_counts(side_plan(rules, wager), STANDARD_52.cards) is not None
