"""The players' words for the shuffle: pledged with the bets, revealed when the bets are closed."""

import re
from typing import Final

from fairdeal.errors import Refused
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor
from fairdeal.table.decide.seats import seat_of
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.table.state import DEALING, State, bound, dealing_clauses
from fairdeal.table.words import LEAST_SECONDS, owed_words, waits_for_words, word_digest

#: A player's word: printable ASCII without what separates words.
_WORD: Final = re.compile(r"(?:(?![|,=])[ -~]){1,64}")
#: A pledge: a SHA-256 in hex.
_PLEDGE: Final = re.compile(r"[0-9a-f]{64}")


def require_word(word: str, clause: str) -> None:
    """Refuse what is no word."""
    if not _WORD.fullmatch(word):
        reason = "a word is up to 64 printable ASCII characters without | , or ="
        raise Refused(reason, clause)


def require_no_real_cards(state: State, clause: str) -> None:
    """Refuse words at a table that is dealt from real cards, where they would change nothing."""
    if deals_real_cards(state.rules):
        raise Refused("the cards are real here: no word goes into their shuffle", clause)


def require_pledge(state: State, pledge: str, clause: str) -> None:
    """Refuse what is no pledge, and all pledges where words are not pledged."""
    require_no_real_cards(state, clause)
    if not state.words_round:
        raise Refused("no words are pledged in this round: send an open word, or none", clause)
    if not _PLEDGE.fullmatch(pledge):
        raise Refused("a pledge is a SHA-256 in hex: 64 digits, letters in lower case", clause)


def require_words_known(state: State) -> None:
    """Refuse to take a card from the deck before the words that were pledged are known."""
    if waits_for_words(state):
        reason = "wait for the players' words: no card is dealt before all are revealed"
        raise Refused(reason, dealing_clauses(state).no_more_bets)


def pledge(state: State, command: cmd.Pledge, by: Actor) -> list[ev.Event]:
    """Pledge a new word after a late order to shuffle or cut."""
    del by
    clause = state.rules.game.procedure.closed
    seat_of(state, command.seat)
    if not state.to_pledge or command.seat not in state.playing:
        reason = "a word is pledged with `ready`, and again after a late order to shuffle or cut"
        raise Refused(reason, clause)
    if not bound(state):
        raise Refused("words are pledged when the house has committed to the new order", clause)
    if command.seat in state.pledges:
        raise Refused(f"seat {command.seat} has pledged its word already", clause)
    require_pledge(state, command.pledge, clause)
    return [ev.WordPledged(command.seat, command.pledge)]


def reveal_word(state: State, command: cmd.RevealWord, by: Actor) -> list[ev.Event]:
    """Reveal a word that was pledged."""
    del by
    clause = state.rules.game.procedure.closed
    seat_of(state, command.seat)
    if state.phase is not DEALING or state.to_pledge:
        reason = 'a word is revealed after "no more bets", when all words are pledged'
        raise Refused(reason, clause)
    if command.seat not in owed_words(state):
        raise Refused(f"seat {command.seat} owes no word now", clause)
    require_word(command.word, clause)
    if word_digest(state.words_round, command.seat, command.word) != state.pledges[command.seat]:
        raise Refused("this is not the word that was pledged", clause)
    return [ev.WordRevealed(command.seat, command.word)]


def close_words(state: State, command: cmd.CloseWords, by: Actor) -> list[ev.Event]:
    """End the time for pledges, or for the words that were pledged."""
    del command
    clause = dealing_clauses(state).no_more_bets
    if not by.automatic:
        raise Refused("the table's clock says when the time for words is over", clause)
    if not waits_for_words(state) or not bound(state):
        raise Refused("no player owes a word now: there is nothing to close", clause)
    if state.clock < state.words_since + LEAST_SECONDS:
        raise Refused("the time for words is not over", clause)
    if state.to_pledge:
        return [ev.PledgesClosed(tuple(sorted(state.to_pledge)))]
    return [ev.WordWithheld(number) for number in owed_words(state)]
