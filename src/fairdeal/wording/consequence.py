"""The consequences of a command in words, for a person who is about to give it.

No card is named, because the cards of a dry run are stand-ins for those that would be dealt.
"""

from collections.abc import Sequence

from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.table.walk import Change
from fairdeal.wording.event_words import event_sentence


def consequences(changes: Sequence[Change]) -> list[tuple[str, str | None]]:
    """Return sentences with clauses. Returned wagers are left out: they are listed by seat."""
    void = ev.first_void(event for _, event, _ in changes) is not None
    told = (_sentence(before, event, void=void) for before, event, _ in changes)
    return [sentence for sentence in told if sentence]


def _sentence(state: State, event: ev.Event, *, void: bool) -> tuple[str, str | None] | None:
    match event:
        case ev.RoundVoided():
            return f"All hands are void: {event.reason}", event.clause
        case ev.CardSetAside():
            rest = "" if void else ", and the deal goes on"
            return f"The card goes into the discard rack{rest}", event.clause
        case ev.CardDrawnInError():
            return "The card is used as the next one", event.clause
        case ev.DeckRemoved():
            return f"The {event.deck} deck leaves the table", event.clause
        case (
            ev.CardsDealt()
            | ev.CardsReplaced()
            | ev.CardsRevealed()
            | ev.HandShown()
            | ev.CardReported()
            | ev.VoidAsked()
            | ev.PaymentAsked()
            | ev.HandPayAsked()
            | ev.Confirmed()
            | ev.WagerReturned()
            | ev.MetersFed()
            | ev.FloorCalled()
        ):
            return None
        case _:
            words_of = event_sentence(state, event)
            return (words_of, None) if words_of else None
