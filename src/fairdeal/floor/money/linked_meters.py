"""The meter system: it shows each table the amounts of the meters that it shares with other tables.

A table is shown what the others have fed a meter when it closes its bets or settles. When a meter
falls, by a win or a void, every table that shares it is shown so in the same transaction. A table
whose round has fed a meter that was won elsewhere since is told that as well, because it decides
what a void gives back (reading `meter-void-linked`).
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from fairdeal.errors import Refused
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
#: The commands whose outcome depends on the amounts of the meters.
_BY_AMOUNT: Final = cmd.NoMoreBets | cmd.Settle
#: The commands that may give contributions back.
GIVES_BACK: Final = cmd.Confirm | cmd.RuleCount | cmd.Skipped

_FED: Final = "SELECT max(leaf) FROM entries WHERE tbl = ? AND number > ? AND body LIKE ?"
_WON: Final = "SELECT debit FROM transfers WHERE leaf > ? AND what = 'hit' AND credit <> ?"


class MeterSystem:
    """Keeps the tables of a floor in line with the meters that they share."""

    def __init__(self, floor: "Floor") -> None:
        self._floor = floor

    def before(self, live: LiveTable, command: cmd.Command, by: Actor) -> None:
        """Show a table its meters before a command that depends on them. A command that would be
        refused is refused first, so that it changes nothing.
        """
        if isinstance(command, _BY_AMOUNT):
            if self._now(live) != live.state.meters.units:
                decide(live.state, command, by)
                self._show(live, ())
        elif isinstance(live.state.asked, ev.HandPayAsked):
            # What is confirmed is what was asked: the meter must not have been won since.
            if isinstance(command, cmd.Confirm) and self.behind(live):
                raise Refused(
                    "the meter was won at another table: wait until it shows its new amount", None
                )
        elif isinstance(command, GIVES_BACK) and (missed := self._missed(live)):
            decide(live.state, command, by)
            self._show(live, missed)

    def after(self, live: LiveTable, events: Iterable[ev.Event]) -> None:
        """Show the other tables what was taken from their meters at this one."""
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
                continue  # shown when the table runs again: see `behind` and `before`
            named = meter_accounts(other.id, other.state.rules)
            if taken.intersection(named.values()):
                self._show(other, [name for name, account in named.items() if account in hit])

    def show_everywhere(self, account: str) -> None:
        """Show every table that has a meter what two people made of it."""
        for live in self._floor.tables.values():
            shows = account in meter_accounts(live.id, live.state.rules).values()
            if shows and live.stopped is None and live.state.phase is not CLOSED:
                self._show(live, ())

    def behind(self, live: LiveTable) -> bool:
        """Return whether a table shows too much, because it was stopped when a meter was won."""
        shown = live.state.meters.units
        return any(shown[name] > units for name, units in self._now(live).items())

    def catch_up(self, live: LiveTable) -> None:
        """Show a table the meters that it missed while it was stopped."""
        self._show(live, self._missed(live))

    def _show(self, live: LiveTable, won: Sequence[str]) -> None:
        """Show a table its meters, and which of them were won elsewhere."""
        now = self._now(live)
        if won or now != live.state.meters.units:
            self._floor.do(live, cmd.ShowMeters(now, tuple(won)), METER_SYSTEM)

    def _now(self, live: LiveTable) -> dict[str, int]:
        accounts = meter_accounts(live.id, live.state.rules)
        balances = self._floor.store.balances
        return {name: balances.get(account, 0) for name, account in accounts.items()}

    def _missed(self, live: LiveTable) -> list[str]:
        """Return the meters that the round has fed and that were won elsewhere since, without those
        that the table was told of. The ledger has every win, at whichever server it was.
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
