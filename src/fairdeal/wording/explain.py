"""A game in plain words, from its data: what lies where, what makes which hand, what is decided in
which order, and what a fold costs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairdeal.english import all_of, counted, one_of, up_to_cards
from fairdeal.rulebook.game import (
    OWN,
    BetOrFold,
    BetterOf,
    Draw,
    Game,
    HandOf,
    Reveal,
    Step,
    TakeBack,
)
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules, Terms
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times, Wager


@dataclass(frozen=True)
class WagerTold:
    """What a wager is called, how much it is, which hand it looks at, and what that pays."""

    title: str
    size: str
    looks_at: str
    wins_from: str
    pays: Mapping[str, str]


@dataclass(frozen=True)
class HandTold:
    """A hand: its name, which cards make it, and which wagers look at it."""

    name: str
    made_of: str
    wagers: tuple[str, ...]


@dataclass(frozen=True)
class GameTold:
    """A game on one screen. `board` and `box` are the rows of two drawings, from the dealer's side
    down.
    """

    title: str
    about: str
    board: tuple[str, ...]
    box: tuple[str, ...]
    hands: tuple[HandTold, ...]
    wagers: tuple[WagerTold, ...]
    steps: tuple[str, ...]
    folding: str
    notes: tuple[str, ...]


def explain(rules: Rules) -> GameTold:
    """A game as it is offered."""
    game = rules.game
    return GameTold(
        title=f"{game.title}, {game.place}",
        about=(
            f"{counted(len(game.deck), 'card')}, up to {counted(rules.seats, 'player')}, "
            f"{counted(game.own_cards, 'card')} each"
        ),
        board=_drawn([[_area(rules, name) for name in row] for row in game.felt.board]),
        box=_drawn([[_place(rules, name) for name in row] for row in game.felt.box]),
        hands=tuple(hands_in_words(rules)),
        wagers=tuple(_wager(rules, terms) for terms in rules.terms.values()),
        steps=tuple(steps_in_words(rules)),
        folding=fold_in_words(rules),
        notes=tuple(_notes(rules)),
    )


# The layout ---------------------------------------------------------------------------------------


def _area(rules: Rules, name: str) -> str:
    """An area of the board with the number of its cards, where there are several."""
    cards = rules.areas.get(name, 0)
    return "" if not cards else name if cards == 1 else f"{name}, {cards} cards"


def _place(rules: Rules, name: str) -> str:
    return rules.game.wager[name].title if name in rules.terms else ""


def _drawn(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Rows of a layout, the places of one column below each other where all rows have as many."""
    kept = [row for row in rows if any(row)]
    if not kept:
        return ()
    even = len({len(row) for row in kept}) == 1 and len(kept) > 1
    widths = [max(len(row[at]) for row in kept) for at in range(len(kept[0]))] if even else []
    lines = []
    for row in kept:
        cells = [
            (f"[{name:^{widths[at]}}]" if even else f"[{name}]")
            if name
            else " " * (widths[at] + 2 if even else 0)
            for at, name in enumerate(row)
        ]
        lines.append(" ".join(cell for cell in cells if cell or even))
    wide = max(map(len, lines))
    return tuple(line.rstrip() if even else f"{line:^{wide}}".rstrip() for line in lines)


# Hands and wagers ---------------------------------------------------------------------------------


def hand_in_words(game: Game, hand: HandOf | BetterOf) -> str:
    """Which cards make a hand: `your 2 cards with left, right and center`."""
    if isinstance(hand, BetterOf):
        return f"the better of {hand.first} and {hand.second}"
    others = [_cards_of(game, area) for area in hand.areas if area != OWN]
    if OWN not in hand.areas:
        return all_of(others)
    own = f"your {counted(game.own_cards, 'card')}"
    return f"{own} with {all_of(others)}" if others else own


def main_hand_in_words(game: Game) -> str:
    """Which hand an ending of the main wagers is told by, where they look at several; else
    nothing.
    """
    named = [str(wager.hand) for wager in game.wagers if not wager.side]
    hands = [name for name in dict.fromkeys(named) if name in _plain_hands(game)]
    return f"the better of {all_of(hands)}" if len(hands) > 1 else ""


def _plain_hands(game: Game) -> set[str]:
    readings = game.default_readings
    return {n for n, hand in game.hands.items() if isinstance(hand.under(readings), HandOf)}


def _cards_of(game: Game, area: str) -> str:
    cards = next(one.cards for one in game.areas if one.name == area)
    return area if cards == 1 else f"the {cards} of {_title(game, area)}"


def _title(game: Game, area: str) -> str:
    return game.place_words(area)


def hands_in_words(rules: Rules) -> list[HandTold]:
    """Every hand that a wager on offer looks at, once."""
    found: dict[str, list[Terms]] = {}
    for terms in rules.terms.values():
        found.setdefault(looks_at(rules, terms), []).append(terms)
    return [
        HandTold(
            name,
            hand_in_words(rules.game, alike[0].hand),
            tuple(terms.wager.title for terms in alike),
        )
        for name, alike in found.items()
    ]


def looks_at(rules: Rules, terms: Terms) -> str:
    """The hand that a wager looks at, by its name."""
    if terms.hand.name:
        return terms.hand.name
    alike = (other.hand for other in rules.terms.values() if other.hand.name)
    same = (
        other.name
        for other in alike
        if isinstance(other, BetterOf)
        and isinstance(terms.hand, BetterOf)
        and (other.first, other.second) == (terms.hand.first, terms.hand.second)
    )
    return next(same, hand_in_words(rules.game, terms.hand))


