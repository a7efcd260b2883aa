"""Games that nobody plays, made up at random from a seed: shapes, sizes of bets, hands, paytables.

About every second one has exactly the shape that a kernel was written for, under other names and
with tables of its own; the others differ from it in something, or have a shape that none has.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from fairdeal.cards import JOKER, STANDARD_52, WITH_TWO_JOKERS, Card
from fairdeal.games import registered
from fairdeal.hands import (
    FIVE_CARD,
    FIVE_CARD_ACE_HIGH,
    FIVE_CARD_WITH_JOKERS,
    MINI,
    THREE_CARD,
    TWO_CARD,
    Ranking,
)
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.game import (
    OWN,
    SEATS,
    Area,
    BetOrFold,
    BetterOf,
    Deal,
    Dealing,
    Direction,
    Draw,
    Game,
    HandOf,
    HandSpec,
    Reveal,
    Settle,
    Step,
    TakeBack,
)
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.paytable import Paytable, PaytableLine, Paytables
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import AnyAmount, Equal, Size, Times, Wager
from fairdeal.wire.games import load

# The one invented game that has a file lends its procedure to all others.
with registered():
    (THREE_STREETS,) = load(Path(__file__).parent.parent / "games" / "three_streets.py")

#: Shapes that are made up.
SHAPES: Final = ("ride", "cross", "draw", "streets")


@dataclass(frozen=True)
class Invented:
    """A game with the rules it is offered under, a small deck to play it with, and a part of it
    that is hardly enough for a round.
    """

    seed: int
    shape: str
    rules: Rules
    deck: tuple[Card, ...]
    tiny: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.shape} {self.seed}"


class Inventor:
    """Everything is drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.seed = seed
        self.shape = SHAPES[seed % len(SHAPES)]
        #: Whether the shape is one that a kernel knows, as far as it depends on this file.
        self.exact = self.draw.random() < 0.6

    def invent(self) -> Invented:
        """The game of the seed."""
        shapes = {
            "ride": self._ride,
            "cross": self._cross,
            "draw": self._draw,
            "streets": self._streets,
        }
        game = shapes[self.shape]()
        deck = self._deck(game)
        rules = house_rules(game)
        enough = main_plan(rules).cards + (1 if self.shape in ("ride", "streets") else 0)
        tiny = tuple(sorted(self.draw.sample(deck, enough)))
        return Invented(self.seed, self.shape, rules, deck, tiny)

    # Shapes ---------------------------------------------------------------------------------------

    def _ride(self) -> Game:
        """Bets that may be taken back, five cards."""
        own = 3 if self.exact else self.draw.choice((2, 3, 4))
        bets = ["north", "east", "south"][: 3 if self.exact else self.draw.choice((2, 3))]
        ranking = FIVE_CARD if self.exact else self._five()
        hand = HandOf((OWN, "plain"), ranking, name="whole")
        pays = self._table("main", ranking)
        backs = bets[:2] if self.exact else self.draw.sample(bets, self.draw.choice((1, 2)))
        board = 5 - own
        steps: list[Step] = []
        for number in range(max(board, len(backs))):
            if number < len(backs):
                steps.append(TakeBack(backs[number], "XX-TS 11.B", back_clause="XX-TS 11.B(1)"))
            if number < board:
                steps.append(Reveal(("plain",), "XX-TS 11.C", count=1))
        wagers = [self._wager(bet, hand, pays, Equal(bets[0])) for bet in bets]
        wagers[0] = replace(wagers[0], size=AnyAmount(binding=True))
        return self._game(own, {"plain": board}, wagers, steps)

    def _cross(self) -> Game:
        """Two runs, and a bet on the better one."""
        ranking = self._five()
        high = 3 if self.exact else self.draw.choice((1, 2, 5))
        first = HandOf((OWN, "west", "middle"), ranking, name="one run")
        second = HandOf((OWN, "south", "middle"), ranking, name="other run")
        better: HandSpec = BetterOf(first, second, name="better")
        if not self.exact and self.draw.random() < 0.4:
            better = first
        ante, run = self._table("main", ranking), self._table("run", ranking)
        wagers = [
            self._wager("ante", first, ante, AnyAmount(binding=True)),
            self._wager("blind", second, ante, Equal("ante")),
            self._wager("run", first, run, Times("ante", 1, high)),
            self._wager("rerun", second, run, Times("blind", 1, high)),
            self._wager("final", better, run, Times("ante", 1, high)),
        ]
        steps: list[Step] = [
            self._bet("run"),
            Reveal(("west",), "XX-TS 11.C"),
            self._bet("rerun"),
            Reveal(("south",), "XX-TS 11.E"),
            self._bet("final"),
            Reveal(("middle",), "XX-TS 11.F(2)"),
        ]
        return self._game(2, {"west": 2, "south": 2, "middle": 1}, wagers, steps)

    def _draw(self) -> Game:
        """Five cards, two draws."""
        ranking = FIVE_CARD_WITH_JOKERS
        hand = HandOf((OWN,), ranking, name="whole")
        main, bonus = self._table("main", ranking), self._table("bonus", ranking)
        first = 3 if self.exact else self.draw.choice((1, 2))
        size: Size = Equal("ante") if self.exact else Times("ante", 1, self.draw.choice((1, 2)))
        wagers = [
            self._wager("ante", hand, main, AnyAmount(binding=True)),
            self._wager("bonus", hand, bonus, Equal("ante")),
            self._wager("buy", hand, main, size),
            self._wager("rebuy", hand, bonus, Equal("ante")),
        ]
        steps: list[Step] = [self._bet("buy"), self._drawing(first)]
        steps += [self._bet("rebuy"), self._drawing(1)]
        if not self.exact and self.draw.random() < 0.5:
            steps, wagers = steps[:2], wagers[:3]
        return self._game(5, {}, wagers, steps, jokers=True)

    def _streets(self) -> Game:
        """Bets of several sizes, the best hand of own cards and board: a shape without kernel."""
        ranking = self.draw.choice((FIVE_CARD, FIVE_CARD_ACE_HIGH, THREE_CARD))
        own, board = self.draw.choice(((2, 3), (3, 2), (1, 4), (2, 4)))
        hand = HandOf((OWN, "flop", "river"), ranking, name="best")
        main, pays = self._table("main", ranking), self._table("bet", ranking)
        wagers = [
            self._wager("ante", hand, main, AnyAmount(binding=True)),
            self._wager("bet", hand, pays, Times("ante", 1, self.draw.choice((1, 2, 4)))),
        ]
        steps: list[Step] = [
            Reveal(("flop",), "XX-TS 11.C"),
            self._bet("bet"),
            Reveal(("river",), "XX-TS 11.E"),
        ]
        if self.draw.random() < 0.3:
            steps = [steps[1], steps[0], steps[2]]
        return self._game(own, {"flop": board - 1, "river": 1}, wagers, steps)

    # Parts ----------------------------------------------------------------------------------------

    def _five(self) -> Ranking:
        return self.draw.choice((FIVE_CARD, FIVE_CARD_ACE_HIGH))

    def _wager(self, name: str, hand: HandSpec, pays: Paytables, size: Size) -> Wager:
        return Wager(
            name,
            name.title(),
            clause="XX-TS 7.A",
            size=size,
            hand=hand,
            pays=pays,
            settled="XX-TS 11.H",
        )

    def _bet(self, wager: str) -> BetOrFold:
        return BetOrFold(wager, "XX-TS 11.D", fold_clause="XX-TS 11.D(1)")

    def _drawing(self, up_to: int) -> Draw:
        return Draw(up_to, "XX-TS 11.C", collect_clause="XX-TS 11.D", replace_clause="XX-TS 11.E")

    def _table(self, group: str, ranking: Ranking) -> Paytables:
        """Some lines, paid anyhow: a higher hand need not pay more than a lower one."""
        lowest = self.draw.randint(1, len(ranking.cells) - 3)
        lines = []
        for cell in reversed(range(lowest, len(ranking.cells))):
            odds = self.draw.choice(
                (
                    f"{self.draw.randint(1, 60)} to 1",
                    f"{self.draw.randint(1, 9)} to {self.draw.choice((1, 2))}",
                    f"{self.draw.randint(1, 4)} for 1",
                    "push",
                )
            )
            lines.append(PaytableLine(ranking.cells[cell], Odds.parse(odds), "XX-TS 12.A"))
        table = Paytable("A", group, "XX-TS 12.A", ranking, tuple(lines))
        return Paytables(group, "XX-TS 12.A", (table,))

    def _side(self, own: int, areas: dict[str, int]) -> list[Wager]:
        """A side bet on whatever lies there."""
        size = {OWN: own} | areas
        places = self.draw.sample(list(size), self.draw.randint(1, len(size)))
        cards = sum(size[place] for place in places)
        rankings = (FIVE_CARD, FIVE_CARD_ACE_HIGH, THREE_CARD, MINI, TWO_CARD)
        fitting = [ranking for ranking in rankings if ranking.size <= cards]
        if not fitting:
            return []
        ranking = self.draw.choice(fitting)
        hand: HandSpec = HandOf(tuple(places), ranking, name="side hand")
        if {"west", "south", "middle"} <= set(size) and self.draw.random() < 0.5:
            ranking = self._five()
            one = HandOf((OWN, "west", "middle"), ranking, name="side one")
            places = [OWN, self.draw.choice(("south", "west")), "middle"]
            other = HandOf(tuple(places), ranking, name="side other")
            hand = BetterOf(one, other, name="side better")
        pays = self._table("side", ranking)
        return [replace(self._wager("side", hand, pays, AnyAmount()), side=True)]

    def _game(
        self,
        own: int,
        areas: dict[str, int],
        wagers: Sequence[Wager],
        steps: Sequence[Step],
        *,
        jokers: bool = False,
    ) -> Game:
        script = (
            Deal(own, SEATS, "XX-TS 8.B"),
            *(Deal(count, area, "XX-TS 8.B") for area, count in areas.items() if count),
        )
        draws = any(isinstance(step, Draw) for step in steps)
        sides = [] if draws or jokers else self._side(own, areas)
        return replace(
            THREE_STREETS,
            name=f"invented-{self.seed}",
            title=f"Invented {self.seed}",
            deck=WITH_TWO_JOKERS if jokers else STANDARD_52,
            seats=5,
            wagers=(*wagers, *sides),
            areas=tuple(Area(area, "XX-TS 2.A") for area, count in areas.items() if count),
            dealing=dict.fromkeys(Dealing, script),
            round=(*steps, Settle("XX-TS 11.H", Direction.CLOCKWISE)),
            procedure=replace(THREE_STREETS.procedure, stub_in_play=draws),
        )

    def _deck(self, game: Game) -> tuple[Card, ...]:
        """A few whole ranks; now and then a card is missing, or there are jokers."""
        count = {"ride": 5, "cross": 3, "draw": 2, "streets": 4}[self.shape]
        ranks = sorted(self.draw.sample(range(13), count))
        deck = [4 * rank + suit for rank in ranks for suit in range(4)]
        if game.deck.jokers:
            deck += [JOKER + number for number in range(self.draw.choice((0, 1, 2)))]
            if len(deck) < 9:
                deck.append(JOKER)
        if not self.exact and self.draw.random() < 0.4:
            deck.pop(self.draw.randrange(4))
        return tuple(deck)


def invented(seed: int) -> Invented:
    """The game of a seed."""
    return Inventor(seed).invent()
