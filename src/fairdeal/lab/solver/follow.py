"""The best play, followed: how often rounds end how."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from fairdeal.lab.solver.layout import Key
from fairdeal.lab.solver.plan import Bet, Turn
from fairdeal.lab.solver.results import Ending, Stakes
from fairdeal.lab.solver.walk import Child, Move, Walk

#: Situations with what is staked in them, each with its weight.
Reached: TypeAlias = dict[tuple[Key, Stakes], Child]
#: What is done in a situation.
Chosen: TypeAlias = Callable[[Child, Stakes], Move]
#: Told a decision's stage and all that has been reached there, says what is done in each.
Decide: TypeAlias = Callable[[int, Reached], Chosen]


def endings(
    walk: Walk, hands: list[Child], decide: Decide | None = None, *, dealt_out: bool = False
) -> Counter[Ending]:
    """How often rounds end how, from own cards with their ways, when every choice is the best or
    what somebody else decides. Where they are `dealt_out` the cells of folded rounds are told too.

    Weights are multiples of the denominator below, so that all shares of them are whole.
    """
    ended: Counter[Ending] = Counter()
    opening = walk.plan.opening
    reached: Reached = {}
    for hand in hands:
        _reach(walk, 0, hand, opening, hand.ways * walk.below[0], reached, ended)
    for at in range(walk.plan.settled_from):
        following: Reached = {}
        chosen = _best(walk, at)
        if decide is not None and not isinstance(walk.stages[at], Turn):
            chosen = decide(at, reached)
        for (_, stakes), child in reached.items():
            _follow(walk, at, child, stakes, following, ended, chosen, dealt_out)
        reached = following
    return ended


def _best(walk: Walk, at: int) -> Chosen:
    return lambda child, stakes: walk.best(at, child.state, stakes, child.key)


def _follow(
    walk: Walk,
    at: int,
    here: Child,
    stakes: Stakes,
    following: Reached,
    ended: Counter[Ending],
    chosen: Chosen,
    dealt_out: bool,
) -> None:
    """One situation's share goes to what is turned up next, or to what is chosen."""
    stage = walk.stages[at]
    if isinstance(stage, Turn):
        turned = walk.children(at, here.state, here.key, stage)
        share = here.ways // sum(child.ways for child in turned)
        for child in turned:
            _reach(walk, at + 1, child, stakes, share * child.ways, following, ended)
        return
    move = chosen(here, stakes)
    if move.stakes is None:
        assert isinstance(stage, Bet), "a hand is folded where a bet is asked for"
        folded_at = walk.plan.wagers[stage.wager]
        if not dealt_out:
            ended[Ending(stakes, None, folded_at)] += here.ways
            return
        part = here.ways // walk.below[at]
        for cells, count in walk.outcomes(at, here.state).items():
            ended[Ending(stakes, cells, folded_at)] += part * count
    elif move.thrown is None:
        _reach(walk, at + 1, here, move.stakes, here.ways, following, ended)
    else:
        drawn = list(walk.draws(here.state, move.thrown))
        for state in drawn:
            child = Child(state, walk.layout.key(state), 1)
            _reach(walk, at + 1, child, stakes, here.ways // len(drawn), following, ended)


def _reach(
    walk: Walk,
    at: int,
    child: Child,
    stakes: Stakes,
    ways: int,
    reached: Reached,
    ended: Counter[Ending],
) -> None:
    """Add a weight to a situation, or to its outcomes where nothing is left to decide."""
    if at == walk.end:
        ended[Ending(stakes, walk.cells(child.state))] += ways
    elif at >= walk.plan.settled_from:
        part = ways // walk.below[at]
        for cells, count in walk.outcomes(at, child.state).items():
            ended[Ending(stakes, cells)] += part * count
    else:
        like = reached.get((child.key, stakes))
        reached[child.key, stakes] = child._replace(ways=ways + (like.ways if like else 0))
