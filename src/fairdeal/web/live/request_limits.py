"""How many requests each person and each client may make: the numbers, for the whole server."""

from contextlib import AbstractContextManager, nullcontext
from typing import Final

from fairdeal.floor.people.accounts import Person
from fairdeal.web.http.limits import Allowance, LogReadLimit, RateLimit, SignInAttempts
from fairdeal.web.http.problems import Problem

#: The addresses of the files that pages load. Their answers are short work, and a page has many.
FILES: Final = "/static/"
#: The address that tells whether the server works, which is not limited.
HEALTH: Final = "/healthz"


class RequestLimits:
    """The limits of one server. A server without pauses, which is for programs, has only those
    that keep passwords from being guessed. Each method raises a `Problem` where it is too much.
    """

    def __init__(self, *, limited: bool) -> None:
        self._commands = RateLimit(20, 1) if limited else None
        self._guests = RateLimit(30, 60) if limited else None
        self._players = RateLimit(30, 60) if limited else None
        self._log_reads = LogReadLimit(RateLimit(300, 60), 8) if limited else None
        self._reads = Allowance(1_000, 100) if limited else None
        self._files = Allowance(5_000, 500) if limited else None
        self._lab = RateLimit(80, 20) if limited else None
        self._sign_ins = RateLimit(30, 60)
        #: Ten wrong passwords a minute for a name, over three minutes. One client alone reaches the
        #: limit of sign-ins first.
        self.sign_in_attempts = SignInAttempts(RateLimit(30, 180))

    def count_command(self, person: Person) -> None:
        """Count a command of a person."""
        if self._commands is not None:
            self._commands.take(person.id)

    def count_guest(self, client: str) -> None:
        """Count a new guest of a client."""
        if self._guests is not None:
            self._guests.take(client)

    def count_player(self, client: str) -> None:
        """Count a registration of a client."""
        if self._players is not None:
            self._players.take(client)

    def count_lab(self, who: str) -> None:
        """Count a question of a person or an address to the lab."""
        if self._lab is not None:
            self._lab.take(who)

    def count_sign_in(self, client: str) -> None:
        """Count an attempt to sign in of a client, whatever the name."""
        self._sign_ins.take(client)

    def read_problem(self, client: str, path: str) -> Problem | None:
        """Count a read of a client, which is any request that changes nothing, or a new live
        connection; return what to answer where it is too much.
        """
        limit = self._files if path.startswith(FILES) else self._reads
        if limit is None or path == HEALTH or limit.take(client):
            return None
        return limit.problem()

    def count_record_read(self, client: str) -> None:
        """Count a client's request for the record of a round, which is read quickly."""
        if self._log_reads is not None:
            self._log_reads.starts.take(client)

    def log_read(self, client: str) -> AbstractContextManager[None]:
        """Count a client that reads far back in the log, for as long as it does."""
        return nullcontext() if self._log_reads is None else self._log_reads.reading(client)
