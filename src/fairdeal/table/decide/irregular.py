"""Chapter 13: irregularities, each with that game's own consequence, and devices out of order."""

from typing import TypeVar

from fairdeal.english import cards_in_words, one_of, quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.betting import seat_of
from fairdeal.table.decide.dealing import drawn, give_back, next_deal, require_ready
from fairdeal.table.decide.voiding import void
from fairdeal.table.state import (
    AUTOMATED_SHOE,
    OPEN,
    PLAYING,
    Stage,
    State,
    before_first_card,
    devices_of,
    reshuffled_from_shoe,
    right_number,
    right_number_so_far,
    stub_size,
    wrong_number_clause,
)


def _while_dealing(state: State, clause: str) -> None:
    """Refuse what is found only while cards of the round are still to be dealt or drawn."""
    if not _cards_to_come(state):
        raise Refused("no cards are being dealt", clause)
    require_ready(state)


def face_up(state: State, command: cmd.FaceUp) -> list[ev.Event]:
    """A card found face up: set aside or void, as the game has it."""
    irregular = state.rules.game.procedure.irregular
    _while_dealing(state, irregular.face_up)
    (card,) = drawn(state, command.cards, 1, irregular.face_up)
    aside = ev.CardSetAside(card, irregular.face_up)
    if irregular.face_up_voids:
        return [aside, *void(state, irregular.face_up, "a card was found face up")]
    if state.set_aside and irregular.more_face_up:
        return [aside, *void(state, irregular.more_face_up, "a second card was found face up")]
    return [aside]


def drawn_in_error(state: State, command: cmd.DrawnInError) -> list[ev.Event]:
    """A card drawn in error is the next card, unless its face was seen."""
    irregular = state.rules.game.procedure.irregular
    if command.seen:
        return face_up(state, cmd.FaceUp(cards=command.cards))
    _while_dealing(state, irregular.drawn_in_error)
    if state.pending:
        raise Refused("a card drawn in error lies there already", irregular.drawn_in_error)
    if not stub_size(state):
        raise Refused("the stub holds no card any more", irregular.drawn_in_error)
    return [ev.CardDrawnInError(irregular.drawn_in_error)]


def wrong_number(state: State, command: cmd.WrongNumber) -> list[ev.Event]:
    """A wrong number of cards voids the round."""
    irregular = state.rules.game.procedure.irregular
    clause = wrong_number_clause(state)
    if state.phase is OPEN or not state.deal_step:
        raise Refused("no card has been dealt", clause)
    if right_number(state, command.place) is None:
        raise Refused(f"{quoted(command.place)} is no place that is dealt to", clause)
    if command.cards < 0:
        raise Refused("a number of cards is not below zero", clause)
    place = state.rules.game.place_words(command.place)
    right = right_number_so_far(state, command.place)
    if command.cards == right:
        raise Refused(f"{place} should have {cards_in_words(right)} here", clause)
    if irregular.skipped and not command.cards and not _lies(state, command.place):
        raise Refused(f"{place} has no card: it was skipped", irregular.skipped)
    return void(
        state, clause, f"{place} was dealt {cards_in_words(command.cards)} instead of {right}"
    )


def _lies(state: State, place: str) -> bool:
    """Whether cards lie at a place, as recorded; an area is never skipped."""
    if not place.startswith("seat:"):
        return True
    return bool(state.seats[int(place.removeprefix("seat:"))].cards)


def exposed_community(state: State, command: cmd.ExposedCommunity) -> list[ev.Event]:
    """A community card seen before its time voids the round."""
    irregular = state.rules.game.procedure.irregular
    clause = irregular.exposed_community or irregular.face_up
    if command.area not in {area.name for area in state.rules.game.areas}:
        raise Refused(f"there is no community card {quoted(command.area)}", clause)
    lying = len(state.board.get(command.area, ()))
    if lying <= state.revealed.get(command.area, 0):
        place = state.rules.game.place_words(command.area)
        raise Refused(f"no card at {place} lies face down", clause)
    place = state.rules.game.place_words(command.area)
    return void(state, clause, f"a card at {place} was exposed")


