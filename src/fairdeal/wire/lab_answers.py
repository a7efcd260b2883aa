"""The JSON answers of `analyze`, `strategy` and `seen`, and their JSON Schemas.

The lab makes these answers (`fairdeal.lab.documents`), and a command or a server writes them. An
exact value is a fraction as a text, and a second field has it as a decimal.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fairdeal.wire.situation import SituationAnswer

#: A fraction such as `-37963/1082900`, or a whole number.
Exact: TypeAlias = Annotated[str, Meta(pattern=r"^-?[0-9]+(/[0-9]+)?$")]
Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


class _LabAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an answer; its fields are written in order, without those that are unset."""


class OutcomeAnswer(_LabAnswer, frozen=True, kw_only=True):
    """One outcome of a wager: how often it happens, and how much it adds to the value."""

    hand: str
    pays: str | None
    combinations: Annotated[int, Meta(ge=1)]
    probability: Chance
    contribution: float


class ValueAtStakeAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The value of the main wagers at a stake of one unit, under the payout limit of a hand; no
    limit where that is null.
    """

    stake: float
    payout_limit: float | None
    ev: Exact
    house_edge: float


class WagerAnswer(_LabAnswer, frozen=True, kw_only=True):
    """One wager under one paytable, or the game's main wagers together, in units of `unit`.

    The last three fields belong to a progressive. `stake` (of one unit) and `payout_limit` are in
    dollars, and null where no limit is counted. `at_limits` has the values at the minimum and the
    maximum of a rules file where no stake was given.
    """

    wager: str
    paytable: str
    unit: str
    ev: Exact
    ev_decimal: float
    house_edge: float
    average_wagered: float
    element_of_risk: float
    standard_deviation: float
    hit_frequency: Chance
    stake: float | None = None
    payout_limit: float | None = None
    at_limits: tuple[ValueAtStakeAnswer, ...] | UnsetType = UNSET
    outcomes: tuple[OutcomeAnswer, ...]
    break_even: float | UnsetType | None = UNSET
    return_per_1000: dict[str, float] | UnsetType = UNSET
    envy_per_player: float | UnsetType = UNSET


class AnalyzeAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The exact mathematics of a game's wagers."""

    game: str
    jurisdiction: str
    readings: dict[str, str]
    wagers: tuple[WagerAnswer, ...]


class ActionAnswer(_LabAnswer, frozen=True, kw_only=True):
    """An action; `discard` has the cards to draw for, and is empty to stand pat."""

    action: str
    discard: tuple[str, ...] | UnsetType = UNSET


class ChoiceAnswer(ActionAnswer, frozen=True, kw_only=True):
    """A choice, and the value of the round's main wagers after it, in units."""

    ev: Exact
    ev_decimal: float


class StrategyAnswer(_LabAnswer, frozen=True, kw_only=True):
    """A situation, the value of each choice in it, and the best choice."""

    situation: SituationAnswer
    choices: tuple[ChoiceAnswer, ...]
    best: ActionAnswer


class ErrorAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The answer to an impossible situation: the reason why it is impossible."""

    error: str


class CardRuleAnswer(_LabAnswer, frozen=True, kw_only=True):
    """One line of a strategy card; `action` is the name that `strategy` uses."""

    when: str
    do: str
    action: str


class CardSectionAnswer(_LabAnswer, frozen=True, kw_only=True):
    """One decision of a strategy card; the first rule that fits applies."""

    decision: str
    note: str
    rules: tuple[CardRuleAnswer, ...]


class CardCellAnswer(_LabAnswer, frozen=True, kw_only=True):
    """One kind of two own cards, and the best first decision with them."""

    hand: str
    action: str
    ev: Exact
    ev_decimal: float


class CardRulesAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The rules of a strategy card; games with two own cards also have a `grid`."""

    sections: tuple[CardSectionAnswer, ...]
    grid: tuple[CardCellAnswer, ...] | UnsetType = UNSET


class StrategyCardAnswer(_LabAnswer, frozen=True, kw_only=True):
    """A strategy card with its value, the value of best play, and the difference.

    All are under a payout limit where a stake of one unit was given; else both are null.
    """

    game: str
    jurisdiction: str
    paytable: str
    readings: dict[str, str]
    unit: str
    stake: float | None = None
    payout_limit: float | None = None
    card: CardRulesAnswer
    ev: Exact
    ev_decimal: float
    card_ev: Exact
    card_ev_decimal: float
    cost: Exact
    cost_decimal: float


class SeenHandsAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The value of best play after seeing some other hands, and the gain over not seeing them.

    If deals were sampled there are no fractions, and with 99 % confidence both figures are wrong by
    at most the margin.
    """

    hands: Annotated[int, Meta(ge=1)]
    cards: Annotated[int, Meta(ge=1)]
    exact: bool
    ev: Exact | UnsetType = UNSET
    ev_decimal: float
    gain: Exact | UnsetType = UNSET
    gain_decimal: float
    house_edge: float
    samples: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    margin: Annotated[float, Meta(ge=0)] | UnsetType = UNSET


class SeenAnswer(_LabAnswer, frozen=True, kw_only=True):
    """The values of having seen other hands.

    `ev` is the value of best play without them, and `most` is the number of hands that can be seen.
    All figures are under a payout limit where a stake of one unit was given.
    """

    game: str
    jurisdiction: str
    paytable: str
    readings: dict[str, str]
    unit: str
    assumption: str
    stake: float | UnsetType = UNSET
    payout_limit: float | UnsetType = UNSET
    most: Annotated[int, Meta(ge=0)]
    ev: Exact
    ev_decimal: float
    house_edge: float
    seed: int
    seen: tuple[SeenHandsAnswer, ...]


#: The types of all answers by name. A question about many situations is answered by a list, in
#: which each situation has a `strategy` or a `no-answer`.
ANSWERS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "analyze": AnalyzeAnswer,
    "strategy": StrategyAnswer,
    "strategy-card": StrategyCardAnswer,
    "seen": SeenAnswer,
    "no-answer": ErrorAnswer,
}


def answer_document(answer: msgspec.Struct | Sequence[msgspec.Struct]) -> Any:
    """Return an answer, a part of an answer or a list of answers as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(answer))
