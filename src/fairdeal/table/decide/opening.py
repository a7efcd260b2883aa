"""Chapters 3 to 5: the cards' life before a round. Each function answers one command."""

from fairdeal.english import one_of
from fairdeal.errors import Refused
from fairdeal.rulebook.game import Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.seats import require_words
from fairdeal.table.decide.voiding import ask_void
from fairdeal.table.questions import CUT_MARGIN, hours_clause, spreads_idle
from fairdeal.table.state import (
    COUNTING,
    FACE_DOWN,
    IN_USE,
    INSPECTED,
    OPEN,
    READY,
    RECEIVED,
    SHUFFLED,
    SPREAD,
    STACKED,
    VERIFIED,
    DeckState,
    Stage,
    State,
    before_first_card,
    deck_in_play,
    decks_in_use,
)

MAX_COLOR = 30


def between_rounds(state: State, what: str, clause: str | None) -> None:
    """Refuse what can only be done before the bets are closed."""
    if state.phase is not OPEN:
        raise Refused(f"{what} only between rounds", clause)


def receive_decks(state: State, command: cmd.ReceiveDecks, by: Actor) -> list[ev.Event]:
    """Receive one deck, or two of different back colours where a machine shuffles."""
    del by
    game = state.rules.game
    between_rounds(state, "decks are received", game.procedure.inspect)
    colors = [*(deck.color for deck in state.decks), *command.colors]
    wanted = decks_in_use(state)
    if not command.colors or not all(color.strip() for color in command.colors):
        raise Refused("name the back colour of each deck", game.clauses.one_deck)
    if not all(color.isprintable() and len(color) <= MAX_COLOR for color in command.colors):
        reason = f"a back colour is up to {MAX_COLOR} printable letters"
        raise Refused(reason, game.clauses.one_deck)
    if len(colors) > wanted:
        clause = game.clauses.one_deck if wanted == 1 else game.clauses.two_decks
        raise Refused(f"the table plays with {wanted} deck{'s' * (wanted > 1)}", clause)
    if len({color.strip().casefold() for color in colors}) < len(colors):
        raise Refused("two decks have backs of different colours", game.procedure.different_backs)
    return [ev.DecksReceived(command.colors, command.preshuffled)]


def _stage(state: State, stage: Stage, what: str, clause: str) -> None:
    between_rounds(state, what, clause)
    if not any(deck.stage is stage for deck in state.decks):
        raise Refused(f"{what} only when a deck is {stage}, and none is", clause)


def inspect_cards(state: State, command: cmd.InspectCards, by: Actor) -> list[ev.Event]:
    """Record the dealer's inspection. A deck with a defect leaves the table, also where the
    floorperson who verifies finds the defect.
    """
    clause = state.rules.game.procedure.inspect
    if command.defect is None:
        _stage(state, RECEIVED, "cards are inspected", clause)
        if command.deck is not None:
            raise Refused("all decks are inspected together; a deck is named for a defect", clause)
        return [ev.CardsInspected(by.id)]
    looked_at = [deck.color for deck in state.decks if deck.stage in (RECEIVED, INSPECTED)]
    if not looked_at or state.phase is not OPEN:
        _stage(state, RECEIVED, "cards are inspected", clause)
    color = command.deck or looked_at[0]
    if color not in looked_at or (command.deck is None and len(looked_at) > 1):
        raise Refused(f"say which deck has the defect: {one_of(looked_at)}", clause)
    require_words(command.defect, "the defect", clause)
    return [ev.DefectFound(color, command.defect), ev.DeckRemoved(color, clause, "defect")]


def verify_inspection(state: State, command: cmd.VerifyInspection, by: Actor) -> list[ev.Event]:
    """Record that the floorperson verifies what somebody else has inspected."""
    del command
    clause = state.rules.game.procedure.inspect
    _stage(state, INSPECTED, "an inspection is verified", clause)
    if any(deck.inspected_by == by.id for deck in state.decks if deck.stage is INSPECTED):
        raise Refused("the person who inspected the cards may not verify the inspection", clause)
    if state.dealer and (by.automatic or by.id == state.dealer):
        reason = "where a person deals, another person verifies the inspection as floorperson"
        raise Refused(reason, clause)
    return [ev.InspectionVerified(by.id)]


def spread_cards(state: State, command: cmd.SpreadCards, by: Actor) -> list[ev.Event]:
    """Spread the cards for the first player."""
    del command, by
    clause = state.rules.game.procedure.spread
    _stage(state, VERIFIED, "cards are spread", clause)
    return [ev.CardsSpread(face_up=True)]


def wash_cards(state: State, command: cmd.WashCards, by: Actor) -> list[ev.Event]:
    """Wash the cards after the first player has seen them."""
    del command, by
    clause = state.rules.game.procedure.wash
    _stage(state, SPREAD, "cards are washed", clause)
    if not state.seats:
        raise Refused("the cards stay spread until the first player has seen them", clause)
    return [ev.CardsWashed()]


