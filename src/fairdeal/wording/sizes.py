"""How much a wager may be, in words that name the wagers as the felt does."""

from fairdeal.english import one_of
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager

_TIMES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def size_words(rules: Rules, wager: Wager) -> str:
    """`$10 to $500`, `equal to the Ante`, `one to three times the 1st Ante`, `$1 or $5`."""
    title = rules.game.wager
    match wager.size:
        case Equal(to=to):
            return f"equal to {title[to].title}"
        case Times(of=of, low=low, high=high, whole=whole):
            span = _times(low) if low == high else f"{_times(low)} to {_times(high)}"
            return f"{span} times {title[of].title}{', whole multiples' if whole else ''}"
        case OneOf() as size:
            return one_of([dollars(cents) for cents in rules.offered_amounts(size)])
        case AnyAmount():
            least, most, step, _ = rules.limits[wager.name]
            span = f"{dollars(least)} to {dollars(most)}"
            return span if step == 100 else f"{span}, in steps of {dollars(step)}"


def _times(number: int) -> str:
    return _TIMES[number] if number < len(_TIMES) else str(number)
