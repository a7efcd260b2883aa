"""Tables for tests that read like the regulation: seats, wagers, cards by name, and who says what.

`at("run-em-twice", deck="...")` opens a table at which seat 1 is taken and the cards are ready;
`play` gives it a command, `refuses` checks that a command changes nothing and says why.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from fairdeal.cards import Card, card_text, cards_text, parse_cards
from fairdeal.errors import Refused
from fairdeal.games import GAMES, find_game
from fairdeal.play.rounds import ROUNDS_KEPT
from fairdeal.play.session import call_on_event, open_committed, open_table
from fairdeal.play.sources import NamedCards, SeededSource
from fairdeal.rulebook.game import Game, Shuffling
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Progressive, Rules, house_rules
from fairdeal.rulebook.wager import OneOf
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor, player
from fairdeal.table.next_step import next_command
from fairdeal.table.questions import to_collect
from fairdeal.table.state import Phase, Stage, State, layout_cents
from fairdeal.wire.codec import place_text
from fairdeal.wire.deal import settle as settle_deal

MACHINES = (Shuffling.AUTOMATED, Shuffling.COUNTING, Shuffling.RESHUFFLING)
ALL = [(game.name, game.jurisdiction) for game in GAMES]
MARYLAND = ["let-it-ride", "run-em-twice", "double-draw"]


def rules_of(
    name: str,
    jurisdiction: str | None = None,
    *,
    paytables: dict[str, str] | None = None,
    without: Iterable[str] = (),
    readings: dict[str, str] | None = None,
    rate: int = 1_000,
    **changes: Any,
) -> Rules:
    """The house's rules with some of them chosen otherwise; `rate` in ten-thousandths."""
    game = find_game(name, jurisdiction)
    house = house_rules(game)
    tables = dict(house.paytables)
    for wager, letter in (paytables or {}).items():
        tables[wager] = game.paytables[wager][letter]
    for wager in without:
        del tables[wager]
    meters = [meter for table in tables.values() for meter in table.meters]
    sizes = [wager.size for wager in game.wagers if wager.progressive]
    progressive = Progressive(
        stakes_cents=next((size.cents for size in sizes if isinstance(size, OneOf)), ()),
        rates={meter.name: rate for meter in meters},
        resets={meter.name: meter.least_reset_cents * UNITS_PER_CENT for meter in meters},
    )
    return replace(
        house,
        paytables=tables,
        progressive=progressive if meters else None,
        readings={**house.readings, **(readings or {})},
        **changes,
    )


#: A command, with who gives it where that is not whoever it belongs to.
Said = cmd.Command | tuple[cmd.Command, Actor]


def sits(seat: int, name: str) -> tuple[cmd.Command, Actor]:
    """A player sits down."""
    return cmd.Sit(seat), player(name)


