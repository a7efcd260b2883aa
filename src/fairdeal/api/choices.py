"""What a call chooses of a game: rules, paytables, readings and amounts of dollars."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.games import find_game
from fairdeal.lab.figures.own_paytable import paytable_of, read_own_paytable
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check as check_rules
from fairdeal.wire.choices import read_paytable, read_readings
from fairdeal.wire.fields import refuse
from fairdeal.wire.files import MAX_TOML_BYTES, read_text

#: A game by its name, or the rules that it is offered under.
SomeGame: TypeAlias = str | Rules
#: A paytable: its name in the text, a `Paytable`, the path of a TOML file, or its content.
SomePaytable: TypeAlias = str | Path | Paytable | Mapping[str, Any]
#: An amount of dollars; a `float` is refused, because it may not be the amount that was meant.
Dollars: TypeAlias = int | Fraction | Decimal | str


def rules(
    game: str | None = None, jurisdiction: str | None = None, *, file: str | Path | None = None
) -> Rules:
    """Return the rules of a game: those of a rules file, or the house's own.

    >>> rules("double-draw").minimum_cents
    500
    """
    if file is None:
        if game is None:
            raise BadInputError("name a game, or the rules file of one")
        return house_rules(find_game(game, jurisdiction))
    checked = check_rules(read_text(str(file), most=MAX_TOML_BYTES))
    if checked.rules is None:
        first = checked.findings[0]
        raise BadInputError(f"{file}, line {first.line}: {first.message}")
    return checked.rules


def chosen_rules(
    game: SomeGame,
    jurisdiction: str | None,
    paytables: Mapping[str, SomePaytable] | None,
    readings: Mapping[str, str] | None,
    limit: Fraction | None = None,
) -> Rules:
    """Return the rules that a call chooses. A payout limit in dollars replaces that of the
    rules.
    """
    base = base_rules(game, jurisdiction)
    return replace(
        base,
        paytables={**base.paytables, **chosen_paytables(base.game, paytables)},
        readings={**base.readings, **chosen_readings(base.game, readings)},
        payout_limit_cents=base.payout_limit_cents if limit is None else int(limit * CENTS),
    )


def base_rules(game: SomeGame, jurisdiction: str | None) -> Rules:
    """Return the rules of a call before its further choices."""
    if isinstance(game, Rules):
        if jurisdiction not in (None, game.game.jurisdiction):
            raise BadInputError(f"the rules are for {game.game.jurisdiction}, not {jurisdiction}")
        return game
    return house_rules(find_game(game, jurisdiction))


def chosen_readings(game: Game, readings: Mapping[str, str] | None) -> dict[str, str]:
    """Return the readings that a call chooses, without the defaults."""
    checked = read_readings(game, readings or {}, refuse)
    return {name: checked[name] for name in readings or {}}


def chosen_paytables(
    game: Game, paytables: Mapping[str, SomePaytable] | None
) -> dict[str, Paytable]:
    """Return the paytables that a call chooses."""
    return {name: paytable(game, name, one) for name, one in (paytables or {}).items()}


def compared_paytables(
    game: Game, paytables: Mapping[str, SomePaytable | Sequence[SomePaytable]]
) -> dict[str, list[Paytable]]:
    """Return the paytables of each wager that a call compares; each has a name of its own."""
    found = {}
    for name, some in paytables.items():
        several: Sequence[SomePaytable] = (
            [some] if isinstance(some, str | Path | Paytable | Mapping) else some
        )
        tables = [paytable(game, name, one) for one in several]
        unnamed = len([table for table in tables if table.name == _OWN]) > 1
        found[name] = [
            replace(table, name=f"{_OWN} {number}") if unnamed and table.name == _OWN else table
            for number, table in enumerate(tables, start=1)
        ]
    return found


#: The name of a paytable from a file or a mapping.
_OWN = "own"


def paytable(game: Game, name: str, choice: SomePaytable) -> Paytable:
    """Return the paytable that a call names, reads or brings."""
    if isinstance(choice, str) and not choice.endswith(".toml"):
        place, colon, there = choice.partition(":")
        if colon:  # of another jurisdiction, such as `pennsylvania:standard`
            other = read_paytable(find_game(game.name, place), name, there, refuse)
            assert other is not None, "a name that is unknown is refused"
            return replace(other, name=choice)
        found = read_paytable(game, name, choice, refuse)
        assert found is not None, "a name that is unknown is refused"
        return found
    if name not in game.paytables:
        read_paytable(game, name, None, refuse)
    group = game.paytables[name]
    if isinstance(choice, Paytable):
        if choice.ranking.cells != group.tables[0].ranking.cells:
            raise BadInputError(f"the paytable for {name} pays {choice.ranking.name} hands")
        return choice
    if isinstance(choice, Mapping):
        return paytable_of(dict(choice), group)
    return read_own_paytable(str(choice), group)


def dollars(amount: Dollars | None, name: str) -> Fraction | None:
    """Return an amount of dollars exactly; `name` is the name of the parameter."""
    if amount is None:
        return None
    try:
        if isinstance(amount, bool | float):
            raise TypeError
        exact = Fraction(amount)
    except (TypeError, ValueError, ZeroDivisionError):
        raise BadInputError(
            f"{name} is an exact amount such as 5, '12.50' or Fraction(25, 2), not {quoted(amount)}"
        ) from None
    if exact <= 0:
        raise BadInputError(f"{name} must be above zero")
    if name == "limit_dollars" and exact * CENTS % 1:
        raise BadInputError(f"{name} is an amount of whole cents, not {quoted(amount)}")
    return exact


def dollars_by_name(amounts: Mapping[str, Dollars] | None, name: str) -> dict[str, Fraction]:
    """Return amounts of dollars by name exactly."""
    exact = {key: dollars(amount, f"{name} of {key}") for key, amount in (amounts or {}).items()}
    return {key: amount for key, amount in exact.items() if amount is not None}
