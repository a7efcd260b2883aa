"""The people of a simulated evening: what they send, and what they think of at a table."""

import random
from dataclasses import dataclass, field
from typing import Any

from fairdeal.floor.people.accounts import Person
from fairdeal.play.bots import cautious
from fairdeal.table import commands as cmd
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.state import DEALING, OPEN, State
from fairdeal.table.words import word_digest
from fairdeal.wire.commands import command_document

Document = dict[str, Any]


@dataclass
class Request:
    """A command with its key, and what its sender must never be told."""

    person: Person
    table: str
    document: Document
    key: str
    #: Errors that may not come, or that must.
    never: bool = False


@dataclass
class Guest:
    """Somebody who plays, at up to two tables at once."""

    person: Person
    waiting: Request | None = None
    patience: float = 0.0
    tables: tuple[str, ...] = ()
    #: Until when he or she is away.
    away_until: float = 0.0


@dataclass(order=True)
class Message:
    """A request on its way."""

    when: float
    number: int
    request: Request = field(compare=False)


def played(chance: random.Random, state: State, number: int) -> Document | None:
    actions = [one for one in legal_actions(state, number) if one.seat == number]
    if not actions:
        return None
    if state.phase is OPEN:
        return _bets(chance, state, number, actions)
    if state.phase is DEALING:
        return _words(chance, state, actions[0])
    if chance.random() < 0.3:
        return _any_of(chance, state, actions)
    return command_document(cautious(state))


def _bets(chance: random.Random, state: State, number: int, actions: list[Action]) -> Document:
    wager = state.rules.game.wager
    if not state.seats[number].stakes:
        needed = [a for a in actions if a.wager and not wager[a.wager].optional]
        cents = {a.wager: a.least_cents for a in needed if a.wager}
        for name, (one, needs) in sorted(state.rules.to_place.items()):
            if one.optional and chance.random() < 0.5:
                chosen = [a for a in actions if a.wager == name and a.least_cents]
                if chosen:
                    cents[name] = chosen[0].least_cents
                elif name == "progressive" and all(n in cents for n in needs):
                    cents[name] = 1_00
        # Now and then more than anybody holds.
        if chance.random() < 0.02:
            cents = dict.fromkeys(cents, 9_999_00)
        amounts = {name: (units or 0) / 100 for name, units in cents.items()}
        return {"do": "place-bets", "seat": number, "amounts": amounts}
    drawn = chance.random()
    if drawn < 0.05:
        name = chance.choice(sorted(state.seats[number].stakes))
        return {"do": "take-back-bet", "seat": number, "wager": name}
    if any(a.do == "ready" for a in actions) and drawn < 0.9:
        drawn = chance.random()
        if drawn < 0.3:
            return {"do": "ready", "seat": number, "word": f"luck{chance.randrange(99)}"}
        if drawn < 0.6 and state.words_round:
            return {"do": "ready", "seat": number, "pledge": _pledge(state, number)}
        return {"do": "ready", "seat": number}
    return _any_of(chance, state, actions)


def _word(state: State, number: int) -> str:
    return f"luck of {number} in {state.words_round}"


def _pledge(state: State, number: int) -> str:
    return word_digest(state.words_round, number, _word(state, number))


def _words(chance: random.Random, state: State, action: Action) -> Document | None:
    """The word that is waited for; now and then it is withheld."""
    if chance.random() < 0.3:
        return None
    base: Document = {"do": action.do, "seat": action.seat}
    if action.do == "pledge":
        return {**base, "pledge": _pledge(state, action.seat)}
    return {**base, "word": _word(state, action.seat)}


def _any_of(chance: random.Random, state: State, actions: list[Action]) -> Document:
    action = chance.choice(actions)
    base: Document = {"do": action.do, "seat": action.seat}
    match action.do:
        case "bet":
            sizes = [
                one for one in (action.least_cents, action.most_cents, *action.amounts_cents) if one
            ]
            amount = chance.choice(sizes) / 100 if sizes else 5
            return {**base, "wager": action.wager, "amount": amount}
        case "draw":
            cards = state.seats[action.seat].cards
            most = min(action.up_to or 0, len(cards))
            chosen = chance.sample(cards, chance.randint(0, most))
            return command_document(cmd.Draw(seat=action.seat, discard=tuple(chosen)))
        case _:
            return base


def nonsense(
    chance: random.Random, at: tuple[str, State], guest: Guest, key: str, old: Request | None
) -> tuple[str, Document, str]:
    """What no floor may do: for another's seat, the dealer's part, a key for something else. Says
    at which table, what, and with which key.
    """
    table, state = at
    others = [n for n, s in sorted(state.seats.items()) if s.player != guest.person.id]
    choices: list[tuple[str, Document, str]] = [
        (table, {"do": "no-more-bets"}, key),
        (table, {"do": "settle"}, key),
        (table, {"do": "show-meters", "amounts": {"mega": 1}}, key),
        (table, {"do": "close-table", "cards": {}}, key),
        (table, {"do": "sit", "seat": 1, "player": "somebody"}, key),
        (table, {"do": "fly"}, key),
    ]
    if others:
        choices.append((table, {"do": "leave", "seat": chance.choice(others)}, key))
    if old is not None:
        choices.append((old.table, {"do": "call-floor", "reason": "another body"}, old.key))
    return chance.choice(choices)


def written(document: Document) -> Document:
    """A document as it comes out of JSON."""
    return {key: list(v) if isinstance(v, tuple) else v for key, v in document.items()}
