"""The one way to the server for whoever does not need it at every start: what is heavy (the server,
its libraries) is loaded here, when it is asked for.
"""

from collections.abc import Callable
from pathlib import Path

from fairdeal.floor.floor import Floor, Settings
from fairdeal.floor.opening import first_operator, open_floor, rules_in, sample_rules
from fairdeal.web.advice import Advice


def serve(
    url: str,
    host: str,
    port: int,
    *,
    settings: Settings,
    tables: Path | None = None,
    password: str | None = None,
    say: Callable[[str], None],
) -> None:
    """Open the floor of a database, and serve it until a signal says stop."""
    from fairdeal.web.server import run  # noqa: PLC0415 - heavy: what this door is for

    rules = sample_rules() if tables is None else rules_in(tables)
    floor = open_floor(url, rules, settings=settings)
    made = first_operator(floor, password)
    if made is not None:
        say(f"The operator's name is operator, the password {made} (shown this once)")

    def ready(actual: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        say(f"Fairdeal is open at http://{shown}:{actual}")
        say("Play chips only: for study, training, test and simulation.")

    _advise(floor)
    run(floor, url, host, port, ready=ready)


def _advise(floor: Floor) -> None:
    """Have bots play as well as can be, where the lab is installed and they have time to think;
    what they and the coaches ask is made ready meanwhile.
    """
    if not floor.settings.pace:
        return
    advice = Advice()
    tables = [(live.state.rules, live.bots) for live in floor.tables.values()]
    practice = [rules for rules, _ in tables if rules.floor and rules.floor.practice]
    with_bots = [rules for rules, bots in tables if bots and floor.settings.bots]
    if with_bots:
        floor.house.advise = advice.command
    advice.begin([*practice, *with_bots])
