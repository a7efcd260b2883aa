"""What `analyze`, `strategy` and `seen` answer: the one writer of their JSON, and its JSON Schema.

The lab fills these answers (`fairdeal.lab.documents`), and whoever asked, a command or a server,
writes them out. A value is a fraction as a text, with the decimal beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fairdeal.wire.situation import SituationAnswer

#: A fraction such as `-37963/1082900`, or a whole number.
Exact: TypeAlias = Annotated[str, Meta(pattern=r"^-?[0-9]+(/[0-9]+)?$")]
Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an answer: written in the order of its fields, what is unset left out."""


class OutcomeAnswer(_Answer, frozen=True, kw_only=True):
    """One way in which a wager ends: how often, and what it adds to the value."""

    hand: str
    pays: str | None
    combinations: Annotated[int, Meta(ge=1)]
    probability: Chance
    contribution: float


class WagerAnswer(_Answer, frozen=True, kw_only=True):
    """One wager under one paytable, or the game's main wagers together, in units of `unit`; the
    last three are a progressive's.
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
    outcomes: tuple[OutcomeAnswer, ...]
    break_even: float | UnsetType | None = UNSET
    return_per_1000: dict[str, float] | UnsetType = UNSET
    envy_per_player: float | UnsetType = UNSET


class AnalyzeAnswer(_Answer, frozen=True, kw_only=True):
    """The exact mathematics of a game's wagers."""

    game: str
    jurisdiction: str
    readings: dict[str, str]
    wagers: tuple[WagerAnswer, ...]


class ActionAnswer(_Answer, frozen=True, kw_only=True):
    """What to do; `discard` where cards are drawn, empty to stand pat."""

    action: str
    discard: tuple[str, ...] | UnsetType = UNSET


class ChoiceAnswer(ActionAnswer, frozen=True, kw_only=True):
    """A choice and the value of the whole round's main wagers after it, in units."""

    ev: Exact
    ev_decimal: float


class StrategyAnswer(_Answer, frozen=True, kw_only=True):
    """A situation, what each choice in it is worth, and the best one."""

    situation: SituationAnswer
    choices: tuple[ChoiceAnswer, ...]
    best: ActionAnswer


class ErrorAnswer(_Answer, frozen=True, kw_only=True):
    """In the place of an answer: what is impossible about the question."""

    error: str


class CardRuleAnswer(_Answer, frozen=True, kw_only=True):
    """One line of a strategy card; `action` is what `strategy` calls it."""

    when: str
    do: str
    action: str


class CardSectionAnswer(_Answer, frozen=True, kw_only=True):
    """One decision of a strategy card: of its rules the first that fits counts."""

    decision: str
    note: str
    rules: tuple[CardRuleAnswer, ...]


class CardCellAnswer(_Answer, frozen=True, kw_only=True):
    """One kind of two own cards, and the best first decision with it."""

    hand: str
    action: str
    ev: Exact
    ev_decimal: float


class CardRulesAnswer(_Answer, frozen=True, kw_only=True):
    """The rules of a strategy card; `grid` where a player holds two cards."""

    sections: tuple[CardSectionAnswer, ...]
    grid: tuple[CardCellAnswer, ...] | UnsetType = UNSET


class StrategyCardAnswer(_Answer, frozen=True, kw_only=True):
    """A strategy card with its value, that of the best play, and what following it costs."""

    game: str
    jurisdiction: str
    paytable: str
    readings: dict[str, str]
    unit: str
    card: CardRulesAnswer
    ev: Exact
    ev_decimal: float
    card_ev: Exact
    card_ev_decimal: float
    cost: Exact
    cost_decimal: float


class SeenHandsAnswer(_Answer, frozen=True, kw_only=True):
    """So many other hands seen: the value of best play with them, and the gain over best play
    without. Where deals were sampled there are no fractions, and both lie within the margin either
    way with 99 % confidence.
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


class SeenAnswer(_Answer, frozen=True, kw_only=True):
    """What it is worth to have seen other hands; `ev` is best play without them, `most` how many
    can be seen.
    """

    game: str
    jurisdiction: str
    paytable: str
    readings: dict[str, str]
    unit: str
    assumption: str
    most: Annotated[int, Meta(ge=0)]
    ev: Exact
    ev_decimal: float
    house_edge: float
    seed: int
    seen: tuple[SeenHandsAnswer, ...]


#: Every answer by name. Where many situations were asked about, each has one of its own in a list:
#: `strategy` or `no-answer`.
ANSWERS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "analyze": AnalyzeAnswer,
    "strategy": StrategyAnswer,
    "strategy-card": StrategyCardAnswer,
    "seen": SeenAnswer,
    "no-answer": ErrorAnswer,
}


def answer_document(answer: msgspec.Struct | Sequence[msgspec.Struct]) -> Any:
    """An answer or a part of one, or several in a list, as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def answer_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of an answer, by its name among `ANSWERS`."""
    return msgspec.json.schema(ANSWERS[kind])
