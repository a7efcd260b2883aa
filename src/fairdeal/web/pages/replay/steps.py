"""Makes the steps of a replay from the record of a finished round.

Each command of the round is a step: who gave it, its events in words, the table after it, and the
payments with their clauses.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from fairdeal.cards import card_text
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.records import is_simulated, texts_of
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER
from fairdeal.table.entry import Entry
from fairdeal.table.outcome_events import settlement_row
from fairdeal.table.state import DEALING, DECISIONS, OPEN, SeatState, State
from fairdeal.table.walk import walk
from fairdeal.web.pages.card_words import CARDS
from fairdeal.web.pages.table.scene_types import (
    BetScene,
    BoardScene,
    CardScene,
    ScenePart,
    SeatScene,
)
from fairdeal.web.pages.table.settlement_rows import RESULTS
from fairdeal.wire.log import read_entries, read_entry, read_opening
from fairdeal.wire.state import read_state
from fairdeal.wording.felt import inscribed_title
from fairdeal.wording.payments import hand_words, payment_title, row_sum, won_or_lost
from fairdeal.wording.player import card_name, hand_so_far
from fairdeal.wording.replay_words import (
    actor_words,
    clause_of,
    command_headline,
    replay_sentences,
    script_clause,
)

#: The phases that every round has; between the deal and the settlement stand its decisions.
BEFORE, BETS, DEAL, SETTLEMENT, END, VOID = (
    *("Before the bets", "Bets", "Deal", "Settlement", "End", "Void"),
)
BACKS = ("red", "blue")
_OVER = (ev.RoundEnded, ev.RoundVoided)


@lru_cache(maxsize=64)
def rules_of(line: str) -> Rules:
    """Return the rules of a table's opening entry.

    All rounds of a table share one object, so that results that the lab has cached for it are used.
    """
    return read_opening(line).rules


class ReplayLine(ScenePart, frozen=True):
    """A sentence of a step, with its clause."""

    words: str
    clause: str | None = None
    #: Whether it names cards.
    faces: bool = False


class Payment(ScenePart, frozen=True):
    """The result of a wager; `returned` is everything that went to the player, in cents."""

    seat: int
    name: str
    wager: str
    title: str
    #: won, lost, push, back (taken back, or returned), envy.
    result: str
    stake: int
    returned: int
    net: int
    hand: str = ""
    pays: str = ""
    sum: str = ""
    clause: str | None = None
    #: What the payout limit took off, in cents.
    cut: int = 0


class ReplayStep(ScenePart, frozen=True):
    """One command of a round, and the table after it."""

    n: int
    phase: str
    time: int
    who: str
    words: str
    board: tuple[BoardScene, ...]
    seats: tuple[SeatScene, ...]
    clause: str | None = None
    lines: tuple[ReplayLine, ...] = ()
    paid: tuple[Payment, ...] = ()
    #: Whether its words name cards.
    faces: bool = False


class ReplayEntry(NamedTuple):
    """A command of the round, with the state of the table before each of its events."""

    entry: Entry
    events: tuple[tuple[State, ev.Event], ...]
    after: State


class RecordWalk:
    """The entries of a record with the states between them, which are computed from the record."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.round: str = record["round"]
        self.rules = rules_of(record["rules"])
        self.before = read_state(self.rules, json.dumps(record["before"]).encode())
        simulated = is_simulated(record)
        self._texts: list[str] = (
            texts_of(record) if simulated else [one["text"] for one in record["proof"]["entries"]]
        )
        #: Whether the first entry is the one that ended the round before.
        self._follows = not simulated and record["number"] > 1
        self._entries = tuple(self._walk())

    def __iter__(self) -> Iterator[ReplayEntry]:
        return iter(self._entries)

    def _walk(self) -> Iterator[ReplayEntry]:
        texts = self._texts[1:]
        if self._follows:
            # What ended the round before may have bound the house for this one.
            ended, *texts = texts
            yield from self._bound(ended)
        for before, entry, after in read_entries(self.before, texts):
            events = [
                (state, event)
                for state, event, _ in walk(before, entry.events)
                if not self._of_another(event)
            ]
            yield ReplayEntry(entry, tuple(events), after)

    def _bound(self, text: str) -> Iterator[ReplayEntry]:
        # Its commitment needs no state to be read in; the rest of it is the other round's.
        document = json.loads(text)
        document["events"] = [
            one
            for one in document["events"]
            if one["event"] == "deck-committed" and one["round"] == self.round
        ]
        if document["events"]:
            entry = read_entry(self.before, json.dumps(document))
            yield ReplayEntry(entry, tuple((self.before, e) for e in entry.events), self.before)

    @property
    def back(self) -> str:
        """Return the colour of the deck that was dealt from, as its backs are drawn."""
        decks = [e.deck for one in self for _, e in one.events if isinstance(e, ev.DeckCommitted)]
        return decks[-1] if decks and decks[-1] in BACKS else BACKS[0]

    @property
    def void(self) -> ev.RoundVoided | None:
        """Return the event that made the round void, if there is one."""
        ends = [e for one in self for _, e in one.events if isinstance(e, ev.RoundVoided)]
        return ends[-1] if ends else None

    def _of_another(self, event: ev.Event) -> bool:
        bound = isinstance(event, ev.DeckCommitted | ev.SecretsRevealed)
        return bound and getattr(event, "round", self.round) != self.round


