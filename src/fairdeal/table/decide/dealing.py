"""Chapters 8 to 10: the deal, by the steps that the game names, and the stub."""

from fairdeal.cards import Card
from fairdeal.english import all_of, cards_in_words
from fairdeal.errors import Refused
from fairdeal.rulebook.game import SEATS
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.voiding import ask_void
from fairdeal.table.questions import next_deal, planned_deal, to_collect
from fairdeal.table.state import (
    OPEN,
    State,
    count_due,
    dealing_clauses,
    deck_in_play,
    places_of,
    reshuffled_from_shoe,
    right_number,
    still_dealt_to,
    stub_size,
    stub_to_rack,
    to_make_ready,
)
from fairdeal.table.values import Place


def cards_to_come(state: State) -> bool:
    """Return whether cards of the round are still to be dealt or drawn."""
    if state.phase is OPEN:
        return False
    return next_deal(state) is not None or state.step < state.rules.game.draws_until


def require_ready(state: State) -> None:
    """Refuse to deal from a deck that was ordered to be cut or shuffled again."""
    deck = deck_in_play(state)
    assert deck is not None, "a round is dealt from a deck"
    if waits := to_make_ready(deck, state.rules.game.procedure):
        todo, clause = waits
        raise Refused(f"the cards must be {todo} first", clause)


# Where the cards go -------------------------------------------------------------------------------


def drawn(
    state: State, cards: tuple[Card, ...] | None, count: int, clause: str
) -> tuple[Card, ...]:
    """Return the cards that leave the deck; refuse cards that are not in the stub."""
    if cards is None or len(cards) != count:
        given = 0 if cards is None else len(cards)
        verb = "is" if count == 1 else "are"
        reason = (
            f"{cards_in_words(count)} {verb} dealt in this step, and the "
            f"command names {given or 'none'}"
        )
        raise Refused(reason, clause)
    deck = state.rules.game.deck
    if state.out.isdisjoint(cards) and len(deck.each.intersection(cards)) == count:
        return cards
    out = set(state.out)
    for place, card in enumerate(cards, 1):
        # The card is not named: whoever reads this may not be the one who named it.
        if card not in deck:
            raise Refused(f"card {place} of those named is not in the deck", clause)
        if card in out:
            raise Refused(f"card {place} of those named is not in the stub any more", clause)
        out.add(card)
    return cards


def deal(state: State, command: cmd.Deal, by: Actor) -> list[ev.Event]:
    """Deal one step from the dealer's left, a part of it, or all that is left."""
    del by
    clauses = dealing_clauses(state)
    if state.phase is OPEN:
        raise Refused('"no more bets" comes before the deal', clauses.no_more_bets)
    step = next_deal(state)
    if step is None:
        raise Refused("the cards of this round are dealt", clauses.stub)
    if waiting := to_collect(state):
        names = all_of([wager.name for wager in waiting])
        reason = f"{names} must be collected before a card is dealt"
        raise Refused(reason, clauses.collect.get(waiting[0].name))
    require_ready(state)
    if command.rest and command.part:
        raise Refused("deal a part of the step, or all that is left, not both", step.clause)
    wrongly = (*command.skip, *command.twice)
    for number in wrongly:
        if command.rest or step.to != SEATS or number not in still_dealt_to(state, step):
            raise Refused(f"seat {number} is not dealt to in this step", step.clause)
    places, steps, part = planned_deal(state, command)
    for number in wrongly:
        if number not in places_of((step,), state.playing)[state.deal_part : part or None]:
            raise Refused(f"seat {number} is not dealt to in this part of the step", step.clause)
    if not places and not state.deal_part:
        raise Refused(
            "at least one place is dealt to in this step: do not skip them all", step.clause
        )
    if not places:  # the step ends before all have their card
        return [ev.CardsDealt((), steps, part)]
    cards = drawn(state, command.cards, len(places), step.clause)
    return [ev.CardsDealt(tuple(zip(places, cards, strict=True)), steps, part)]


# The stub -----------------------------------------------------------------------------------------


