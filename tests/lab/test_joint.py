"""Wagers beside each other: the kernels' counts, the solver that knows no game, and every deal of a
tiny deck settled by the table's own settlement.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

import pytest
from by_settling import UNIT, Cards
from conftest import Ran
from solved import deals_by_fold
from solver_cases import LET_IT_RIDE, RUN_EM_TWICE, deck_of, rules_of, top_lines

from fairdeal.cards import Card
from fairdeal.errors import NotAResultError
from fairdeal.games import GAMES
from fairdeal.lab.cache import codec, results
from fairdeal.lab.figures.betting_pattern import betting_pattern
from fairdeal.lab.figures.covariance import same_hand
from fairdeal.lab.kernels import kernel_for
from fairdeal.lab.kernels.counts import fast_counts
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.kernels.run_em_twice.kernel import RunEmTwiceKernel
from fairdeal.lab.solver import Solver, best
from fairdeal.lab.solver.plan import side_plan
from fairdeal.rulebook.game import BetOrFold, Game, Reveal, SeatCards, TakeBack
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager
from fairdeal.table.meters import Meters
from fairdeal.table.payout import FinishedSeat, settle_round

PROGRESSIVE_HANDS = ("better-run", "first-run", "community", "best-of-seven")
THREE_RANKS = (2, 3, 4)
TWO_RANKS = (5, 6)


def strict(hand: str, four_of_a_kind: str) -> Rules:
    """Run 'Em Twice where nothing below four of a kind wins, so that rounds are folded."""
    antes = RUN_EM_TWICE.wager["first-ante"].pays
    antes = replace(antes, tables=tuple(top_lines(table, 3) for table in antes.tables))
    game = RUN_EM_TWICE.differs(pays={antes.name: antes})
    main = top_lines(game.paytables["main"].tables[0], 3).paying({"four of a kind": four_of_a_kind})
    return rules_of(game, {"progressive-hand": hand}, main=main)


def sides(rules: Rules) -> list[Wager]:
    return [wager for wager in rules.wagers if wager.optional]


class Round(NamedTuple):
    """A round as far as it is played."""

    own: Cards
    board: Mapping[str, Cards] = {}
    stakes: Mapping[str, int] = {}
    times: Mapping[str, int] = {}
    back: tuple[str, ...] = ()
    folded: bool = False

    def unseen(self, deck: Cards) -> list[Card]:
        seen = {*self.own, *(card for cards in self.board.values() for card in cards)}
        return [card for card in deck if card not in seen]


def rounds(rules: Rules, deck: Cards) -> Iterator[Round]:
    """Every deal, played by what the solver says is best."""
    solver = Solver(rules, deck)
    opening = {
        wager.name: UNIT for wager in rules.wagers if not wager.optional and wager.at is None
    }
    for own in combinations(deck, rules.game.own_cards):
        yield from played(solver, 0, Round(own, stakes=opening))


def played(solver: Solver, at: int, here: Round) -> Iterator[Round]:
    game, deck = solver.rules.game, solver.deck
    if at == len(game.round):
        left = [area for area in game.areas if area.name not in here.board]
        yield from turned(here, deck, [(area.name, area.cards) for area in left])
        return
    step = game.round[at]
    if isinstance(step, Reveal):
        whole = {area.name: area.cards for area in game.areas}
        areas = [(name, step.count or whole[name]) for name in step.areas]
        for seen in turned(here, deck, areas):
            yield from played(solver, at + 1, seen)
        return
    if isinstance(step, TakeBack | BetOrFold) and not here.folded:
        board = [card for area in game.areas for card in here.board.get(area.name, ())]
        choices = solver.decision(here.own, board, bets=dict(here.times), withdrawn=here.back)
        choice = best(choices)
        if choice.action == "withdraw":
            here = here._replace(back=(*here.back, step.wager))
        elif choice.action == "fold":
            here = here._replace(folded=True)
        elif choice.times is not None:
            here = here._replace(
                times={**here.times, step.wager: choice.times},
                stakes={**here.stakes, step.wager: choice.times * UNIT},
            )
    yield from played(solver, at + 1, here)


def turned(here: Round, deck: Cards, areas: list[tuple[str, int]]) -> Iterator[Round]:
    """Cards turned up together: which lies in which area is nothing to hands that look at both."""
    count = sum(number for _, number in areas)
    for cards in combinations(here.unseen(deck), count):
        board, left = dict(here.board), list(cards)
        for area, number in areas:
            board[area] = (*board.get(area, ()), *left[:number])
            del left[:number]
        yield here._replace(board=board)


