"""The meter system: it shows a table what the meters that it shares with others have come to.

What others feed a meter is shown when a table closes its bets or settles. What is taken from it, by
somebody who wins or by a void, is shown to every table that shares it, in the same transaction; and
a table whose round fed a meter that was won elsewhere remembers so, for what a void gives back
(reading `meter-void-linked`).
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from fairdeal.floor.money.ledger import inventory_account, meter_accounts
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import OPERATOR, Actor
from fairdeal.table.decide import decide
from fairdeal.table.state import CLOSED

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor

METER_SYSTEM: Final = Actor("meters", OPERATOR, automatic=True)
#: What is decided by the amounts that the meters show.
_BY_AMOUNT: Final = cmd.NoMoreBets | cmd.Settle
#: All that may give back what fed the meters.
GIVES_BACK: Final = cmd.Confirm | cmd.RuleCount | cmd.Skipped

_FED: Final = "SELECT max(leaf) FROM entries WHERE tbl = ? AND number > ? AND body LIKE ?"
_WON: Final = "SELECT debit FROM transfers WHERE leaf > ? AND what = 'hit' AND credit <> ?"


class MeterSystem:
    """Keeps the tables of a floor in line with the meters that they share."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor

    def before(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        """A command is about to count on the meters: they are shown first as they are. What is
        refused changes nothing, no meter either.
        """
        if isinstance(command, _BY_AMOUNT):
            if self._now(live) != live.state.meters.units:
                decide(live.state, command, by)
                self._show(live, ())
        elif isinstance(command, GIVES_BACK) and (missed := self._missed(live)):
            decide(live.state, command, by)
            self._show(live, missed)

    def after(self, live: LiveTable, events: Iterable[ev.Event]) -> None:
        """Whatever was taken from shared meters at a table is shown at the others."""
        won, back = set[str](), set[str]()
        for event in events:
            if isinstance(event, ev.MeterPaid):
                won.add(event.meter)
            elif isinstance(event, ev.MetersUnfed):
                back.update(event.units)
        if not won and not back:
            return
        accounts = meter_accounts(live.id, live.state.rules)
        hit, taken = {accounts[name] for name in won}, {accounts[name] for name in won | back}
        for other in self._floor.tables.values():
            if other is live or other.stopped is not None or other.state.phase is CLOSED:
                continue  # one that goes on later is told then: `behind`, and before a void
            named = meter_accounts(other.id, other.state.rules)
            if taken.intersection(named.values()):
                self._show(other, [name for name, account in named.items() if account in hit])

    def behind(self, live: LiveTable) -> bool:
        """Whether a table shows more than there is: it was stopped when a meter was won."""
        shown = live.state.meters.units
        return any(shown[name] > units for name, units in self._now(live).items())

    def catch_up(self, live: LiveTable) -> None:
        """Show a table that is behind what it missed."""
        self._show(live, self._missed(live))

    def _show(self, live: LiveTable, won: Sequence[str]) -> None:
        """Show a table its meters as they are, and which of them were won elsewhere."""
        now = self._now(live)
        if won or now != live.state.meters.units:
            self._floor.do(live, cmd.ShowMeters(now, tuple(won)), METER_SYSTEM)

    def _now(self, live: LiveTable) -> dict[str, int]:
        accounts = meter_accounts(live.id, live.state.rules)
        balances = self._floor.store.balances
        return {name: balances.get(account, 0) for name, account in accounts.items()}

    def _missed(self, live: LiveTable) -> list[str]:
        """The meters that the round has fed, that were won elsewhere since, and of which the table
        has not heard. The ledger knows, whoever was stopped when it happened, at whichever server.
        """
        state = live.state
        linked = state.rules.floor.linked if state.rules.floor else {}
        fed = [name for name in linked if state.fed.get(name) and name not in state.won_elsewhere]
        if not fed:
            return []
        ask, tag = self._floor.store.query, ev.MetersFed.__struct_config__.tag
        ((leaf,),) = ask(_FED, (live.id, live.round_ended, f'%"event":"{tag}"%'))
        won = {row[0] for row in ask(_WON, (leaf, inventory_account(live.id)))}
        accounts = meter_accounts(live.id, state.rules)
        return [name for name in fed if accounts[name] in won]
