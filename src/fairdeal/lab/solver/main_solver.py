"""The general solver for the main wagers: their value under the best play, and every decision."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb

from fairdeal.cards import Card, card_text
from fairdeal.english import did_you_mean, quoted
from fairdeal.errors import NotSolvableError
from fairdeal.lab.decisions.decision import Choice
from fairdeal.lab.progress import Progress
from fairdeal.lab.solver.ending_counts import count_endings
from fairdeal.lab.solver.game_tree import GameTree, Move, Node
from fairdeal.lab.solver.layout import Layout, alike_columns, cards_of
from fairdeal.lab.solver.plan import DEAD, MINE, Bet, Exchange, Ride, Turn, main_plan
from fairdeal.lab.solver.results import Amount, Ending, Solution, Stakes
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager


class Solver:
    """Solves the wagers that must be made, for one seat, under an operator's rules and with any
    deck.

    Values are in units of the base bet, and so is a payout `limit`. With `symmetry`, suits that are
    alike are found by evaluating every hand of the deck, and are treated as one; a decision with
    fewer deals to come than that is answered without it. `side` is a side bet whose hand is also
    evaluated (`mean_by_cell`).
    """

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card] | None = None,
        *,
        symmetry: bool = True,
        side: Wager | None = None,
        limit: Fraction | None = None,
    ) -> None:
        self.rules = rules
        self.plan = main_plan(rules, *([] if side is None else [side]), limit=limit)
        self.deck = tuple(sorted(rules.game.deck.cards if deck is None else deck))
        self._symmetry = symmetry

    @cached_property
    def tree(self) -> GameTree:
        """The tree of the game with the values that have been found so far."""
        checked = self._layout
        alike = alike_columns(self.plan.rankings, checked.deck) if self._symmetry else ()
        return GameTree(self.plan, Layout(self.deck, self.plan.groups, alike))

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.deck, self.plan.groups)

    @cached_property
    def _plain_tree(self) -> GameTree:
        return GameTree(self.plan, self._layout)

    def _tree_from(self, at: int, state: int, stakes: Stakes) -> GameTree:
        """Return the tree that answers a decision soonest: the one that has been searched already,
        one that goes through all deals to come, or one that looks at every hand first to find
        symmetries and then has fewer deals to go through.
        """
        del state, stakes
        if "tree" in self.__dict__ or not self._symmetry:
            return self.tree
        every_hand = sum(comb(len(self.deck), ranking.size) for ranking in self.plan.rankings)
        return self._plain_tree if self.deals_from(at) <= every_hand else self.tree

    def deals_from(self, at: int, dead: int = 0) -> int:
        """Return about how many deals and draws are possible from a stage on, with `dead` cards
        dead.
        """
        deals, unseen = 1, len(self.deck) - self.plan.own_cards - dead
        for place, stage in enumerate(self.plan.stages):
            ways = 1
            if isinstance(stage, Turn):
                ways = comb(unseen, stage.count)
                unseen -= stage.count
            elif isinstance(stage, Exchange):
                own = self.plan.own_cards
                ways = sum(comb(own, n) * comb(unseen, n) for n in range(stage.up_to + 1))
            deals *= ways if place >= at else 1
        return deals

    # The whole game -------------------------------------------------------------------------------

    def ev(self, progress: Progress | None = None) -> Fraction:
        """Return the value of a round under the best play."""
        tree, opening = self.tree, self.plan.opening
        hands = self.hands
        total: Amount = 0
        for done, hand in enumerate(hands, 1):
            total += hand.ways * tree.value(0, hand.state, opening, hand.key)
            if progress:
                progress(done, len(hands))
        return Fraction(total) / (self.plan.unit * self._total)

    def solve(self, progress: Progress | None = None) -> Solution:
        """Return the value of a round, and how rounds end, under the best play."""
        ev = self.ev(progress)
        ended = dict(count_endings(self.tree, self.hands))
        return Solution(
            wagers=self.plan.wagers,
            hands=self.plan.hands,
            ev=ev,
            total=self._total,
            endings=ended,
            net={ending: self.net(ending) for ending in ended},
        )

    def mean_by_cell(self, progress: Progress | None = None) -> tuple[Fraction, ...]:
        """Return the result of a round under the best play, split by the cell of the hand `side`,
        which is dealt to its end where the round is folded: the parts add up to the value.
        """
        ((_, ranking), *_) = self.plan.parts[-1]
        sums = [Fraction(0)] * len(ranking.cells)
        for ending, weight in self._dealt_out(progress).items():
            assert ending.cells is not None, "every round is dealt to its end"
            sums[ending.cells[-1]] += weight * self.net(ending)
        return tuple(total / self._total for total in sums)

    def _dealt_out(self, progress: Progress | None) -> Counter[Ending]:
        """Return every ending with its number of deals, folded rounds dealt to their end."""
        self.ev(progress)
        return count_endings(self.tree, self.hands, dealt_out=True)

    @cached_property
    def hands(self) -> list[Node]:
        """Every class of own cards with the number of its deals."""
        return self.tree.dealt()

    @property
    def _total(self) -> int:
        return comb(len(self.deck), self.plan.own_cards) * self.tree.below[0]

    def net(self, ending: Ending) -> Fraction:
        """Return the net result of an ending, in units of the base bet."""
        if ending.cells is None or ending.folded_at is not None:
            return -Fraction(sum(ending.stakes))
        return self.plan.net(ending.stakes, ending.cells)

    # One decision ---------------------------------------------------------------------------------

    def decision(
        self,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        discards: Sequence[Card] | None = None,
        bets: Mapping[str, Amount] | None = None,
        withdrawn: Iterable[str] = (),
    ) -> list[Choice]:
        """Return the value of every action at the decision that a situation belongs to, with best
        play after it. The situation is: own cards, what has been turned up in order, what was
        thrown away (None before the first draw), multiples bet so far and wagers taken back.
        """
        bets, withdrawn = dict(bets or {}), set(withdrawn)
        for name in (*bets, *withdrawn):
            if name not in self.plan.wagers:
                hint = did_you_mean(name, self.plan.wagers)
                raise NotSolvableError(f"there is no main wager {quoted(name)}{hint}")
        at = self._stage(board, discards, bets, withdrawn)
        state = self._state(at, cards, board, discards or ())
        stakes = self._stakes(at, bets, withdrawn)
        tree = self._tree_from(at, state, stakes)
        moves = self._expanded(tree, at, state, stakes)
        scale = self.plan.unit * tree.below[at]
        return [
            Choice(
                move.action,
                Fraction(move.value) / scale,
                None if move.thrown is None else cards_of(move.thrown),
                self._times(at, move, stakes),
            )
            for move in moves
        ]

    def _times(self, at: int, move: Move, stakes: Stakes) -> int | None:
        """Return the multiple of its base that a bet is; None if the bet has one size only."""
        stage = self.plan.stages[at]
        if not isinstance(stage, Bet) or len(stage.multiples) < 2 or move.stakes is None:
            return None
        return int(Fraction(move.stakes[stage.wager]) / Fraction(stakes[stage.of]))

    def _expanded(self, tree: GameTree, at: int, state: int, stakes: Stakes) -> list[Move]:
        """Return the choices at a decision. A bet of one size and the draw after it are one
        decision, because nothing is seen between them.
        """
        moves = tree.moves(at, state, stakes)
        if not self._leads_to_draw(at):
            return moves
        fold, bet = moves
        assert bet.stakes is not None, "only a fold has no stakes after it"
        return [fold, *tree.moves(at + 1, state, bet.stakes)]

    def _leads_to_draw(self, at: int) -> bool:
        stages = self.plan.stages
        stage, following = stages[at], (*stages, None)[at + 1]
        one_size = isinstance(stage, Bet) and len(stage.multiples) == 1
        return one_size and isinstance(following, Exchange)

    def _stage(
        self,
        board: Sequence[Card],
        discards: Sequence[Card] | None,
        bets: Mapping[str, Amount],
        withdrawn: set[str],
    ) -> int:
        """Return the one decision at which exactly these cards and bets have been turned up, thrown
        away and made.
        """
        fitting = []
        turned, draws = 0, 0
        chosen: set[str] = set()
        offered: set[str] = set()
        for at, stage in enumerate(self.plan.stages):
            if isinstance(stage, Turn):
                turned += stage.count
                continue
            fits = (
                turned == len(board) and withdrawn <= offered and (discards is None) == (not draws)
            )
            part_of_bet = at > 0 and self._leads_to_draw(at - 1)
            if fits and not part_of_bet and chosen <= bets.keys() <= chosen | self._forced(at):
                fitting.append(at)
            match stage:
                case Bet() if len(stage.multiples) > 1:
                    chosen.add(self.plan.wagers[stage.wager])
                case Ride():
                    offered.add(self.plan.wagers[stage.wager])
                case Exchange():
                    draws += 1
        if len(fitting) != 1:
            which = "more than one" if fitting else "no"
            drawn = "before the first" if discards is None else "after a"
            raise NotSolvableError(
                f"{which} decision has {len(board)} cards turned up, {len(bets)} bets made "
                f"besides the first ones, and comes {drawn} draw"
            )
        return fitting[0]

    def _forced(self, at: int) -> set[str]:
        """Return the wagers of one size made before a stage, which a situation may name or leave
        out.
        """
        return {
            self.plan.wagers[stage.wager]
            for stage in self.plan.stages[:at]
            if isinstance(stage, Bet) and len(stage.multiples) == 1
        }

    def _state(
        self,
        at: int,
        cards: Sequence[Card],
        board: Sequence[Card],
        discards: Sequence[Card],
    ) -> int:
        if len(cards) != self.plan.own_cards:
            raise NotSolvableError(f"a player has {self.plan.own_cards} cards, not {len(cards)}")
        most = sum(stage.up_to for stage in self.plan.stages[:at] if isinstance(stage, Exchange))
        if len(discards) > most:
            raise NotSolvableError(f"{most} cards can have been thrown away, not {len(discards)}")
        seen = [*cards, *board, *discards]
        for card in seen:
            if card not in self.deck:
                raise NotSolvableError(f"{card_text(card)} is not in this deck")
            if seen.count(card) > 1:
                raise NotSolvableError(f"{card_text(card)} is there twice")
        put = self._layout.put
        state = put(cards, MINE) | put(discards, DEAD)
        left = list(board)
        for stage in self.plan.stages[:at]:
            if isinstance(stage, Turn):
                state |= put(left[: stage.count], stage.group)
                del left[: stage.count]
        return state

    def _stakes(self, at: int, bets: Mapping[str, Amount], withdrawn: set[str]) -> Stakes:
        stakes: list[Amount] = list(self.plan.opening)
        for stage in self.plan.stages[:at]:
            if isinstance(stage, Bet):
                name = self.plan.wagers[stage.wager]
                times = bets.get(name, stage.multiples[0])
                if not stage.multiples[0] <= times <= stage.multiples[-1]:
                    raise NotSolvableError(f"{name} cannot be {times} times what it goes by")
                stakes[stage.wager] = times * stakes[stage.of]
        for name in withdrawn:
            stakes[self.plan.wagers.index(name)] = 0
        return tuple(stakes)
