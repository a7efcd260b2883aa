"""A game's data read as a course of play for one seat: what is turned up when, what is decided
when, and what each wager is paid on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final, TypeAlias, assert_never

from fairdeal.errors import NotSolvableError
from fairdeal.hands import Ranking
from fairdeal.rulebook.game import (
    OWN,
    BetOrFold,
    Call,
    Draw,
    HandOf,
    HandSpec,
    Reveal,
    Settle,
    TakeBack,
)
from fairdeal.rulebook.hand import parts_of
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Size, Wager

#: The group of the player's own cards, and the group of cards that are seen and are part of no
#: hand.
MINE: Final = 0
DEAD: Final = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """Cards of a group are turned up."""

    group: int
    count: int


@dataclass(frozen=True, slots=True)
class Ride:
    """A wager, by its place, rides or is taken back."""

    wager: int


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager is made, at one of these multiples of another, or the hand is folded."""

    wager: int
    of: int
    multiples: tuple[int, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Own cards, `up_to` of them, are thrown away and replaced."""

    up_to: int


Stage: TypeAlias = Turn | Ride | Bet | Exchange

#: A hand as its parts: the groups of each part, and how its cards are ranked. The cell of the hand
#: is the highest cell of its parts.
Parts: TypeAlias = tuple[tuple[tuple[int, ...], Ranking], ...]


@dataclass(frozen=True)
class PaidHand:
    """One hand paid by one table: the net result of a unit staked on it, by cell."""

    hand: int
    pays: tuple[Fraction, ...] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Plan:
    """The wagers that are valued and the stages that a round goes through after the own cards are
    dealt.

    Areas whose cards go into the same hands are one group: which of them a card lies in changes
    nothing. `opening` is what is staked before the deal, in units of the base bet.
    """

    own_cards: int
    wagers: tuple[str, ...]
    opening: tuple[int, ...]
    lines: tuple[PaidHand, ...]
    line_of: tuple[int, ...]
    hands: tuple[str, ...]
    parts: tuple[Parts, ...]
    stages: tuple[Stage, ...]
    groups: int
    #: The payout limit of a hand in units of the base bet; None where none is counted.
    limit: Fraction | None = None

    def line(self, wager: int) -> PaidHand:
        """Return the hand and the payouts of a wager, given its place."""
        return self.lines[self.line_of[wager]]

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Every ranking that a hand is read by."""
        return tuple(dict.fromkeys(ranking for parts in self.parts for _, ranking in parts))

    @cached_property
    def settled_from(self) -> int:
        """The stage from which nothing is left to decide."""
        decided = [at for at, stage in enumerate(self.stages) if not isinstance(stage, Turn)]
        return 1 + max(decided, default=-1)

    @property
    def cards(self) -> int:
        """The most cards that a round can take."""
        turned = (stage.count for stage in self.stages if isinstance(stage, Turn))
        drawn = (stage.up_to for stage in self.stages if isinstance(stage, Exchange))
        return self.own_cards + sum(turned) + sum(drawn)

    @cached_property
    def unit(self) -> int:
        """The least common denominator of all payouts and of the payout limit."""
        limit = 1 if self.limit is None else self.limit.denominator
        return lcm(limit, *(pays.denominator for line in self.lines for pays in line.pays))

    def net(self, stakes: Sequence[int | Fraction], cells: Sequence[int]) -> Fraction:
        """Return the result of a round that was played to its end, in units of the base bet: what
        each wager brings, less what the payout limit cuts.
        """
        return sum(self._results(stakes, cells), Fraction(0)) - self.cut(stakes, cells)

    def cut(self, stakes: Sequence[int | Fraction], cells: Sequence[int]) -> Fraction:
        """Return what the payout limit cuts from the winnings of all wagers together, as the
        settlement does (`fairdeal.table.payout.cut_by_limit`): a wager that loses takes nothing off
        them.
        """
        if self.limit is None:
            return Fraction(0)
        results = zip(stakes, self._results(stakes, cells), strict=True)
        won = sum((result for stake, result in results if result > -stake), Fraction(0))
        return max(Fraction(0), won - self.limit)

    def _results(
        self, stakes: Sequence[int | Fraction], cells: Sequence[int]
    ) -> Iterator[Fraction]:
        for stake, place in zip(stakes, self.line_of, strict=True):
            line = self.lines[place]
            yield stake * line.pays[cells[line.hand]]


def main_plan(rules: Rules, *sides: Wager, limit: Fraction | None = None) -> Plan:
    """Return the plan of the wagers that every player must make; hands of side bets come after
    theirs. `limit` is a payout limit in units of the base bet.
    """
    wagers = tuple(wager for wager in rules.wagers if not wager.optional)
    for wager in wagers:
        _check_odds(rules, wager)
    for wager in sides:
        _check_cards_stay(rules, wager)
    names = tuple(wager.name for wager in wagers)
    specs = {_hand_name(rules, wager): rules.hand_of(wager) for wager in wagers}
    specs |= {f"beside {n}": rules.hand_of(wager) for n, wager in enumerate(sides, 1)}
    groups = _Groups(rules, specs.values(), draws=bool(rules.game.draws))
    hands = tuple(specs)
    lines = [PaidHand(hands.index(_hand_name(rules, wager)), net(rules, wager)) for wager in wagers]
    distinct = tuple(dict.fromkeys(lines))
    return Plan(
        own_cards=rules.game.own_cards,
        wagers=names,
        opening=_opening(wagers),
        lines=distinct,
        line_of=tuple(map(distinct.index, lines)),
        hands=hands,
        parts=tuple(groups.parts(specs[name]) for name in hands),
        stages=tuple(_stages(rules, names, groups)),
        groups=groups.count,
        limit=limit,
    )


def side_plan(rules: Rules, wager: Wager) -> Plan:
    """Return the plan of one wager about which nothing is decided: only its hand is dealt."""
    name = _hand_name(rules, wager)
    _check_cards_stay(rules, wager)
    groups = _Groups(rules, [rules.hand_of(wager)], draws=False)
    own = rules.game.own_cards if OWN in groups.of else 0
    turned: dict[int, int] = {}
    for area in rules.game.areas:
        if area.name in groups.of:
            group = groups.of[area.name]
            turned[group] = turned.get(group, 0) + area.cards
    # The cards of the own cards' group can be dealt together.
    own += turned.pop(MINE, 0)
    return Plan(
        own_cards=own,
        wagers=(wager.name,),
        opening=(1,),
        lines=(),
        line_of=(),
        hands=(name,),
        parts=(groups.parts(rules.hand_of(wager)),),
        stages=tuple(Turn(group, count) for group, count in turned.items()),
        groups=groups.count,
    )


def net(
    rules: Rules,
    wager: Wager,
    *,
    stake: Fraction = Fraction(1),
    meters: Mapping[str, Fraction] = {},
) -> tuple[Fraction, ...]:
    """Return the net result of a unit of a wager in each cell. `stake` is the dollars of a unit;
    meters are in dollars.
    """
    table = rules.table_of(wager)
    assert table is not None, "a wager that is valued is offered"
    results = []
    for line in table.by_cell:
        if line is None:
            results.append(Fraction(-1))
        elif line.pays.meter:
            share = Fraction(line.pays.amount, 100) * meters[line.pays.meter]
            results.append(share / stake - 1)
        else:
            results.append(line.pays.net_per_unit(stake=stake, collected=wager.collected))
    return tuple(results)


def _hand_name(rules: Rules, wager: Wager) -> str:
    return rules.hand_of(wager).name


def _check_cards_stay(rules: Rules, wager: Wager) -> None:
    if rules.game.draws and rules.hand_of(wager).reads(OWN):
        raise NotSolvableError(
            f"{wager.name} is settled on cards that may be thrown away and replaced: what it is"
            " worth depends on how a player draws"
        )


def _check_odds(rules: Rules, wager: Wager) -> None:
    """Refuse payouts that do not grow with the stake: stakes are known in units of the base bet
    only.
    """
    table = rules.table_of(wager)
    for line in table.lines if table else ():
        if line.pays.form in (Form.DOLLARS, Form.METER):
            raise NotSolvableError(
                f"{wager.name} pays {line.pays} for {line.hand}, whatever is staked: it has no"
                " value in units of the base bet"
            )


def _opening(wagers: Sequence[Wager]) -> tuple[int, ...]:
    free = [wager for wager in wagers if wager.size.free]
    names = [wager.name for wager in wagers]
    for wager in wagers:
        known = wager.size.equals in names
        if wager.at is None and not known and wager not in free[:1]:
            raise NotSolvableError(f"what {wager.name} is in units of the base bet is not known")
    return tuple(int(wager.at is None) for wager in wagers)


def _stages(rules: Rules, names: tuple[str, ...], groups: "_Groups") -> list[Stage]:
    """Return the steps of the round that matter to the wagers valued."""
    offered = {wager.name for wager in rules.wagers}
    hidden = {
        area.name: area.cards
        for area in rules.game.areas
        if area.only_with is None or area.only_with in offered
    }
    stages: list[Stage] = []
    for step in rules.game.round:
        match step:
            case TakeBack():
                if step.wager in names:
                    stages.append(Ride(names.index(step.wager)))
            case BetOrFold():
                if step.wager in names:
                    stages.append(_bet(step.wager, rules.game.wager[step.wager].size, names))
            case Draw():
                stages.append(Exchange(step.up_to))
            case Reveal():
                for area in step.areas:
                    turned = min(hidden.get(area, 0), step.count or hidden.get(area, 0))
                    if turned:
                        hidden[area] -= turned
                        stages.append(Turn(groups.of.get(area, DEAD), turned))
            case Call() | Settle():
                pass
            case _:
                assert_never(step)
    # A card that lies in a hand and is never turned up is seen at the end.
    stages += [
        Turn(groups.of[area], left) for area, left in hidden.items() if left and area in groups.of
    ]
    return _joined(_without_idle_turns(stages))


def _bet(wager: str, size: Size, names: tuple[str, ...]) -> Bet:
    place = names.index(wager)
    if size.base is None:
        raise NotSolvableError(f"{wager} may be {size}: there is no list of choices to try")
    if size.base not in names:
        raise NotSolvableError(f"{wager} goes by {size.base}, which a player may do without")
    actions = ("bet",) if size.equals else tuple(f"bet-{times}x" for times in size.multiples)
    return Bet(place, names.index(size.base), size.multiples, actions)


def _without_idle_turns(stages: list[Stage]) -> list[Stage]:
    """Leave out cards that are part of no hand and come after the last decision. Before a decision
    such cards matter because they are known to be out of the deck.
    """
    decided = max((at for at, stage in enumerate(stages) if not isinstance(stage, Turn)), default=0)
    return [
        stage
        for at, stage in enumerate(stages)
        if at < decided or not isinstance(stage, Turn) or stage.group != DEAD
    ]


def _joined(stages: list[Stage]) -> list[Stage]:
    """Join consecutive turns of one group into one turn."""
    joined: list[Stage] = []
    for stage in stages:
        last = joined[-1] if joined else None
        if isinstance(stage, Turn) and isinstance(last, Turn) and last.group == stage.group:
            joined[-1] = Turn(stage.group, last.count + stage.count)
        else:
            joined.append(stage)
    return joined


class _Groups:
    """Areas by group: areas that are part of the same hands are one group, and so are own cards
    unless some of them may be thrown away.
    """

    def __init__(self, rules: Rules, specs: Iterable[HandSpec], *, draws: bool) -> None:
        self._readings = rules.readings
        hands = list(
            dict.fromkeys(part for spec in specs for part in parts_of(spec, self._readings))
        )
        places = [OWN, *(area.name for area in rules.game.areas)]
        self.of: dict[str, int] = {}
        found: dict[tuple[HandOf, ...], int] = {}
        self.count = DEAD + 1
        for place in places:
            inside = tuple(hand for hand in hands if hand.reads(place))
            if not inside:
                continue
            if place == OWN:
                self.of[place] = MINE
                if not draws:
                    found[inside] = MINE
                continue
            if inside not in found:
                found[inside] = self.count
                self.count += 1
            self.of[place] = found[inside]

    def parts(self, spec: HandSpec) -> Parts:
        """Return a hand by the groups that its parts are made of."""
        return tuple(
            (tuple(sorted({self.of[area] for area in hand.areas})), hand.ranking)
            for hand in parts_of(spec, self._readings)
        )
