"""Who may give which command: all roles and commands, as the texts have it and not the program."""

from typing import Any

import msgspec
import pytest
from web_client import Client, Server

from fairdeal.table import commands as cmd
from fairdeal.table.actors import Role
from fairdeal.wire.commands import command_document

#: A value for every field that a command must have.
VALUES: dict[str, Any] = {
    "seat": 1,
    "reason": "a reason",
    "words": "words",
    "wager": "ante",
    "cents": 500,
    "depth": 20,
    "chips": 1,
    "how": "added",
    "cards": 1,
    "misdealt": True,
    "place": 1,
    "area": "community",
    "device": "shuffler",
    "units": {"mega": 1},
    "pledge": "0" * 64,
    "word": "seven",
}
OWN: dict[type[cmd.Command], dict[str, Any]] = {
    cmd.PlaceBets: {"cents": {"ante": 500}},
    cmd.CloseTable: {"cards": {"red": 53}},
    cmd.PostLimits: {"minimum": 500, "maximum": 10_000},
}
ROLES = ("player", "dealer", "floor", "auditor", "operator")
#: Whose each command is. The texts have the dealer inspect, shuffle, cut, announce, collect, deal,
#: count, reveal, settle and clear, and report what went wrong there; a floorperson verifies the
#: inspection, may require a recut or another shuffle, and rules on whatever is irregular; players
#: bet and decide for themselves. The operator and the auditor do not play, and meters over several
#: tables are shown by a system and by no person.
WHOSE: dict[str, tuple[str, ...]] = {
    # Cards.
    "receive-decks": ("dealer",),
    "inspect-cards": ("dealer",),
    "verify-inspection": ("floor",),
    "spread-cards": ("dealer",),
    "wash-cards": ("dealer",),
    "shuffle": ("dealer",),
    "cut": ("dealer",),
    "order-recut": ("floor",),
    "order-shuffle": ("floor",),
    "remove-decks": ("dealer", "floor"),
    "spread-idle": ("dealer",),
    # Seats and bets.
    "sit": ("player",),
    "leave": ("player",),
    "buy-in": ("player",),
    "remove-player": ("floor",),
    "bet": ("player",),
    "place-bets": ("player",),
    "take-back-bet": ("player",),
    "ready": ("player",),
    "pledge": ("player",),
    "reveal-word": ("player",),
    "close-words": (),
    "give-back": ("dealer", "floor"),
    "no-more-bets": ("dealer",),
    "collect": ("dealer",),
    "correct-chips": ("dealer",),
    # The deal.
    "deal": ("dealer",),
    "count-stub": ("dealer",),
    "rule-count": ("floor",),
    "rack-stub": ("dealer",),
    # Decisions.
    "ride": ("player",),
    "withdraw": ("player",),
    "fold": ("player",),
    "draw": ("player",),
    "replace": ("dealer",),
    "timeout": ("dealer",),
    # The end of a round.
    "reveal": ("dealer",),
    "show": ("dealer",),
    "settle": ("dealer",),
    "clear": ("dealer",),
    # What goes wrong: the dealer reports, the floorperson confirms or denies.
    "face-up": ("dealer",),
    "drawn-in-error": ("dealer",),
    "wrong-number": ("dealer",),
    "exposed-community": ("dealer",),
    "skipped": ("dealer",),
    "forfeit": ("floor",),
    "confirm": ("floor",),
    "deny": ("floor",),
    # Devices.
    "shuffler-jam": ("dealer",),
    "shoe-jam": ("dealer",),
    "lose-secrets": (),
    "malfunction": ("dealer",),
    "mark-out-of-order": ("dealer", "floor"),
    "return-device": ("floor",),
    "change-method": ("floor",),
    # The table.
    "tap-in": ("dealer",),
    "tap-out": ("dealer", "floor", "operator"),
    "announce": ("dealer", "floor"),
    "call-floor": ("dealer", "player"),
    "pay-by-hand": ("dealer",),
    "answer-call": ("floor",),
    "close-table": (),
    "show-meters": (),
    "post-limits": ("operator",),
    "enforce-limits": (),
}


def name_of(kind: type[cmd.Command]) -> str:
    return str(kind.__struct_config__.tag)


def test_every_command_and_role_is_here() -> None:
    assert {name_of(kind) for kind in cmd.COMMANDS} == set(WHOSE)
    assert {str(role) for role in Role} == set(ROLES)


