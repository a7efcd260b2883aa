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

#: Longer words are not compared with known names.
_LONGEST_WORD: Final = 60
_ROUNDED: Final = Context(prec=60, rounding=ROUND_HALF_UP)


class Suggestion(NamedTuple):
    """A change that makes a field lawful: another value, another key, or removing the field."""

    value: Any = None
    key: str | None = None
    remove: bool = False


#: Makes a suggestion, or returns None if no lawful value is near.
Suggest: TypeAlias = Callable[[], Suggestion | None]

REMOVE: Final[Suggest] = lambda: Suggestion(remove=True)  # noqa: E731 - an offer like the others


def use_value(value: Any) -> Suggest:
    """Suggest this value."""
    return lambda: Suggestion(value)


def similar_key(key: str, names: Collection[str]) -> Suggest:
    """Suggest the known key that is most similar to a misspelt one."""
    return lambda: None if (name := find_similar_name(key, names)) is None else Suggestion(key=name)


def similar_name(value: Any, names: Collection[str]) -> Suggest:
    """Suggest the known name that is most similar to a value, or the only name there is."""

    def nearest() -> Suggestion | None:
        name = find_similar_name(value, names) if isinstance(value, str) else None
        if name is None and len(names) == 1:
            (name,) = names
        return None if name is None else Suggestion(name)

    return nearest


def find_similar_name(word: str, names: Collection[str]) -> str | None:
    """Return the known name that is most similar to a word, or None."""
    if len(word) > _LONGEST_WORD:
        return None
    alike = {_normalize(name): name for name in names}
    if (found := alike.get(_normalize(word))) is not None:
        return found
    close = get_close_matches(_normalize(word), alike, n=1)
    return alike[close[0]] if close else None


def _normalize(word: str) -> str:
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def nearest_whole(value: Any, low: int, high: int) -> Suggest:
    """Suggest the whole number between bounds that is nearest to a value."""

    def nearest() -> Suggestion | None:
        number = _number(value)
        if number is None or number != number.to_integral_value():
            return None
        return Suggestion(int(max(Decimal(low), min(number, Decimal(high)))))

    return nearest


def nearest_amount(value: Any, *, per_dollar: int = CENTS, most: int = MAX_STAKE) -> Suggest:
    """Suggest the nearest amount of dollars that is not too precise and not too large."""

    def nearest() -> Suggestion | None:
        number = _number(value)
        if number is None or number <= 0:
            return None
        if number > Decimal(most) / per_dollar:
            return Suggestion(to_json(most, per_dollar=per_dollar))
        units = int((number * per_dollar).to_integral_value(context=_ROUNDED))
        return Suggestion(to_json(max(units, 1), per_dollar=per_dollar))

    return nearest


def nearest_multiple(cents: int, step: int, *, least: int = 0, most: int = 0) -> Suggest:
    """Suggest the nearest multiple of a step between `least` and `most` (0: no bound)."""

    def nearest() -> Suggestion | None:
        low = max(step, -(-least // step) * step)
        found = max(low, (cents + step // 2) // step * step)
        if most and found > most:
            found = most // step * step
        return Suggestion(to_json(found)) if found >= low else None

    return nearest


def allowed_amounts(given: Sequence[int], allowed: Collection[int]) -> Suggest:
    """Suggest the given amounts that are allowed, each once; if none is, all allowed amounts."""
    valid = [cents for cents in dict.fromkeys(given) if cents in allowed]
    return use_value([to_json(cents) for cents in valid or allowed])


def _number(value: Any) -> Decimal | None:
    """Return the number of a value, which may be written as a text, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    try:
        number = Decimal(
            value.strip().lstrip("$").replace(",", "") if isinstance(value, str) else value
        )
    except InvalidOperation:
        return None
    # Larger and smaller numbers have no lawful number near them, and are slow to compute with.
    return number if number.is_finite() and abs(number.adjusted()) < 20 else None
