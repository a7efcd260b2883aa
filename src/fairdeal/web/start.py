"""Starting the server from the command line, which loads the server's heavy libraries only here."""

import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from fairdeal.errors import BadInputError
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.gaming_day import Calendar
from fairdeal.floor.startup import (
    first_operator,
    open_floor,
    record_start,
    rules_in,
    sample_rules,
    stopped_tables,
)
from fairdeal.simulate.strategies import ALL_BEST, SeatStrategies
from fairdeal.web.lab.access import read_access
from fairdeal.web.live.bot_play import BotAdvisor

#: The errors of a port that another program has, or that is reserved.
_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)


def serve(
    url: str,
    host: str,
    port: int,
    *,
    settings: FloorSettings,
    tables: Path | None = None,
    password: str | None = None,
    seal_key: Path | None = None,
    void_sealed: bool = False,
    house: Calendar | None = None,
    differing: int | None = None,
    lab: str | None = None,
    bot_strategies: SeatStrategies = ALL_BEST,
    say: Callable[[str], None],
) -> None:
    """Open the floor of a database, and serve it until a signal comes. `differing` is the number of
    files of the program that differ from its release; None where there is nothing to compare with.
    """
    from fairdeal.web.server import run  # noqa: PLC0415 - loads uvicorn, which other commands do not need

    # Checked before a floor is made, since its password is shown only once.
    access = read_access(lab, host, proxied=bool(os.environ.get("FORWARDED_ALLOW_IPS")))
    require_address(host, port)
    advisor = BotAdvisor(bots=settings.bots, strategies=bot_strategies)
    rules = sample_rules() if tables is None else rules_in(tables)
    floor = open_floor(
        url,
        rules,
        settings=settings,
        seal_key=seal_key,
        void_sealed=void_sealed,
        house=house,
    )
    stopped = stopped_tables(floor)
    record_start(floor, differing)
    made = first_operator(floor, password)
    if made is not None:
        say(f"The operator's name is operator, the password {made} (shown this once)")

    def ready(actual: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        say(f"Fairdeal is open at http://{shown}:{actual}")
        say("Play chips only: for study, training, test and simulation.")
        for sentence in stopped:
            say(sentence)

    attach_bot_advisor(floor, advisor)
    run(floor, url, host, port, lab=access, ready=ready)


def require_address(host: str, port: int) -> None:
    """Refuse an address that cannot be used, such as one that another program has."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None
    tried = [_listening_fails(family, address) for family, _, _, _, address in found]
    failed = [fault for fault in tried if fault is not None]
    taken = [fault for fault in failed if fault.errno in _TAKEN]
    # A name may have several addresses, of which this machine supports not all.
    if taken or len(failed) == len(found):
        raise _cannot_listen(host, port, (taken or failed)[0])


def _listening_fails(family: int, address: Any) -> OSError | None:
    """Return why an address cannot be used, by the settings that the server uses."""
    try:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            # Connections of a server that has stopped do not matter.
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            tried.bind(address)
    except OSError as error:
        return error
    return None


def _cannot_listen(host: str, port: int, error: OSError) -> BadInputError:
    reason = (error.strerror or "error").lower()
    how = "; --port P takes another, --port 0 any" if error.errno in _TAKEN else ""
    return BadInputError(f"{host}, port {port}, cannot be listened at: {reason}{how}")


def attach_bot_advisor(floor: Floor, advisor: BotAdvisor | None = None) -> None:
    """Have bots play their strategies, where the lab is installed: the ones that somebody has
    chosen, else the best decisions if the server has pauses. The values that bots and coaches use
    are loaded meanwhile.
    """
    advisor = advisor or BotAdvisor(bots=floor.settings.bots)
    if not floor.settings.pace and not advisor.chosen:
        return
    floor.bots.choose, floor.bots.prepare = advisor.command, advisor.prepare
    # Practice tables first, where people use the coach.
    for live in sorted(floor.tables.values(), key=lambda one: not one.practice):
        if not live.closed:
            advisor.prepare(live)
