"""Words about wagers: titles, sizes, when a wager is made, and which wagers share a paytable."""

from collections.abc import Sequence
from typing import NamedTuple

from fairdeal.english import all_of, one_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager


class SharedPaytable(NamedTuple):
    """A paytable in force, and the wagers on offer that it pays."""

    table: Paytable
    wagers: tuple[Wager, ...]


def rules_as_written(game: Game) -> Rules:
    """Return a game as its text has it, before an operator has chosen anything: every wager, the
    first paytable of each, and no limits.
    """
    first = {name: group.tables[0] for name, group in game.paytables.items()}
    return Rules(game=game, paytables=first, readings=game.default_readings, seats=game.seats)


def is_chosen(rules: Rules) -> bool:
    """Return whether an operator has chosen which wagers are offered and how much may be bet."""
    return rules.maximum_cents is not None


def wager_titles(game: Game, names: Sequence[str]) -> str:
    """Name wagers as the felt does, as in `Bet Number 1 and Bet Number 2`."""
    return all_of([game.wager[name].title for name in names])


def size_words(rules: Rules, wager: Wager) -> str:
    """Describe the size of a wager, as in `$10 to $500`, `equal to Ante`, `1 to 3 times 1st Ante`,
    `$1 or $5`.
    """
    title = rules.game.wager
    match wager.size:
        case Equal(to=to):
            return f"equal to {title[to].title}"
        case Times(of=of, low=low, high=high, whole=whole):
            span = str(low) if low == high else f"{low} to {high}"
            return f"{span} times {title[of].title}{', whole multiples' if whole else ''}"
        case OneOf():
            return one_of([dollars(cents) for cents in rules.limits[wager.name].amounts])
        case AnyAmount() if is_chosen(rules):
            least_cents, most_cents, step, _ = rules.limits[wager.name]
            span = f"{dollars(least_cents)} to {dollars(most_cents)}"
            return span if step == 100 else f"{span}, in steps of {dollars(step)}"
        case _:
            return str(wager.size)


def when_words(game: Game, wager: Wager) -> str:
    """Describe when a wager is made, as in `before the deal`, `at decision 2`."""
    if wager.at is None:
        return "before the deal, optional" if wager.optional else "before the deal"
    return f"at decision {game.decisions.index(game.bet_steps[wager.at]) + 1}"


def shared_paytables(rules: Rules) -> list[SharedPaytable]:
    """Return every paytable in force once, with the wagers that it pays, in the order of the
    wagers.
    """
    found: dict[int, SharedPaytable] = {}
    for terms in rules.terms.values():
        table, before = found.get(id(terms.table), SharedPaytable(terms.table, ()))
        found[id(table)] = SharedPaytable(table, (*before, terms.wager))
    return list(found.values())


def joint_title(wagers: Sequence[Wager]) -> str:
    """Join the titles of several wagers, as in `Bet Number 1, 2 and 3`, `1st Ante and 2nd Ante`."""
    names = [wager.title for wager in wagers]
    begin = {name.rpartition(" ")[0] for name in names}
    if len(names) > 1 and len(begin) == 1 and (same := begin.pop()):
        return f"{same} {all_of([name.rpartition(' ')[2] for name in names])}"
    return all_of(names)


def outside_limit_words(rules: Rules) -> str:
    """Return what a payout limit does not cover; an empty text if that is nothing."""
    outside = [wager for wager in rules.wagers if wager.side]
    if not outside:
        return ""
    if len(outside) == 1:
        return f"not the {outside[0].title}"
    meters = " and meters" if rules.progressive_wager else ""
    return f"side bets{meters} are outside of it"
