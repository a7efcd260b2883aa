"""What each wager looks at, what is bet on it and what it pays, in words."""

from fairdeal.english import all_of
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, WagerTerms
from fairdeal.rulebook.wager import Wager
from fairdeal.wording.how_to_play.hands import hand_of_wager
from fairdeal.wording.how_to_play.types import WagerDescription
from fairdeal.wording.phrases import capital
from fairdeal.wording.wagers import (
    is_chosen,
    outside_limit_words,
    shared_paytables,
    size_words,
    when_words,
)


def wager_description(rules: Rules, terms: WagerTerms) -> WagerDescription:
    """Describe a wager as it is offered."""
    wager = terms.wager
    return WagerDescription(
        title=wager.title,
        when=when_words(rules.game, wager),
        size=size_words(rules, wager),
        looks_at=hand_of_wager(rules, terms.hand),
        wins_from=lowest_winning_hand(terms.table),
        clause=wager.clause,
        side=wager.side,
    )


def lowest_winning_hand(table: Paytable) -> str:
    """Name the lowest hand that wins; a hand that only returns the stake does not win."""
    winning = [line for line in table.lines if line.pays.form is not Form.PUSH]
    if not winning:
        return "nothing wins"
    least = winning[-1].hand
    return least if least.endswith(("better", "lower")) else f"{least} or better"


def paytable_range(table: Paytable) -> str:
    """Describe from which hand a paytable pays, and up to how much."""
    winning = [line for line in table.lines if line.pays.form is not Form.PUSH]
    if not winning:
        return lowest_winning_hand(table)
    best, least = winning[0], winning[-1]
    if best.pays == least.pays:
        return f"{lowest_winning_hand(table)} pays {least.pays}"
    lowest = least.hand.removesuffix(" or better")
    return f"from {lowest} ({least.pays}) to {best.hand} ({best.pays})"


def limit_words(rules: Rules) -> str:
    """Describe the most that the wagers of the game itself can win."""
    limit = rules.game.limit
    most = rules.payout_limit_cents or limit.cents
    if most is None:
        where = "." if is_chosen(rules) else ", unless the table's sign states one."
        return f"There is no limit on what a hand can win{where}"
    least_bets = ", or the most that somebody with the least bets could win, where that is more"
    also = least_bets if limit.or_best_at_minimum and rules.payout_limit_cents is None else ""
    outside = outside_limit_words(rules)
    ending = f" ({outside})." if outside else "."
    return f"At most {dollars(most)} in winnings {limit.per}{also}{ending}"


def bets_words(rules: Rules) -> str:
    """Describe what a player bets before the deal."""
    must = [wager for wager, _ in rules.to_place.values() if not wager.optional]
    may = [wager for wager, _ in rules.to_place.values() if wager.optional]
    lead, *others = must
    if others and all(wager.size.equals for wager in others):
        names = all_of([wager.title for wager in must])
        words = f"Put the same amount on {names}: {size_words(rules, lead)}."
    elif others:
        words = f"Bet {_with_sizes(rules, must)}."
    else:
        words = f"Bet {lead.title}: {size_words(rules, lead)}."
    if may:
        where = "" if is_chosen(rules) else ", and where it is offered"
        words += f" If you like{where}, add {_with_sizes(rules, may)}."
    return words


def _with_sizes(rules: Rules, wagers: list[Wager]) -> str:
    return all_of([f"{one.title} ({size_words(rules, one)})" for one in wagers])


def paid_words(rules: Rules) -> str:
    """Describe what the game's own wagers pay, and which hands only return them."""
    told, pushes = [], dict[str, list[str]]()
    for table, wagers in shared_paytables(rules):
        names = [wager.title for wager in wagers if not wager.side]
        if names:
            told.append(f"{all_of(names)}: {paytable_range(table)}.")
        for line in table.lines if names else ():
            if line.pays.form is Form.PUSH:
                pushes.setdefault(line.hand, []).extend(names)
    main = sum(not wager.side for wager in rules.wagers)
    for hand, names in pushes.items():
        which = "a bet" if len(names) == main else all_of(names)
        told.append(f"{capital(hand)} gives {which} back.")
    return " ".join(told)
