"""Sessions begin and end with an act in the log, which has a digest of each, so that nobody who can
write to the database can add one unseen.
"""

from typing import TYPE_CHECKING

from fairdeal.floor.people.accounts import session_digest, token_hash
from fairdeal.floor.tables.act_rules import HOUSE

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor


def new_session(floor: "Floor", person_id: str) -> tuple[str, str]:
    """Begin a session of somebody who has just come, and return its token and its digest, which the
    act has that lets the person in.
    """
    now = floor.time
    token = floor.people.begin_session(person_id, now)
    return token, session_digest(token_hash(token), person_id, now)


def sign_in(floor: "Floor", person_id: str) -> str:
    """Begin a session of somebody who is known, and return its token."""
    token, digest = new_session(floor, person_id)
    floor.record_act({"act": "sign-in", "person": person_id, "session": digest}, HOUSE)
    return token


def sign_out(floor: "Floor", token: str) -> None:
    """End a session, with an act unless it had ended before."""
    found = floor.people.open_session(token, floor.time)
    floor.people.end_session(token)
    if found is not None:
        person, digest = found
        floor.record_act({"act": "sign-out", "person": person, "session": digest}, HOUSE)
