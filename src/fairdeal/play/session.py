"""One table without a server: state, source of cards and log together."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from fairdeal.play.sources import Source
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide import decide
from fairdeal.table.decide.dealing import TAKES_CARDS, cards_needed
from fairdeal.table.evolve import evolve, fold
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, State, new_table

_DEAL_REST: Final = cmd.Deal(rest=True)


class Session:
    """A table that is being played: give it commands, ask its state."""

    def __init__(self, rules: Rules, source: Source) -> None:
        self.state: State = new_table(rules)
        self.log: list[ev.Event] = []
        self._source = source
        #: Called with the state before each event and the event.
        self.on_event: Callable[[State, ev.Event], None] | None = None

    def do(self, command: cmd.Command) -> list[ev.Event]:
        """Carry out a command; `Refused` leaves everything as it was."""
        if type(command) in TAKES_CARDS:
            command = self._with_cards(command)
        events = decide(self.state, command)
        for event in events:
            if follow := _FOLLOW.get(type(event)):
                follow(self, event)
        before = self.state
        self.state = fold(before, events)
        self.log += events
        if self.on_event is not None:
            # Told when all is done: whatever becomes of the listener, the table is whole.
            for event in events:
                self.on_event(before, event)
                before = evolve(before, event)
        return events

    def _with_cards(self, command: cmd.Command) -> cmd.Command:
        """The command with the cards that the source gives, if it does not name them itself."""
        state = self.state
        needed = cards_needed(state, command)
        if not needed:
            return command
        # A card drawn in error lies before those that are still in the shoe or the hand.
        ahead = 1 if state.pending and not isinstance(command, cmd.Deal | cmd.Draw) else 0
        # Looked at before they are taken, so that a refusal leaves the stub as it was.
        return replace(command, cards=self._source.peek(ahead + needed)[ahead:])

    def _received(self, event: ev.DecksReceived) -> None:
        if event.preshuffled:
            for color in event.colors:
                self._source.shuffle(color, self.state.rules.game.deck)

    def _shuffled(self, event: ev.DeckShuffled) -> None:
        self._source.shuffle(event.deck, self.state.rules.game.deck)
        self._begin_again(event.deck)

    def _cut(self, event: ev.DeckCut) -> None:
        self._source.cut(event.deck, event.depth)
        self._begin_again(event.deck)

    def _begin_again(self, deck: str) -> None:
        """A shuffle or a cut between "no more bets" and the first card gives a new order."""
        if self.state.phase is Phase.DEALING and deck == self.state.deck:
            self._source.begin(deck)

    def run_dealer(self, *, until_round_ends: bool = False) -> list[ev.Event]:
        """Let the automatic dealer (and floorperson) go on until somebody else must act; or only to
        the end of the round that is on.
        """
        events: list[ev.Event] = []
        rounds = self.state.rounds
        while (command := next_command(self.state)) is not None:
            # The automatic dealer deals the steps of the script without a pause.
            events += self.do(_DEAL_REST if type(command) is cmd.Deal else command)
            if until_round_ends and self.state.rounds > rounds:
                break
        return events


#: What happens to the cards, as the source of the cards must know of it.
_FOLLOW: Final[dict[type[ev.Event], Callable[[Session, Any], None]]] = {
    ev.DecksReceived: Session._received,
    ev.DeckShuffled: Session._shuffled,
    ev.DeckCut: Session._cut,
    ev.BetsClosed: lambda table, _: table._source.begin(table.state.deck),
    ev.CardsDealt: lambda table, event: table._source.take([card for _, card in event.cards]),
    ev.CardsDrawn: lambda table, event: table._source.take(event.drawn),
    ev.CardSetAside: lambda table, event: table._source.take([event.card]),
}
