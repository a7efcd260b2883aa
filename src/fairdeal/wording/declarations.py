"""Declarations that are possible at a table now, apart from its script: irregularities, failed
devices, orders of the floorperson. A declaration that the rules would refuse is not listed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from fairdeal.english import cards_in_words
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, Actor, Role
from fairdeal.table.decide import clause_of
from fairdeal.table.dry_run import possible
from fairdeal.table.questions import (
    CUT_MARGIN,
    TAKES_CARDS,
    cards_needed,
    incomplete,
    is_skipped_without_cards,
    most_by_hand,
    next_deal,
    planned_deal,
    right_number_so_far,
    to_collect,
)
from fairdeal.table.real_cards import deals_real_cards, is_without_device
from fairdeal.table.state import OPEN, State, still_dealt_to, stub_size
from fairdeal.table.values import RACK, Place
from fairdeal.wording.phrases import capital

#: What stands for a reason that is still to be typed.
_SOME: Final = "a reason"


class InputField(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a command that a person types: its name, its label, and whether it is a number or
    cards, with the place of each card in the order of dealing.
    """

    name: str
    title: str
    kind: str = "text"
    least: int | None = None
    most: int | None = None
    places: tuple[str, ...] = ()
    #: Whether it may be left empty.
    optional: bool = False


class Declaration(msgspec.Struct, frozen=True):
    """A declaration that is possible now."""

    words: str
    command: cmd.Command
    fields: tuple[InputField, ...] = ()


class DeclarationGroup(msgspec.Struct, frozen=True):
    """Declarations of one kind, with the clause that speaks of them."""

    title: str
    clause: str | None
    by: Role
    choices: tuple[Declaration, ...]


REASON: Final = InputField("reason", "Reason")


def declarations_now(state: State, roles: Iterable[Role]) -> list[DeclarationGroup]:
    """Return the declarations that a person with these roles can make now."""
    found: list[DeclarationGroup] = []
    for role in (DEALER, FLOOR):
        if role not in roles:
            continue
        dealer = state.dealer if role is DEALER else ""
        by = Actor(dealer or "whoever declares", role)
        for title, plain in _candidates(state, role):
            choices = [_with_cards(state, choice) for choice in plain]
            answers = [(choice, possible(state, choice.command, by)) for choice in choices]
            taken = [(choice, events) for choice, events in answers if events]
            if taken and all(title != one.title for one in found):
                choice, events = taken[0]
                clause = _clause(state, choice.command, events)
                found.append(DeclarationGroup(title, clause, role, tuple(one for one, _ in taken)))
    return found


def _with_cards(state: State, choice: Declaration) -> Declaration:
    """Return a declaration with the field of the cards that it takes from real ones."""
    fields = (*cards_fields(state, choice.command), *choice.fields)
    return msgspec.structs.replace(choice, fields=fields)


def cards_fields(state: State, command: cmd.Command) -> tuple[InputField, ...]:
    """Return the field of the cards that a command names at a table of real cards; none
    elsewhere.
    """
    if not deals_real_cards(state.rules) or type(command) not in TAKES_CARDS:
        return ()
    count = cards_needed(state, command)
    if not count:
        return ()
    words = state.rules.game.place_words
    match command:
        case cmd.Deal():
            dealt = planned_deal(state, command)[0]
            places = ["burned" if place == RACK else words(place) for place in dealt]
        case cmd.Replace():
            places = [words(state.turn or 0)] * count
        case _:
            places = ["this card"] * count
    return (InputField("cards", cards_in_words(count), "cards", count, count, tuple(places)),)


def _clause(state: State, command: cmd.Command, events: Iterable[ev.Event]) -> str | None:
    """Return the clause of a declaration; that of the events which it leads to comes first."""
    if isinstance(command, cmd.CallFloor | cmd.Announce | cmd.PayByHand):
        return None  # of which no text says anything
    cited = (getattr(event, "clause", None) for event in events)
    return next(filter(None, cited), None) or clause_of(state, type(command))