# Beside the main wagers ---------------------------------------------------------------------------


@pytest.mark.parametrize("hand", PROGRESSIVE_HANDS)
def test_run_em_twice_against_the_solver(hand: str) -> None:
    deck = deck_of(THREE_RANKS)
    folds = Counter[int]()
    for odds in ("8 to 1", "40 to 1"):
        rules = strict(hand, odds)
        kernel = kernel_for(rules, deck)
        assert isinstance(kernel, RunEmTwiceKernel)
        side = rules.game.wager["progressive"]
        split = kernel.main_by_side_cell(side)
        assert split is not None
        assert tuple(split) == Solver(rules, deck, side=side).mean_by_cell()
        assert sum(split) == kernel.game.ev
        folds.update(dict(enumerate(deals_by_fold(kernel.game.solution))))
    assert all(folds[decision] for decision in range(3)), "folded at each of them"


def test_let_it_ride_against_the_solver() -> None:
    table = top_lines(LET_IT_RIDE.paytables["main"].tables[0], 5)
    rules, deck = rules_of(LET_IT_RIDE, main=table), deck_of(THREE_RANKS)
    kernel = kernel_for(rules, deck)
    assert isinstance(kernel, LetItRideKernel)
    for name in ("six-card-bonus", "five-card-bonus"):
        side = rules.game.wager[name]
        split = kernel.main_by_side_cell(side)
        assert split is not None
        assert tuple(split) == Solver(rules, deck, side=side).mean_by_cell()


@pytest.mark.parametrize(
    "rules",
    [*(strict(hand, "8 to 1") for hand in PROGRESSIVE_HANDS), rules_of(LET_IT_RIDE)],
    ids=[*PROGRESSIVE_HANDS, "let-it-ride"],
)
def test_every_deal_settled(rules: Rules) -> None:
    """What the table pays for main wagers and side bets together, in every round there is."""
    deck = tuple(deck_of(TWO_RANKS))
    kernel = kernel_for(rules, deck)
    assert not isinstance(kernel, PlainKernel)
    bets = {side.name: UNIT for side in sides(rules)}
    split: dict[str, Counter[int]] = {name: Counter() for name in bets}
    cells: dict[tuple[str, str], Counter[tuple[int, int]]] = {
        pair: Counter() for pair in permutations(bets, 2)
    }
    deals = folds = 0
    for one in rounds(rules, deck):
        seat = FinishedSeat(
            1, "p", one.own, {**one.stakes, **bets}, frozenset(one.back), one.folded
        )
        (settled,) = settle_round(rules, one.board, {1: seat}, Meters({}, {})).seats
        main = sum(row.net for row in settled.rows if row.wager not in bets)
        seat_cards = SeatCards(one.board, one.own)
        cell = {name: seat_cards.hand(rules.terms[name].hand).cell for name in bets}
        for name in bets:
            split[name][cell[name]] += main
        for pair, counts in cells.items():
            counts[cell[pair[0]], cell[pair[1]]] += 1
        deals += 1
        folds += one.folded
    for name in bets:
        side = rules.game.wager[name]
        solved = Solver(rules, deck, side=side).mean_by_cell()
        assert [split[name][n] / Fraction(UNIT * deals) for n in range(len(solved))] == [*solved]
        if (counted := kernel.main_by_side_cell(side)) is not None:
            assert counted == [*solved]
    assert sum(kernel.main_by_side_cell(rules.game.wager[name]) is not None for name in bets) >= 2
    for pair, counts in cells.items():
        first, second = (rules.game.wager[name] for name in pair)
        together = kernel.joint_cells(first, second)
        if together is not None:
            total = sum(map(sum, together))
            for one_cell, row in enumerate(together):
                for other_cell, count in enumerate(row):
                    assert count * deals == counts[one_cell, other_cell] * total
    assert folds or rules.game is LET_IT_RIDE


# Beside each other --------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", PROGRESSIVE_HANDS)
def test_each_hand_is_dealt_as_often_as_alone(hand: str) -> None:
    """With decks large enough for straights, flushes and the best of seven."""
    rules, deck = rules_of(RUN_EM_TWICE, {"progressive-hand": hand}), deck_of(range(7, 13))
    kernel = kernel_for(rules, deck)
    for one, other in combinations(sides(rules), 2):
        if same_hand(rules, one, other):
            continue
        counts = kernel.joint_cells(one, other)
        assert counts is not None
        for side, alone in (
            (one, [*map(sum, counts)]),
            (other, [*map(sum, zip(*counts, strict=True))]),
        ):
            fast = fast_counts(side_plan(rules, side), deck)
            assert fast is not None
            deals = sum(alone)
            assert [Fraction(n, deals) for n in alone] == [
                *map(fast.probability, range(len(alone)))
            ]


