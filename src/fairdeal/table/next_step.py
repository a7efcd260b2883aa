"""What the house does next: the command of the dealer or the floorperson that the rules ask for.

The automatic pair gives these commands; a person is led through them by `fairdeal.wording.dealer`.
"""

from collections.abc import Callable
from typing import Final

from fairdeal.rulebook.game import Call, Dealing, Reveal, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table.questions import (
    hours_over,
    incomplete,
    next_deal,
    spreads_idle,
    to_collect,
    to_show,
)
from fairdeal.table.state import (
    CLOSED,
    COUNTING,
    DEALING,
    DECISIONS,
    FACE_DOWN,
    IN_USE,
    INSPECTED,
    OPEN,
    PLAYING,
    READY,
    RECEIVED,
    SHUFFLED,
    SPREAD,
    STACKED,
    VERIFIED,
    Phase,
    Stage,
    State,
    count_due,
    deck_in_play,
    deck_ready,
    decks_in_use,
    devices_of,
    reshuffled_from_shoe,
    stub_size,
    stub_to_rack,
)
from fairdeal.table.words import waits_for_words

#: A whole step of the deal.
DEAL_STEP: Final = cmd.Deal()
COLORS: Final = ("red", "blue")
#: Where the automatic dealer puts the cover card, unless the source of the cards says otherwise.
CUT_DEPTH: Final = 26


def next_command(state: State) -> cmd.Command | None:
    """Return the next command of the dealer or the floorperson; None where it waits for a
    player.
    """
    if state.held and state.phase is not CLOSED:
        return _floors_word(state)
    return _NEXT[state.phase](state)


def command_during_call(state: State) -> cmd.Command | None:
    """Return the next command at a table whose floorperson was called and is on the way."""
    return _NEXT[state.phase](state)


def _floors_word(state: State) -> cmd.Command:
    """Return the floorperson's command for which the table waits; the automatic floorperson trusts
    what the dealer found.
    """
    if state.asked:
        return cmd.Confirm(asked=state.asked.asked)
    if state.differs:
        right = state.differs.total == len(state.rules.game.deck)
        return cmd.RuleCount(misdealt=right and bool(state.differs.misdealt))
    return cmd.AnswerCall()


def _next_open(state: State) -> cmd.Command | None:
    missing = decks_in_use(state) - len(state.decks)
    if missing > 0:
        present = [deck.color.strip().casefold() for deck in state.decks]
        colors = [color for color in COLORS if color not in present]
        return cmd.ReceiveDecks(colors=tuple(colors[:missing]))
    if hours_over(state):
        return cmd.RemoveDecks()
    if state.failed and (replaced := _replace_device(state)):
        return replaced
    rules = state.rules
    if state.dealing is not rules.dealing or state.shuffling is not rules.shuffling:
        needed = devices_of(rules.dealing, rules.shuffling)
        if needed.isdisjoint(state.failed):
            return cmd.ChangeMethod(dealing=str(rules.dealing), shuffling=str(rules.shuffling))
    if not state.seats and _is_idle(state):
        return cmd.SpreadIdle()
    for deck in state.decks:
        stage = deck.stage
        if stage is READY:
            continue
        if stage is SHUFFLED and state.commits and deck.color != state.deck:
            continue  # how deep it is cut follows from its secret, which its own round brings
        if stage in _SPREAD and not state.seats:
            return None
        return _shuffle(state, deck.color) if stage is STACKED else _PREPARE[stage]
    betting = [number for number, seat in state.seats.items() if seat.stakes]
    if not betting:
        return None
    for number in betting:
        if incomplete(state, number):
            return None
    return _NO_MORE_BETS


def _shuffle(state: State, color: str) -> cmd.Shuffle:
    """Return the command to shuffle; a device that counts gives its count."""
    counts = state.shuffling is COUNTING
    return cmd.Shuffle(deck=color, cards=len(state.rules.game.deck) if counts else None)


def _is_idle(state: State) -> bool:
    """Return whether all players have left a table whose cards were made ready, so that the cards
    are spread.
    """
    if not state.visited or not spreads_idle(state):
        return False
    return all(deck.stage in IN_USE for deck in state.decks)


