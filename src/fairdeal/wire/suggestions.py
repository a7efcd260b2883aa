"""Suggestions: the lawful value that is nearest to one that is not lawful.

The code that reports a value knows the bounds that the value breaks, so it also makes the
suggestion. A suggestion is a function (`Suggest`) that only `check --fix` calls: most readers of a
file only want to know whether it is in order.
"""

from collections.abc import Callable, Collection, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeAlias

from fairdeal.rulebook.money import CENTS, MAX_STAKE, to_json

#: Longer words are no misspelling.
_LONGEST_WORD: Final = 60
_ROUNDED: Final = Context(prec=60, rounding=ROUND_HALF_UP)


class Suggestion(NamedTuple):
    """Another value, another name for the key, or nothing at all in its place (`remove`)."""

    value: Any = None
    key: str | None = None
    remove: bool = False


#: Asked for only where somebody wants to mend the file; None where nothing is near.
Suggest: TypeAlias = Callable[[], Suggestion | None]

REMOVE: Final[Suggest] = lambda: Suggestion(remove=True)  # noqa: E731 - an offer like the others


def use_value(of: Any) -> Suggest:
    """One value."""
    return lambda: Suggestion(of)


def similar_key(key: str, names: Collection[str]) -> Suggest:
    """The name that a key may have been meant to be."""
    return lambda: None if (name := find_similar_name(key, names)) is None else Suggestion(key=name)


def similar_name(of: Any, names: Collection[str]) -> Suggest:
    """The name that a text may have been meant to be, or the only one there is."""

    def nearest() -> Suggestion | None:
        name = find_similar_name(of, names) if isinstance(of, str) else None
        if name is None and len(names) == 1:
            (name,) = names
        return None if name is None else Suggestion(name)

    return nearest


def find_similar_name(word: str, names: Collection[str]) -> str | None:
    """A name that is written almost so: in other letters, or misspelt."""
    if len(word) > _LONGEST_WORD:
        return None
    alike = {_normalized(name): name for name in names}
    if (found := alike.get(_normalized(word))) is not None:
        return found
    close = get_close_matches(_normalized(word), alike, n=1)
    return alike[close[0]] if close else None


def _normalized(word: str) -> str:
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def nearest_whole(of: Any, low: int, high: int) -> Suggest:
    """A whole number between bounds."""

    def nearest() -> Suggestion | None:
        number = _number(of)
        if number is None or number != number.to_integral_value():
            return None
        return Suggestion(int(max(Decimal(low), min(number, Decimal(high)))))

    return nearest


def nearest_amount(of: Any, *, per_dollar: int = CENTS, most: int = MAX_STAKE) -> Suggest:
    """An amount of dollars that has no more decimals than it may have, and is not too large."""

    def nearest() -> Suggestion | None:
        number = _number(of)
        if number is None or number <= 0:
            return None
        if number > Decimal(most) / per_dollar:
            return Suggestion(to_json(most, per_dollar=per_dollar))
        units = int((number * per_dollar).to_integral_value(context=_ROUNDED))
        return Suggestion(to_json(max(units, 1), per_dollar=per_dollar))

    return nearest


def nearest_multiple(cents: int, step: int, *, least: int = 0, most: int = 0) -> Suggest:
    """The nearest multiple of a step, not below the least; not above the most if there is one."""

    def nearest() -> Suggestion | None:
        low = max(step, -(-least // step) * step)
        found = max(low, (cents + step // 2) // step * step)
        if most and found > most:
            found = most // step * step
        return Suggestion(to_json(found)) if found >= low else None

    return nearest


def allowed_amounts(given: Sequence[int], allowed: Collection[int]) -> Suggest:
    """Of some amounts in cents those that are allowed, each once; all where none of them is."""
    kept = [cents for cents in dict.fromkeys(given) if cents in allowed]
    return use_value([to_json(cents) for cents in kept or allowed])


def _number(of: Any) -> Decimal | None:
    """A number, also where it was written as a text."""
    if isinstance(of, bool) or not isinstance(of, int | float | Decimal | str):
        return None
    try:
        number = Decimal(of.strip().lstrip("$").replace(",", "") if isinstance(of, str) else of)
    except InvalidOperation:
        return None
    # Beyond this nothing is near, and arithmetic would not end.
    return number if number.is_finite() and abs(number.adjusted()) < 20 else None
