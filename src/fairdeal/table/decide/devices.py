"""Devices: jams, malfunctions, signs, and the way of dealing or shuffling used in their place."""

from typing import TypeVar

from fairdeal.english import one_of, quoted
from fairdeal.errors import Refused
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.dealing import cards_to_come
from fairdeal.table.decide.opening import require_first_late_order
from fairdeal.table.decide.voiding import ask_void
from fairdeal.table.state import (
    AUTOMATED_SHOE,
    OPEN,
    READY,
    STACKED,
    State,
    before_first_card,
    deck_in_play,
    deck_ready,
    devices_of,
    reshuffled_from_shoe,
    voided_by_lost_secret,
)


def shuffler_jam(state: State, command: cmd.ShufflerJam, by: Actor) -> list[ev.Event]:
    """Record that the device did not complete its shuffle: the cards are shuffled again."""
    del command, by
    clause = state.rules.game.procedure.irregular.shuffler_jam
    if not state.shuffling.by_machine:
        raise Refused("no shuffling device is in use", clause)
    in_device = [
        deck
        for deck in state.decks
        if deck.stage in (READY, STACKED) and (deck.color != state.deck or before_first_card(state))
    ]
    # It is the deck that waits for its shuffle that jams, where one does.
    jammed = next((d for d in in_device if d.stage is STACKED), None)
    jammed = jammed or (in_device[0] if in_device else None)
    if jammed is None:
        raise Refused("no deck is in the shuffling device", clause)
    if jammed.stage is READY and jammed.color == state.deck:
        require_first_late_order(state, clause)
    return [ev.ShuffleOrdered(jammed.color, "the shuffling device jammed")]


def lose_secrets(state: State, command: cmd.LoseSecrets, by: Actor) -> list[ev.Event]:
    """Record that the secret of the cards is lost (reading `lost-secret`), which counts like a shoe
    that stops.
    """
    del command
    clause = state.rules.game.procedure.irregular.shoe_jam
    deck = deck_in_play(state)
    if not by.automatic or deck is None or not deck.commitment:
        raise Refused("only the program itself reports that a secret of the cards is lost", clause)
    reason = "the secret of the cards is lost"
    lost = ev.SecretsLost(reason)
    if state.phase is OPEN:
        return [lost, ev.ShuffleOrdered(deck.color, reason)]
    if not voided_by_lost_secret(state):
        return [lost]
    return [lost, *ask_void(state, by, clause, reason)]


def shoe_jam(state: State, command: cmd.ShoeJam, by: Actor) -> list[ev.Event]:
    """Ask for a void because the automated shoe stopped while cards were still to come."""
    del command
    clause = state.rules.game.procedure.irregular.shoe_jam
    if state.dealing is not AUTOMATED_SHOE:
        raise Refused("no automated dealing shoe is in use", clause)
    if state.phase is OPEN:
        raise Refused("no round is on that a jam could void", clause)
    if not cards_to_come(state):
        raise Refused("the shoe has dealt its last card of the round", clause)
    return ask_void(state, by, clause, "the dealing shoe jammed")


def malfunction(state: State, command: cmd.Malfunction, by: Actor) -> list[ev.Event]:
    """Record that a device has failed for good."""
    del by
    clause = state.rules.game.procedure.irregular.out_of_order
    if command.device not in devices_of(state.dealing, state.shuffling):
        raise Refused(f"no automated {command.device} is in use", clause)
    if command.device in state.failed:
        raise Refused(f"the {command.device} is out of order already", clause)
    deals = command.device == "shoe" or reshuffled_from_shoe(state)
    if deals and cards_to_come(state):
        raise Refused("a shoe that fails before its last card has jammed: report the jam", clause)
    return [ev.DeviceFailed(command.device)]


def mark_out_of_order(state: State, command: cmd.MarkOutOfOrder, by: Actor) -> list[ev.Event]:
    """Record that the failed device is covered or signed."""
    del by
    clause = state.rules.game.procedure.irregular.out_of_order
    if command.device not in state.failed:
        raise Refused(f"the {command.device} has not failed", clause)
    if command.device in state.marked:
        raise Refused(f"the {command.device} is marked already", clause)
    return [ev.DeviceMarked(command.device, command.how)]


def return_device(state: State, command: cmd.ReturnDevice, by: Actor) -> list[ev.Event]:
    """Record that the failed device works again, and that its cover or sign is gone."""
    del by
    if command.device not in state.failed:
        clause = state.rules.game.procedure.irregular.out_of_order
        raise Refused(f"the {command.device} has not failed", clause)
    return [ev.DeviceReturned(command.device)]


def change_method(state: State, command: cmd.ChangeMethod, by: Actor) -> list[ev.Event]:
    """Change to another method once the failed device is covered or signed, or back to the
    operator's own.
    """
    del by
    game = state.rules.game
    clause = game.procedure.irregular.out_of_order
    if not before_first_card(state):
        raise Refused("the method is changed before the first card of a round", clause)
    if deck_ready(state):
        require_first_late_order(state, clause)
    dealing = _method(command.dealing, Dealing, state.dealing, clause)
    shuffling = _method(command.shuffling, Shuffling, state.shuffling, clause)
    changed = {"shoe": dealing is not state.dealing, "shuffler": shuffling is not state.shuffling}
    if not any(changed.values()):
        raise Refused("this method is in use already", clause)
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
                reason = f"no automated {device} is in use, so no other method replaces it"
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
        cited = game.clauses.two_decks or clause
        events += [ev.DeckRemoved(color, cited, "method") for color in spare]
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
