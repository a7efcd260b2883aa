"""The people of a floor according to its log: who has which roles, from when and until when."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fairdeal.english import quoted
from fairdeal.errors import BadEntryError, MismatchError
from fairdeal.floor.audit.findings import require
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.log.database import Row
from fairdeal.floor.money.linked_meters import METER_SYSTEM
from fairdeal.floor.people.accounts import account_digest
from fairdeal.floor.people.exclusion import Exclusions
from fairdeal.floor.tables.act_rules import HOUSE, may_deal
from fairdeal.table import commands as cmd
from fairdeal.table.actors import (
    AUTOMATIC_DEALER,
    AUTOMATIC_FLOOR,
    DEALER,
    OPERATOR,
    PLAYER,
    Actor,
    Role,
)
from fairdeal.table.entry import Entry
from fairdeal.table.game_accounts import needs_table_test

#: The kinds of account that the acts `welcome` and `person` may stand for.
WELCOMED: Final = ("guest", "registered")
ADDED: Final = ("registered",)

#: The automatic dealer and floorperson; and the other automatic commands with their actors.
_DEALING: Final = {(one.id, one.role) for one in (AUTOMATIC_DEALER, AUTOMATIC_FLOOR)}
_ALONE: Final[dict[type[cmd.Command], Actor]] = {
    cmd.CloseTable: HOUSE,
    cmd.TapOut: HOUSE,
    cmd.ShowMeters: METER_SYSTEM,
    cmd.EnforceLimits: HOUSE,
}


class KnownPerson(NamedTuple):
    """A person according to the log: roles, possible kinds of account, and the leaf of the last act
    about the person.
    """

    roles: frozenset[Role]
    kinds: tuple[str, ...]
    leaf: int
    ended: bool = False
    #: The digest of name and password; None where the acts of early versions have none.
    account: str | None = None


class Roster:
    """The people of the acts so far, and the bots that have sat down."""

    def __init__(self, founder: str | None = None) -> None:
        self._people: dict[str, KnownPerson] = {}
        #: The first operator, where the log has no act for that, as in early versions.
        self._founder = founder
        if founder is not None:
            self._people[founder] = KnownPerson(frozenset({OPERATOR}), ADDED, 0)
        #: The leaf at which each bot sat down first.
        self.bots: dict[str, int] = {}
        self.exclusions = Exclusions()
        #: The people, games and jurisdictions of the table tests that were passed.
        self._tested: set[tuple[str, str, str]] = set()

    # Acts -----------------------------------------------------------------------------------------

    def add(self, leaf: int, person: str, roles: Iterable[Role], kinds: tuple[str, ...]) -> None:
        """Add a person."""
        new = person == self._founder or person not in self._people
        require(new, f"{quoted(person)} has been added already")
        self._founder = None if person == self._founder else self._founder
        self._people[person] = KnownPerson(frozenset(roles), kinds, leaf)

    def record_account(self, leaf: int, person: str, account: str | None) -> None:
        """Record the digest of a person's name and password, which an act tells."""
        self._people[person] = self.present(person)._replace(leaf=leaf, account=account)

    def promote(self, leaf: int, person: str, was: str, account: str) -> None:
        """Give a guest, who was called `was` until now, a password and perhaps another name."""
        known = self.present(person)
        guest = account_digest(person, was, None)
        right = "guest" in known.kinds and known.account in (None, guest)
        require(right, f"{quoted(person)} was no guest {quoted(was)}")
        self._people[person] = known._replace(kinds=ADDED, leaf=leaf, account=account)

    def note_table_test(self, what: Mapping[str, Any]) -> None:
        """Record the table test of a dealer, if it was passed."""
        if what["passed"] and what["role"] == DEALER:
            self._tested.add((what["person"], what["game"], what["jurisdiction"]))

    def end(self, leaf: int, person: str, kind: str) -> None:
        """End the account of a person of some kind."""
        known = self.present(person)
        require(
            kind in known.kinds, f"{quoted(person)} does not have an account of this kind ({kind})"
        )
        # The act tells the kind, which `welcome` alone does not.
        self._people[person] = known._replace(kinds=(kind,), leaf=leaf, ended=True)

    def change_roles(self, leaf: int, person: str, roles: Iterable[Role]) -> None:
        """Give a person other roles."""
        known = self.present(person)
        require("registered" in known.kinds, f"{quoted(person)} has no password")
        self._people[person] = known._replace(
            roles=frozenset(roles), kinds=("registered",), leaf=leaf
        )

    def reinstate(self, leaf: int, person: str) -> None:
        """Let a person in again whose account has ended."""
        known = self._people.get(person)
        if known is None or not known.ended or known.kinds != ("registered",):
            raise MismatchError(f"{quoted(person)} was not revoked")
        self._people[person] = known._replace(leaf=leaf, ended=False)

    def present(self, person: str) -> KnownPerson:
        """Return a person whose account has not ended; `MismatchError` for all others."""
        known = self._people.get(person)
        if known is None or known.ended:
            when = "not" if known is None else "no longer"
            raise MismatchError(f"{quoted(person)} is {when} one of the people of this floor")
        return known

    def require_known(self, person: str) -> None:
        """Refuse a person of whom the log has not told."""
        require(person in self._people, f"{quoted(person)} is not one of the people of this floor")

    def check_actor(self, by: Actor) -> None:
        """Check that the actor of an act of the floor has the role. The actors of the house are
        checked by `act_rules`.
        """
        if not by.automatic:
            _holds(self.present(by.id), by)
        elif by.role is PLAYER:
            require(by.id in self.bots, f"there is no bot {quoted(by.id)}")

    # Entries of tables ----------------------------------------------------------------------------

    def check_entry(self, leaf: int, table: FoldedTable, entry: Entry) -> None:
        """Check that the actor of a command at a table has the role and may act there."""
        by, command = entry.by, entry.command
        if not by.automatic:
            known = self._people.get(by.id)
            # The house frees the seat of a person who is gone in that person's name.
            if known is None or (known.ended and not isinstance(command, cmd.Leave)):
                known = self.present(by.id)
            _holds(known, by)
            excluded = self.exclusions.of_person(by.id, entry.time)
            if excluded and not isinstance(command, cmd.Leave):
                raise MismatchError(f"{quoted(by.id)} is excluded, and plays")
            if isinstance(command, cmd.Sit) and table.opening.owner not in (None, by.id):
                raise MismatchError("it is somebody else's practice table")
            if not may_deal(table.dealer, by, command):
                raise MismatchError(f"{quoted(by.id)} deals at a table of the automatic dealer")
            if isinstance(command, cmd.TapIn) and needs_table_test(table.opening.rules):
                game = table.opening.rules.game
                tested = (by.id, game.name, game.jurisdiction) in self._tested
                require(tested, f"{quoted(by.id)} deals without the table test of the game")
        elif by.role is PLAYER:
            if by.id not in table.bots:
                raise MismatchError(f"{quoted(by.id)} is no bot of the table")
            if isinstance(command, cmd.Sit):
                self.bots.setdefault(by.id, leaf)
        elif (by.id, by.role) in _DEALING:
            right = may_deal(table.dealer, by, command)
            require(right, "the automatic dealer acts at a table where a person deals")
        else:
            alone = _ALONE.get(type(command))
            if alone is None or (alone.id, alone.role) != (by.id, by.role):
                raise MismatchError(f"{quoted(by.id)} does not act at tables by itself")

    # The end --------------------------------------------------------------------------------------

    def check_rows(self, rows: Sequence[Row], bots: Collection[str], last: int) -> None:
        """Check the rows of `people` against the log. `bots` has the ids of the bots of all tables,
        and `last` is the last leaf of the log.

        Whether an account has ended must agree. When it ended is not compared.
        """
        missing = {**self.bots, **{person: one.leaf for person, one in self._people.items()}}
        for person, kind, roles, ended, name, password in rows:
            leaf = missing.pop(person, last)
            known = self._people.get(person)
            if known is None:
                # A bot may have an account before it sits down, if its table stopped then.
                right = person in bots and (kind, roles, ended) == ("bot", PLAYER, None)
                reason = f"{quoted(person)} is in the table of people as the log does not have it"
            else:
                same = frozenset(roles.split()) == known.roles and kind in known.kinds
                right = same and (ended is not None) == known.ended
                if known.account is not None:
                    # The digest binds the password, and only guests have none.
                    right = right and account_digest(person, name, password) == known.account
                    right = right and (kind == "guest") == (password is None)
                reason = f"the row of {quoted(person)} in the table of people differs from the log"
            if not right:
                raise BadEntryError(leaf, reason)
        for person, leaf in missing.items():
            raise BadEntryError(
                leaf, f"{quoted(person)} is in the log, and not in the table of people"
            )


def _holds(known: KnownPerson, by: Actor) -> None:
    if by.role not in known.roles:
        raise MismatchError(f"{quoted(by.id)} acts as {by.role.words}, without that role")