def wins_from(terms: Terms) -> str:
    """The least hand that wins; what only gives the stake back does not."""
    winning = [line for line in terms.table.lines if line.pays.form is not Form.PUSH]
    least = winning[-1].hand if winning else ""
    return least if least.endswith(("better", "lower")) else f"{least} up"


def size_in_words(game: Game, wager: Wager, rules: Rules | None = None) -> str:
    """How much a wager may be, with the titles of the wagers that it depends on."""
    match wager.size:
        case Equal(to=other):
            return f"equal to {game.wager[other].title}"
        case Times(of=other, low=low, high=high, whole=whole):
            parts = ", whole multiples" if whole else ""
            return f"{low} to {high} times {game.wager[other].title}{parts}"
        case OneOf() as size if rules is not None:
            return one_of([dollars(amount) for amount in sorted(rules.offered_amounts(size))])
        case AnyAmount(binding=True) if rules is not None and rules.maximum_cents:
            limits = rules.limits[wager.name]
            return f"{dollars(limits.least)} to {dollars(limits.most)}"
        case size:
            return str(size)


def when_in_words(game: Game, wager: Wager) -> str:
    """When a wager is made."""
    if wager.at is None:
        return "before the deal, optional" if wager.optional else "before the deal"
    decisions = [step for step in game.round if isinstance(step, BetOrFold | TakeBack | Draw)]
    at = next(n for n, step in enumerate(decisions, 1) if getattr(step, "wager", "") == wager.at)
    return f"at decision {at}"


def _wager(rules: Rules, terms: Terms) -> WagerTold:
    return WagerTold(
        title=terms.wager.title,
        size=size_in_words(rules.game, terms.wager, rules),
        looks_at=looks_at(rules, terms),
        wins_from=wins_from(terms),
        pays={line.hand: str(line.pays) for line in terms.table.lines},
    )


# The round ----------------------------------------------------------------------------------------


def steps_in_words(rules: Rules) -> list[str]:
    """What happens in order, from the wagers to the settlement."""
    game = rules.game
    before = [wager for wager in rules.wagers if wager.at is None]
    required = [wager for wager in before if not wager.optional]
    lines = [f"You bet {_with_sizes(rules, required)}"]
    if extra := [wager for wager in before if wager.optional]:
        lines[0] += f"; if you like, {_with_sizes(rules, extra)}"
    lines[0] += "."
    lines.append(f"You are dealt {counted(game.own_cards, 'card')}.")
    turned: list[str] = []
    for at, step in enumerate(game.round):
        if at in rules.left_out:
            continue
        if isinstance(step, Reveal):
            turned.append(_turned(game, step))
        elif words := decision_in_words(game, step):
            lines.append(f"{_up(turned)}You {words}.")
            turned = []
    lines.append(f"{_up(turned)}The wagers are settled, {game.settles}.")
    return lines


def _with_sizes(rules: Rules, wagers: Sequence[Wager]) -> str:
    return all_of([f"{one.title} ({size_in_words(rules.game, one, rules)})" for one in wagers])


def _turned(game: Game, step: Reveal) -> str:
    which = all_of([game.place_words(area) for area in step.areas])
    if step.count is None:
        return which
    return f"{'one card' if step.count == 1 else f'{step.count} cards'} of {which}"


def _up(turned: Sequence[str]) -> str:
    return f"Turned up: {', then '.join(turned)}. " if turned else ""


def decision_in_words(game: Game, step: Step) -> str:
    """What a player does at a decision; nothing where the step is none."""
    match step:
        case TakeBack(wager=wager):
            return f"let {game.wager[wager].title} ride, or take it back"
        case BetOrFold(wager=wager):
            return (
                f"bet {game.wager[wager].title}, {size_in_words(game, game.wager[wager])}, or fold"
            )
        case Draw(up_to=most):
            return f"discard {up_to_cards(most)}, or none, and are given as many"
        case _:
            return ""


def fold_in_words(rules: Rules) -> str:
    """What a fold costs and what it leaves alone; or what may be taken back."""
    game = rules.game
    before = [w.title for w in rules.wagers if w.at is None and not w.optional]
    if game.folds:
        live = [wager.title for wager in rules.wagers if wager.side]
        stay = f" {all_of(live)} {'is' if len(live) == 1 else 'are'} still settled." if live else ""
        since = " and every bet made since" if len(game.folds) > 1 else ""
        return f"A fold loses {', '.join(before)}{since}.{stay}"
    back = [game.wager[name].title for name in game.take_backs]
    rest = [w.title for w in rules.wagers if not w.optional and w.name not in game.take_backs]
    if not back:
        return "Nobody folds: what was bet stays."
    return f"Nobody folds: {all_of(back)} may be taken back whole, {all_of(rest)} stays."


def _notes(rules: Rules) -> list[str]:
    """What else must be known: the words on the felt, and how much a round pays at most."""
    notes = [f"{one.words}." for one in rules.game.felt.inscriptions]
    if rules.payout_limit_cents:
        limit = dollars(rules.payout_limit_cents)
        notes.append(f"A round pays a player {limit} at most, additional wagers apart.")
    return notes


def readings_in_words(readings: Mapping[str, str]) -> str:
    """Choices of readings in a line: `wheel low-and-high, abandoned lose`."""
    return ", ".join(f"{name} {choice}" for name, choice in readings.items())
