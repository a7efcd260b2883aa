"""The answers of the lab beside those of `analyze`, field by field in the order in which they are
sent.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fairdeal.web.api.answers.base import Answer
from fairdeal.wire.lab_answers import Exact

#: A figure: exact, or two numbers that it is proven to lie between.
Figure: TypeAlias = float | Annotated[list[float], Meta(min_length=2, max_length=2)]


class ProposedTable(Answer, frozen=True, kw_only=True):
    """Lines of a paytable with their new payouts, and the exact value of the wager under them."""

    lines: dict[str, str]
    ev: Exact
    house_edge: float


class TargetAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `fairdeal target --json`; stake and payout limit stand beside `main` only."""

    game: str
    wager: str
    edge: float
    stake: float | UnsetType | None = UNSET
    payout_limit: float | UnsetType | None = UNSET
    tables: list[ProposedTable]


class FanAnswer(Answer, frozen=True, kw_only=True):
    """The total result after each number of rounds, in dollars.

    `quantiles` has for each share of all sessions, in percent, the totals that it does not exceed:
    one figure for each number of rounds. `largest` is the most that one round wins.
    """

    game: str
    jurisdiction: str
    readings: dict[str, str]
    wager: str
    paytable: str
    stake: float
    payout_limit: float | None
    ev: Exact
    ev_decimal: float
    standard_deviation: float
    largest: float
    rounds: list[int]
    expected: list[float]
    quantiles: dict[str, list[Figure]]
    ahead: Figure
    even: Figure | None
    quantiles_are: Literal["exact", "bound"] = msgspec.field(name="is")


class ChoiceWorth(Answer, frozen=True, kw_only=True):
    """A choice of a reading, what it means, and the exact value of the wager under it.

    `difference` is what a player gains by it against the choices in force.
    """

    choice: str
    means: str
    in_force: bool
    ev: Exact
    house_edge: float
    difference: Exact
    difference_decimal: float


class ReadingWorth(Answer, frozen=True, kw_only=True):
    """A reading of the game, and whether its choices differ in value at this wager."""

    reading: str
    question: str
    clauses: list[str]
    differs: bool
    choices: list[ChoiceWorth]


class ReadingsAnswer(Answer, frozen=True, kw_only=True):
    """What each choice of each reading is worth at a wager, the other readings as given."""

    game: str
    jurisdiction: str
    wager: str
    paytable: str
    unit: str
    readings: list[ReadingWorth]


class MeterPoint(Answer, frozen=True, kw_only=True):
    """An amount of a meter in dollars, and the house edge of the wager at it."""

    amount: float
    house_edge: float


class MeterFigures(Answer, frozen=True, kw_only=True):
    """One meter, with the others as given.

    `break_even` is the amount at which the wager is worth exactly nothing; null where no hand is
    paid from the meter. The last fields are there where a rate is given: the dollars that one
    wager adds, the wagers between two hits that take the meter whole, whether they pay for the
    reset, the wagers from the reset to break-even, and the probability that the meter gets there
    before it is hit.
    """

    meter: str
    least: float
    amount: float
    return_per_1000: float
    break_even: Exact | None
    break_even_decimal: float | None
    points: list[MeterPoint]
    fed: float | UnsetType = UNSET
    wagers_between: float | UnsetType | None = UNSET
    funded: bool | UnsetType = UNSET
    wagers_to_break_even: int | UnsetType | None = UNSET
    reaches_break_even: float | UnsetType | None = UNSET


class MetersAnswer(Answer, frozen=True, kw_only=True):
    """The meters of a progressive: the house edge as each of them grows. `long_run_edge` is there
    where every meter has a rate: the house edge with every meter at what it shows on average when
    it is hit.
    """

    game: str
    jurisdiction: str
    wager: str
    paytable: str
    stake: float
    ev: Exact
    house_edge: float
    meters: list[MeterFigures]
    long_run_edge: float | UnsetType = UNSET


class RulesFinding(Answer, frozen=True, kw_only=True):
    """A finding or a warning of `fairdeal check`."""

    clause: str | None
    field: str
    line: int
    message: str


class RulesAnswer(Answer, frozen=True, kw_only=True):
    """A rules file that `fairdeal check` passes; where there are findings there is none."""

    valid: bool
    findings: list[RulesFinding]
    warnings: list[RulesFinding]
    toml: str | None


class LabJob(Answer, frozen=True, kw_only=True):
    """A question that is being computed: how many are before it, what is being done, and how many
    steps of all. `seconds` is how long it has run, and `about` how long the last such question of
    the game took, null where none was computed yet. `problem` says why there is no answer.
    """

    job: str
    question: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    ahead: int
    work: str
    done: int
    total: int
    seconds: float
    about: float | None
    problem: str | None


class LabLine(Answer, frozen=True, kw_only=True):
    """A line of a printed paytable."""

    hand: str
    pays: str
    clause: str


class LabMeter(Answer, frozen=True, kw_only=True):
    """A meter of a paytable, and the least amount that it may begin with, in dollars."""

    meter: str
    least: float
    clause: str


class LabTable(Answer, frozen=True, kw_only=True):
    """A printed paytable, and the hand that it is paid on where the wager's tables differ."""

    paytable: str
    clause: str
    hand: str
    lines: list[LabLine]
    meters: list[LabMeter]


class LabGroup(Answer, frozen=True, kw_only=True):
    """The printed paytables among which an operator chooses."""

    group: str
    title: str
    clause: str
    tables: list[LabTable]


class LabWager(Answer, frozen=True, kw_only=True):
    """A wager to ask about, with the groups of paytables that it is paid by, and a stake in dollars
    that it takes; a side bet with fixed stakes has them all.
    """

    wager: str
    title: str
    unit: str
    groups: list[str]
    stake: float
    stakes: list[float]


class LabReading(Answer, frozen=True, kw_only=True):
    """A reading with its choices, the default first, each with what it means."""

    reading: str
    question: str
    choices: dict[str, str]


class LabGame(Answer, frozen=True, kw_only=True):
    """A game to ask about."""

    game: str
    jurisdiction: str
    title: str
    place: str
    felt: str
    payout_limit: float | None
    wagers: list[LabWager]
    groups: list[LabGroup]
    readings: list[LabReading]


def document_of(answer: Any) -> dict[str, Any]:
    """Return an answer as a JSON document."""
    document: dict[str, Any] = msgspec.to_builtins(answer)
    return document
