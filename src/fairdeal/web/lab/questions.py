"""Questions to the lab: their fields, and what they mean for a game.

A paytable of a question is the name of a printed one, or a table of one's own in the form of a
paytable file: `{"like": "A", "lines": {"royal flush": "500 to 1"}}`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError, NotMoneyError
from fairdeal.games import find_game
from fairdeal.lab.cache import results
from fairdeal.lab.figures.own_paytable import paytable_of
from fairdeal.lab.figures.payout_limit import limit_units
from fairdeal.lab.figures.payouts import MAIN, required
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, UNITS, parse_amount
from fairdeal.rulebook.paytable import Paytable, Paytables
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.wager import Wager
from fairdeal.wire.choices import read_paytable, read_readings
from fairdeal.wire.fields import refuse

#: A name of the program: of a game, a wager, a paytable, a reading or a hand.
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
#: A payout as a paytable prints it, such as `50 to 1`.
Payout: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Dollars: TypeAlias = Annotated[float, Meta(ge=0, le=10**9)]
#: The most rounds that are followed, and the most lines that a table may name.
MOST_ROUNDS: Final = 100_000
_MOST_LINES: Final = 60
_Q = TypeVar("_Q", bound="QuestionBody")


class _QuestionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a question, which has no other fields than these."""


class OwnTableBody(_QuestionPart, frozen=True, kw_only=True):
    """A paytable of one's own: lines that change a printed table, or without `like` all lines."""

    lines: Annotated[dict[Name, Payout], Meta(min_length=1, max_length=_MOST_LINES)]
    like: Name | None = None


class QuestionBody(_QuestionPart, frozen=True, kw_only=True):
    """What every question has: a game, and the paytables and readings that count."""

    game: Name
    jurisdiction: Name | None = None
    paytables: Annotated[dict[Name, Name | OwnTableBody], Meta(max_length=20)] = {}
    readings: Annotated[dict[Name, Name], Meta(max_length=40)] = {}


class WagerBody(QuestionBody, frozen=True, kw_only=True):
    """A question about one wager; `main` is the game's own wagers together."""

    wager: Name
    stake: Dollars | None = None
    limit: Dollars | None = None
    meters: Annotated[dict[Name, Dollars], Meta(max_length=10)] = {}


class AnalyzeBody(QuestionBody, frozen=True, kw_only=True):
    """The question of `fairdeal analyze`; without a wager, all wagers."""

    wager: Name | None = None
    stake: Dollars | None = None
    limit: Dollars | None = None
    meters: Annotated[dict[Name, Dollars], Meta(max_length=10)] = {}


class TargetBody(WagerBody, frozen=True, kw_only=True):
    """The question of `fairdeal target`: the wanted house edge in percent, and the lines that may
    change, all by default.
    """

    edge: Annotated[float, Meta(ge=-1000, le=100)]
    lines: Annotated[list[Name], Meta(max_length=_MOST_LINES)] = []


