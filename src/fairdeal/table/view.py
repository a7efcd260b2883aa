"""Who may see what. The one place that redacts, for states and events alike.

What a viewer may not see is absent from what that viewer is sent. What may be sent is listed here,
so that a new event is hidden from everybody until somebody decides otherwise.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from fairdeal.cards import Card
from fairdeal.english import quoted
from fairdeal.errors import NoViewerError
from fairdeal.table import events as ev
from fairdeal.table.actors import AUDITOR, DEALER, FLOOR, OPERATOR, PLAYER, Role
from fairdeal.table.game_accounts import usual_buy_in
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.questions import hours_left
from fairdeal.table.state import State, account_cents, deck_in_play, moment
from fairdeal.table.values import Cents, Face, Units

HOUSE: Final = frozenset({DEALER, FLOOR, AUDITOR, OPERATOR})
#: Who is shown a card that was reported while the floorperson is asked about it.
SEES_REPORTED: Final = frozenset({DEALER, FLOOR})
#: Who may look through the discard rack: every card of the rounds that are over.
SEES_RACK: Final = frozenset({DEALER, FLOOR, AUDITOR})


class Viewer(msgspec.Struct, frozen=True):
    """A person or a role that looks at the table; the public if both are missing.

    A `seat` stands for the person who sits there.
    """

    role: Role | None = None
    id: str = ""
    seat: int = 0

    def __str__(self) -> str:
        if self.seat:
            return f"seat:{self.seat}"
        if self.id and self.role is PLAYER:
            return f"player:{self.id}"
        return str(self.role) if self.role else "public"


PUBLIC: Final = Viewer()
_ROLES: Final = {"public": PUBLIC, **{str(role): Viewer(role) for role in HOUSE}}


def parse_viewer(name: str, seats: int) -> Viewer:
    """Return a viewer by name: `public`, a role of the house, `seat:3`, or `player:ID`."""
    if name in _ROLES:
        return _ROLES[name]
    kind, _, rest = name.partition(":")
    if kind == "player" and rest:
        return Viewer(PLAYER, id=rest)
    numbers = {str(number): number for number in range(1, seats + 1)}
    if kind == "seat" and rest in numbers:
        return Viewer(PLAYER, seat=numbers[rest])
    raise NoViewerError(
        f"there is no viewer {quoted(name)}: choose seat:1 to seat:{seats}, player:ID, dealer, "
        "floor, auditor or public"
    )


def person(state: State, viewer: Viewer) -> str | None:
    """Return the id of the player who is this viewer, if the viewer is one."""
    if viewer.seat:
        seat = state.seats.get(viewer.seat)
        return seat.player if seat else None
    return viewer.id if viewer.role is PLAYER else None


def own_seats(state: State, viewer: Viewer) -> frozenset[int]:
    """Return the seats whose cards a viewer holds."""
    player = person(state, viewer)
    if player is None:
        return frozenset()
    return frozenset([n for n, seat in state.seats.items() if seat.player == player])


# Events -------------------------------------------------------------------------------------------

_Redact = Callable[[State, Any, Viewer], ev.Event | None]


def event_for(state: State, event: ev.Event, viewer: Viewer) -> ev.Event | None:
    """Return an event as a viewer is sent it, or None; `state` is the table's when it happened."""
    redact = _SEEN.get(type(event))
    return redact(state, event, viewer) if redact else None


def _whole(state: State, event: ev.Event, viewer: Viewer) -> ev.Event:
    del state, viewer
    return event


def _dealt(state: State, event: ev.CardsDealt, viewer: Viewer) -> ev.Event:
    own = own_seats(state, viewer)
    cards = tuple((place, card if place in own else None) for place, card in event.cards)
    return replace(event, cards=cards)


def _own_cards(
    state: State, event: ev.CardsDiscarded | ev.CardsReplaced, viewer: Viewer
) -> ev.Event:
    return event if event.seat in own_seats(state, viewer) else replace(event, cards=None)


def _own_word(state: State, event: ev.PlayerReady | ev.WordRevealed, viewer: Viewer) -> ev.Event:
    return event if event.seat in own_seats(state, viewer) else replace(event, word=None)


def _house(
    state: State, event: ev.FloorCalled | ev.CallAnswered, viewer: Viewer
) -> ev.Event | None:
    return event if viewer.role in HOUSE or event.by == person(state, viewer) else None


def _reported(state: State, event: ev.CardReported, viewer: Viewer) -> ev.Event | None:
    del state
    return event if viewer.role in SEES_REPORTED else None


