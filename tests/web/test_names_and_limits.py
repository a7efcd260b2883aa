"""Look-alike names, and limits on requests and wrong passwords."""

from pathlib import Path

import pytest
from conftest import Urls
from web_client import PASSWORD, Server, problem

from fairdeal.errors import BadInputError, Refused
from fairdeal.floor.log import schema
from fairdeal.floor.log.connection import connect
from fairdeal.floor.people.accounts import People
from fairdeal.floor.people.names import check_name, fold_name, refuse_house_words
from fairdeal.table.actors import DEALER
from fairdeal.web.http.limits import RateLimit, SignInAttempts
from fairdeal.web.http.problems import Problem

TWINS = [
    ("Zo\u00eb", "Zoe\u0308"),  # composed and not
    ("Ma\u00dfmann", "MASSMANN"),
    ("\uff21\uff4e\uff4e", "ann"),  # as wide as a Chinese sign
    ("\ufb01nn", "FINN"),  # a ligature
]


@pytest.mark.parametrize(("first", "second"), TWINS)
def test_names_that_read_alike_are_one(server: Server, first: str, second: str) -> None:
    """One may register, and signs in under either."""
    server.sign_up(first)
    told = {"name": second, "password": PASSWORD}
    problem(server.public().post("/api/players", told), 409, "refused")
    assert server.sign_in(first).player["name"] == first
    assert server.sign_in(second).player["name"] == first
    told["password"] = "another password"
    problem(server.public().post("/api/sign-in", told), 401, "sign-in")


def test_nobody_bears_the_name_of_who_works_here(server: Server) -> None:
    server.staff("Dora", "dealer")
    for name in ("Operator", "OPERATOR", "operator", "\uff4fperator", "dora"):
        told = problem(server.public().post("/api/guests", {"name": name}), 409, "refused")
        assert "works here" in told["detail"]
        told = {"name": name, "password": PASSWORD}
        problem(server.public().post("/api/players", told), 409, "refused")
    # A player's name is anybody's, as long as nobody can come back with it.
    server.sign_up("Bert")
    assert server.guest("bert").player["name"] == "bert"
    assert server.guest("bert").player["name"] == "bert"
    # Whoever is gone works here no more.
    server.fairdeal("users", "revoke", "dora", "--db", str(server.db))
    assert server.guest("dora").player["name"] == "dora"


