"""Sessions begin and end with an act in the log, which has a digest of each, so that nobody who can
write to the database can add one unseen.
"""

from typing import TYPE_CHECKING, Final

from fairdeal.floor.people.accounts import session_digest, token_hash
from fairdeal.floor.tables.act_rules import HOUSE

if TYPE_CHECKING:
    from fairdeal.floor.floor import Floor


#: How many sessions one act ends at the most, so that no entry is long.
_AT_ONCE: Final = 500


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


def end_lapsed_sessions(floor: "Floor") -> None:
    """End the sessions that nobody has used for too long, with an act that names them, so that
    whoever moves their times in the database revives none unseen.
    """
    lapsed = floor.people.lapsed_sessions(floor.time, _AT_ONCE)
    if not lapsed:
        return
    floor.people.end_by_hash([hashed for hashed, _, _ in lapsed])
    sessions = sorted(session_digest(*row) for row in lapsed)
    floor.record_act({"act": "lapse", "sessions": sessions}, HOUSE)
