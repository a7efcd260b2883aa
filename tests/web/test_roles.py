"""Who may give which command: all roles and commands, from the commands' own data."""

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
}
OWN: dict[type[cmd.Command], dict[str, Any]] = {
    cmd.PlaceBets: {"cents": {"ante": 500}},
    cmd.CloseTable: {"cards": {"red": 53}},
}
ROLES = [str(role) for role in Role]


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


@pytest.mark.parametrize("kind", cmd.COMMANDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_who_may_give_a_command(people: dict[str, Client], kind: type[cmd.Command]) -> None:
    command = sample(kind)
    # No person is the meter system.
    may = set() if kind is cmd.ShowMeters else {str(role) for role in kind.given_by}
    for role in (*(role for role in ROLES if role not in may), *sorted(may)):
        # The table is closed last of all, and opens no more.
        if kind is cmd.CloseTable and role in may:
            command = {**command, "cards": {"nothing": 1}}
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
    if kind is not cmd.ShowMeters:
        assert may <= {"player", "dealer", "floor"}, "the operator and the auditor do not play"


def test_another_players_seat(server: Server, people: dict[str, Client]) -> None:
    """A player speaks for the own seat alone, and needs one to call the floorperson."""
    seated(people["player"])
    other = server.guest()
    for kind in cmd.COMMANDS:
        if "player" in kind.given_by and kind is not cmd.Sit:
            answer = other.say("t4", sample(kind))
            assert answer.status_code == 403, (kind, answer.text)


def test_no_dealer_at_a_table_that_deals_by_itself(people: dict[str, Client]) -> None:
    for kind in cmd.COMMANDS:
        if kind.given_by[0] == "dealer":
            answer = people["dealer"].say("t3", sample(kind))
            assert answer.status_code == 403, (kind, answer.text)


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
    assert done.returncode == 0, done.stderr
    assert somebody.get("/api/me").status_code == 401
