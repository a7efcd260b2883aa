"""The events of a table in words, as its page announces them."""

from collections.abc import Iterable
from itertools import groupby, takewhile
from typing import Final

from fairdeal.floor.tables.published_table import PublishedTable, VersionedEvent
from fairdeal.table import events as ev
from fairdeal.table.view import HOUSE, PUBLIC, Viewer, own_seats
from fairdeal.web.live.shared_parts import MadeOnce
from fairdeal.web.pages.card_words import CARDS, with_card_names, with_suit_signs
from fairdeal.web.pages.table.scene_types import Announcement
from fairdeal.wording.event_words import event_sentence
from fairdeal.wording.wagers import joint_title

#: Events that interrupt a screen reader.
URGENT: Final = (ev.RoundVoided, ev.VoidAsked, ev.TableClosed)
#: Events that are not announced, because the page shows them or because they are frequent.
QUIET: Final = (ev.DeckCommitted, ev.SecretsRevealed, ev.MetersFed, ev.MetersShown, ev.DeckShuffled)
#: Events that only the person who caused them and the house may hear of.
PERSONAL: Final = (ev.FloorCalled, ev.CallAnswered)
#: The key has the version of the first event, and the viewer.
_ANNOUNCED: Final[MadeOnce[tuple[int, Viewer], tuple[Announcement, ...]]] = MadeOnce()


def announcements_after(
    table: PublishedTable, after: int, viewer: Viewer
) -> tuple[Announcement, ...]:
    """Return the announcements of the events after a version that are still in memory.

    They are made once for all viewers who may hear the same.
    """
    # Events after the version of this published table are announced with the next one.
    last = table.state.version
    newest_first = takewhile(lambda one: one.version > after, reversed(table.recent))
    fresh = [one for one in newest_first if one.version <= last][::-1]
    if not fresh:
        return ()
    shared_viewer = viewer if viewer.role in HOUSE or _sees_more(fresh, viewer) else PUBLIC
    return _ANNOUNCED.get(
        table, (fresh[0].version, shared_viewer), lambda: _announcements(fresh, shared_viewer)
    )


def _sees_more(fresh: Iterable[VersionedEvent], viewer: Viewer) -> bool:
    """Return whether a viewer may hear more about some events than the public."""
    return viewer != PUBLIC and any(
        isinstance(one.event, PERSONAL) or own_seats(one.before, viewer) for one in fresh
    )


def _announcements(happened: Iterable[VersionedEvent], viewer: Viewer) -> tuple[Announcement, ...]:
    """Return an announcement for each event; equal bets of a seat have one announcement."""
    announcements = []
    for _, group in groupby(happened, _group_key):
        *others, one = group
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
            announcements.append(_announcement(one, words))
    return tuple(announcements)


def _group_key(one: VersionedEvent) -> object:
    """Return the key by which events are grouped: equal bets of a seat have the same key."""
    event = one.event
    return (event.seat, event.cents) if isinstance(event, ev.WagerPlaced) else one.version


def _announcement(one: VersionedEvent, words: str) -> Announcement:
    named = isinstance(one.event, CARDS)
    return Announcement(
        one.version,
        with_suit_signs(words) if named else words,
        getattr(one.event, "clause", None),
        isinstance(one.event, URGENT),
        with_card_names(words) if named else "",
    )