def shuffle(state: State, command: cmd.Shuffle, by: Actor) -> list[ev.Event]:
    """Shuffle by hand or with the device in use; a wrong count removes the deck."""
    procedure = state.rules.game.procedure
    deck = _to_shuffle(state, command.deck)
    if state.shuffling.by_machine and "shuffler" in state.failed:
        raise Refused("the shuffling device is out of order", procedure.irregular.out_of_order)
    if command.cards is not None and not state.shuffling.counts:
        raise Refused(
            "the way of shuffling in use does not count the cards", procedure.device_count
        )
    if command.cards is None and state.shuffling is COUNTING:
        reason = "the device counts the cards: say how many it counted"
        raise Refused(reason, procedure.device_report)
    right = len(state.rules.game.deck)
    if command.cards is not None and command.cards != right:
        reshuffled = state.shuffling is Shuffling.RESHUFFLING
        clause = procedure.reshuffler_count if reshuffled else procedure.device_count
        counted = ev.DeckCounted(deck.color, command.cards, right=False)
        if state.phase is OPEN or deck.color != state.deck:
            return [counted, ev.DeckRemoved(deck.color, clause, "count")]
        # Ordered after "no more bets": the round has lost its deck.
        reason = f"the device counts {command.cards} cards, {right} belong to the deck"
        return [counted, *ask_void(state, by, clause, reason, removes=deck.color)]
    return [ev.DeckShuffled(deck.color, state.shuffling.by_machine, command.cards)]


def _to_shuffle(state: State, color: str | None) -> DeckState:
    clause = state.rules.game.procedure.shuffle
    if color:
        chosen = [deck for deck in state.decks if deck.color == color]
    else:
        chosen = [deck for deck in state.decks if deck.stage is STACKED]
    if not chosen:
        reason = f"there is no {color} deck" if color else "no deck is stacked for a shuffle"
        raise Refused(reason, clause)
    if chosen[0].stage is not STACKED:
        raise Refused(f"the {chosen[0].color} deck is {chosen[0].stage}", clause)
    for deck in chosen:
        if deck.color == state.deck:
            return deck
    return chosen[0]


def cut(state: State, command: cmd.Cut, by: Actor) -> list[ev.Event]:
    """Cut a deck that was shuffled by hand, or came preshuffled."""
    del by
    clause = state.rules.game.procedure.cut
    if not before_first_card(state):
        raise Refused("cards are cut before the first card of the round", clause)
    waiting = [deck for deck in state.decks if deck.stage is SHUFFLED]
    deck = next((d for d in waiting if d.color == state.deck), waiting[0] if waiting else None)
    if deck is None:
        raise Refused("no deck waits for a cut", clause)
    most = len(state.rules.game.deck) - CUT_MARGIN
    if not CUT_MARGIN <= command.depth <= most:
        raise Refused(f"the cut is {CUT_MARGIN} to {most} cards from the top", clause)
    return [ev.DeckCut(deck.color, command.depth)]


def order_recut(state: State, command: cmd.OrderRecut, by: Actor) -> list[ev.Event]:
    """Record the floorperson's order to cut again before any card is dealt."""
    del command, by
    clause = state.rules.game.procedure.recut
    deck = _before_first_card(state, "a recut is ordered", clause, READY)
    if not deck.cut:
        raise Refused("cards that a machine shuffled are not cut", clause)
    return [ev.RecutOrdered(deck.color)]


def order_shuffle(state: State, command: cmd.OrderShuffle, by: Actor) -> list[ev.Event]:
    """Record the floorperson's order to shuffle again before the first card of the round."""
    del command, by
    clause = state.rules.game.procedure.shuffle_ordered
    deck = _before_first_card(state, "a shuffle is ordered", clause, SHUFFLED, READY)
    return [ev.ShuffleOrdered(deck.color, "directed by the floor")]


def _before_first_card(state: State, what: str, clause: str, *stages: Stage) -> DeckState:
    deck = deck_in_play(state)
    if not before_first_card(state):
        raise Refused(f"{what} before the first card of the round", clause)
    require_first_late_order(state, clause)
    if deck is None or deck.stage not in stages:
        raise Refused(f"{what} only when the cards are ready: finish the shuffle first", clause)
    return deck


def require_first_late_order(state: State, clause: str) -> None:
    """Refuse to have the cards made ready a second time after "no more bets": whoever could choose
    among several orders would choose the cards.
    """
    if state.late_order:
        reason = 'the cards were ordered to be made ready again once after "no more bets"'
        raise Refused(f"{reason}: a second order is refused", clause)


def remove_decks(state: State, command: cmd.RemoveDecks, by: Actor) -> list[ev.Event]:
    """Remove the decks that are to be changed."""
    del command, by
    clause = hours_clause(state)
    between_rounds(state, "decks are changed", clause)
    if not state.decks:
        raise Refused("no deck is at the table", clause)
    return [ev.DeckRemoved(deck.color, clause, "hours") for deck in state.decks]


def spread_idle(state: State, command: cmd.SpreadIdle, by: Actor) -> list[ev.Event]:
    """Spread the cards of an idle table, face down unless a player asks, and face up when one has
    come.
    """
    del by
    procedure = state.rules.game.procedure
    between_rounds(state, "cards of an idle table are spread", procedure.idle)
    stages = {deck.stage for deck in state.decks}
    if command.face_up and FACE_DOWN in stages:
        return [ev.CardsSpread(face_up=True)]
    if any(seat.stakes for seat in state.seats.values()):
        raise Refused("wagers lie on the layout: the table is not idle", procedure.idle)
    if not spreads_idle(state):
        raise Refused("with a reshuffling device no spread is made", procedure.reshuffler)
    if not stages <= IN_USE or not stages:
        spread = stages & {SPREAD, FACE_DOWN}
        reason = "the cards lie spread already" if spread else "the cards are not in use yet"
        raise Refused(reason, procedure.idle)
    return [ev.CardsSpread(command.face_up)]
