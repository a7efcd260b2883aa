"""What may be declared at a table now, beside its script: irregularities, devices, orders of the
floorperson. Whatever the rules would refuse is not in the list.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor, Role
from fairdeal.table.decide import clause_of
from fairdeal.table.dry_run import possible
from fairdeal.table.questions import (
    CUT_MARGIN,
    incomplete,
    most_by_hand,
    right_number_so_far,
    to_collect,
)
from fairdeal.table.state import OPEN, State, stub_size
from fairdeal.table.values import Place
from fairdeal.wording.phrases import capital

#: What stands for a reason that is still to be typed.
_SOME: Final = "a reason"


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be typed: the field of the command, what it is called, and whether a number."""

    name: str
    title: str
    kind: str = "text"
    least: int | None = None
    most: int | None = None
    value: int | None = None


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be declared."""

    words: str
    command: cmd.Command
    fields: tuple[Field, ...] = ()


class Irregularity(msgspec.Struct, frozen=True):
    """Things of one kind that may be declared, and the clause that speaks of them."""

    title: str
    clause: str | None
    by: Role
    choices: tuple[Choice, ...]


REASON: Final = Field("reason", "Reason")


def irregularities(state: State, roles: Iterable[Role]) -> list[Irregularity]:
    """What somebody with some roles may declare now."""
    found: list[Irregularity] = []
    for role in (DEALER, FLOOR):
        if role not in roles:
            continue
        by = Actor("whoever declares", role)
        for title, choices in _candidates(state, role):
            answers = [(choice, possible(state, choice.command, by)) for choice in choices]
            taken = [(choice, events) for choice, events in answers if events]
            if taken and all(title != one.title for one in found):
                choice, events = taken[0]
                clause = _clause(state, choice.command, events)
                found.append(Irregularity(title, clause, role, tuple(one for one, _ in taken)))
    return found


def _clause(state: State, command: cmd.Command, events: Iterable[ev.Event]) -> str | None:
    """Where the text speaks of it: what comes of it knows best."""
    if isinstance(command, cmd.CallFloor | cmd.Announce | cmd.PayByHand):
        return None  # of which no text says anything
    cited = (getattr(event, "clause", None) for event in events)
    return next(filter(None, cited), None) or clause_of(state, type(command))


def _candidates(state: State, role: Role) -> Iterator[tuple[str, Sequence[Choice]]]:
    if role is DEALER:
        yield from _cards(state)
        yield from _players(state)
        yield from _devices(state)
    else:
        yield from _orders(state)
    yield "Wagers that cannot stand", _give_back(state, role)
    if role is DEALER:
        why = Field("reason", "What for")
        yield "Call the floorperson", [Choice("Call", cmd.CallFloor(_SOME), (why,))]
    words = Field("words", "What to say")
    yield "Say something to the table", [Choice("Say", cmd.Announce(_SOME), (words,))]


def _cards(state: State) -> Iterator[tuple[str, Sequence[Choice]]]:
    place_words = state.rules.game.place_words
    yield (
        "A card lies face up",
        [Choice("A card still to be dealt lies face up", cmd.FaceUp())],
    )
    yield (
        "A card was drawn in error",
        [
            Choice("Its face was not seen", cmd.DrawnInError()),
            Choice("Its face was seen", cmd.DrawnInError(seen=True)),
        ],
    )
    places: list[Place] = [*state.playing, *state.board]
    wrong = []
    for place in places:
        so_far = right_number_so_far(state, place)
        typed = Field("cards", "Cards that lie there", "number", least=0, most=stub_size(state))
        command = cmd.WrongNumber(place, so_far + 1)
        wrong.append(Choice(capital(place_words(place)), command, (typed,)))
    yield "A wrong number of cards", wrong
    yield (
        "A community card was exposed",
        [Choice(capital(place_words(area)), cmd.ExposedCommunity(area)) for area in state.board],
    )
    yield "A player was skipped", [Choice(f"Seat {n}", cmd.Skipped(n)) for n in state.playing]
    counted = Field("cards", "Cards counted", "number", least=0, most=len(state.rules.game.deck))
    yield (
        "Count the stub",
        [Choice("Count it now", cmd.CountStub(stub_size(state)), (counted,))],
    )


def _players(state: State) -> Iterator[tuple[str, Sequence[Choice]]]:
    wagers = state.rules.game.wager
    differ = []
    for wager in to_collect(state):
        for number in state.playing:
            title = f"Seat {number}, {wagers[wager.name].title}"
            back = cmd.CorrectChips(number, wager.name, "give-back", _SOME)
            added = cmd.CorrectChips(number, wager.name, "added", _SOME)
            differ.append(Choice(f"{title}: give it back", back, (REASON,)))
            differ.append(Choice(f"{title}: its chip was added", added, (REASON,)))
    yield "Chips differ from the wagers", differ
    paid = Field("amount", "Dollars", "number", least=1, most=most_by_hand(state) // 100)
    by_hand = [
        Choice(f"Seat {n}", cmd.PayByHand(n, 100, _SOME), (paid, REASON))
        for n in sorted(state.seats)
    ]
    yield "A payment by hand", by_hand
    turn = state.turn
    if turn is not None and not state.seats[turn].left:
        yield "A player does not answer", [Choice(f"Seat {turn}", cmd.Timeout(turn))]


def _devices(state: State) -> Iterator[tuple[str, Sequence[Choice]]]:
    yield "The shuffler jammed", [Choice("The shuffler jammed", cmd.ShufflerJam())]
    yield "The dealing shoe jammed", [Choice("The shoe jammed", cmd.ShoeJam())]
    yield (
        "A device is of no more use",
        [
            Choice("The shuffler", cmd.Malfunction("shuffler")),
            Choice("The dealing shoe", cmd.Malfunction("shoe")),
        ],
    )
    defect = Field("defect", "The defect")
    yield (
        "A deck has a defect",
        [
            Choice(f"The {deck.color} deck", cmd.InspectCards(deck.color, _SOME), (defect,))
            for deck in state.decks
        ],
    )
    if not any(seat.stakes for seat in state.seats.values()):
        yield "Change the decks", [Choice("All decks leave the table", cmd.RemoveDecks())]


def _orders(state: State) -> Iterator[tuple[str, Sequence[Choice]]]:
    yield "Have the cards cut again", [Choice("Cut again", cmd.OrderRecut())]
    yield "Have the cards shuffled again", [Choice("Shuffle again", cmd.OrderShuffle())]
    yield (
        "A breach of conduct: forfeit",
        [Choice(f"Seat {n}", cmd.Forfeit(n, _SOME), (REASON,)) for n in state.playing],
    )
    yield (
        "Have a player leave",
        [Choice(f"Seat {n}", cmd.RemovePlayer(n, _SOME), (REASON,)) for n in sorted(state.seats)],
    )
    yield (
        "A device is back",
        [
            Choice("The shuffler", cmd.ReturnDevice("shuffler")),
            Choice("The dealing shoe", cmd.ReturnDevice("shoe")),
        ],
    )
    ways = [Choice(f"Deal: {way}", cmd.ChangeMethod(dealing=str(way))) for way in Dealing]
    ways += [Choice(f"Shuffle: {way}", cmd.ChangeMethod(shuffling=str(way))) for way in Shuffling]
    yield "Another way of dealing or shuffling", ways


def _give_back(state: State, role: Role) -> list[Choice]:
    if state.phase is not OPEN:
        return []
    choices = []
    for number, seat in sorted(state.seats.items()):
        if not seat.stakes:
            continue
        wrong = incomplete(state, number)
        if wrong or role is FLOOR:
            fields = () if wrong else (REASON,)
            command = cmd.GiveBack(number, reason="" if wrong else _SOME)
            choices.append(Choice(f"Seat {number}", command, fields))
    return choices


def fields_of(state: State, command: cmd.Command) -> tuple[Field, ...]:
    """What the dealer says of a step of the script: how deep a cut is, what was counted. What only
    confirms what the table knows is filled in; a count of the stub is not.
    """
    size = len(state.rules.game.deck)
    match command:
        case cmd.Cut():
            return (Field("depth", "Cards from the top", "number", CUT_MARGIN, size - CUT_MARGIN),)
        case cmd.CountStub():
            return (Field("cards", "Cards counted", "number", 0, size),)
        case cmd.Collect(chips=chips):
            return (Field("chips", "Chips counted", "number", 0, value=chips),)
        case cmd.Shuffle(cards=cards) if cards is not None:
            return (Field("cards", "Cards that the device counted", "number", 0, value=cards),)
        case _:
            return ()
