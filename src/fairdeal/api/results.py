"""The results of calls. Each has the figures as fields, and `to_dict()` as the JSON of a command.

Values are exact: a `Fraction` of the unit that a round's main wager or the side bet is staked with.
The house edge is the share of one unit that the house keeps, which is the value with its sign
turned.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Generic, TypeVar, overload

from fairdeal.cards import cards_text
from fairdeal.english import counted
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.documents import (
    analyses_answer,
    analysis_answer,
    bet_document,
    card_answer,
    decision_answer,
    seen_answer,
    target_document,
)
from fairdeal.lab.figures.analysis import Analysis, ValueAtStake
from fairdeal.lab.figures.betting_pattern import BettingPattern
from fairdeal.lab.figures.bounds import SessionFigures
from fairdeal.lab.figures.paytable_search import Proposal
from fairdeal.lab.figures.seen_hands import Seen
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.wire.lab_answers import answer_document

_T = TypeVar("_T")


def _edge(ev: Fraction) -> str:
    return f"house edge {float(-ev):.4%}, value {ev}"


def _dollars(amount: Fraction) -> str:
    """Return an exact amount of dollars, with its sign before the dollar sign."""
    return f"{'-' if amount < 0 else ''}${abs(amount)}"


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


class _Several(Sequence[_T], Generic[_T]):
    """A result of several parts, in order."""

    _parts: tuple[_T, ...]

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[_T, ...]: ...
    def __getitem__(self, index: int | slice) -> _T | tuple[_T, ...]:
        return self._parts[index]

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[_T]:
        return iter(self._parts)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._parts))


@dataclass(frozen=True, repr=False)
class TableLimitAnalysis(ValueAtStake):
    """The value of the main wagers at the minimum or the maximum of a rules file.

    - `ev`, `house_edge`: exact, in units of the stake.
    - `stake` and `payout_limit` are the old names of `stake_dollars` and `payout_limit_dollars`,
      deprecated in 0.2.
    """

    @property
    def stake_dollars(self) -> Fraction:
        """Return the stake of one unit."""
        return self.stake

    @property
    def payout_limit_dollars(self) -> Fraction | None:
        """Return the payout limit that is counted; None where there is none."""
        return self.payout_limit

    def __repr__(self) -> str:
        return f"<TableLimitAnalysis {_dollars(self.stake)}: {_edge(self.ev)}>"


@dataclass(frozen=True, repr=False)
class WagerAnalysis(Analysis):
    """One wager under one paytable, or the game's main wagers together, in units of `unit`.

    - `wager`, `paytable`, `unit`: what was analysed, and what 1 is.
    - `ev`, `house_edge`, `element_of_risk`, `variance`: exact, by unit.
    - `standard_deviation`, `average_wagered`: of one round, in units; `hit_frequency`: a
      probability.
    - `results`: the probability of each net result in units; `outcomes`: each hand with what it
      pays, `combinations`, `probability` and `contribution` in units.
    - `at_limits`: the value at the minimum and the maximum of a rules file, each a
      `TableLimitAnalysis`.
    - `progressive`: of a progressive wager, `stake`, `meters` and `break_even` (the top meter at
      which the wager is worth nothing) in dollars; `return_per_1000` (what a thousand dollars on
      each meter add) and `envy_per_player` in units of the stake.
    - `stake` and `payout_limit` are the old names of `stake_dollars` and `payout_limit_dollars`,
      deprecated in 0.2.
    """

    at_limits: tuple[TableLimitAnalysis, ...] = ()

    @classmethod
    def of(cls, found: Analysis) -> "WagerAnalysis":
        """Return an analysis of the lab with fields that name their unit."""
        at_limits = tuple(TableLimitAnalysis(**_fields(one)) for one in found.at_limits)
        return cls(**{**_fields(found), "at_limits": at_limits})

    @property
    def stake_dollars(self) -> Fraction | None:
        """Return the stake of one unit, where a payout limit is counted."""
        return self.stake

    @property
    def payout_limit_dollars(self) -> Fraction | None:
        """Return the payout limit, where one is counted."""
        return self.payout_limit

    def to_dict(self) -> dict[str, Any]:
        """Return the wager as an entry of `fairdeal analyze --json`."""
        return dict(answer_document(analysis_answer(self)))

    def __repr__(self) -> str:
        return f"<WagerAnalysis {self.wager} {self.paytable}: {_edge(self.ev)}>"


class GameAnalysis(_Several[WagerAnalysis]):
    """The analyses of a game's wagers, in order.

    - `game`, `readings`: what was analysed.
    - `wagers`: the parts, each a `WagerAnalysis`.
    """

    def __init__(self, game: Game, readings: Mapping[str, str], found: Sequence[Analysis]) -> None:
        self.game = game
        self.readings = dict(readings)
        self.wagers = self._parts = tuple(map(WagerAnalysis.of, found))

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal analyze --json`."""
        return dict(answer_document(analyses_answer(self.game, self.readings, self.wagers)))


