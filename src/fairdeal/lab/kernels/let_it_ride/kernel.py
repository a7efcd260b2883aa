"""The kernel of Let It Ride: endings, decisions, the strategy card and joint figures."""

from collections.abc import Sequence
from enum import Enum, auto
from fractions import Fraction

from fairdeal.cards import Card
from fairdeal.hands import FIVE_CARD, SIX_CARD
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures.analysis import Row, cell_label
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payouts import table_for
from fairdeal.lab.kernel import JointResults, Kernel
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.let_it_ride.limited_seen import limited_gain
from fairdeal.lab.kernels.let_it_ride.seen_hands import value_knowing
from fairdeal.lab.kernels.let_it_ride.side_bet_joint import six_card_joint
from fairdeal.lab.kernels.let_it_ride.strategy_card import let_it_ride_card
from fairdeal.lab.kernels.tables import whole_ranks
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.plan import MINE, Parts, Plan, Ride, Turn, main_plan
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point
from fairdeal.rulebook.wager import Wager


class LetItRideKernel(Kernel):
    """Solves games with three equal bets on five cards: three own and two of the board. One bet may
    be taken back before the first card of the board is turned up, another before the second.
    """

    def __init__(self, rules: Rules, plan: Plan, deck: tuple[Card, ...]) -> None:
        super().__init__(rules, plan, deck)
        self._table = table_for(rules, rules.game.wager[plan.wagers[0]])
        ranks = whole_ranks(deck)
        assert ranks is not None, "the deck fits"
        self.game = LetItRide(plan.lines[0].pays, ranks=ranks, limit=plan.limit)

    @classmethod
    def fits(cls, plan: Plan, deck: tuple[Card, ...]) -> bool:
        """Return whether a plan has two decisions about two of three bets that one table pays on
        one hand.
        """
        turn = Turn(MINE, 1)
        match plan.stages:
            case (Ride(first), one, Ride(second), other) if first != second:
                return (
                    (one, other) == (turn, turn)
                    and (plan.own_cards, plan.opening, len(plan.lines)) == (3, (1, 1, 1), 1)
                    and plan.parts == ((((MINE,), FIVE_CARD),),)
                    and whole_ranks(deck) is not None
                )
        return False

    def rows(self, progress: Progress | None = None) -> list[Row]:
        """Return every ending by the five cards and the bets in action."""
        del progress
        nets = self.game.nets
        by_cell = sorted(self.game.solution.by_cell_and_units.items(), reverse=True)
        return [
            Row(*cell_label(self._table, cell), nets[units - 1][cell], Fraction(units), count)
            for (cell, units), count in by_cell
        ]

    def decide(self, situations: Sequence[Situation]) -> list[Decision]:
        """Return the values of letting a bet ride and of withdrawing it."""
        return [self._one(situation) for situation in situations]

    def card(self, progress: Progress | None = None) -> StrategyCard:
        """Return the card that lists the hands that ride."""
        del progress
        game = self._rules.game
        return let_it_ride_card(self.game, game.title, self._table.name, game.unit)

    def gain(
        self,
        dead: int,
        samples: int,
        seed: int,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Gain:
        """Return the exact gain, however many cards are dead; under a payout limit an estimate."""
        if self._plan.limit is not None:
            return limited_gain(self.game, dead, samples, seed, progress)
        known = value_knowing(self.game, dead, workers, progress)
        return Gain(known - self.game.ev)

    def main_by_side_cell(
        self, side: Wager, progress: Progress | None = None
    ) -> list[Fraction] | None:
        """Return the split for a side bet on the same five cards, or on six cards, of which three
        are a separate hand.
        """
        del progress
        plan = main_plan(self._rules, side)
        if plan.parts == (self._plan.parts[0],) * 2:
            split = [Fraction(0)] * len(self.game.pays)
            solution = self.game.solution
            for (cell, units), count in solution.by_cell_and_units.items():
                split[cell] += solution.nets[units - 1][cell] * Fraction(count, solution.deals)
            return split
        if _hand(plan, plan.parts[-1]) is not _Hand.SIX:
            return None
        return six_card_joint(self.game).main_by_cell(self.game.nets)

    def joint_cells(
        self, one: Wager, other: Wager, progress: Progress | None = None
    ) -> list[list[int]] | None:
        """Return the counts for a side bet on six cards with one on the five cards or on the own
        cards.
        """
        plan = main_plan(self._rules, one, other)
        first, second = (_hand(plan, parts) for parts in plan.parts[-2:])
        if first is _Hand.SIX and second is not _Hand.SIX:
            transposed = self.joint_cells(other, one, progress)
            return transposed and [list(row) for row in zip(*transposed, strict=True)]
        if second is not _Hand.SIX:
            return None
        if first is _Hand.FIVE:
            return six_card_joint(self.game).with_five()
        if first is _Hand.OWN:
            ((_, ranking),) = plan.parts[-2]
            return six_card_joint(self.game).with_own(ranking)
        return None

    def joint_results(
        self, sides: Sequence[Wager], progress: Progress | None = None
    ) -> JointResults | None:
        """Return the counts for side bets on the own cards, the five cards and six cards."""
        del progress
        plan = main_plan(self._rules, *sides)
        hands = [_hand_beside(plan, parts) for parts in plan.parts[len(plan.parts) - len(sides) :]]
        rankings = {
            parts[0][1]
            for hand, parts in zip(hands, plan.parts[len(plan.parts) - len(sides) :], strict=True)
            if hand is _Hand.OWN
        }
        if None in hands or len(rankings) > 1:
            return None
        joint = six_card_joint(self.game, *rankings)
        order = (_Hand.OWN, _Hand.FIVE, _Hand.SIX)
        found: dict[tuple[Fraction, tuple[int, ...]], int] = {}
        for (net, cells), count in joint.results(self.game.nets).items():
            key = net, tuple(cells[order.index(hand)] for hand in hands if hand)
            found[key] = found.get(key, 0) + count
        return found

    def _one(self, situation: Situation) -> Decision:
        point = find_point(self._rules.game, situation)
        if point.number == 0:
            values = self.game.first_decision(situation.cards)
        else:
            values = self.game.second_decision(
                situation.cards,
                situation.board[0],
                withdrawn_bet_1=bool(situation.withdrawn),
            )
        choices = (Choice("ride", values.ride), Choice("withdraw", values.withdraw))
        return Decision(choices, choices[0] if values.rides else choices[1])


class _Hand(Enum):
    """The hand that a side bet is decided by."""

    OWN = auto()
    FIVE = auto()
    SIX = auto()


def _hand(plan: Plan, parts: Parts) -> _Hand | None:
    """Return the hand that decides a side bet of a plan; None if it is none of those known here."""
    match plan.stages:
        case (Ride(), Turn(group=board), Ride(), Turn(), Turn(group=aside, count=3)):
            pass
        case _:
            return None
    match parts:
        case (((own,), ranking),) if own == MINE and ranking.size == plan.own_cards:
            return _Hand.OWN
        case ((groups, ranking),) if groups == tuple(sorted((MINE, board))):
            return _Hand.FIVE if ranking is FIVE_CARD else None
        case ((groups, ranking),) if groups == tuple(sorted((MINE, aside))):
            return _Hand.SIX if ranking is SIX_CARD else None
        case _:
            return None


def _hand_beside(plan: Plan, parts: Parts) -> _Hand | None:
    """Return the hand that decides a side bet of a plan which has any number of side bets."""
    turned = {stage.group: stage.count for stage in plan.stages if isinstance(stage, Turn)}
    match parts:
        case ((groups, ranking),) if groups == plan.parts[0][0][0]:
            return _Hand.FIVE if ranking is FIVE_CARD else None
        case (((own,), ranking),) if own == MINE and ranking.size == plan.own_cards:
            return _Hand.OWN
        case (((own, aside), ranking),) if own == MINE and turned.get(aside) == 3:
            return _Hand.SIX if ranking is SIX_CARD else None
        case _:
            return None
