"""Side wagers by the solver against the counts, and what it pays against settled rounds."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from solver_cases import LET_IT_RIDE, RUN_EM_TWICE, SIDE_WAGERS, deck_of, rules_of

from fairdeal.cards import Card, rank_of
from fairdeal.games import GAMES
from fairdeal.hands import FIVE_CARD, SIX_CARD, Ranking
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernels.counts import best_five_counts, better_run_counts, hand_counts
from fairdeal.lab.solver import Solver, solve_side
from fairdeal.lab.solver.plan import Turn
from fairdeal.rulebook.game import Game, Reveal, SeatCards
from fairdeal.rulebook.rules import house_rules
from fairdeal.table.meters import Meters
from fairdeal.table.payout import FinishedSeat, settle_round

# Side wagers --------------------------------------------------------------------------------------


def ranks_of_deck(deck: Iterable[Card]) -> tuple[int, ...]:
    return tuple(sorted({rank_of(card) for card in deck}))


@pytest.mark.parametrize(("game", "name", "table"), SIDE_WAGERS, ids=str)
def test_side_wagers(game: Game, name: str, table: str) -> None:
    """Every table of every side wager, hand by hand against the counts that `lab` uses."""
    rules = rules_of(game, {}, **{name.replace("-", "_"): table})
    wager = game.wager[name]
    chosen = table_for(rules, wager)
    deck = deck_of((0, 8, 9, 10, 11, 12) if chosen.ranking.size < 5 else (0, 1, 2, 3, 12))
    if name == "progressive" and game is RUN_EM_TWICE:
        deck = deck_of((0, 9, 12))
    found = solve_side(rules, name, deck)
    if name == "progressive" and game is RUN_EM_TWICE:
        counts = better_run_counts(FIVE_CARD, ranks_of_deck(deck))
    else:
        counts = hand_counts(chosen.ranking, ranks_of_deck(deck))
    probabilities = [Fraction(weight, found.total) for weight in found.by_cell]
    assert probabilities == [counts.probability(cell) for cell in range(len(found.by_cell))]
    assert sum(probabilities) == 1
    paid = sum(n * pays for n, pays in zip(found.by_cell, found.pays, strict=True))
    assert Fraction(paid) / found.total == counts.ev(found.pays)


@pytest.mark.parametrize("wheel", ["low-and-high", "high-only"])
@pytest.mark.parametrize("hand", ["better-run", "first-run", "community", "best-of-seven"])
def test_progressive_hand_under_every_reading(hand: str, wheel: str) -> None:
    rules = rules_of(RUN_EM_TWICE, {"progressive-hand": hand, "wheel": wheel})
    ranks = (0, 1, 12) if hand == "better-run" else (0, 1, 2, 3, 12)
    (ranking,) = {
        ranking for parts in (Solver(rules, deck_of(ranks)).plan.parts) for _, ranking in parts
    }
    ways: dict[str, Callable[[Ranking, tuple[int, ...]], Counts]] = {
        "better-run": better_run_counts,
        "first-run": hand_counts,
        "community": hand_counts,
        "best-of-seven": lambda ranking, ranks: best_five_counts(7, ranking, ranks),
    }
    counts = ways[hand](ranking, ranks)
    found = solve_side(rules, "progressive", deck_of(ranks))
    assert [Fraction(weight, found.total) for weight in found.by_cell] == [
        counts.probability(cell) for cell in range(len(found.by_cell))
    ]


def test_super_royals() -> None:
    """The six highest ranks, where the super royals are; diamonds are told from the other suits."""
    rules = rules_of(LET_IT_RIDE, six_card_bonus="A")
    found = solve_side(rules, "six-card-bonus", deck_of(range(7, 13)))
    counts = hand_counts(SIX_CARD, tuple(range(7, 13)))
    assert found.total == counts.deals == comb(24, 6)
    assert [Fraction(weight, found.total) for weight in found.by_cell] == [
        counts.probability(cell) for cell in range(len(found.by_cell))
    ]
    assert found.by_cell[-1] * 3 == found.by_cell[-2] > 0


# Settlement ---------------------------------------------------------------------------------------


def turned_up(game: Game, board: Mapping[str, Sequence[Card]]) -> list[Card]:
    """The board's cards in the order in which the round turns them up."""
    left = {area: list(cards) for area, cards in board.items()}
    order = []
    for step in game.round:
        if isinstance(step, Reveal):
            for area in step.areas:
                count = step.count or len(left[area])
                order += left[area][:count]
                del left[area][:count]
    return order


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_pays_what_settlement_pays(game: Game) -> None:
    """Real rounds settled in cents, main and side wagers, against what the solver counts with."""
    rules = replace(house_rules(game), payout_limit_cents=None)
    solver, draw = Solver(rules, symmetry=False), random.Random(game.name)
    plan, layout = solver.plan, solver.tree.layout
    resets = rules.progressive.resets if rules.progressive else {}
    sides = [wager.name for wager in rules.wagers if wager.side]
    side_pays = {name: solve_side(rules, name, range(16)).pays for name in sides}
    for _ in range(300):
        # Cards of few ranks, so that paying hands come up.
        pool = deck_of(draw.sample(range(13), 4), game.deck.jokers)
        cards = draw.sample(pool, game.own_cards + sum(area.cards for area in game.areas))
        own, rest, board = tuple(cards[: game.own_cards]), cards[game.own_cards :], {}
        for area in game.areas:
            board[area.name] = tuple(rest[: area.cards])
            del rest[: area.cards]
        state, up = layout.put(own, 0), turned_up(game, board)
        for stage in plan.stages:
            if isinstance(stage, Turn):
                state |= layout.put(up[: stage.count], stage.group)
                del up[: stage.count]
        stakes = dict.fromkeys(sides, 100) | {name: draw.choice((100, 300)) for name in plan.wagers}
        seat = FinishedSeat(1, "p", own, stakes)
        (settled,) = settle_round(rules, board, {1: seat}, Meters(resets, resets)).seats
        cells = solver.tree.cells(state)
        for row in settled.rows:
            if row.wager in side_pays:
                hand = SeatCards(board, own).hand(rules.terms[row.wager].hand)
                unit = side_pays[row.wager][hand.cell]
            else:
                line = plan.lines[plan.line_of[plan.wagers.index(row.wager)]]
                unit = line.pays[cells[line.hand]]
            assert row.net == row.stake * unit