def steps_of(record: Mapping[str, Any], walk: RecordWalk | None = None) -> tuple[ReplayStep, ...]:
    """Return the steps of a record, numbered from 1."""
    return tuple(_StepMaker(walk or RecordWalk(record), record).steps())


class _StepMaker:
    def __init__(self, walk: RecordWalk, record: Mapping[str, Any]) -> None:
        self._walk, self._rules = walk, walk.rules
        self._net = {one["seat"]: one["net"] for one in record["seats"]}
        self._bettors: list[int] = []
        self._names: dict[int, str] = {}
        #: What became of each seat's wagers so far: the state of the chips and how much.
        self._became: dict[int, dict[str, tuple[str, int]]] = {}
        self._phase = BEFORE

    def steps(self) -> Iterator[ReplayStep]:
        """Yield every step, in order."""
        happened = list(self._walk)
        placed = {
            event.seat
            for one in happened
            for _, event in one.events
            if isinstance(event, ev.WagerPlaced)
        }
        self._bettors = sorted(placed | self._net.keys())
        for number, one in enumerate(happened, 1):
            yield self._step(number, one)

    def _step(self, number: int, one: ReplayEntry) -> ReplayStep:
        entry, events = one.entry, one.events
        before = events[0][0] if events else one.after
        self._phase = self._phase_of(before, one)
        paid = []
        for state, event in events:
            payment = self._payment(state, event)
            self._follow(event, payment)
            paid += [payment] if payment else []
        lines = [
            ReplayLine(words, clause_of(state, event), isinstance(event, CARDS))
            for state, event in events
            if not isinstance(event, ev.RoundVoided)  # its words stand over the others
            for words in replay_sentences(state, event)
        ]
        words = command_headline(before, [event for _, event in events])
        clause = next((line.clause for line in lines if line.clause), None)
        if entry.by.role is not PLAYER:
            clause = clause or script_clause(before, entry.command)
        named = False
        if words is None:
            first, *lines = lines or [ReplayLine("Nothing else happens")]
            words, named = first.words, first.faces
        # The round is cleared away with its last event: what is drawn is the table before it.
        over = [state for state, event in events if isinstance(event, _OVER)]
        shown = over[0] if over else one.after
        return ReplayStep(
            n=number,
            phase=self._phase,
            time=entry.time,
            who=actor_words(entry.by),
            words=words,
            clause=clause,
            lines=tuple(lines),
            board=tuple(self._board(shown, everything=bool(over))),
            seats=tuple(self._seat(shown, seat, over=bool(over)) for seat in self._bettors),
            paid=tuple(paid),
            faces=named,
        )

    def _phase_of(self, before: State, one: ReplayEntry) -> str:
        """Return where in the round a command belongs; turning cards up belongs to the decision
        before.
        """
        kinds = {type(event) for _, event in one.events}
        if ev.RoundVoided in kinds:
            return VOID
        if ev.RoundEnded in kinds:
            return END
        if before.phase is OPEN:
            betting = ev.WagerPlaced in kinds or any(s.stakes for s in before.seats.values())
            return BETS if betting else BEFORE
        if before.phase is DEALING:
            return DEAL
        step = before.current
        if isinstance(step, DECISIONS):
            wager = getattr(step, "wager", None)
            return self._rules.game.wager[wager].title if wager else self._phase
        settles = step is not None and hasattr(step, "direction")
        return SETTLEMENT if settles else self._phase

    # What was paid --------------------------------------------------------------------------------

    def _payment(self, state: State, event: ev.Event) -> Payment | None:
        row = settlement_row(state, event)
        if row is None or isinstance(event, ev.PaidByHand):  # which belongs to no round
            return None
        title = payment_title(self._rules.game, row)
        return Payment(
            row.seat,
            state.seats[row.seat].name,
            row.wager or "envy",
            f"{title} for seat {row.holder}" if row.holder else title,
            "envy" if row.holder else RESULTS[row.result],
            row.stake,
            row.paid,
            row.gain,
            hand=hand_words(row),
            pays=row.pays or "",
            sum=row_sum(row) if row.pays else "",
            clause=clause_of(state, event),
            cut=row.limited,
        )

    def _follow(self, event: ev.Event, payment: Payment | None) -> None:
        """Remember the results of the chips, which the table's state forgets when they are gone."""
        if isinstance(event, ev.WagerPlaced):
            self._became.get(event.seat, {}).pop(event.wager, None)
        elif payment is not None and payment.result != "envy":
            # As beside the felt: what was won is more than came back with it.
            named = {"lost": payment.stake, "won": payment.net}
            amount = named.get(payment.result, payment.returned)
            self._became.setdefault(payment.seat, {})[payment.wager] = (payment.result, amount)

    # What is drawn --------------------------------------------------------------------------------

    def _board(self, state: State, *, everything: bool) -> Iterator[BoardScene]:
        """Yield each area in use; what is over is turned up, as all cards of a finished round
        are.
        """
        titles = {area.name: area.title for area in self._rules.game.areas}
        for area in self._rules.areas:
            cards = state.board.get(area, ())
            up = len(cards) if everything else state.revealed.get(area, 0)
            yield BoardScene(
                area,
                inscribed_title(titles[area] or area),
                tuple(_card(card if place < up else None) for place, card in enumerate(cards)),
            )

    def _seat(self, state: State, number: int, *, over: bool) -> SeatScene:
        seat = state.seats.get(number)
        if seat is None:
            return SeatScene(number, note="free" if number in self._names else "")
        self._names[number] = seat.name
        up = {area: cards[: state.revealed.get(area, 0)] for area, cards in state.board.items()}
        net = self._net.get(number)
        note = _note(seat)
        if over and net is not None:
            outcome = "bets returned" if self._phase == VOID else won_or_lost(round(net * 100))
            note = ", ".join(filter(None, [note, outcome]))
        return SeatScene(
            number,
            name=seat.name,
            bot=seat.bot,
            turn=not over and state.turn == number,
            ready=seat.ready,
            note=note,
            hand=hand_so_far(self._rules, seat.cards, up) if seat.cards else "",
            cards=tuple(map(_card, seat.cards)),
            discards=tuple(map(_card, seat.discarded)),
            bets=tuple(self._bets(seat, number)),
        )

    def _bets(self, seat: SeatState, number: int) -> Iterator[BetScene]:
        became = self._became.get(number, {})
        for wager in self._rules.wagers:
            name = wager.name
            if name in became:
                result, cents = became[name]
                yield BetScene(name, wager.title, cents, result, slot=wager.progressive)
            elif name in seat.stakes:
                state = "taken" if name in seat.taken else ""
                yield BetScene(name, wager.title, seat.stakes[name], state, slot=wager.progressive)


def _card(card: int | None) -> CardScene:
    return CardScene(card_name(card), None if card is None else card_text(card))


def _note(seat: SeatState) -> str:
    if seat.out:
        return "out of the round"
    if seat.folded:
        return "folded"
    return "left" if seat.left else ""


# What is sent -------------------------------------------------------------------------------------


def step_documents(steps: tuple[ReplayStep, ...]) -> list[dict[str, Any]]:
    """Return the steps as JSON; parts that are the same as in the step before are left out."""
    documents = [msgspec.to_builtins(one) for one in steps]
    for (before, after), document in zip(pairwise(steps), documents[1:], strict=True):
        if before.board == after.board:
            del document["board"]
        seats = zip(before.seats, after.seats, document["seats"], strict=True)
        document["seats"] = [one for old, new, one in seats if old != new]
    return documents
