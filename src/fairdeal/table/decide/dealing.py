"""Chapters 8 to 10: dealing by the script of the game, and the stub."""

from collections.abc import Iterable
from functools import lru_cache

from fairdeal.cards import Card
from fairdeal.english import all_of, cards_in_words
from fairdeal.errors import Refused
from fairdeal.rulebook.game import SEATS
from fairdeal.rulebook.game import Deal as DealStep
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.betting import contribution, to_collect
from fairdeal.table.decide.voiding import void
from fairdeal.table.state import (
    DEALING,
    OPEN,
    State,
    count_due,
    dealing_clauses,
    deck_in_play,
    reshuffled_from_shoe,
    right_number,
    stub_size,
    stub_to_rack,
    to_make_ready,
)


def next_deal(state: State) -> DealStep | None:
    """The next step of the dealing script, or None when all are dealt."""
    if state.phase is not DEALING:
        return None
    return state.script[state.deal_step] if state.deal_step < len(state.script) else None


def require_ready(state: State) -> None:
    """Refuse to deal from a deck that was ordered to be cut or shuffled again."""
    deck = deck_in_play(state)
    assert deck is not None, "a round is dealt from a deck"
    if waits := to_make_ready(deck, state.rules.game.procedure):
        todo, clause = waits
        raise Refused(f"the cards must be {todo} first", clause)


def receivers(state: State, step: DealStep) -> list[str]:
    """The places that get a card or a stack in this step, in order."""
    return _receivers(step, _seats(state))


def _receivers(step: DealStep, seats: Iterable[int]) -> list[str]:
    return [f"seat:{number}" for number in seats] if step.to == SEATS else list(step.areas)


def _seats(state: State, command: cmd.Deal | None = None) -> tuple[int, ...]:
    """The seats that are dealt to, from the dealer's left; a misdeal skips one or deals twice."""
    dealt_to = [number for number in state.playing if not state.seats[number].out]
    if command and (command.skip or command.twice):
        times = {number: 2 if number in command.twice else 1 for number in dealt_to}
        dealt_to = [n for n in dealt_to if n not in command.skip for _ in range(times[n])]
    return tuple(dealt_to)


def _places(state: State, command: cmd.Deal) -> tuple[str, ...]:
    """Where each card goes that a command deals, in the order in which they leave the deck."""
    return _order(_steps(state, command), _seats(state, command))


# Asked twice a round, and nearly always the same as in the round before.
@lru_cache(maxsize=1024)
def _order(steps: tuple[DealStep, ...], seats: tuple[int, ...]) -> tuple[str, ...]:
    places: list[str] = []
    for step in steps:
        for place in _receivers(step, seats):
            places += [place] * (step.count - step.burn) + [ev.RACK] * step.burn
    return tuple(places)


def _steps(state: State, command: cmd.Deal) -> tuple[DealStep, ...]:
    """The steps of the script that a command deals."""
    if state.phase is not DEALING:
        return ()
    left = state.script[state.deal_step :]
    return left if command.rest else left[:1]


#: The commands that take cards from the shoe or the hand.
TAKES_CARDS = frozenset({cmd.Deal, cmd.Draw, cmd.FaceUp, cmd.DrawnInError})


def cards_needed(state: State, command: cmd.Command) -> int:
    """How many cards the source gives for a command that does not name them."""
    if isinstance(command, cmd.Deal) and command.cards is None:
        return len(_places(state, command))
    if isinstance(command, cmd.Draw) and command.cards is None:
        return len(command.discard)
    if isinstance(command, cmd.FaceUp) and command.cards is None:
        return 1
    if isinstance(command, cmd.DrawnInError) and command.cards is None:
        return int(command.seen)
    return 0


def drawn(
    state: State, cards: tuple[Card, ...] | None, count: int, clause: str
) -> tuple[Card, ...]:
    """The cards that a command names, which must be in the stub."""
    if cards is None or len(cards) != count:
        given = 0 if cards is None else len(cards)
        verb = "is" if count == 1 else "are"
        reason = f"{cards_in_words(count)} {verb} dealt here, and {given or 'none'} named"
        raise Refused(reason, clause)
    out, size = set(state.out), len(state.rules.game.deck)
    for place, card in enumerate(cards, 1):
        # The card is not named: whoever reads this may not be the one who named it.
        if not 0 <= card < size:
            raise Refused(f"card {place} of those named is not in the deck", clause)
        if card in out:
            raise Refused(f"card {place} of those named is not in the stub any more", clause)
        out.add(card)
    return cards