def sample(kind: type[cmd.Command]) -> dict[str, Any]:
    """A command of a kind, of the right form."""
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
    given = {name: value for name, value in VALUES.items() if name in needed}
    return command_document(kind(**{**given, **OWN.get(kind, {})}))


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Client]:
    """Somebody of each role and nothing else; the player sits at the table."""
    everybody = {role: server.staff(f"only {role}", role) for role in ROLES}
    answer = everybody["operator"].post("/api/tables/t4/handover", {"dealer": "person"})
    assert answer.status_code == 200
    return everybody


def seated(player: Client) -> None:
    answer = player.say("t4", {"do": "sit", "seat": 1})
    assert answer.status_code in (200, 409), answer.text


@pytest.mark.parametrize("kind", cmd.COMMANDS, ids=name_of)
def test_who_may_give_a_command(people: dict[str, Client], kind: type[cmd.Command]) -> None:
    command = sample(kind)
    may = WHOSE[name_of(kind)]
    for role in (*(role for role in ROLES if role not in may), *sorted(may)):
        seated(people["player"])
        before = people["auditor"].version("t4")
        answer = people[role].say("t4", command)
        if role in may:
            assert answer.status_code in (200, 409), (role, answer.text)
            if answer.status_code == 409:
                assert answer.json()["code"] == "refused"
        else:
            assert answer.status_code == 403, (role, command, answer.text)
            assert answer.json()["code"] == "forbidden"
            assert people["auditor"].version("t4") == before


def test_another_players_seat(server: Server, people: dict[str, Client]) -> None:
    """A player speaks for the own seat alone, and needs one to call the floorperson."""
    seated(people["player"])
    other = server.guest()
    for kind in cmd.COMMANDS:
        if "player" in WHOSE[name_of(kind)] and kind is not cmd.Sit:
            answer = other.say("t4", sample(kind))
            assert answer.status_code == 403, (kind, answer.text)


def test_no_dealer_at_a_table_that_deals_by_itself(people: dict[str, Client]) -> None:
    for kind in cmd.COMMANDS:
        if "dealer" in WHOSE[name_of(kind)]:
            answer = people["dealer"].say("t3", sample(kind))
            assert answer.status_code == 403, (kind, answer.text)


@pytest.mark.clause("COMAR 36.05.02.20D(3)")
@pytest.mark.parametrize(
    ("path", "body", "may"),
    [
        ("/api/tables/t5/fill", {"amount": 1, "reason": "chips"}, ("floor", "operator")),
        ("/api/tables/t5/credit", {"amount": 1, "reason": "chips"}, ("floor", "operator")),
        ("/api/tables/t5/handover", {"dealer": "auto"}, ("floor", "operator")),
        ("/api/tables/t5/confirm", {"asked": 5}, ("floor",)),
        ("/api/tables/t6/close", None, ("floor", "operator")),
    ],
)
def test_who_may_do_the_floors_acts(
    people: dict[str, Client], path: str, body: Any, may: tuple[str, ...]
) -> None:
    for role in sorted(ROLES, key=lambda one: one in may):
        answer = people[role].post(path, body)
        if role in may:
            assert answer.status_code in (200, 409), answer.text
        else:
            assert answer.status_code == 403, (role, answer.text)


@pytest.mark.clause("COMAR 36.03.10.08B(4)")
def test_an_auditor_reads_all(server: Server, people: dict[str, Client]) -> None:
    auditor = people["auditor"]
    for path in (
        *("/api/me", "/api/tables", "/api/tables/t1", "/api/tables/t1/events", "/api/rounds"),
        *("/api/meters", "/metrics", "/healthz"),
    ):
        assert auditor.get(path).status_code == 200
    assert auditor.table("t1")["view"]["viewer"] == "auditor"
    assert "house" in auditor.table("t1")["view"]
    assert "house" not in server.public().table("t1")["view"]


def test_a_role_ends_with_the_person(server: Server) -> None:
    somebody = server.staff("short", "floor")
    assert somebody.get("/api/me").json()["roles"] == ["floor"]
    done = server.fairdeal("users", "revoke", "short", "--db", str(server.db))
    assert done.code == 0, done.err
    assert somebody.get("/api/me").status_code == 401
