"""The line at the top of a table that keeps the time and the result of the day in sight.

It is a page of its own in a frame, which the browser asks for once a minute: it needs no script,
and the table's script need not know of it.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.play_limits import LOSS, TIME
from fairdeal.rulebook.money import UNITS_PER_CENT, dollars
from fairdeal.web.http.request import service_of
from fairdeal.web.http.security import HEADERS, content_security_policy
from fairdeal.web.pages.render import page
from fairdeal.web.pages.shell import person_of

#: How often a page asks again, in seconds.
REFRESH_SECONDS: Final = 60
#: After how many minutes of play a break is suggested, each time for as long as half of that.
BREAK_MINUTES: Final = 60
_FRAMED: Final = {
    **HEADERS,
    "Content-Security-Policy": content_security_policy(framed=True),
    "X-Frame-Options": "SAMEORIGIN",
}


def play_words(floor: Floor, person: Person) -> tuple[str, ...]:
    """Return what a player has played for today and what is left of the limits, and whether it is
    time for a break: parts of one line. Nothing for somebody who has not bet today.
    """
    time, today = floor.time, floor.play_limits.today(floor, person.id)
    limits = floor.play_limits.limits(person.id, time)
    loss, most = limits.get(LOSS), limits.get(TIME)
    cents = today.units // UNITS_PER_CENT
    parts = []
    if today.since is not None:
        minutes = (time - today.since) // 60
        if minutes >= BREAK_MINUTES and minutes % BREAK_MINUTES < BREAK_MINUTES // 2:
            parts.append("take a break")
        sign = "-" if cents < 0 else "+" if cents else ""
        parts.append(f"{sign}{dollars(abs(cents))} today")
        parts.append(f"{minutes}{f' of {most.amount}' if most else ''} min")
    if loss is not None and loss.amount is not None:
        parts.append(f"{dollars(max(0, loss.amount + min(cents, 0)))} to limit")
    return tuple(parts)


async def play_clock(request: Request) -> Response:
    """Answer with the time, and for a player with the day so far."""
    person, service = person_of(request), service_of(request)

    words: tuple[str, ...] = ()
    if person is not None:
        known = person
        words = await service.submit(lambda floor: play_words(floor, known))
    hours, minutes = divmod(service.floor.time % 86_400 // 60, 60)
    answer = page("play_clock.html", clock=f"{hours:02}:{minutes:02} UTC", words=words)
    answer.headers.update({**_FRAMED, "Refresh": str(REFRESH_SECONDS)})
    return answer