def deal(state: State, command: cmd.Deal) -> list[ev.Event]:
    """One step of the dealing script, from the dealer's left."""
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
    for number in (*command.skip, *command.twice):
        if command.rest or step.to != SEATS or number not in state.playing:
            raise Refused(f"seat {number} is not dealt to in this step", step.clause)
    places = _places(state, command)
    if not places:
        raise Refused("somebody is dealt to in this step", step.clause)
    cards = drawn(state, command.cards, len(places), step.clause)
    dealt = tuple(zip(places, cards, strict=True))
    return [ev.CardsDealt(dealt, steps=len(_steps(state, command)))]


def rack_stub(state: State, command: cmd.RackStub) -> list[ev.Event]:
    """The stub goes to the discard rack, once a count that is due has been made."""
    del command
    clauses = dealing_clauses(state)
    if state.phase is OPEN or next_deal(state) is not None:
        raise Refused("the stub is racked after the deal", clauses.stub)
    if reshuffled_from_shoe(state):
        raise Refused("with a reshuffling shoe there is no stub", clauses.stub)
    if state.stub_racked:
        raise Refused("the stub is in the discard rack", clauses.stub)
    if not stub_to_rack(state):
        raise Refused("players still draw from the stub", clauses.stub)
    if count_due(state):
        raise Refused("the stub must be counted in this round", clauses.count)
    return [ev.StubRacked()]


def count_stub(state: State, command: cmd.CountStub) -> list[ev.Event]:
    """A count: right, or the round is void, and the deck goes unless a misdeal explains it."""
    clauses = dealing_clauses(state)
    if state.phase is OPEN or next_deal(state) is not None or state.stub_racked:
        raise Refused("the stub is counted after the deal, before it is racked", clauses.count)
    if reshuffled_from_shoe(state):
        raise Refused("with a reshuffling shoe there is no stub", clauses.count)
    if state.counted:
        raise Refused("the stub has been counted in this round", clauses.count)
    if command.cards < 0 or any(cards < 0 for cards in command.found.values()):
        raise Refused("a count is not below zero", clauses.count)
    lying = _lying(state)
    for place in command.found:
        if place not in lying:
            raise Refused(f"{place} is no place that was dealt to", clauses.count)
    total = command.cards + sum({**lying, **command.found}.values()) + _elsewhere(state)
    without = [p for p, n in lying.items() if not n] if _skips(state) else []
    misdealt = [
        place
        for place, cards in {**lying, **command.found}.items()
        if cards != right_number(state, place) and not (place in without and not cards)
    ]
    if total != len(state.rules.game.deck):
        reason = (
            f"{total} cards are counted in all, {len(state.rules.game.deck)} belong to the deck"
        )
        return [
            *void(state, clauses.wrong_deck, reason),
            ev.DeckRemoved(state.deck, clauses.wrong_deck),
        ]
    if misdealt:
        places = all_of([state.rules.game.place_words(place) for place in misdealt])
        return void(state, clauses.misdealt, f"{places} got a wrong number of cards")
    return [ev.StubCounted(command.cards)]


def _skips(state: State) -> bool:
    """Whether a seat without any card was skipped rather than misdealt."""
    return state.rules.game.procedure.irregular.skipped is not None


def _lying(state: State) -> dict[str, int]:
    """How many cards lie at each place that was dealt to, as recorded."""
    seats = {
        f"seat:{n}": len(state.seats[n].cards) for n in state.playing if not state.seats[n].out
    }
    return seats | {area: len(cards) for area, cards in state.board.items()}


def _elsewhere(state: State) -> int:
    """Cards of the round that are neither in the stub nor at a place."""
    return len(state.rules.game.deck) - stub_size(state) - sum(_lying(state).values())


def give_back(state: State, number: int, clause: str) -> list[ev.Event]:
    """One seat's wagers go back, with what they fed the meters."""
    stakes = state.seats[number].stakes
    events: list[ev.Event] = [
        ev.WagerReturned(number, wager, cents, clause) for wager, cents in stakes.items()
    ]
    wager = state.rules.progressive_wager
    if wager and (units := contribution(state, stakes.get(wager.name, 0))):
        events.append(ev.MetersUnfed(units))
    return events