def skipped(state: State, command: cmd.Skipped) -> list[ev.Event]:
    """A player without any card: out of this round where the game says so, else a wrong number."""
    irregular = state.rules.game.procedure.irregular
    clause = irregular.skipped or wrong_number_clause(state)
    seat = seat_of(state, command.seat)
    if not seat.in_round or seat.out or state.phase is OPEN:
        raise Refused(f"seat {command.seat} is not in the round", clause)
    if seat.cards:
        raise Refused(f"seat {command.seat} has cards: it was not skipped", clause)
    if not any(state.seats[number].cards for number in state.playing):
        raise Refused("no player has been dealt a card yet", clause)
    if irregular.skipped is None:
        return void(state, clause, f"seat {command.seat} was dealt no cards")
    return [*give_back(state, command.seat, clause), ev.PlayerSkipped(command.seat)]


def forfeit(state: State, command: cmd.Forfeit) -> list[ev.Event]:
    """A breach of conduct: every wager of the round is lost, the cards are collected."""
    procedure = state.rules.game.procedure
    clause = procedure.forfeit
    if clause is None:
        raise Refused("the text sets no forfeit for a breach of conduct", procedure.conduct)
    seat = seat_of(state, command.seat)
    if state.phase is not PLAYING:
        raise Refused("conduct is watched once the cards of a round are dealt", procedure.conduct)
    if not seat.in_round or not seat.live:
        raise Refused(f"seat {command.seat} has no wager left to forfeit", clause)
    lost: list[ev.Event] = [
        ev.WagerLost(command.seat, wager, seat.stakes[wager], clause=clause)
        for wager in seat.standing()
    ]
    return [*lost, ev.HandForfeited(command.seat, command.reason or "conduct")]


def shuffler_jam(state: State, command: cmd.ShufflerJam) -> list[ev.Event]:
    """The device did not complete its shuffle: the cards are shuffled again."""
    del command
    clause = state.rules.game.procedure.irregular.shuffler_jam
    if not state.shuffling.by_machine:
        raise Refused("no shuffling device is in use", clause)
    in_device = [
        deck
        for deck in state.decks
        if deck.stage in (Stage.READY, Stage.STACKED)
        and (deck.color != state.deck or before_first_card(state))
    ]
    # It is the deck that waits for its shuffle that jams, where one does.
    jammed = next((d for d in in_device if d.stage is Stage.STACKED), None)
    jammed = jammed or (in_device[0] if in_device else None)
    if jammed is None:
        raise Refused("no deck is in the shuffling device", clause)
    return [ev.ShuffleOrdered(jammed.color, "the shuffling device jammed")]


def _cards_to_come(state: State) -> bool:
    """Whether cards of the round are still to be dealt or drawn."""
    if state.phase is OPEN:
        return False
    return next_deal(state) is not None or state.step < state.rules.game.draws_until


def shoe_jam(state: State, command: cmd.ShoeJam) -> list[ev.Event]:
    """The automated shoe stops while cards are still to come: void."""
    del command
    clause = state.rules.game.procedure.irregular.shoe_jam
    if state.dealing is not AUTOMATED_SHOE:
        raise Refused("no automated dealing shoe is in use", clause)
    if state.phase is OPEN:
        raise Refused("no round is on that a jam could void", clause)
    if not _cards_to_come(state):
        raise Refused("the shoe has dealt its last card of the round", clause)
    return void(state, clause, "the dealing shoe jammed")


