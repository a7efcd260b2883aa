"""Options and arguments that several commands share, and functions that read amounts in them."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Annotated, Final

import typer

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, NotMoneyError
from fairdeal.games import JURISDICTIONS, NAMES
from fairdeal.rulebook.money import (
    CENTS,
    MAX_METER,
    MAX_STAKE,
    UNITS,
    UNITS_PER_CENT,
    dollars,
    parse_amount,
)
from fairdeal.wire.json import parse_json

#: The longest computation that a command begins without being asked to wait, in seconds.
LONGEST: Final = 3_600.0
Patient = Annotated[bool, typer.Option(help="Compute even if the estimate is more than an hour.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do not use cached results.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"The game: {one_of(NAMES)}.",
        autocompletion=lambda: list(NAMES),
    ),
]
Jurisdiction = Annotated[
    str | None, typer.Option(metavar="NAME", help=f"The regulation: {one_of(JURISDICTIONS)}.")
]
Source = Annotated[
    str, typer.Argument(metavar="FILE", help="The file to read, or - for standard input.")
]
RulesFile = Annotated[
    str | None,
    typer.Option("--rules", metavar="FILE", help="Use the rules of this rules file (see `check`)."),
]
PaytableChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="WAGER=X",
        help="Choose the paytable of a wager by its name, or a TOML file. May be repeated.",
    ),
]
ReadingChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="ID=CHOICE",
        help="Choose how the text is read (see `readings`). May be repeated.",
    ),
]
Stake = Annotated[
    str | None,
    typer.Option(
        metavar="DOLLARS",
        help=(
            "The stake: of a side bet, 1 by default; of one unit of the main wagers, which then "
            "count the payout limit."
        ),
    ),
]
MainStake = Annotated[
    str | None,
    typer.Option(
        "--stake",
        metavar="DOLLARS",
        help="The stake of one unit. The payout limit counts only with it.",
    ),
]
PayoutLimit = Annotated[
    str | None,
    typer.Option(
        "--limit",
        metavar="DOLLARS",
        help="The payout limit of a hand; by default that of the rules file or of the text.",
    ),
]
MeterAmounts = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=DOLLARS", help="The amount on a meter. May be repeated."),
]


def check_unique(options: list[str] | None, name: str) -> list[str]:
    """Return options of the form NAME=VALUE; a name that is given twice is an error."""
    names = [option.partition("=")[0] for option in options or []]
    for one in names:
        if names.count(one) > 1:
            raise BadInputError(f"{name} says {quoted(one)} twice")
    return list(options or [])


def parse_pairs(options: list[str] | None, name: str) -> dict[str, str]:
    """Return options of the form NAME=DOLLARS as a mapping, with the amounts still as texts."""
    found = {}
    for option in check_unique(options, name):
        key, _, value = option.partition("=")
        if not value:
            raise BadInputError(f"{name} is NAME=DOLLARS, not {quoted(option)}")
        found[key] = value
    return found


def parse_meters(options: list[str] | None) -> dict[str, Fraction]:
    """Return the amount on each meter from the values of `--meter`."""
    return {
        name: parse_dollars(value, f"meter {name}", per_dollar=UNITS, most=MAX_METER)
        for name, value in parse_pairs(options, "--meter").items()
    }


def parse_percent(text: str, name: str) -> Fraction:
    """Return the percentage of an option as a fraction of one."""
    try:
        value = Decimal(text.removesuffix("%"))
    except InvalidOperation:
        raise BadInputError(f"{name} is a percentage such as 5, not {quoted(text)}") from None
    if not value.is_finite() or not -100 <= value <= 100:
        raise BadInputError(f"{name} is from -100 to 100, not {quoted(text)}")
    return Fraction(value) / 100


def parse_stake_and_limit(
    stake: str | None, limit: str | None, *, with_file: bool = False
) -> tuple[Fraction | None, Fraction | None]:
    """Return the stake of one unit and the payout limit in dollars, from `--stake` and `--limit`.

    A limit needs a stake, or a rules file, which has a minimum and a maximum.
    """
    if limit is not None and stake is None and not with_file:
        raise BadInputError("--limit counts only with a stake: give --stake, one unit in dollars")
    most = MAX_METER // UNITS_PER_CENT
    return (
        None if stake is None else parse_dollars(stake, "--stake"),
        None if limit is None else parse_dollars(limit, "--limit", most=most),
    )


def parse_dollars(
    text: str, what: str, *, per_dollar: int = CENTS, most: int = MAX_STAKE
) -> Fraction:
    """Return the dollar amount of an option."""
    try:
        units = parse_amount(parse_json(text), per_dollar=per_dollar)
    except NotMoneyError as error:
        raise BadInputError(f"{what} {error}, not {quoted(text)}") from None
    except BadInputError:
        raise BadInputError(f"{what} is an amount of dollars, not {quoted(text)}") from None
    if units <= 0:
        raise BadInputError(f"{what} must be above zero")
    if units > most:
        raise BadInputError(f"{what} is over {dollars(most * CENTS // per_dollar)}")
    return Fraction(units, per_dollar)