def _candidates(state: State, role: Role) -> Iterator[tuple[str, Sequence[Declaration]]]:
    if role is DEALER:
        yield from _cards(state)
        yield from _players(state)
        yield from _devices(state)
    else:
        yield from _orders(state)
    yield "Wagers that cannot stand", _give_back(state, role)
    if role is DEALER:
        why = InputField("reason", "What for")
        yield "Call the floorperson", [Declaration("Call", cmd.CallFloor(_SOME), (why,))]
    words = InputField("words", "What to say")
    yield "Say something to the table", [Declaration("Say", cmd.Announce(_SOME), (words,))]


def _cards(state: State) -> Iterator[tuple[str, Sequence[Declaration]]]:
    place_words = state.rules.game.place_words
    yield (
        "A card lies face up",
        [Declaration("A card still to be dealt lies face up", cmd.FaceUp())],
    )
    yield (
        "A card was drawn in error",
        [
            Declaration("Its face was not seen", cmd.DrawnInError()),
            Declaration("Its face was seen", cmd.DrawnInError(seen=True)),
        ],
    )
    places: list[Place] = [*state.playing, *state.board]
    wrong = []
    for place in places:
        so_far = right_number_so_far(state, place)
        # Not up to what the stub holds: its count is blind.
        most = len(state.rules.game.deck)
        least = int(is_skipped_without_cards(state, place))
        typed = InputField("cards", "Cards that lie there", "number", least=least, most=most)
        command = cmd.WrongNumber(place, so_far + 1)
        wrong.append(Declaration(capital(place_words(place)), command, (typed,)))
    yield "A wrong number of cards", wrong
    yield (
        "A community card was exposed",
        [
            Declaration(capital(place_words(area)), cmd.ExposedCommunity(area))
            for area in state.board
        ],
    )
    step = next_deal(state)
    dealt_to = still_dealt_to(state, step) if step is not None else []
    seats = [place for place in dealt_to if isinstance(place, int)]
    yield (
        "A seat is left out in this step",
        [Declaration(f"Seat {n} gets no card", cmd.Deal(skip=(n,))) for n in seats],
    )
    yield (
        "A seat is dealt twice in this step",
        [Declaration(f"Seat {n} gets one card too many", cmd.Deal(twice=(n,))) for n in seats],
    )
    yield (
        "A player was skipped",
        [Declaration(f"Seat {n} got no card", _no_card(state, n)) for n in state.playing],
    )
    counted = InputField(
        "cards", "Cards counted", "number", least=0, most=len(state.rules.game.deck)
    )
    yield (
        "Count the stub",
        [Declaration("Count it now", cmd.CountStub(stub_size(state)), (counted,))],
    )


def _no_card(state: State, number: int) -> cmd.Command:
    """Return what says that a seat is found without cards: it was skipped, or misdealt."""
    if is_skipped_without_cards(state, number) or not state.seats[number].cards:
        return cmd.Skipped(number)
    return cmd.WrongNumber(number, 0)