def _replace_device(state: State) -> cmd.Command | None:
    """Return the command to sign a failed device out of order, or to go on without it."""
    in_use = devices_of(state.dealing, state.shuffling)
    failed = [device for device in ("shuffler", "shoe") if device in state.failed & in_use]
    if not failed:
        return None
    for device in failed:
        if device not in state.marked:
            return cmd.MarkOutOfOrder(device=device)
    shuffling = str(Shuffling.MANUAL) if "shuffler" in failed else None
    # The hand needs a machine shuffle, and a reshuffling shoe is one with its shuffler.
    needs_machine = state.dealing is Dealing.HAND or reshuffled_from_shoe(state)
    dealing = None
    if "shoe" in failed or (shuffling and needs_machine):
        dealing = str(Dealing.MANUAL_SHOE)
    return cmd.ChangeMethod(dealing=dealing, shuffling=shuffling)


_PREPARE: dict[Stage, cmd.Command] = {
    RECEIVED: cmd.InspectCards(),
    INSPECTED: cmd.VerifyInspection(),
    VERIFIED: cmd.SpreadCards(),
    FACE_DOWN: cmd.SpreadIdle(face_up=True),
    SPREAD: cmd.WashCards(),
    SHUFFLED: cmd.Cut(depth=CUT_DEPTH),
}


_SPREAD = (SPREAD, FACE_DOWN)


def _next_dealing(state: State) -> cmd.Command | None:
    if collecting := to_collect(state):
        wager = collecting[0].name
        chips = sum(wager in state.seats[number].stakes for number in state.playing)
        return cmd.Collect(wager=wager, chips=chips)
    if not (state.deal_step or state.deal_part) and not deck_ready(state):
        return _make_ready(state)
    if state.words_round and waits_for_words(state):
        return None
    if next_deal(state) is not None:
        return cmd.Deal() if state.deal_part else DEAL_STEP
    if misdealt := _misdealt(state):
        return misdealt
    if count_due(state):
        return cmd.CountStub(cards=stub_size(state))
    return _RACK_STUB


def _make_ready(state: State) -> cmd.Command:
    """Shuffle or cut the deck again, as the floorperson ordered before the first card."""
    if state.failed and (replaced := _replace_device(state)):
        return replaced
    deck = deck_in_play(state)
    assert deck is not None, "a round is dealt from a deck"
    return _shuffle(state, deck.color) if deck.stage is STACKED else _PREPARE[deck.stage]


def _misdealt(state: State) -> cmd.Command | None:
    """Return the report of a wrong number of cards, which voids everything and so comes before a
    skipped seat.
    """
    skipped = None
    for number in state.playing:
        seat = state.seats[number]
        if seat.out or len(seat.cards) == state.rules.game.own_cards:
            continue
        if seat.cards:
            return cmd.WrongNumber(place=number, cards=len(seat.cards))
        skipped = skipped or cmd.Skipped(seat=number)
    for area, cards in state.board.items():
        if len(cards) != state.rules.areas[area]:
            return cmd.WrongNumber(place=area, cards=len(cards))
    return skipped


def _next_playing(state: State) -> cmd.Command | None:
    step = type(state.current)
    if step in _DECISIONS:
        seat = state.turn
        assert seat is not None, "a decision is somebody's"
        if state.replacing:
            return cmd.Replace(seat=seat)
        return cmd.Timeout(seat=seat) if state.seats[seat].left else None
    if step is Reveal:
        return _REVEAL
    if step is Call:
        return _NO_MORE_BETS
    if stub_to_rack(state):
        return _RACK_STUB
    if state.current is None:
        return _CLEAR
    return _SETTLE if to_show(state) is None else _SHOW


_DECISIONS: Final = frozenset(DECISIONS)
# Always the same words, so they are made once.
_NO_MORE_BETS: Final = cmd.NoMoreBets()
_RACK_STUB: Final = cmd.RackStub()
_REVEAL: Final = cmd.Reveal()
_SHOW: Final = cmd.Show()
_SETTLE: Final = cmd.Settle()
_CLEAR: Final = cmd.Clear()


_NEXT: Final[dict[Phase, Callable[[State], cmd.Command | None]]] = {
    OPEN: _next_open,
    DEALING: _next_dealing,
    PLAYING: _next_playing,
    CLOSED: lambda _: None,
}