class Felt:
    """One table, its cards scripted, its commands given one by one."""

    def __init__(
        self,
        rules: Rules,
        deck: str = "",
        seed: int = 1,
        *,
        named: bool = False,
        secrets: Callable[[], str] | None = None,
    ) -> None:
        self.rules = rules
        self.game: Game = rules.game
        if secrets is not None:  # the cards are committed to
            self.session = open_committed(rules, "t1", rounds=ROUNDS_KEPT, new_secret=secrets)
        else:
            source = NamedCards() if named else SeededSource(seed, cards(deck))
            self.session = open_table(rules, source, rounds=ROUNDS_KEPT)
        self.log: list[ev.Event] = []
        self.watch(lambda _state, _event: None)

    def watch(self, say: Callable[[State, ev.Event], None]) -> None:
        """Hear every event as it happens."""

        def hear(state: State, event: ev.Event) -> None:
            self.log.append(event)
            say(state, event)

        call_on_event(self.session, hear)

    @property
    def state(self) -> State:
        return self.session.state

    # What people say ------------------------------------------------------------------------------

    def play(self, *commands: Said, time: int | None = None) -> list[ev.Event]:
        """Give commands, all of which must be obeyed; the events of the last one."""
        events: list[ev.Event] = []
        for said in commands:
            command, by = said if isinstance(said, tuple) else (said, None)
            events = self.session.do(command, by, time=time)
            assert self.sum_of_chips() == 0, command
        return events

    def refuses(
        self, said: Said, clause: str | None, words: str = "", *, time: int | None = None
    ) -> str:
        """A command that must change nothing and be answered with a sentence and this clause."""
        before, written = self.state, len(self.log)
        command, by = said if isinstance(said, tuple) else (said, None)
        with pytest.raises(Refused) as refused:
            self.session.do(command, by, time=time)
        assert self.state is before
        assert len(self.log) == written
        assert refused.value.clause == clause, refused.value.reason
        assert words in refused.value.reason
        assert len(refused.value.reason.split()) > 2, "a sentence"
        return refused.value.reason

    def dealer(self) -> list[ev.Event]:
        """The automatic dealer goes on until a player must act."""
        events = self.session.run_dealer()
        assert self.sum_of_chips() == 0
        return events

    def sit(self, *seats: int) -> "Felt":
        for seat in seats:
            self.play(sits(seat, f"p{seat}"))
        return self

    def base(self, *seats: int, cents: int = 500) -> "Felt":
        """The wagers that a player must make before the deal."""
        for seat in seats:
            for wager in self.game.wagers:
                if wager.at is None and not wager.side:
                    self.bet(seat, wager.name, cents)
        return self

    def bet(self, seat: int, wager: str, cents: int) -> list[ev.Event]:
        return self.play(cmd.Bet(seat=seat, wager=wager, cents=cents))

    def draw(self, wager: str, most: int, *seats: int, up_to: int = 9) -> "Felt":
        """Double Draw: all of the seats bet, and those up to one of them discard the most."""
        for seat in seats:
            self.bet(seat, wager, 500)
        self.play(cmd.NoMoreBets())
        for seat in seats:
            if seat <= up_to:
                self.play(cmd.Draw(seat=seat, discard=self.state.seats[seat].cards[:most]))
                self.play(cmd.Replace())
        return self

    # What is asked of the table -------------------------------------------------------------------

    def sum_of_chips(self) -> int:
        held = sum(self.state.purses.values()) + self.state.gone
        return held + layout_cents(self.state) + self.state.inventory

    def purse(self, seat: int) -> int:
        return self.state.purses[f"p{seat}"]

    def dealt(self) -> list[tuple[str, str]]:
        """Places and cards of this table's deals and draws, in the order dealt."""
        cards: list[tuple[int | str, int | None]] = []
        for event in self.log:
            if isinstance(event, ev.CardsDealt):
                cards += event.cards
            if isinstance(event, ev.CardsReplaced):
                cards += [(event.seat, card) for card in event.cards or ()]
        return [(place_text(place), card_text(card)) for place, card in cards if card is not None]

    def turned_up(self) -> list[list[str]]:
        """The areas whose cards were turned up, card by card, move by move."""
        return [[str(area) for area, _ in e.cards] for e in self.happened(ev.CardsRevealed)]

    def happened(self, kind: type[ev.Event]) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]

    @property
    def is_open(self) -> bool:
        return self.state.phase is Phase.OPEN

    def hand(self, seat: int) -> str:
        return cards_text(self.state.seats[seat].cards)


def at(
    name: str,
    jurisdiction: str | None = None,
    *,
    deck: str = "",
    seats: tuple[int, ...] = (1,),
    seed: int = 1,
    named: bool = False,
    **rules: Any,
) -> Felt:
    """A table that is open: these seats are taken, the cards prepared, shuffled and cut."""
    felt = Felt(rules_of(name, jurisdiction, **rules), deck, seed, named=named)
    felt.sit(*seats)
    felt.dealer()
    return felt


def at_round(name: str, jurisdiction: str | None = None, **how: Any) -> Felt:
    """A table at which every seat has its required wagers on the layout."""
    felt = at(name, jurisdiction, **how)
    return felt.base(*felt.state.seats)


def dealt(name: str, jurisdiction: str | None = None, **how: Any) -> Felt:
    """A table at which the first player is asked for the first decision."""
    felt = at_round(name, jurisdiction, **how)
    felt.dealer()
    assert felt.state.phase is Phase.PLAYING
    return felt


def prepared(felt: Felt) -> Felt:
    """Go on until the next card is the first of the round: bets closed, stakes collected."""
    while not (felt.state.phase is Phase.DEALING and not waiting_stakes(felt.state)):
        command = next_command(felt.state)
        assert command is not None
        felt.play(command)
    return felt


