"""An auditor who follows a floor's log, and holds it against the ledger after every entry."""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from fairdeal.floor.floor import Floor
from fairdeal.floor.log.merkle import leaf_hash
from fairdeal.floor.log.store import Store
from fairdeal.floor.money.ledger import inventory_account, layout_account, meter_accounts
from fairdeal.floor.tables.act_rules import OPENING_FILL_CENTS
from fairdeal.play.fairness import commitment, fair_order, opening_hash, round_id
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import events as ev
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import State, layout_cents, new_table
from fairdeal.table.walk import walk
from fairdeal.wire.log import read_entry, read_opening
from fairdeal.wire.state import write_state


@dataclass
class Followed:
    """A table as its log alone tells it."""

    opening: str
    state: State
    accounts: dict[str, str]
    #: Units that moved between the inventory and anything but players' chips.
    beside: int = 0
    #: What players have bought in for, until it went to the bank.
    drop: int = 0
    #: The meters that the round has fed, and those of them that others were paid from since.
    fed: set[str] = field(default_factory=set)
    won: set[str] = field(default_factory=set)
    commitments: dict[str, list[str]] = field(default_factory=dict)


class Auditor:
    """Follows a floor's log entry by entry, and holds every one against the ledger."""

    def __init__(self) -> None:
        self.leaves = 0
        self.tables: dict[str, Followed] = {}
        self.balances: Counter[str] = Counter()
        self.meters: dict[str, int] = {}
        self.keys: dict[str, tuple[int, int, int]] = {}
        self.hits = 0
        self.voids = 0
        self.acts = 0
        self.digest = sha256()

    def follow(self, store: Store) -> None:
        """Read on to the end of the log, and check each entry as it was when it was written."""
        rows = store.database.execute(
            "SELECT leaf, debit, credit, units, what FROM transfers WHERE leaf >= ? "
            "ORDER BY leaf, part",
            [self.leaves],
        )
        moves: dict[int, list[tuple[str, str, int, str]]] = {}
        for leaf, *move in rows:
            moves.setdefault(leaf, []).append((move[0], move[1], move[2], move[3]))
        for stored in store.entries(first=self.leaves):
            assert stored.leaf == self.leaves, "no entry is missing"
            assert stored.hash == leaf_hash(stored.body.encode()), "the chain holds"
            self.leaves += 1
            self.digest.update(stored.body.encode() + b"\n")
            told = moves.pop(stored.leaf, [])
            for debit, credit, units, _ in told:
                assert units > 0
                self.balances[debit] -= units
                self.balances[credit] += units
            if stored.table == "":
                assert stored.number == self.acts, "the floor's own acts are numbered without gaps"
                self.acts += 1
                self._acted(told)
            elif stored.number == 0:
                self._opened(stored.table, stored.body)
            else:
                self._followed(stored.table, stored.number, stored.leaf, stored.body)
            for debit, credit, _, _ in told:
                for account in (debit, credit):
                    self._account_holds(account)
        assert not moves, "every transfer belongs to an entry"

    def _acted(self, told: list[tuple[str, str, int, str]]) -> None:
        for debit, credit, units, _ in told:
            for account, signed in ((debit, -units), (credit, units)):
                if account.startswith("inventory:"):
                    self.tables[account.removeprefix("inventory:")].beside += signed
                if account.startswith("meter:"):
                    self.meters[account] += signed
                if account.startswith("drop:"):
                    self.tables[account.removeprefix("drop:")].drop += signed

    def _opened(self, table: str, body: str) -> None:
        opening = read_opening(body)
        accounts = meter_accounts(table, opening.rules)
        state = new_table(opening.rules, opening.meters, commits=opening.cards != "named")
        one = Followed(body, state, accounts, beside=OPENING_FILL_CENTS * UNITS_PER_CENT)
        self.tables[table] = one
        for name, account in accounts.items():
            # A meter that is on another table already comes to this one as it stands.
            assert opening.rules.progressive is not None
            right = max(self.meters.get(account, 0), opening.rules.progressive.resets[name])
            assert opening.meters[name] == right
            self.meters[account] = right

    def _followed(self, table: str, number: int, leaf: int, body: str) -> None:
        one = self.tables[table]
        entry = read_entry(one.state, body)
        assert entry.number == number
        assert entry.time >= one.state.clock, "a table's clock never goes back"
        if entry.key is not None:
            assert entry.key not in self.keys, "a key leads to one entry"
            self.keys[entry.key] = (leaf, one.state.version + len(entry.events), len(entry.events))
        out = one.state.out
        for state, event, _ in walk(one.state, entry.events):
            if state.out:
                out = state.out
            self._event(one, table, state, event, out)
        one.state = advance_to(one.state, entry.time, entry.events)
        assert self.balances[layout_account(table)] == layout_cents(one.state) * UNITS_PER_CENT
        self._accounts_hold(table, one.state)
        self._account_holds(inventory_account(table))

    def _event(
        self, one: Followed, table: str, state: State, event: ev.Event, out: frozenset[int]
    ) -> None:
        match event:
            case ev.MetersShown(units=units):
                for name, amount in units.items():
                    assert amount == self.meters[one.accounts[name]], "what is shown is what it is"
            case ev.MetersFed(units=units):
                for name, amount in units.items():
                    assert state.meters.units[name] == self.meters[one.accounts[name]]
                    self.meters[one.accounts[name]] += amount
                    one.beside -= amount
                one.fed, one.won = set(units), set()
            case ev.MetersUnfed(units=units, house=house):
                for name, amount in units.items():
                    assert name not in one.won, "what another table was paid is not taken again"
                    self.meters[one.accounts[name]] -= amount
                    one.beside += amount
                for name, amount in house.items():
                    assert name in one.won, "the house gives for a meter that was won elsewhere"
                    one.beside += amount
            case ev.MeterPaid(meter=meter, units=after, paid=paid):
                account = one.accounts[meter]
                # Nobody is paid what a meter no longer shows.
                assert state.meters.units[meter] == self.meters[account]
                left = self.meters[account] - paid
                assert after in (left, left + state.meters.resets[meter])
                self.meters[account] = after
                for other in self.tables.values():
                    if other is not one:
                        other.won |= {n for n in other.fed if other.accounts[n] == account}
                one.beside += paid
                self.hits += 1
            case ev.BoughtIn(cents=cents):
                # As much money in the drop as chips out of the tray.
                one.beside -= cents * UNITS_PER_CENT
                one.drop += cents * UNITS_PER_CENT
            case ev.RoundEnded():
                one.fed, one.won = set(), set()
            case ev.RoundVoided():
                one.fed, one.won = set(), set()
                self.voids += 1
            case ev.DeckCommitted(round=number, commitment=bound):
                assert number == round_id(table, state.rounds + 1)
                one.commitments.setdefault(number, []).append(bound)
            case ev.SecretsRevealed(round=number, secrets=made):
                self._revealed(one, table, state, event, out)
                told = [bound for bound, _ in made]
                assert told == one.commitments.pop(number), "every commitment is opened"

    def _revealed(
        self,
        one: Followed,
        table: str,
        state: State,
        event: ev.SecretsRevealed,
        out: frozenset[int],
    ) -> None:
        for bound, secret in event.secrets:
            told = commitment(table, event.round, opening_hash(one.opening), secret)
            assert bound == told, "the secret is the one that was committed to"
        secret = event.secrets[-1][1]
        deck = state.rules.game.deck
        order = fair_order(deck, secret, table, event.round, event.words, event.cut)
        assert out == frozenset(order[: len(out)]), "the cards came in the order that follows"

    def _accounts_hold(self, table: str, state: State) -> None:
        """Whoever has a seat has what was bought in and won since, and whoever left has nothing."""
        prefix = f"game:{table}:"
        for account, units in self.balances.items():
            if account.startswith(prefix):
                player = account.removeprefix(prefix)
                own = state.bought.get(player, 0) + state.purses.get(player, 0)
                assert units == own * UNITS_PER_CENT, f"{account} does not reconcile"
                seated = any(seat.player == player for seat in state.seats.values())
                assert seated or not units, f"{account} is left behind"

    def _account_holds(self, account: str) -> None:
        kind, _, name = account.partition(":")
        units = self.balances[account]
        match kind:
            case "player" | "game":
                assert units >= 0, f"{account} is below zero"
            case "drop":
                assert units == self.tables[name].drop, f"{account} is not what was bought"
            case "meter":
                assert units == self.meters[account], f"{account} does not reconcile"
            case "inventory":
                one = self.tables[name]
                assert units == one.state.inventory * UNITS_PER_CENT + one.beside, account

    def compare(self, floor: Floor) -> None:
        """The floor in memory, the balances that are kept, and the log are one."""
        store = floor.store
        assert store.leaves == self.leaves
        nothing = {account: units for account, units in self.balances.items() if units}
        kept: dict[str, int] = dict(store.database.execute("SELECT account, units FROM balances"))
        assert {a: u for a, u in kept.items() if u} == nothing
        assert store.balances == kept
        assert sum(kept.values()) == 0
        assert self.tables.keys() == floor.tables.keys()
        for table, live in floor.tables.items():
            if live.stopped is None:
                assert write_state(live.state) == write_state(self.tables[table].state), table
