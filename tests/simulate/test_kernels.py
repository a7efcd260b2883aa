"""The kernel engine plays the same rounds as the table engine: cards, decisions, cents."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from fairdeal.cards import STANDARD_52, WITH_TWO_JOKERS, Deck
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.kernels import kernel_of
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.simulate.engines import KERNEL, TABLE, choose_engine
from fairdeal.simulate.figures import kind_of_cell
from fairdeal.simulate.kernel_engine import kernel_engine, refusal
from fairdeal.simulate.kernels.deal import (
    DealConstants,
    deal_buffer,
    deal_rounds,
    dealing,
    philox_words,
)
from fairdeal.simulate.philox import RoundDeck, philox4x32, round_words
from fairdeal.simulate.plan import plan_of
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.run import simulate_rounds
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import tally_rounds
from fairdeal.simulate.workers import Workers
from fairdeal.submission.check import check

RULES = Path(__file__).parents[2] / "examples" / "rules"
LIR, RET, PA, DD = (
    house_rules(find_game(*name))
    for name in (
        ("let-it-ride",),
        ("run-em-twice", "maryland"),
        ("run-em-twice", "pennsylvania"),
        ("double-draw",),
    )
)


def rules_of(path: Path) -> Rules:
    """The rules of an example file."""
    rules = check(path.read_text(encoding="utf-8")).rules
    assert rules is not None
    return rules


def with_tables(rules: Rules, **tables: str) -> Rules:
    """The same rules with other paytables."""
    groups = rules.game.paytables
    chosen = {
        name.replace("_", "-"): next(
            table for table in groups[name.replace("_", "-")].tables if table.name == one
        )
        for name, one in tables.items()
    }
    meters = {meter.name: meter for table in chosen.values() for meter in table.meters}
    changed = replace(rules, paytables={**rules.paytables, **chosen})
    if not meters or rules.progressive is None:
        return changed
    progressive = replace(
        rules.progressive,
        rates=dict.fromkeys(meters, 1_000),
        resets={name: one.least_reset_cents * 10_000 for name, one in meters.items()},
    )
    return replace(changed, progressive=progressive)


def settings_of(
    rules: Rules, *strategies: str, main: int | None = None, **options: int
) -> Settings:
    """A run with every side bet, a strategy for each seat."""
    optional = [name for name, (wager, _) in rules.to_place.items() if wager.optional]
    bets = {name: Fraction(rules.limits[name].least, CENTS) for name in optional}
    if main is not None:
        bets["main"] = Fraction(main)
    return run_settings(
        rules,
        options.get("rounds", 100),
        options.get("seed", 11),
        strategies=strategies,
        bets=bets,
        session=20,
        bankroll=Fraction(60),
        per_hour=1,
    )


def agree(settings: Settings, rounds: int, first: int = 0) -> None:
    """Play rounds with both engines and compare each of them, and the counts."""
    assert refusal(settings) is None
    kernel, table = kernel_engine(settings), TableEngine(settings)
    played = list(table.rounds(first, rounds))
    assert list(kernel.rounds(first, rounds)) == played
    assert kernel.tally(first, rounds).document() == tally_rounds(settings, played).document()


CASES = {
    "let-it-ride": (LIR, 60),
    "let-it-ride B": (with_tables(LIR, main="B", progressive="B", three_card_bonus="B"), 40),
    "let-it-ride E by hand": (
        replace(
            with_tables(LIR, progressive="E"),
            dealing=Dealing.HAND,
            shuffling=Shuffling.AUTOMATED,
        ),
        40,
    ),
    "let-it-ride from a reshuffler": (
        replace(LIR, dealing=Dealing.AUTOMATED_SHOE, shuffling=Shuffling.RESHUFFLING),
        40,
    ),
    "run-em-twice": (RET, 12),
    "run-em-twice high wheel": (
        replace(
            RET, readings={**RET.readings, "wheel": "high-only", "progressive-hand": "community"}
        ),
        8,
    ),
    "run-em-twice first run": (
        replace(
            RET,
            readings={**RET.readings, "progressive-hand": "first-run"},
            dealing=Dealing.AUTOMATED_SHOE,
            shuffling=Shuffling.COUNTING,
        ),
        8,
    ),
    "pennsylvania": (PA, 12),
    "double-draw": (DD, 12),
    **{path.stem: (rules_of(path), 12) for path in sorted(RULES.glob("*.toml"))},
}


@pytest.mark.parametrize(
    "case", [name for name, (one, _) in CASES.items() if one.game is not DD.game]
)
def test_best_play_round_for_round(case: str) -> None:
    rules, rounds = CASES[case]
    agree(settings_of(rules, "best"), rounds)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("strategy", ["always", "never", "cautious"])
def test_simple_play_round_for_round(case: str, strategy: str) -> None:
    rules, _ = CASES[case]
    agree(settings_of(rules, strategy), 8, first=2**33)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["best", "card", "always", "never", "cautious"])
@pytest.mark.parametrize("bonus", ["A", "B"])
def test_double_draw_round_for_round(strategy: str, bonus: str) -> None:
    agree(settings_of(with_tables(DD, bonus=bonus), strategy), 300)


@pytest.mark.parametrize("case", ["run-em-twice", "pennsylvania"])
def test_the_card_of_run_em_twice_round_for_round(case: str) -> None:
    settings = settings_of(CASES[case][0], "card")
    agree(settings, 60)
    # All kinds of decisions come up.
    decided = {one.seats[0].decisions for one in kernel_engine(settings).rounds(0, 3_000)}
    unit = settings.unit
    for number, name in enumerate(settings.rules.game.folds):
        bets = {made[number] for made in decided if len(made) > number}
        assert {"fold", f"{name} {unit}", f"{name} {3 * unit}"} >= bets > {f"{name} {3 * unit}"}


def test_the_card_of_double_draw_round_for_round() -> None:
    settings = settings_of(DD, "card")
    agree(settings, 60)
    # All kinds of decisions come up: folds at both draws, and every number of cards thrown.
    decided = {one.seats[0].decisions for one in kernel_engine(settings).rounds(0, 2_000)}
    thrown = [
        {len(made[place].split()) - 1 for made in decided if len(made) > place} for place in (1, 3)
    ]
    assert thrown == [{0, 1, 2, 3}, {0, 1}]
    assert {len(made) for made in decided if made[-1] == "fold"} == {1, 3}


SEATS = {
    "let-it-ride": (LIR, ("best", "always", "card", "cautious", "never", "best", "always"), 12),
    "run-em-twice": (RET, ("card", "always", "never", "cautious", "card", "always"), 12),
    "pennsylvania": (PA, ("always", "card"), 12),
    "double-draw": (DD, ("always", "cautious", "never", "cautious", "cautious", "cautious"), 24),
    # All 54 cards are used where every seat draws four.
    "double-draw by the card": (DD, ("card",) * 6, 24),
}


@pytest.mark.parametrize("case", SEATS)
def test_several_seats_round_for_round(case: str) -> None:
    rules, strategies, rounds = SEATS[case]
    agree(settings_of(rules, *strategies), rounds)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RET, DD], ids=["run-em-twice", "double-draw"])
def test_best_play_of_several_seats_round_for_round(rules: Rules) -> None:
    agree(settings_of(rules, *("best", "card", "best", "cautious", "best", "best")), 150)


@pytest.mark.parametrize(
    "rules",
    [LIR, replace(RET, readings={**RET.readings, "progressive-hand": "community"})],
    ids=["own hands", "community hand"],
)
def test_seats_share_meters_and_envy_in_both_engines(rules: Rules) -> None:
    """Rounds in which somebody wins a share of a meter: the next seat sees what is left of it."""
    settings = settings_of(rules, *("always",) * 5)
    numbers = sorted({hit.round for hit in kernel_engine(settings).tally(0, 60_000).hits})
    assert numbers
    for number in numbers[:3]:
        agree(settings, 2, first=number)
    (told,) = kernel_engine(settings).rounds(numbers[0], 1)
    if rules is LIR:
        assert sum(seat.envy for seat in told.seats) > 0
    else:
        assert len(told.hits) == 5


@pytest.mark.parametrize("one_player", [True, False])
def test_a_plan_of_several_seats_in_both_engines(one_player: bool) -> None:
    settings = plan_of(
        settings_of(LIR, "always", "card", "never", rounds=40),
        {"stop_loss": 200, "raise_after_loss": 2, "raise_most": 10, "one_player": one_player},
    )
    plain = simulate_rounds(settings, engine=TABLE).document()
    assert simulate_rounds(settings, engine=KERNEL).document() == plain


def test_best_play_under_a_payout_limit() -> None:
    limited = replace(LIR, payout_limit_cents=20_000)
    settings = settings_of(limited, "best", main=100, seed=3)
    agree(settings, 60)
    free = settings_of(LIR, "best", main=100, seed=3)
    ours = kernel_engine(settings).tally(0, 20_000).counts
    assert sum(count for key, count in ours.items() if key[0] == "limited") > 0
    assert ours != kernel_engine(free).tally(0, 20_000).counts


def test_the_document_does_not_depend_on_engine_and_threads() -> None:
    settings = replace(settings_of(LIR, "always", rounds=2_000), session=100)
    plain = simulate_rounds(settings, engine=TABLE).document()
    assert simulate_rounds(settings, engine=KERNEL).document() == plain
    assert simulate_rounds(settings, engine=KERNEL, workers=Workers(count=2)).document() == plain


def test_many_rounds_agree_with_the_exact_values() -> None:
    """A million rounds: every wager within five standard errors of its exact value."""
    settings = replace(settings_of(LIR, "best", rounds=1_000_000), session=1_000)
    for wager in Simulation(settings, simulate_rounds(settings)).wagers:
        assert abs(wager["z"]) < 5, wager["wager"]
        for hand, chance in wager["exact_hands"].items():
            expected = 1_000_000 * chance
            assert abs(wager["hands"].get(hand, 0) - expected) < 5 * expected**0.5 + 5


def dealt(first: int, count: int, how: DealConstants) -> list[list[int]]:
    """The cards of rounds, from the top of the deck."""
    buffer = deal_buffer(how.places, how.bounds.size)
    deal_rounds(first, count, how, buffer)
    return [buffer.cards[:, number].tolist() for number in range(count)]


@pytest.mark.parametrize("deck", [STANDARD_52, WITH_TWO_JOKERS], ids=["52", "54"])
@pytest.mark.parametrize("cards", [5, 12, 26])
def test_the_compiled_deal_is_the_plain_one(deck: Deck, cards: int) -> None:
    first = 2**32 - 100
    for number, row in enumerate(
        dealt(first, 200, dealing(len(deck), 2**63 + 9, cards)), start=first
    ):
        plain = RoundDeck(deck, 2**63 + 9, number).top(cards)
        ranks = [min(card, 52) for card in row]
        assert ranks == [min(card, 52) for card in plain]


def test_compiled_words_are_rejected_as_plain_ones() -> None:
    """With a bound so high that every second word is rejected, over several blocks."""
    how = dealing(52, 5, 12)
    high = how._replace(bounds=np.full_like(how.bounds, 1 << 31))
    for number, row in enumerate(dealt(0, 50, high)):
        words, deck, place = round_words(5, number), list(range(52)), 0
        while place < 12:
            rest, chosen = next(words), []
            for at in range(place, place + 3):
                other, rest = divmod(rest * (52 - at), 2**32)
                chosen.append(at + other)
            if rest < 1 << 31:
                continue
            for at, other in zip(range(place, place + 3), chosen, strict=True):
                deck[at], deck[other] = deck[other], deck[at]
            place += 3
        assert row == deck[:12]


def test_compiled_words_are_the_published_ones() -> None:
    zero = np.zeros(2, np.uint64)
    published = 0x6627E8D5 ^ 0xE169C58D ^ 0xBC57AC4C ^ 0x9B00DBD8
    assert int(philox_words(0, 1, zero)) == published
    other = np.array([7, 9], np.uint64)
    words = [philox4x32((number, 0, 0, 0), (7, 9)) for number in range(3)]
    assert int(philox_words(0, 3, other)) == sum(a ^ b ^ c ^ d for a, b, c, d in words)
    assert list(islice(round_words(9 << 32 | 7, 2), 4)) == list(words[2])


def test_what_a_kernel_refuses() -> None:
    seven = replace(RET, readings={**RET.readings, "progressive-hand": "best-of-seven"})
    assert "side bet" in (refusal(settings_of(seven, "best")) or "")
    assert "best-seen-1" in (refusal(settings_of(LIR, "best-seen-1")) or "")
    full = run_settings(LIR, 5_000, 1, strategies=("best",) * 7)
    assert choose_engine(full) == KERNEL
    mixed = run_settings(LIR, 5_000, 1, strategies=("best", "best-seen-1"))
    assert choose_engine(mixed) == TABLE
    with pytest.raises(BadInputError, match="best-seen-1"):
        choose_engine(mixed, KERNEL)
    assert choose_engine(run_settings(LIR, 5_000, 1)) == KERNEL
    assert choose_engine(run_settings(LIR, 10, 1)) == TABLE


def test_decisions_of_let_it_ride_are_the_labs() -> None:
    """Every kind of two, three and four cards by the lab's own decision, on some of them."""
    kernel = kernel_of(LIR)
    settings = settings_of(LIR, "best")
    for one in islice(kernel_engine(settings).rounds(500, 30), 30):
        seat = one.seats[0]
        own, board = seat.dealt, dict(one.board)["community"]
        first = kernel.decide([Situation(own)])[0].best
        back = ("bet-1",) if first.action == "withdraw" else ()
        second = kernel.decide([Situation(own, board[:1], withdrawn=back)])[0].best
        assert isinstance(second, Choice)
        assert seat.decisions == (first.action, second.action)


def test_kinds_of_cells_are_what_settlements_say() -> None:
    table = LIR.terms["six-card-bonus"].table
    kinds = {kind_of_cell(table, cell) for cell in range(len(table.ranking.cells))}
    assert {"super royal", "pair", "nothing", "royal flush"} <= kinds
    assert not [kind for kind in kinds if kind.startswith("pair of")]
