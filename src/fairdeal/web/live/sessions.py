"""Sessions and balances: the small queries that nearly every request makes."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from fairdeal.floor.floor import Floor
from fairdeal.floor.log.database import Database
from fairdeal.floor.people.accounts import MOST_TOKENS, People, Person
from fairdeal.floor.people.presence import place_key
from fairdeal.web.http import logs
from fairdeal.web.http.limits import MAX_TRACKED
from fairdeal.web.live.listeners import Listeners

T = TypeVar("T")
#: How often the use of a session is written down, in seconds; more often where other servers of the
#: floor learn from it that somebody is present.
SESSION_NOTE_SECONDS: Final = 300.0
SHARED_NOTE_SECONDS: Final = 20.0
#: How often the sessions of all listeners are looked up again, in seconds.
SESSION_CHECK_SECONDS: Final = 1.0


class Sessions:
    """Looks up people by token or name, and what they hold, on a database connection that nobody
    else uses. `accounts` names the accounts in which a person's chips are; `note_use` has the
    writer note that a session is used.
    """

    def __init__(
        self,
        floor: Floor,
        database: Database,
        accounts: Callable[[str], Sequence[str]],
        note_use: Callable[[str], bool],
    ) -> None:
        self._floor = floor
        self._database = database
        self._people = People(database)
        self._lock = threading.Lock()
        # A file answers sooner than a thread begins. A database on another machine may take long,
        # and no other request should wait for it.
        self._pool = ThreadPoolExecutor(1, "queries") if database.shared else None
        self._accounts = accounts
        self._note_use = note_use
        #: When the use of each session was noted last.
        self._noted: dict[str, float] = {}

    @property
    def in_thread(self) -> bool:
        """Return whether queries are made in a thread, so that the event loop never waits for
        them.
        """
        return self._pool is not None

    async def query(self, do: Callable[[], T]) -> T:
        """Return what a function finds in the database, in a thread where that may take long."""
        if self._pool is None:
            return do()
        return await asyncio.get_running_loop().run_in_executor(self._pool, do)

    def person(self, token: str) -> Person | None:
        """Return whose token it is. The database is asked every time, since another server may end
        a session.
        """
        person = self._person(token)
        if person is not None:
            self._note(token)
        return person

    def _person(self, token: str) -> Person | None:
        with self._lock:
            return self._people.find_by_token(token, self._floor.time)

    async def person_with_balance(self, token: str, *, balance: bool) -> tuple[Person | None, int]:
        """Return whose token it is, by `query`, and what the person holds where a page shows it."""

        def look() -> tuple[Person | None, int]:
            person = self._person(token)
            if person is None or not balance:
                return person, 0
            return person, self.balance(self._accounts(person.id))

        person, units = await self.query(look)
        if person is not None:
            self._note(token)
        return person, units

    def registered_person(self, name: str) -> tuple[Person, str | None] | None:
        """Return a registered person by name, with the hash of the password."""
        with self._lock:
            return self._people.find_by_name(name)

    def balance(self, accounts: Sequence[str]) -> int:
        """Return what some accounts hold together, in units."""
        return sum(self.balances(accounts).values())

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Return what each of some accounts holds, in units; one that was never used is absent."""
        marks = ", ".join("?" * len(accounts))
        select = f"SELECT account, units FROM balances WHERE account IN ({marks})"  # noqa: S608 - marks alone
        with self._lock:
            return {
                account: int(units) for account, units in self._database.execute(select, accounts)
            }

    def _note(self, token: str) -> None:
        now = time.monotonic()
        often = SHARED_NOTE_SECONDS if self._database.shared else SESSION_NOTE_SECONDS
        if now - self._noted.get(token, -often) < often:
            return
        if self._note_use(token):
            if len(self._noted) >= MAX_TRACKED:
                self._noted.clear()
            self._noted[token] = now

    async def check_listeners(self, listeners: Listeners) -> None:
        """Look up the sessions of all listeners again and again, since another server may end a
        session or change a role. Not too many at a time, so that no request waits.
        """
        while True:
            await asyncio.sleep(SESSION_CHECK_SECONDS)
            by_token = listeners.by_token()
            tokens = list(by_token)
            for first in range(0, len(tokens), MOST_TOKENS):
                part = tokens[first : first + MOST_TOKENS]
                try:
                    found = await self.query(partial(self._people_of_tokens, part))
                except Exception as error:
                    # While the database does not answer, nothing happens that could be sent.
                    logs.warning("sessions cannot be looked at", error=type(error).__name__)
                    break
                for token in part:
                    for listener in by_token[token]:
                        listener.set_person(found.get(token))
                for token, person in found.items():
                    self._floor.presence.note_connection(person.id)
                    for listener in by_token[token]:
                        self._floor.presence.note_connection(place_key(listener.table, person.id))
                    self._note(token)
                await asyncio.sleep(0)

    def _people_of_tokens(self, tokens: list[str]) -> dict[str, Person]:
        with self._lock:
            return self._people.find_by_tokens(tokens, self._floor.time)

    def close(self) -> None:
        """Drop what is not begun, and close the database."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._database.close()