def _players(state: State) -> Iterator[tuple[str, Sequence[Declaration]]]:
    wagers = state.rules.game.wager
    differ = []
    for wager in to_collect(state):
        for number in state.playing:
            title = f"Seat {number}, {wagers[wager.name].title}"
            back = cmd.CorrectChips(number, wager.name, "give-back", _SOME)
            added = cmd.CorrectChips(number, wager.name, "added", _SOME)
            differ.append(Declaration(f"{title}: give it back", back, (REASON,)))
            differ.append(Declaration(f"{title}: its chip was added", added, (REASON,)))
    yield "Chips differ from the wagers", differ
    paid = InputField("amount", "Dollars", "number", least=1, most=most_by_hand(state) // 100)
    by_hand = [
        Declaration(f"Seat {n}", cmd.PayByHand(n, 100, _SOME), (paid, REASON))
        for n in sorted(state.seats)
    ]
    yield "A payment by hand", by_hand
    yield "A wager outside of the limits was accepted", _accepted(state)
    turn = state.turn
    if turn is not None and not state.seats[turn].left:
        yield "A player does not answer", [Declaration(f"Seat {turn}", cmd.Timeout(turn))]


def _accepted(state: State) -> list[Declaration]:
    """Return the wagers that a dealer may have accepted outside of the table's limits, which are
    then settled whole (COMAR 36.05.03.14C).
    """
    if not deals_real_cards(state.rules) or state.phase is not OPEN:
        return []
    paid = InputField("amount", "Dollars", "number", least=1)
    return [
        Declaration(
            f"Seat {number}, {wager.title}",
            cmd.Bet(number, wager.name, state.rules.limits[wager.name].most, accepted=True),
            (paid,),
        )
        for number, seat in sorted(state.seats.items())
        if is_without_device(seat.player) and not seat.ready
        for wager, _ in state.rules.to_place.values()
        if not wager.size.amounts
    ]


def _devices(state: State) -> Iterator[tuple[str, Sequence[Declaration]]]:
    yield "The shuffler jammed", [Declaration("The shuffler jammed", cmd.ShufflerJam())]
    yield "The dealing shoe jammed", [Declaration("The shoe jammed", cmd.ShoeJam())]
    yield (
        "A device cannot be used any more",
        [
            Declaration("The shuffler", cmd.Malfunction("shuffler")),
            Declaration("The dealing shoe", cmd.Malfunction("shoe")),
        ],
    )
    defect = InputField("defect", "The defect")
    yield (
        "A deck has a defect",
        [
            Declaration(f"The {deck.color} deck", cmd.InspectCards(deck.color, _SOME), (defect,))
            for deck in state.decks
        ],
    )
    if not any(seat.stakes for seat in state.seats.values()):
        yield "Change the decks", [Declaration("All decks leave the table", cmd.RemoveDecks())]


def _orders(state: State) -> Iterator[tuple[str, Sequence[Declaration]]]:
    yield "Have the cards cut again", [Declaration("Cut again", cmd.OrderRecut())]
    yield "Have the cards shuffled again", [Declaration("Shuffle again", cmd.OrderShuffle())]
    yield (
        "A breach of conduct: forfeit",
        [Declaration(f"Seat {n}", cmd.Forfeit(n, _SOME), (REASON,)) for n in state.playing],
    )
    yield (
        "Have a player leave",
        [
            Declaration(f"Seat {n}", cmd.RemovePlayer(n, _SOME), (REASON,))
            for n in sorted(state.seats)
        ],
    )
    yield (
        "A device is back",
        [
            Declaration("The shuffler", cmd.ReturnDevice("shuffler")),
            Declaration("The dealing shoe", cmd.ReturnDevice("shoe")),
        ],
    )
    ways = [Declaration(f"Deal: {way}", cmd.ChangeMethod(dealing=str(way))) for way in Dealing]
    ways += [
        Declaration(f"Shuffle: {way}", cmd.ChangeMethod(shuffling=str(way))) for way in Shuffling
    ]
    yield "Another way of dealing or shuffling", ways


def _give_back(state: State, role: Role) -> list[Declaration]:
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
            choices.append(Declaration(f"Seat {number}", command, fields))
    return choices


def fields_of(state: State, command: cmd.Command) -> tuple[InputField, ...]:
    """Return what the dealer enters at a step of the script: how deep a cut is, what was counted. A
    count is blind: no field has the right number in it.
    """
    size = len(state.rules.game.deck)
    match command:
        case cmd.Cut():
            return (
                InputField("depth", "Cards from the top", "number", CUT_MARGIN, size - CUT_MARGIN),
            )
        case cmd.CountStub():
            return (InputField("cards", "Cards counted", "number", 0, size),)
        case cmd.Collect():
            return (InputField("chips", "Chips counted", "number", 0),)
        case cmd.Shuffle(cards=cards) if cards is not None:
            return (InputField("cards", "Cards that the device counted", "number", 0),)
        case _:
            return cards_fields(state, command)