def test_six_cards_beside_five_and_three() -> None:
    """With super royals, which lie in two cells by their suits."""
    rules, deck = rules_of(LET_IT_RIDE), deck_of(range(7, 13))
    kernel = kernel_for(rules, deck)
    six = rules.game.wager["six-card-bonus"]
    dealt = fast_counts(side_plan(rules, six), deck)
    assert dealt is not None
    for name in ("five-card-bonus", "three-card-bonus"):
        counts = kernel.joint_cells(six, rules.game.wager[name])
        assert counts is not None
        deals = sum(map(sum, counts))
        found = [Fraction(sum(row), deals) for row in counts]
        assert found == [*map(dealt.probability, range(len(found)))]
        assert found[-2] == 3 * found[-1] > 0
    split = kernel.main_by_side_cell(six)
    assert split is not None
    assert split[-2] == 3 * split[-1]


# In the whole bet ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_pattern_is_exact(game: Game) -> None:
    """All wagers of a game together, under each reading of the progressive's hand."""
    house = house_rules(game)
    readings = (
        [{}] if game is not RUN_EM_TWICE else [{"progressive-hand": h} for h in PROGRESSIVE_HANDS]
    )
    for chosen in readings:
        rules = replace(house, readings={**house.readings, **chosen})
        stakes = {name: Fraction(1) for name in ("main", *(side.name for side in sides(rules)))}
        found = betting_pattern(rules, stakes)
        assert found.exact
        assert found.variances[0] == found.variances[1] > 0
        for (one, other), covariance in found.covariances.items():
            assert covariance is not None
            # Cauchy and Schwarz.
            assert covariance**2 <= found.wagers[one].variance * found.wagers[other].variance


def test_a_reading_of_the_same_hand_is_the_same_wager() -> None:
    """Under the reading `community` the progressive looks at what Five Card Bonus looks at: their
    squares are each other's, whatever way they were counted.
    """
    rules = rules_of(RUN_EM_TWICE, {"progressive-hand": "community"})
    bonus, progressive = rules.game.wager["five-card-bonus"], rules.game.wager["progressive"]
    assert results.main_by_side_cell(rules, bonus) == results.main_by_side_cell(rules, progressive)
    other = rules_of(RUN_EM_TWICE, {"progressive-hand": "better-run"})
    assert results.main_by_side_cell(other, progressive) != results.main_by_side_cell(
        rules, progressive
    )


@pytest.mark.parametrize(
    "spoilt", [["1/2"], ["1/0"], [], ["0"] * 22, "no list"], ids=["short", "1/0", "[]", "0", "text"]
)
def test_parts_that_do_not_add_up_are_no_parts(spoilt: list[str]) -> None:
    with pytest.raises(NotAResultError):
        codec.decode_split(spoilt, Fraction(-1, 3), 22)


def test_counts_that_are_not_those_of_each_hand_are_not_believed() -> None:
    told = [["1", "2"], ["3", "6"]]
    assert codec.decode_joint(told, (1, 3), (2, 4)) == [[1, 2], [3, 6]]
    for wrong in ([["2", "1"], ["3", "6"]], [["1", "2"]], [["1"], ["3"]], []):
        with pytest.raises(NotAResultError):
            codec.decode_joint(wrong, (1, 3), (2, 4))


@pytest.mark.parametrize(
    "pattern",
    [
        ("let-it-ride", "main=10", "five-card-bonus=1", "three-card-bonus=5", "progressive=1"),
        pytest.param(
            ("run-em-twice", "main=15", "five-card-bonus=5", "ultimate-pairs=5", "progressive=1"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_command_tells_no_bounds(pattern: Sequence[str], fairdeal: Callable[..., Ran]) -> None:
    found = fairdeal("bet", *pattern, "--json").json
    assert set(found["is"].values()) == {"exact"}
    assert all(one["covariance"] is not None for one in found["covariances"])
    assert isinstance(found["standard_deviation"], float)
    assert "bounds" not in fairdeal("bet", *pattern).out