def test_those_who_were_there_before(urls: Urls, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who came when nobody asked stay two, each by the very name."""
    url = urls()
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        old = connect(url)
        schema.migrate(old)
        old.begin()
        for person in ("Ann", "ann", "Bob"):
            old.execute(
                "INSERT INTO people (id, name, kind, roles, password, made, ended) "
                "VALUES (?, ?, 'registered', 'player', 'a hash', 1, NULL)",
                (f"p{person}", person),
            )
        old.commit()
        old.close()
    database = connect(url)
    try:
        assert schema.migrate(database) == len(schema.MIGRATIONS) - 1
        database.begin()
        people = People(database)
        found = {name: people.find_by_name(name) for name in ("Ann", "ann", "ANN", "bob", "bobby")}
        ids = {name: one[0].id if one else None for name, one in found.items()}
        assert ids == {"Ann": "pAnn", "ann": "pann", "ANN": None, "bob": "pBob", "bobby": None}
        for name in ("ANN", "BOB"):
            with pytest.raises(Refused, match="is taken"):
                people.add(name, "registered", 2)
        people.add("Carl", "registered", 2, roles=(DEALER,))
        with pytest.raises(Refused, match="works here"):
            people.add("carl", "guest", 2)
    finally:
        database.rollback()
        database.close()


LOOK_ALIKES = [
    ("Paul", "\u0420aul"),  # a Cyrillic letter
    ("Ivan", "lvan"),  # an l
    ("mary", "rnary"),  # r and n
    ("Cleo", "Cle0"),  # a zero
]


@pytest.mark.parametrize(("first", "second"), LOOK_ALIKES)
def test_names_that_look_alike_are_not_both_taken(server: Server, first: str, second: str) -> None:
    """Nobody may register such a name, and nobody signs in by it."""
    server.sign_up(first)
    told = {"name": second, "password": PASSWORD}
    found = problem(server.public().post("/api/players", told), 409, "refused")
    assert "looks like a name" in found["detail"]
    problem(server.public().post("/api/sign-in", told), 401, "sign-in")
    # A guest, who cannot come back, may have it.
    assert server.guest(second).player["name"] == second


@pytest.mark.parametrize(
    "name",
    ["House", "house", "Operator 2", "0perator", "D\u0435aler", "dealer7", "Bot Ada", "Adrnin"],
)
def test_no_player_has_a_name_of_the_house(server: Server, name: str) -> None:
    for address, more in (("/api/guests", {}), ("/api/players", {"password": PASSWORD})):
        problem(server.public().post(address, {"name": name, **more}), 409, "refused")


@pytest.mark.parametrize(
    "name",
    [
        *("The House", "Your Dealer", "Mr Operator", "\U0001f916Bot Ada", "[Bot] Ada", "Dealers"),
        *("Bots", "Pit Boss", "Pit-Boss", "Croupier", "D e a l e r", "Ann, the_house"),
        *("Ann (floor person)", "my D\u0435aler2", "B0T 7", "the Dea1er1"),
        # Letters with marks, small capitals, digits and signs for letters.
        *("\u1e0cealer", "H\u00f4use", "\u029c\u1d0f\u1d1cs\u1d07", "Op3rator", "C@$ino"),
        # One word from two, and words spelled out.
        *("TheHouse", "T.h.e H.o.u.s.e", "Fa1rdea1", "Deaier"),
    ],
)
def test_no_word_of_a_name_is_a_word_of_the_house(name: str) -> None:
    check_name(name)
    with pytest.raises(Refused, match="choose another name"):
        refuse_house_words(name)


@pytest.mark.parametrize("blank", ["\U0001d159", "\U00016fe4", "\U00013441"])
def test_no_name_has_a_sign_that_is_drawn_as_nothing(blank: str) -> None:
    with pytest.raises(BadInputError, match="visible characters"):
        check_name(f"Ann{blank}")


@pytest.mark.parametrize("name", ["Mar\u0336tin", "Ann\u20dd", "Z" + "\u0301" * 5 + "oe"])
def test_no_name_is_struck_through(name: str) -> None:
    """It would read like the name of somebody else."""
    with pytest.raises(BadInputError, match="strike its letters through"):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "Ann\u3164", "...", "\u0301", "a\ufe0f"]
)
def test_a_name_can_be_seen(server: Server, name: str) -> None:
    problem(server.public().post("/api/guests", {"name": name}), 422, "invalid")


def test_ordinary_names_are_free() -> None:
    for name in (
        "Botha",
        "Dealey",
        "Houseman",
        "Bo Thomson",
        "Pitt Bossard",
        "Florence",
        "Zo\u00eb",
        "\u674e\u5c0f\u9f99",
        "7of9",
        "Nguy\u1ec5n Th\u1ecb",
        "\u0e01\u0e35\u0e48",
        "MacHouston",
        "J. R. R. Bolton",
    ):
        check_name(name)
        refuse_house_words(name)


def test_folding_ends() -> None:
    for name in ("\u1e9e", "\u0345\u0399", "\u03d3", "\u2126", "\ufdfa"):
        assert fold_name(fold_name(name)) == fold_name(name)


# Limits -------------------------------------------------------------------------------------------


def test_a_limit_ends_with_its_time() -> None:
    now = 100.0
    limit = RateLimit(2, 10, clock=lambda: now)
    limit.take("ann")
    now = 104.0
    limit.take("ann")
    with pytest.raises(Problem, match="2 in 10 seconds") as refused:
        limit.take("ann")
    assert refused.value.retry_seconds == 6
    limit.take("bob")
    now = 109.9
    with pytest.raises(Problem) as refused:
        limit.take("ann")
    assert refused.value.retry_seconds == 1
    now = 110.0
    limit.take("ann")
    with pytest.raises(Problem):
        limit.take("ann")


# Trying -------------------------------------------------------------------------------------------


def test_so_many_wrong_passwords_for_a_name() -> None:
    names = SignInAttempts(RateLimit(3, 60))
    for n in range(3):
        names.take("ann", f"stranger {n}")
    with pytest.raises(Problem, match="wait a little"):
        names.take("ann", "another stranger")
    names.take("bob", "stranger 1")


def test_a_stranger_keeps_nobody_out_of_the_own_place() -> None:
    names = SignInAttempts(RateLimit(3, 60))
    names.note_success(names.take("ann", "home"), "ann", "home")
    for n in range(3):
        names.take("ann", f"stranger {n}")
    with pytest.raises(Problem):
        names.take("ann", "elsewhere")
    for _ in range(10):
        names.note_success(names.take("ann", "home"), "ann", "home")
    for _ in range(3):
        names.take("ann", "home")
    with pytest.raises(Problem):
        names.take("ann", "home")


def test_guesses_from_many_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy, which says where each comes from: all of one house count as one, and all of
    the world have so many for a name, spelt in whatever way.
    """
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    server = Server(tmp_path, "--pace", "1", "--no-bots")
    try:
        public = server.public()

        def tried(name: str, address: str, password: str = "a wrong one") -> int:
            told = {"name": name, "password": password}
            answer = public.post("/api/sign-in", told, **{"X-Forwarded-For": address})
            return int(answer.status_code)

        assert tried("operator", "10.0.0.1", PASSWORD) == 200
        codes = [tried(f"nobody {n}", f"2001:db8::{n:x}") for n in range(40)]
        assert codes == [401] * 30 + [429] * 10, "one house"
        names = ("operator", "Operator", "OPERATOR")
        codes = [tried(names[n % 3], f"2001:db8:{n:x}::1") for n in range(1, 41)]
        assert codes == [401] * 30 + [429] * 10, "one name"
        assert tried("operator", "10.0.0.2", PASSWORD) == 429
        assert tried("operator", "10.0.0.1", PASSWORD) == 200, "the own place"
    finally:
        assert server.stop() == 0
