"""What a command would lead to, in words: for whoever is about to give it. No card is named: those
of a dry run are not the ones that would come.
"""

from collections.abc import Iterable

from fairdeal.table import events as ev
from fairdeal.table.state import State
from fairdeal.wording.event_words import tell


def consequences(happened: Iterable[tuple[State, ev.Event]]) -> list[tuple[str, str | None]]:
    """Sentences with their clauses; what goes back to whom is told by seat, and not here."""
    told = []
    happened = tuple(happened)
    void = any(isinstance(event, ev.RoundVoided) for _, event in happened)
    for state, event in happened:
        if sentence := _sentence(state, event, void=void):
            told.append(sentence)
    return told


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
            | ev.VoidAsked()
            | ev.PaymentAsked()
            | ev.Confirmed()
            | ev.WagerReturned()
            | ev.MetersFed()
            | ev.FloorCalled()
        ):
            return None
        case _:
            words_of = tell(state, event)
            return (words_of, None) if words_of else None
