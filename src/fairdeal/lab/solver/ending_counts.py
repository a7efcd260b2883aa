"""Numbers of deals by the ending of a round, under the best play or another policy."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from fairdeal.lab.solver.game_tree import GameTree, Move, Node
from fairdeal.lab.solver.layout import Key
from fairdeal.lab.solver.plan import Bet, Turn
from fairdeal.lab.solver.results import Ending, Stakes

#: The situations at one stage with their stakes, each with its weight.
Frontier: TypeAlias = dict[tuple[Key, Stakes], Node]
#: Says which choice is made in a situation.
Policy: TypeAlias = Callable[[Node, Stakes], Move]
#: Makes the policy for the decision of a stage, given all situations that are reached there.
MakePolicy: TypeAlias = Callable[[int, Frontier], Policy]


def count_endings(
    tree: GameTree, hands: list[Node], decide: MakePolicy | None = None, *, dealt_out: bool = False
) -> Counter[Ending]:
    """Count the endings of rounds, from own cards with their numbers of deals.

    Every choice is the best one, or that of the policies that `decide` makes. With `dealt_out` the
    cells of folded rounds are counted too. Weights are multiples of the denominator of the later
    stages, so that every share is whole.
    """
    ended: Counter[Ending] = Counter()
    opening = tree.plan.opening
    reached: Frontier = {}
    for hand in hands:
        _reach(tree, 0, hand, opening, hand.ways * tree.below[0], reached, ended)
    for at in range(tree.plan.settled_from):
        following: Frontier = {}
        chosen = _best(tree, at)
        if decide is not None and not isinstance(tree.stages[at], Turn):
            chosen = decide(at, reached)
        for (_, stakes), child in reached.items():
            _follow(tree, at, child, stakes, following, ended, chosen, dealt_out)
        reached = following
    return ended


def _best(tree: GameTree, at: int) -> Policy:
    return lambda child, stakes: tree.best(at, child.state, stakes, child.key)


def _follow(
    tree: GameTree,
    at: int,
    here: Node,
    stakes: Stakes,
    following: Frontier,
    ended: Counter[Ending],
    chosen: Policy,
    dealt_out: bool,
) -> None:
    """Pass the weight of a situation on to the situations that follow it."""
    stage = tree.stages[at]
    if isinstance(stage, Turn):
        turned = tree.children(at, here.state, here.key, stage)
        share = here.ways // sum(child.ways for child in turned)
        for child in turned:
            _reach(tree, at + 1, child, stakes, share * child.ways, following, ended)
        return
    move = chosen(here, stakes)
    if move.stakes is None:
        assert isinstance(stage, Bet), "a hand is folded where a bet is asked for"
        folded_at = tree.plan.wagers[stage.wager]
        if not dealt_out:
            ended[Ending(stakes, None, folded_at)] += here.ways
            return
        part = here.ways // tree.below[at]
        for cells, count in tree.outcomes(at, here.state).items():
            ended[Ending(stakes, cells, folded_at)] += part * count
    elif move.thrown is None:
        _reach(tree, at + 1, here, move.stakes, here.ways, following, ended)
    else:
        drawn = list(tree.draws(here.state, move.thrown))
        for state in drawn:
            child = Node(state, tree.layout.key(state), 1)
            _reach(tree, at + 1, child, stakes, here.ways // len(drawn), following, ended)


def _reach(
    tree: GameTree,
    at: int,
    child: Node,
    stakes: Stakes,
    ways: int,
    reached: Frontier,
    ended: Counter[Ending],
) -> None:
    """Add a weight to a situation, or to its outcomes where nothing is left to decide."""
    if at == tree.end:
        ended[Ending(stakes, tree.cells(child.state))] += ways
    elif at >= tree.plan.settled_from:
        part = ways // tree.below[at]
        for cells, count in tree.outcomes(at, child.state).items():
            ended[Ending(stakes, cells)] += part * count
    else:
        like = reached.get((child.key, stakes))
        reached[child.key, stakes] = child._replace(ways=ways + (like.ways if like else 0))