#: What may be sent, event by event. An event that is not here is sent to nobody.
_SEEN: Final[dict[type[ev.Event], _Redact]] = {
    ev.CardsDealt: _dealt,
    ev.CardsDiscarded: _own_cards,
    ev.CardsReplaced: _own_cards,
    ev.PlayerReady: _own_word,
    ev.WordRevealed: _own_word,
    ev.CardReported: _reported,
    ev.FloorCalled: _house,
    ev.CallAnswered: _house,
    **dict.fromkeys(
        (
            *(ev.DecksReceived, ev.CardsInspected, ev.DefectFound, ev.InspectionVerified),
            *(ev.CardsSpread, ev.CardsWashed, ev.DeckShuffled, ev.DeckCut, ev.RecutOrdered),
            *(ev.ShuffleOrdered, ev.DeckCounted, ev.DeckRemoved),
            *(ev.DeckCommitted, ev.SecretsRevealed, ev.SecretsLost),
            *(ev.WordPledged, ev.PledgesClosed, ev.WordWithheld),
            *(ev.PlayerSat, ev.PlayerLeft, ev.PlayerRemoved, ev.HandAbandoned, ev.HandForfeited),
            *(ev.PlayerSkipped, ev.WagerPlaced, ev.WagerTakenBack, ev.BetsClosed, ev.MetersFed),
            *(ev.StakesCollected, ev.ChipAdded, ev.WagerReturned, ev.MetersUnfed),
            *(ev.CardSetAside, ev.CardDrawnInError, ev.StubCounted, ev.CountRuled, ev.StubRacked),
            *(ev.BetRode, ev.BetWithdrawn, ev.HandFolded, ev.WagerLost, ev.BetsCalled),
            *(ev.CardsRevealed, ev.HandShown, ev.HandAnnounced, ev.WagerPaid, ev.MeterPaid),
            *(ev.EnvyPaid, ev.SeatSettled, ev.RoundVoided, ev.RoundEnded),
            *(ev.VoidAsked, ev.CorrectionAsked, ev.PaymentAsked, ev.PaidByHand),
            ev.HandPayAsked,
            *(ev.Confirmed, ev.Denied),
            *(ev.DeviceFailed, ev.DeviceMarked, ev.DeviceReturned, ev.MethodChanged),
            *(ev.DealerTappedIn, ev.DealerTappedOut, ev.BoughtIn),
            *(ev.Announced, ev.TableClosed, ev.MetersShown),
            *(ev.LimitsPosted, ev.LimitsWithdrawn, ev.LimitsChanged),
        ),
        _whole,
    ),
}


# The table ----------------------------------------------------------------------------------------


