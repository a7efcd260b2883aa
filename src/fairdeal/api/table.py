"""A table to sit at, from Python."""

import warnings
from collections.abc import Mapping
from typing import Any, Final

from fairdeal.api.cards import Cards, SomeCards, card_texts, plain_document
from fairdeal.api.choices import rules
from fairdeal.english import all_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.play.session import Session, open_table
from fairdeal.play.session_copy import SessionCopy
from fairdeal.play.sources import NamedCards, SeededSource, Source, SystemSource, first_cards
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table.actors import Actor, player
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.state import State
from fairdeal.table.view import Viewer, parse_viewer
from fairdeal.table.walk import walk
from fairdeal.wire.commands import read_line
from fairdeal.wire.view import view_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import event_sentence

#: How many finished rounds a table can tell.
_ROUNDS_KEPT: Final = 1


class Table:
    """A table to sit at: give it commands, ask what may be done, let its dealer work.

    `seed` gives the same cards each time, `deck` the cards that come first, `named` a table whose
    commands name the cards; else the operating system shuffles.

    Amounts in the JSON of commands and views are dollars. Amounts in values (`state`, `actions`)
    are whole cents. A table can be copied and pickled, in the middle of a round too; listeners of
    its session are not copied.

    >>> table = Table("let-it-ride", seed=7)
    >>> table.sit(1, "ann")
    >>> table.do({"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}})
    >>> table.deal()
    >>> [action.do for action in table.actions]
    ['ride', 'withdraw']
    >>> while table.in_round:
    ...     table.do(table.actions[0])
    ...     table.deal()
    >>> table.state.rounds
    1
    """

    def __init__(
        self,
        game: str | Rules,
        jurisdiction: str | None = None,
        *,
        seed: int | str | None = None,
        deck: SomeCards = "",
        named: bool = False,
    ) -> None:
        offered = game if isinstance(game, Rules) else rules(game, jurisdiction)
        source: Source = NamedCards() if named else SystemSource()
        first = " ".join(card_texts(deck))
        if seed is not None or first:
            source = SeededSource(seed or 0, first_cards(first, offered.game.deck))
        self.session: Session = open_table(offered, source, rounds=_ROUNDS_KEPT)

    @property
    def state(self) -> State:
        """Return the current state of the table."""
        return self.session.state

    @property
    def in_round(self) -> bool:
        """Return whether a round is on: the bets are closed, and not everything is settled."""
        return bool(self.state.playing)

    @property
    def actions(self) -> list[Action]:
        """Return what the players may do now: decide in a round, or wager before one.

        An action can be given to `do` as it is; a bet is then the least that is allowed.
        """
        return legal_actions(self.state)

    @property
    def next(self) -> list[str]:
        """Return the next steps, in the dealer's words with their clauses."""
        return [f"{line.say} ({line.clause})" for line in instructions(self.state)]

    def sit(self, seat: int, name: str) -> None:
        """Seat a player; the dealer opens the table for the first one."""
        self.do(cmd.Sit(seat), player(name))

    def do(self, what: cmd.Command | Action | Mapping[str, Any], by: Actor | None = None) -> None:
        """Give a command: as a value, as an action of `actions`, or as the JSON of a script.

        `Refused` says why not, with the clause; then nothing has changed.
        """
        if isinstance(what, Action):
            what = _command(what)
        if isinstance(what, cmd.Command):
            self.session.do(what, by)
        elif isinstance(what, Mapping):
            command, envelope = read_line(self.state, plain_document(what))
            self.session.do(
                command,
                by or envelope.by,
                time=envelope.time,
                key=envelope.key,
                at=envelope.at,
            )
        else:
            raise BadInputError(f"{quoted(what)} is no command")

    def deal(self) -> None:
        """Let the automatic dealer go on until a player must act."""
        self.session.run_dealer(until_round_ends=self.in_round)

    def cards(self, seat: int) -> Cards:
        """Return the cards that a seat holds."""
        return Cards(self.state.seats[seat].cards)

    def view(self, viewer: str | Viewer = "public") -> dict[str, Any]:
        """Return the table as a viewer may see it: `public`, `dealer`, `floor`, `seat:1`,
        `player:ID`.
        """
        if isinstance(viewer, str):
            viewer = parse_viewer(viewer, self.state.rules.seats)
        return view_document(self.state, viewer)

    def __repr__(self) -> str:
        game, state = self.state.rules.game, self.state
        names = [seat.name or seat.player for seat in state.seats.values()]
        players = all_of(names) if names else "nobody"
        return f"<Table {game.name} in {game.jurisdiction}: {players}, {state.phase}>"

    def __getstate__(self) -> SessionCopy:
        return SessionCopy.of(self.session)

    def __setstate__(self, kept: SessionCopy) -> None:
        self.session = kept.session(_ROUNDS_KEPT)

    def last_round(self) -> list[str]:
        """Return the last finished round in words."""
        if not self.session.finished:
            return []
        done = self.session.finished[-1]
        words = (
            event_sentence(before, event) for before, event, _ in walk(done.before, done.events)
        )
        return [said for said in words if said]

    def told(self) -> list[str]:
        """Return `last_round()`; this is its old name, deprecated in 0.2."""
        message = "Table.told() is now called Table.last_round()"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.last_round()


def _command(action: Action) -> cmd.Command:
    seat = action.seat
    match action.do:
        case "ride":
            return cmd.Ride(seat)
        case "withdraw":
            return cmd.Withdraw(seat)
        case "fold":
            return cmd.Fold(seat)
        case "draw":
            return cmd.Draw(seat)
        case "ready":
            return cmd.Ready(seat)
        case _:
            return cmd.Bet(seat, action.wager or "", action.least_cents or 0)