def waiting_stakes(state: State) -> bool:
    return bool(to_collect(state))


def cards(text: str) -> tuple[Card, ...]:
    """Cards by name; the second joker named is the other one."""
    named: list[Card] = []
    for card in parse_cards(text):
        named.append(card + 1 if card in named else card)
    return tuple(named)


def file_rules(text: str) -> Rules:
    """Rules from a rules file, which must be in order."""
    checked = check(text)
    assert checked.rules is not None, checked.findings
    return checked.rules


def with_side_bets(name: str, **how: Any) -> Felt:
    """Two seats, one of them with everything on the layout that the game offers."""
    felt = at_round(name, seats=(1, 2), **how)
    for wager in felt.rules.wagers:
        if wager.side:
            felt.bet(1, wager.name, 100)
    return felt


def is_void(felt: Felt, events: list[ev.Event], clause: str) -> None:
    """All hands are void: every wager and the meter's share went back, a new shuffle is due."""
    void = [event for event in events if isinstance(event, ev.RoundVoided)]
    assert [event.clause for event in void] == [clause]
    assert felt.is_open
    assert set(felt.state.purses.values()) == {0}
    assert felt.state.inventory == 0
    fresh = at(felt.game.name, felt.game.jurisdiction).state.meters
    assert felt.state.meters == fresh
    assert all(seat.stakes == {} for seat in felt.state.seats.values())
    assert all(deck.stage is Stage.STACKED for deck in felt.state.decks)
    returned = {e.clause for e in events if isinstance(e, ev.WagerReturned)}
    assert returned == {clause}


def chapter(game: str, number: int, rest: str) -> str:
    """`3.B(2)`, which Double Draw writes `.03B(2)`."""
    text = find_game(game).text
    return f"{text} .{number:02}{rest}" if game == "double-draw" else f"{text} {number}.{rest}"


def stages(felt: Felt) -> list[str]:
    return [str(deck.stage) for deck in felt.state.decks]


# The auditor: a finished round settled by the other route ----------------------------------------


def settled_elsewhere(before: State, finished: State) -> dict[int, dict[str, Any]]:
    """What `fairdeal settle` says of a round that is about to be cleared away, seat by seat.

    `before` is the table when the bets were closed: its meters are not fed yet.
    """
    rules = finished.rules
    game = rules.game
    deal: dict[str, Any] = {
        "game": game.name,
        "jurisdiction": game.jurisdiction,
        "paytables": {
            name: table.name for name, table in rules.paytables.items() if not _only(game, name)
        },
        "readings": dict(rules.readings),
        "seats": [],
    }
    if rules.payout_limit_cents is not None:
        deal["payout-limit"] = rules.payout_limit_cents / 100
    if game.areas:
        deal["board"] = {
            area: [card_text(card) for card in lying] for area, lying in finished.board.items()
        }
    if rules.progressive:
        deal["meters"] = {n: Decimal(u) / 1_000_000 for n, u in before.meters.units.items()}
        deal["rate"] = {n: Decimal(r) / 10_000 for n, r in rules.progressive.rates.items()}
        deal["reset"] = {n: Decimal(r) / 1_000_000 for n, r in rules.progressive.resets.items()}
    for number in finished.playing:
        seat = finished.seats[number]
        if seat.out:
            continue
        wagers = {**seat.stakes, **{w: before.seats[number].stakes[w] for w in seat.withdrawn}}
        entry: dict[str, Any] = {
            "seat": number,
            "player": seat.player,
            "cards": [card_text(card) for card in seat.cards],
            "wagers": {name: cents / 100 for name, cents in wagers.items()},
        }
        if game.folds:
            # Who left under the reading "lose" decided nothing more: as if folded.
            undecided = next((at for at in game.folds if at not in wagers), None)
            entry["folded"] = seat.folded or undecided or False
        else:
            entry["withdrawn"] = sorted(seat.withdrawn)
        deal["seats"].append(entry)
    if not deal["seats"]:
        return {}
    return {seat["seat"]: seat for seat in settle_deal(deal)["seats"]}


def _only(game: Game, name: str) -> bool:
    return bool(game.paytables[name].only) and name == "main"
