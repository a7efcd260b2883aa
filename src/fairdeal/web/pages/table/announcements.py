"""What happened at a table, as its page announces it in words."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.table import events as ev
from fairdeal.table.view import HOUSE, PUBLIC, Viewer, own_seats
from fairdeal.web.pages.card_words import CARDS, seen, spoken
from fairdeal.web.pages.made_once import MadeOnce
from fairdeal.web.pages.table.scene_types import Said
from fairdeal.wording.event_words import event_sentence
from fairdeal.wording.wagers import joint_title

#: What interrupts whoever listens.
URGENT: Final = (ev.RoundVoided, ev.VoidAsked, ev.TableClosed)
#: What is not worth a word to a player: it is seen, or comes in thousands.
QUIET: Final = (ev.DeckCommitted, ev.SecretsRevealed, ev.MetersFed, ev.MetersShown, ev.DeckShuffled)
#: What only whoever caused it and the house are told.
PERSONAL: Final = (ev.FloorCalled, ev.CallAnswered)
#: By the version before the first event, and viewer.
_ANNOUNCED: Final[MadeOnce[tuple[int, Viewer], tuple[Said, ...]]] = MadeOnce()


def announced(face: PublishedTable, after: int, viewer: Viewer) -> tuple[Said, ...]:
    """What happened after a version, as far as the published table remembers it; made once for all
    who are told the same.
    """
    # What came after this published table is announced with the next one.
    fresh = [one for one in face.recent if after < one.version <= face.state.version]
    if not fresh:
        return ()
    same = viewer if viewer.role in HOUSE or _concerned(fresh, viewer) else PUBLIC
    return _ANNOUNCED.get(face, (fresh[0].version, same), lambda: _announcements(fresh, same))


def _concerned(fresh: Iterable[VersionedEvent], viewer: Viewer) -> bool:
    """Whether a player may be told more of some events than everybody is."""
    return viewer != PUBLIC and any(
        isinstance(one.event, PERSONAL) or own_seats(one.before, viewer) for one in fresh
    )


def _announcements(happened: Iterable[VersionedEvent], viewer: Viewer) -> tuple[Said, ...]:
    """Each event in words; equal bets of one seat as one."""
    told = []
    for _, same in groupby(happened, _together):
        *others, one = same
        words = (
            "" if isinstance(one.event, QUIET) else event_sentence(one.before, one.event, viewer)
        )
        if others:
            wagers = [
                event.wager for _, _, event in (*others, one) if isinstance(event, ev.WagerPlaced)
            ]
            titles = joint_title([one.before.rules.game.wager[name] for name in wagers])
            words = f"{str(words).partition(' on ')[0]} each on {titles}"
        if words:
            told.append(_said(one, words))
    return tuple(told)


def _together(one: VersionedEvent) -> object:
    """What is told with its neighbours: bets of one seat that are equal; all else by itself."""
    event = one.event
    return (event.seat, event.cents) if isinstance(event, ev.WagerPlaced) else one.version


def _said(one: VersionedEvent, words: str) -> Said:
    named = isinstance(one.event, CARDS)
    return Said(
        one.version,
        seen(words) if named else words,
        getattr(one.event, "clause", None),
        isinstance(one.event, URGENT),
        spoken(words) if named else "",
    )