def rack_stub(state: State, command: cmd.RackStub, by: Actor) -> list[ev.Event]:
    """Put the stub into the discard rack, once a count that is due has been made."""
    del command, by
    clauses = dealing_clauses(state)
    if state.phase is OPEN or next_deal(state) is not None:
        raise Refused("the stub is racked after the deal", clauses.stub)
    if reshuffled_from_shoe(state):
        raise Refused(_without_stub(state), clauses.stub)
    if state.stub_racked:
        raise Refused("the stub is in the discard rack", clauses.stub)
    if not stub_to_rack(state):
        raise Refused("players still draw from the stub", clauses.stub)
    if count_due(state):
        raise Refused("the stub must be counted in this round", clauses.count)
    return [ev.StubRacked()]


def count_stub(state: State, command: cmd.CountStub, by: Actor) -> list[ev.Event]:
    """Count the stub. A wrong count makes all hands void, and the deck goes unless a misdeal
    explains the count. Where the text has it, the floorperson decides which of the two it is.
    """
    clauses = dealing_clauses(state)
    total, misdealt = _counted(state, command)
    if total == _deck_size(state) and not misdealt:
        return [ev.StubCounted(command.cards, total, "right")]
    if clauses.floor_rules:
        return [ev.StubCounted(command.cards, total, "differs", misdealt, by.id)]
    return count_by_dealer(state, command, by)


def _counted(state: State, command: cmd.CountStub) -> tuple[int, tuple[Place, ...]]:
    """Return how many cards a count found in all, and the places with a wrong number."""
    clauses = dealing_clauses(state)
    if state.phase is OPEN or next_deal(state) is not None or state.stub_racked:
        raise Refused("the stub is counted after the deal, before it is racked", clauses.count)
    if reshuffled_from_shoe(state):
        raise Refused(_without_stub(state), clauses.count)
    if state.counted:
        raise Refused("the stub has been counted in this round", clauses.count)
    if command.cards < 0 or any(cards < 0 for cards in command.found.values()):
        raise Refused("a count is not below zero", clauses.count)
    lying = _cards_by_place(state)
    place_words = state.rules.game.place_words
    for place in command.found:
        if place not in lying:
            raise Refused(
                f"{place_words(place)} was dealt no cards: name a place that was", clauses.count
            )
    found = {**lying, **command.found}
    total = command.cards + sum(found.values()) + _cards_off_places(state)
    without = [p for p, n in lying.items() if not n] if _skips(state) else []
    misdealt = tuple(
        place
        for place, cards in found.items()
        if cards != right_number(state, place) and not (place in without and not cards)
    )
    return total, misdealt


def count_by_dealer(state: State, command: cmd.CountStub, by: Actor) -> list[ev.Event]:
    """Count the stub where the dealer decides what a wrong count means, as every game of version
    0.1 does whose text says so.
    """
    clauses, place_words = dealing_clauses(state), state.rules.game.place_words
    (total, misdealt), right = _counted(state, command), _deck_size(state)
    if total != right:
        reason = f"{total} cards are counted in all, {right} belong to the deck"
        counted = ev.StubCounted(command.cards, total, "wrong-deck", misdealt)
        return [counted, *ask_void(state, by, clauses.wrong_deck, reason, removes=state.deck)]
    places = all_of([place_words(place) for place in misdealt])
    counted = ev.StubCounted(command.cards, total, "misdealt", misdealt)
    reason = f"{places} got a wrong number of cards"
    return [counted, *ask_void(state, by, clauses.misdealt, reason)]


def _without_stub(state: State) -> str:
    """Return why the dealer has no stub at hand with a reshuffling shoe."""
    if state.rules.game.procedure.stub_in_play:
        return "the stub stays in the reshuffling shoe: players draw from it there"
    return "with a reshuffling shoe there is no stub"


def _deck_size(state: State) -> int:
    return len(state.rules.game.deck)


def _skips(state: State) -> bool:
    """Return whether a seat without any card was skipped and not misdealt."""
    return state.rules.game.procedure.irregular.skipped is not None


def _cards_by_place(state: State) -> dict[Place, int]:
    """Return how many cards each place was dealt, as recorded."""
    lying: dict[Place, int] = {
        n: len(state.seats[n].cards) for n in state.playing if not state.seats[n].out
    }
    return lying | {area: len(cards) for area, cards in state.board.items()}


def _cards_off_places(state: State) -> int:
    """Return how many cards of the round are neither in the stub nor at a place."""
    return _deck_size(state) - stub_size(state) - sum(_cards_by_place(state).values())