class FanBody(WagerBody, frozen=True, kw_only=True):
    """The results after so many rounds at a stake in dollars."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class ReadingsBody(WagerBody, frozen=True, kw_only=True):
    """What each choice of each reading changes at a wager."""


class MetersBody(WagerBody, frozen=True, kw_only=True):
    """The meters of a progressive from reset to break-even; `rate` is the part of a stake that
    feeds a meter.
    """

    rate: Annotated[dict[Name, Annotated[float, Meta(ge=0, le=1)]], Meta(max_length=10)] = {}


class RulesBody(QuestionBody, frozen=True, kw_only=True):
    """The choices of a rules file: a wager without a paytable is not offered, except where the
    text asks for it; amounts in dollars.
    """

    minimum: Dollars | None = None
    maximum: Dollars | None = None
    payout_limit: Dollars | None = None
    rate: Annotated[dict[Name, Annotated[float, Meta(ge=0, le=1)]], Meta(max_length=10)] = {}
    reset: Annotated[dict[Name, Dollars], Meta(max_length=10)] = {}


#: Every question about one wager or all, by its name.
BODIES: Final[Mapping[str, type[QuestionBody]]] = {
    "analyze": AnalyzeBody,
    "target": TargetBody,
    "fan": FanBody,
    "readings": ReadingsBody,
    "meters": MetersBody,
}


def read_question(document: Mapping[str, Any], body: type[_Q]) -> _Q:
    """Return a question from JSON, or raise `BadInputError`."""
    try:
        return msgspec.convert(_with_floats(document), type=body)
    except msgspec.ValidationError as error:
        raise BadInputError(f"the question cannot be read: {error}") from None


def _with_floats(value: Any) -> Any:
    """Return JSON with floats in place of decimals; `parse_amount` reads their shortest form."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: _with_floats(one) for name, one in value.items()}
    return [_with_floats(one) for one in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class Terms:
    """What a question means: the game with the paytables that were chosen, the readings, the
    amounts in dollars.
    """

    game: Game
    paytables: Mapping[str, Paytable]
    readings: Mapping[str, str]
    wager: str | None
    stake: Fraction | None
    limit: Fraction | None
    meters: Mapping[str, Fraction]

    @property
    def rules(self) -> Rules:
        """Return the rules; a wager without a choice has the first table of the text."""
        base = house_rules(self.game)
        cents = base.payout_limit_cents if self.limit is None else int(self.limit * CENTS)
        return replace(
            base,
            paytables={**base.paytables, **self.paytables},
            readings=dict(self.readings),
            payout_limit_cents=cents,
        )

    def known(self) -> bool:
        """Return whether the wagers' figures are known at once: shipped, stored, or counted."""
        return all(
            is_known(rules, name, self.stake) for name in self._names for rules in self._each(name)
        )

    def _each(self, wager: str) -> Iterator[Rules]:
        """Yield the rules under each combination of a wager's paytables that were not chosen."""
        rules = self.rules
        open_groups = [
            self.game.paytables[name]
            for name in groups_of(self.game, wager)
            if name not in self.paytables
        ]
        for tables in product(*(group.tables for group in open_groups)):
            named = {group.name: one for group, one in zip(open_groups, tables, strict=True)}
            yield replace(rules, paytables={**rules.paytables, **named})

    @property
    def _names(self) -> tuple[str, ...]:
        sides = (one.name for one in self.game.wagers if one.optional)
        return (MAIN, *sides) if self.wager is None else (self.wager,)

    def side(self) -> Wager:
        """Return the side bet that was asked about."""
        assert self.wager is not None, "a question about one wager"
        if self.wager == MAIN:
            raise BadInputError("the main wagers have no meters: name a progressive")
        return self.game.wager[self.wager]


def groups_of(game: Game, wager: str) -> list[str]:
    """Return the names of the paytables that a wager is paid by."""
    if wager != MAIN:
        return [game.wager[wager].pays.name]
    return [name for name in game.paytables if required(game, name)]


def is_known(rules: Rules, wager: str, stake: Fraction | None) -> bool:
    """Return whether the figures of a wager are known at once."""
    if wager == MAIN:
        return results.find_main_rows(rules, limit_units(rules, stake)) is not None
    return results.find_side_counts(rules, rules.game.wager[wager]) is not None


def read_terms(question: QuestionBody) -> Terms:
    """Return what a question means, or raise `BadInputError`, `NoGameError` and the like."""
    game = find_game(question.game, question.jurisdiction)
    wager = getattr(question, "wager", None)
    names = [MAIN, *(one.name for one in game.wagers if one.optional)]
    if wager is not None and wager not in names:
        hint = did_you_mean(wager, names) or f": choose {one_of(names)}"
        raise BadInputError(f"{game.name} has no wager {quoted(wager)} to analyse{hint}")
    meters: dict[str, float] = getattr(question, "meters", {})
    return Terms(
        game,
        {name: _paytable(game, name, choice) for name, choice in question.paytables.items()},
        read_readings(game, question.readings, refuse),
        wager,
        _amount(getattr(question, "stake", None), "the stake", positive=True),
        _amount(getattr(question, "limit", None), "the payout limit", positive=True),
        {name: Fraction(read_amount(one, name, UNITS), UNITS) for name, one in meters.items()},
    )


def _paytable(game: Game, name: str, choice: str | OwnTableBody) -> Paytable:
    group = game.paytables.get(name)
    if isinstance(choice, str) or group is None:
        found = read_paytable(game, name, choice if isinstance(choice, str) else "", refuse)
        assert found is not None, "a missing paytable was refused"
        return found
    own = paytable_of(
        {"lines": dict(choice.lines)} | ({} if choice.like is None else {"like": choice.like}),
        group,
    )
    _check_meters(own)
    return find_printed(own, group) or own


def find_printed(own: Paytable, group: Paytables) -> Paytable | None:
    """Return the printed table that pays line by line what a table of one's own pays."""
    lines = _lines(own)
    alike = (one for one in group.tables if one.ranking is own.ranking and one.hand == own.hand)
    return next((one for one in alike if _lines(one) == lines and one.meters == own.meters), None)


def _lines(table: Paytable) -> list[tuple[str, str]]:
    return [(line.hand, str(line.pays)) for line in table.lines]


def _check_meters(own: Paytable) -> None:
    meters = [meter.name for meter in own.meters]
    for line in own.lines:
        if line.pays.meter and line.pays.meter not in meters:
            choose = f": its meters are {one_of(meters)}" if meters else ""
            raise BadInputError(f"the paytable has no meter {quoted(line.pays.meter)}{choose}")


def _amount(value: float | None, what: str, *, positive: bool) -> Fraction | None:
    if value is None:
        return None
    cents = read_amount(value, what, CENTS)
    if positive and not cents:
        raise BadInputError(f"{what} must be above zero")
    return Fraction(cents, CENTS)


def read_amount(value: float, what: str, per_dollar: int) -> int:
    """Return an amount of a question in cents or meter units, or raise `BadInputError`."""
    try:
        return parse_amount(value, per_dollar=per_dollar)
    except NotMoneyError as error:
        raise BadInputError(f"{what} {error}") from None