def malfunction(state: State, command: cmd.Malfunction) -> list[ev.Event]:
    """A device fails for good."""
    clause = state.rules.game.procedure.irregular.out_of_order
    if command.device not in devices_of(state.dealing, state.shuffling):
        raise Refused(f"no automated {command.device} is in use", clause)
    if command.device in state.failed:
        raise Refused(f"the {command.device} is out of order already", clause)
    deals = command.device == "shoe" or reshuffled_from_shoe(state)
    if deals and _cards_to_come(state):
        raise Refused("a shoe that fails before its last card has jammed: that voids", clause)
    return [ev.DeviceFailed(command.device)]


def mark_out_of_order(state: State, command: cmd.MarkOutOfOrder) -> list[ev.Event]:
    """The failed device is covered or signed."""
    clause = state.rules.game.procedure.irregular.out_of_order
    if command.device not in state.failed:
        raise Refused(f"the {command.device} has not failed", clause)
    if command.device in state.marked:
        raise Refused(f"the {command.device} is marked already", clause)
    return [ev.DeviceMarked(command.device, command.how)]


def return_device(state: State, command: cmd.ReturnDevice) -> list[ev.Event]:
    """The failed device is in order again: its cover or sign goes."""
    if command.device not in state.failed:
        clause = state.rules.game.procedure.irregular.out_of_order
        raise Refused(f"the {command.device} has not failed", clause)
    return [ev.DeviceReturned(command.device)]


def change_method(state: State, command: cmd.ChangeMethod) -> list[ev.Event]:
    """Another method, once the failed device is covered or signed; or the operator's own again."""
    game = state.rules.game
    clause = game.procedure.irregular.out_of_order
    if not before_first_card(state):
        raise Refused("the method is changed before the first card of a round", clause)
    dealing = _method(command.dealing, Dealing, state.dealing, clause)
    shuffling = _method(command.shuffling, Shuffling, state.shuffling, clause)
    changed = {"shoe": dealing is not state.dealing, "shuffler": shuffling is not state.shuffling}
    if not any(changed.values()):
        raise Refused("this is the method in use", clause)
    back = {
        "shoe": dealing is state.rules.dealing,
        "shuffler": shuffling is state.rules.shuffling,
    }
    freed = {*state.marked, *(device for device in back if back[device])}
    # The hand has to be given up where the shuffler failed, and a shoe that is one with it may be.
    by_hand = changed["shuffler"] and not shuffling.by_machine
    if by_hand and state.dealing is not Dealing.MANUAL_SHOE and dealing is not AUTOMATED_SHOE:
        freed.add("shoe")
    in_use = devices_of(state.dealing, state.shuffling)
    for device, is_changed in changed.items():
        if is_changed and device not in freed:
            if device not in in_use:
                reason = f"no automated {device} is in use whose place another method could take"
                raise Refused(reason, clause)
            reason = f"the {device} must be out of order, and covered or signed, before"
            raise Refused(f"{reason} another method is used", clause)
    if "shoe" in state.failed and dealing is AUTOMATED_SHOE:
        raise Refused("the dealing shoe is out of order", clause)
    if "shuffler" in state.failed and shuffling.by_machine:
        raise Refused("the shuffling device is out of order", clause)
    needs_machine = game.clauses.hand_needs_machine
    if dealing is Dealing.HAND and not shuffling.by_machine and needs_machine:
        raise Refused("dealing from the hand needs a machine shuffle", needs_machine)
    events: list[ev.Event] = []
    if not shuffling.by_machine:
        colors = [deck.color for deck in state.decks]
        kept = state.deck or next(iter(colors), "")
        spare = [color for color in colors if color != kept]
        events += [ev.DeckRemoved(color, game.clauses.two_decks or clause) for color in spare]
    return [*events, ev.MethodChanged(str(dealing), str(shuffling))]


_Method = TypeVar("_Method", Dealing, Shuffling)


def _method(name: str | None, kinds: type[_Method], current: _Method, clause: str) -> _Method:
    if name is None:
        return current
    if name not in list(kinds):
        raise Refused(
            f"there is no method {quoted(name)}: choose {one_of([str(kind) for kind in kinds])}",
            clause,
        )
    return kinds(name)