@dataclass(frozen=True, repr=False)
class StrategyDecision(Decision):
    """Every choice in a situation with its value, and the best one.

    - `situation`: cards, board, discards, bets and withdrawn wagers.
    - `choices`: each with `action`, `ev`, `discard` and `times`.
    - `best`: one of the choices.
    """

    situation: Situation

    @classmethod
    def of(cls, situation: Situation, decision: Decision) -> "StrategyDecision":
        """Return a decision of the lab with its situation."""
        return cls(**_fields(decision), situation=situation)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal strategy --cards ... --json`."""
        return dict(answer_document(decision_answer(self.situation, self)))

    def __repr__(self) -> str:
        best, value = _words(self.best), self.best.ev
        cards = cards_text((*self.situation.cards, *self.situation.board))
        return f"<StrategyDecision {cards}: {best}, value {value}>"


def _words(choice: Choice) -> str:
    if choice.discard is None:
        return choice.action
    return f"{choice.action} {cards_text(choice.discard) or 'nothing'}"


@dataclass(frozen=True, repr=False)
class GameStrategyCard(StrategyCard):
    """A strategy card of a game.

    - `sections`: the decisions, each with the rules that are tried in order; `grid`: the first
      decision for every kind of two own cards.
    - `ev`, `card_ev`, `cost`: the value of best play, of the card, and the difference, by `unit`.
    - `rules`: the rules that it is made for; `stake_dollars`: one unit, where a payout limit is
      counted.
    """

    #: The rules of the game; set by `of`.
    rules: Rules | None = None
    stake_dollars: Fraction | None = None

    @classmethod
    def of(
        cls, rules: Rules, card: StrategyCard, stake_dollars: Fraction | None
    ) -> "GameStrategyCard":
        """Return a card of the lab with the rules that it is made for."""
        return cls(**_fields(card), rules=rules, stake_dollars=stake_dollars)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal strategy GAME --json`."""
        assert self.rules is not None, "made by `of`"
        return dict(answer_document(card_answer(self.rules, self, stake=self.stake_dollars)))

    def __repr__(self) -> str:
        played = f"house edge {float(-self.card_ev):.4%}, value {self.card_ev}"
        return f"<GameStrategyCard {self.title} {self.paytable}: {played}, cost {self.cost}>"


class SeenAnalysis(_Several[Seen]):
    """The values of having seen other hands.

    - `rules`, `seed`: what was computed; `stake_dollars`: one unit, where a payout limit is
      counted.
    - `hands`: the parts, each a `Seen`.
    """

    def __init__(
        self,
        rules: Rules,
        found: Sequence[Seen],
        seed: int,
        stake_dollars: Fraction | None = None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.stake_dollars = stake_dollars
        self.hands = self._parts = tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal seen --json`."""
        answer = seen_answer(self.rules, self.hands, self.seed, stake=self.stake_dollars)
        return dict(answer_document(answer))

    def __repr__(self) -> str:
        return "\n".join(
            f"<SeenAnalysis {counted(one.hands, 'hand')}: "
            + (_edge(one.ev) if one.exact else f"house edge {float(one.house_edge):.4%}, sampled")
            + ">"
            for one in self.hands
        )


@dataclass(frozen=True, repr=False)
class BetAnalysis:
    """The figures of a betting pattern: the same bets in every round. Amounts are dollars.

    - `pattern`: the figures of one round, a `BettingPattern`.
    - `session`: the figures of many rounds, a `SessionFigures`.
    - `per_hour`: the rounds in an hour.
    """

    game: Game
    pattern: BettingPattern
    session: SessionFigures
    per_hour: int

    @property
    def ev_dollars(self) -> Fraction:
        """Return the expected result of a round."""
        return self.pattern.mean

    @property
    def house_edge(self) -> Fraction:
        """Return the share of all that is wagered that the house keeps."""
        return self.pattern.hold

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal bet --json`."""
        return bet_document(self.game, self.pattern, self.session, self.per_hour)

    def __repr__(self) -> str:
        bets = ", ".join(
            f"{name} {_dollars(one.stake)}" for name, one in self.pattern.wagers.items()
        )
        edge = f"house edge {float(self.house_edge):.4%} of all that is wagered"
        return f"<BetAnalysis {bets}: {edge}, value {_dollars(self.ev_dollars)} a round>"


class TargetAnalysis(_Several[Proposal]):
    """Changes of a paytable that bring a wager near a house edge, the nearest first.

    - `rules`, `wager`, `edge`: what was asked, `edge` as a share of one unit; `stake_dollars`: one
      unit, or the side bet's stake.
    - `proposals`: the parts, each a `Proposal`.
    """

    def __init__(
        self,
        rules: Rules,
        wager: str,
        edge: Fraction,
        found: Sequence[Proposal],
        stake_dollars: Fraction | None,
    ) -> None:
        self.rules = rules
        self.wager = wager
        self.edge = edge
        self.stake_dollars = stake_dollars
        self.proposals = self._parts = tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `fairdeal target --json`."""
        return target_document(
            self.rules, self.wager, self.edge, self.proposals, stake=self.stake_dollars
        )