class _Kebab(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """The form in which views are written: names with dashes, fields without a value left out."""


class DeckView(_Kebab, frozen=True):
    """A deck at the table, and what was done with it last."""

    deck: str
    stage: str
    #: Seconds until it must be changed, for the house.
    seconds_left: int | None = None


class AreaView(msgspec.Struct, frozen=True, rename="kebab"):
    """An area of the board: the cards turned up, and how many lie face down."""

    cards: tuple[Face, ...]
    face_down: int


class SeatView(_Kebab, frozen=True):
    """A seat: player, wagers, cards where they may be seen."""

    seat: int
    player: str
    name: str
    wagers: dict[str, Cents]
    bot: bool = False
    ready: bool = False
    #: How the seat has its word for the shuffle: open, pledged, or pledged and revealed.
    word: Literal["open", "pledged", "revealed"] | None = None
    #: Won or lost so far, for the player and the floor.
    purse: Cents | None = None
    #: What lies in the game account, for the player and the house.
    account: Cents | None = None
    cards_held: int | None = None
    cards: tuple[Face, ...] | None = None
    folded: str | Literal[False] | None = None
    withdrawn: tuple[str, ...] | None = None
    taken: tuple[str, ...] | None = None
    settled: tuple[str, ...] | None = None
    left: bool | None = None
    out: bool | None = None


class NoticeView(_Kebab, frozen=True):
    """A change of limits that is posted: to what, and when it comes into force."""

    minimum: Cents
    maximum: Cents
    posted_at: int
    in_force_at: int


class Limits(_Kebab, frozen=True):
    """What amounts may be, by the rules file and the changes since, and a change that is posted."""

    minimum: Cents | None
    maximum: Cents | None
    chip_step: Cents
    payout_limit: Cents | None = None
    side_maximum: dict[str, Cents] = {}
    notice: NoticeView | None = None


class HouseView(_Kebab, frozen=True):
    """What a person who works at the table needs: methods and devices, clock, counts, questions."""

    dealing: str
    shuffling: str
    clock: int
    rounds_since_count: int
    failed: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    pending_card: bool = False
    #: The card that the floorperson is asked about, for dealer and floorperson.
    reported_card: Face | None = None
    called: str | None = None


class View(_Kebab, frozen=True):
    """The table as one viewer is sent it; what the viewer may not see is absent."""

    version: int
    at: str
    viewer: str
    game: str
    jurisdiction: str
    round: int
    phase: str
    step: str | None
    turn: int | None
    deck: str | None
    decks: list[DeckView]
    board: dict[str, AreaView]
    seats: list[SeatView]
    set_aside: list[Face]
    meters: dict[str, Units]
    limits: Limits
    paytables: dict[str, str]
    readings: dict[str, str]
    actions: list[Action]
    #: What binds the house to the order of the deck in play, at a table that commits to it.
    commitment: str | None = None
    #: The round to which words are pledged, where they are.
    words_round: str | None = None
    #: What the floorperson is asked to confirm.
    asked: int | None = None
    #: Won or lost by the table so far, for the house.
    inventory: Cents | None = None
    house: HouseView | None = None


def view(state: State, viewer: Viewer) -> View:
    """Return the table as a viewer is sent it."""
    own = own_seats(state, viewer)
    rules, step = state.rules, state.current
    at_work = viewer.role in HOUSE
    return View(
        version=state.version,
        at=moment(state),
        viewer=str(viewer),
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        round=state.rounds + 1,
        phase=str(state.phase),
        step=None if step is None else type(step).__name__.lower(),
        turn=state.turn,
        deck=state.deck or None,
        decks=[
            DeckView(deck.color, str(deck.stage), hours_left(state, deck) if at_work else None)
            for deck in state.decks
        ],
        board=_board(state.board, state.revealed),
        seats=[_seat(state, n, viewer, own) for n in sorted(state.seats)],
        set_aside=list(state.set_aside),
        meters=dict(state.meters.units),
        limits=Limits(
            rules.minimum_cents,
            rules.maximum_cents,
            rules.chip_step_cents,
            rules.payout_limit_cents,
            dict(rules.side_maximum_cents),
            _notice(state),
        ),
        paytables={name: table.name for name, table in rules.paytables.items()},
        readings=dict(rules.readings),
        actions=[
            action
            for action in legal_actions(state)
            if viewer.role is not PLAYER or action.seat in own
        ],
        commitment=_commitment(state),
        words_round=state.words_round or None,
        asked=state.asked.asked if state.asked else None,
        inventory=state.inventory if at_work else None,
        house=_house_view(state, viewer) if at_work else None,
    )


def _notice(state: State) -> NoticeView | None:
    notice = state.limits_notice
    if notice is None:
        return None
    return NoticeView(notice.minimum, notice.maximum, notice.posted_at, notice.in_force_at)


def _commitment(state: State) -> str | None:
    deck = deck_in_play(state)
    return deck.commitment or None if deck else None


def _house_view(state: State, viewer: Viewer) -> HouseView:
    return HouseView(
        dealing=str(state.dealing),
        shuffling=str(state.shuffling),
        clock=state.clock,
        rounds_since_count=state.uncounted_rounds,
        failed=tuple(sorted(state.failed)),
        marked=tuple(sorted(state.marked)),
        pending_card=state.pending,
        reported_card=state.reported if viewer.role in SEES_REPORTED else None,
        called=state.called,
    )


def _board(
    board: Mapping[str, tuple[Card, ...]], revealed: Mapping[str, int]
) -> dict[str, AreaView]:
    return {
        area: AreaView(cards[: (up := revealed.get(area, 0))], len(cards) - up)
        for area, cards in board.items()
    }


def _word(state: State, number: int) -> Literal["open", "pledged", "revealed"] | None:
    word = state.seats[number].word
    if number in state.pledges:
        return "pledged" if word is None else "revealed"
    return "open" if word else None


def _account(state: State, player: str) -> int | None:
    return None if usual_buy_in(state.rules) is None else account_cents(state, player)


def own_seat_views(state: State, viewer: Viewer) -> list[SeatView]:
    """Return the seats of a player as the player sees them. The rest of a player's view is that of
    the public, with the actions of these seats alone.
    """
    own = own_seats(state, viewer)
    return [_seat(state, number, viewer, own) for number in own]


def _seat(state: State, number: int, viewer: Viewer, own: frozenset[int]) -> SeatView:
    seat = state.seats[number]
    may_see_purse = number in own or viewer.role is FLOOR
    known = SeatView(
        seat=number,
        player=seat.player,
        name=seat.name,
        wagers=dict(seat.stakes),
        bot=seat.bot,
        ready=seat.ready,
        word=_word(state, number),
        purse=state.purses[seat.player] if may_see_purse else None,
        account=_account(state, seat.player) if may_see_purse or viewer.role in HOUSE else None,
    )
    if not seat.in_round:
        return known
    sees = (number in own and not seat.collected) or seat.shown
    return replace(
        known,
        cards_held=len(seat.cards),
        cards=seat.cards if sees else None,
        folded=seat.folded or False,
        withdrawn=tuple(sorted(seat.withdrawn)),
        taken=tuple(sorted(seat.taken)),
        settled=tuple(sorted(seat.settled)),
        left=seat.left,
        out=seat.out,
    )
