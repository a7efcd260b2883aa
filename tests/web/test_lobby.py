"""The lobby without a browser: what it says, and how one sits down by a form."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import httpx
import pytest
from web_client import Client, Server, play_round

from fairdeal.web.pages.lobby.scene import chip_of

PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def own(server: Server) -> dict[str, str]:
    """What a browser says of a form of our own page."""
    return {**PAGE, "origin": server.url, "sec-fetch-site": "same-origin"}


def form(server: Server, path: str, text: str = "", **headers: str) -> httpx.Response:
    """A form as a browser sends it."""
    content = {"content-type": "application/x-www-form-urlencoded"}
    return server.http.post(path, content=text, headers={**own(server), **content, **headers})


def cookie(answer: httpx.Response) -> str:
    found = re.match(r"fairdeal=([^;]+);", answer.headers["set-cookie"])
    assert found, answer.headers
    return found[1]


def who(server: Server, token: str) -> Client:
    return Client(
        server,
        token,
        server.public()
        .http.get("/api/me", headers={"authorization": f"Bearer {token}"})
        .json()["player"],
    )


def words(text: str) -> str:
    """A page's words without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_the_lobby_says_what_is_open(server: Server) -> None:
    answer = server.public().get("/", **PAGE)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    told = words(answer.text)
    for table in server.public().json("/api/tables"):
        assert table["name"] in told
        assert f"${table['minimum']} to ${table['maximum']}" in told
        assert f'action="/tables/{table["table"]}/sit"' in answer.text
        assert f"/games/{table['game']}/{table['jurisdiction']}" in answer.text
    assert "$20,000.00" in told, "the meter of the first table"
    assert "Nothing here is real money" in told
    assert "Play chips only" in told


def test_the_sign_has_the_colour_of_the_chip() -> None:
    assert [chip_of(cents) for cents in (50, 100, 499, 500, 1000, 2500, 10_000, 99_900)] == [
        *(1, 1, 1, 5, 5, 25, 100, 500)
    ]


def test_one_click_makes_a_guest_who_sits(server: Server) -> None:
    answer = form(server, "/tables/t2/sit", "key=one-click")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/tables/t2"
    guest = who(server, cookie(answer))
    me = guest.json("/api/me")
    assert me["seats"] == [{"table": "t2", "seat": 1}]
    assert me["chips"] == 1000
    page = words(guest.get("/", **PAGE).text)
    assert "Back to seat 1" in page
    assert f"Welcome, {guest.player['name']}: you have $1,000" in page


def test_a_lobby_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    """The page that a browser has keeps its key, until a form of it has made a guest."""
    public = server.public()
    first = public.get("/", **PAGE)
    assert first.headers["cache-control"] == "private, no-cache"
    tag = {**PAGE, "if-none-match": first.headers["etag"]}
    again = public.get("/", **tag)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    # A browser takes over the policy of this answer, by which the page's import map runs.
    policy = "content-security-policy"
    assert again.headers[policy] == first.headers[policy]
    assert public.get("/", **PAGE).headers["etag"] != first.headers["etag"], "a key of its own"
    ann = server.guest("etag ann")
    known = ann.get("/", **tag)
    assert (known.status_code, known.headers["cache-control"]) == (200, "no-store")
    assert "etag" not in known.headers
    key = re.search('name="key" value="([^"]+)"', first.text)
    assert key
    assert form(server, "/tables/t5/sit", f"key={key[1]}").status_code == 303
    assert public.get("/", **tag).status_code == 200
    fresh = {**PAGE, "if-none-match": public.get("/", **PAGE).headers["etag"]}
    assert public.get("/", **fresh).status_code == 304
    ann.do("t3", {"do": "sit", "seat": 5})
    assert public.get("/", **fresh).status_code == 200, "a seat has been taken"
    ann.do("t3", {"do": "leave", "seat": 5})


def test_somebody_who_is_known_sits_as_oneself(server: Server) -> None:
    ann = server.guest("ann")
    answer = form(server, "/tables/t3/sit", "", authorization=f"Bearer {ann.token}")
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
    assert ann.json("/api/me")["seats"] == [{"table": "t3", "seat": 1}]
    again = form(server, "/tables/t3/sit", "", authorization=f"Bearer {ann.token}")
    assert again.status_code == 303
    assert ann.json("/api/me")["seats"] == [{"table": "t3", "seat": 1}], "no second seat"


def test_a_form_that_is_sent_twice_at_once_takes_one_seat(server: Server) -> None:
    before = server.public().table("t4")["view"]["seats"]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: form(server, "/tables/t4/sit", "key=twice"), range(4)))
    assert [answer.status_code for answer in answers] == [303] * 4
    assert len({cookie(answer) for answer in answers}) == 1
    after = server.public().table("t4")["view"]["seats"]
    assert len(after) == len(before) + 1


def test_a_full_table_says_so(server: Server) -> None:
    """And offers another one: first of the same game, at a practice table if need be."""
    names = {table["table"]: table["name"] for table in server.public().json("/api/tables")}
    for seat in range(1, 8):
        server.guest(f"p{seat}").do("t1", {"do": "sit", "seat": seat})
    told = f"All 7 seats of {names['t1']} are taken by players: {names['t5']} has room"
    answer = form(server, "/tables/t1/sit")
    assert answer.status_code == 409
    assert told in words(answer.text)
    assert "set-cookie" not in answer.headers, "nobody is made a guest for nothing"
    assert told in words(server.public().get("/", **PAGE).text), "before anybody asks, too"


@pytest.mark.parametrize(
    ("table", "text", "game"),
    [
        ("t5", "", "let-it-ride maryland"),
        ("t6", "", "run-em-twice maryland"),
        ("t7", "", "double-draw maryland"),
        ("t3", "practice=yes", "run-em-twice pennsylvania"),
    ],
)
def test_practice_is_at_a_table_of_ones_own(
    server: Server, table: str, text: str, game: str
) -> None:
    people = [who(server, cookie(form(server, f"/tables/{table}/sit", text))) for _ in range(2)]
    own = [person.json("/api/me")["seats"] for person in people]
    (one,), (other,) = own
    assert one["table"] != other["table"]
    listed = {t["table"]: t for t in people[0].json("/api/tables")}
    mine = listed[one["table"]]
    assert (mine["practice"], f"{mine['game']} {mine['jurisdiction']}") == (True, game)
    assert other["table"] not in listed
    public = {t["table"] for t in server.public().json("/api/tables")}
    assert public == {f"t{number}" for number in range(1, 8)}
    assert f"table-{one['table']}" not in server.public().get("/", **PAGE).text
    assert people[0].json(f"/api/tables/{one['table']}")["deadline"] is None
    bets = people[0].json(f"/api/tables/{one['table']}")["view"]["actions"]
    assert any(action["do"] == "bet" for action in bets), "bets are open at once"


def test_the_lobby_counts_no_seats_of_practice(server: Server) -> None:
    page = server.public().get("/", **PAGE).text
    cards = dict(re.findall(r'id="table-(t\d)"(.*?)</li>', page, re.DOTALL))
    for table in ("t5", "t6", "t7"):
        assert "A table of your own, without a clock" in cards[table]
        assert "free seat" not in cards[table]
        assert 'class="dot' not in cards[table]
    assert 'class="dot' in cards["t1"]


def test_practice_by_the_api(server: Server) -> None:
    ann, bob = server.guest("ann"), server.guest("bob")
    first = ann.post("/api/practice", {"table": "t3"})
    assert first.status_code == 201
    table = first.json()["table"]
    assert ann.post("/api/practice", {"table": "t3"}).json() == first.json()
    assert bob.post("/api/practice", {"table": table}).status_code == 404, "nobody else sees it"
    assert bob.post("/api/practice", {"table": "t99"}).status_code == 404
    for pace in ("leisurely", "instant"):
        answer = ann.post(f"/api/tables/{table}/pace", {"pace": pace})
        assert (answer.status_code, answer.json()) == (200, {"table": table, "pace": pace})
    assert ann.post(f"/api/tables/{table}/pace", {"pace": "warp"}).status_code == 422
    assert bob.post(f"/api/tables/{table}/pace", {"pace": "quick"}).status_code == 404
    assert bob.post("/api/tables/t3/pace", {"pace": "quick"}).status_code == 403
    assert ann.post(f"/api/tables/{table}/skip", {}).status_code == 409


def test_who_only_works_here_is_told_so(server: Server) -> None:
    dealer = server.staff("dan", "dealer")
    answer = form(server, "/tables/t6/sit", "", authorization=f"Bearer {dealer.token}")
    assert answer.status_code == 403
    assert 'role="alert"' in answer.text
    assert "/floor" in answer.text


def test_a_form_of_another_site_is_refused(server: Server) -> None:
    for headers in (
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = form(server, "/tables/t6/sit", "", **headers)
        assert answer.status_code == 403, headers
        assert "set-cookie" not in answer.headers
    assert server.public().table("t6")["view"]["seats"] == []


def test_a_table_that_is_none(server: Server) -> None:
    answer = form(server, "/tables/t99/sit")
    assert answer.status_code == 404
    assert "There is nothing here" in words(answer.text)


@pytest.mark.parametrize("text", ["key=%ff%fe", "a=1&" * 50, "x" * 70_000])
def test_a_form_that_is_none(server: Server, text: str) -> None:
    answer = form(server, "/tables/t6/sit", text)
    assert answer.status_code in (400, 413)
    assert server.public().table("t6")["view"]["seats"] == []


def test_an_ended_session_does_not_shut_the_lobby(server: Server) -> None:
    answer = server.public().get("/", **PAGE, cookie="fairdeal=ended")
    assert answer.status_code == 200
    assert "Sign in" in words(answer.text)
    assert 'fairdeal=""' in answer.headers["set-cookie"]
    sat = form(server, "/tables/t2/sit", "key=ended", cookie="fairdeal=ended")
    assert sat.status_code == 303
    assert who(server, cookie(sat)).json("/api/me")["seats"][0]["table"] == "t2"


@pytest.mark.clause("COMAR 36.03.10.08B(5)")
def test_finished_rounds_are_listed(server: Server) -> None:
    assert "No round has ended yet" in words(server.public().get("/", **PAGE).text)
    one = server.guest("solo")
    one.do("t7", {"do": "sit", "seat": 1})
    name = play_round("t7", {1: one})
    page = server.public().get("/", **PAGE).text
    assert f'href="/r/{name}"' in page
    assert "Double Draw, practice, round 1" in words(page)
    assert "No round has ended yet" not in words(page)


def test_guests_of_one_address_are_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "1", "--clock", "0", "--no-bots")
    try:
        codes = [form(server, "/tables/t1/sit").status_code for _ in range(8)]
        # Seven seats; the eighth is refused by the table, and made no guest.
        assert codes == [303] * 7 + [409]
        for _ in range(23):
            assert server.public().post("/api/guests", {"name": "x"}).status_code == 201
        answer = form(server, "/tables/t2/sit")
        assert answer.status_code == 429
        assert "wait a little" in words(answer.text)
    finally:
        server.stop()


def test_a_bot_gives_up_its_seat(tmp_path: Path) -> None:
    """Where every seat is a bot's or taken, the first bot's is the way in."""
    rules = tmp_path / "tables"
    rules.mkdir()
    (rules / "one.toml").write_text(
        'operator = "Us"\njurisdiction = "maryland"\ngame = "double-draw"\nminimum = 5\n'
        'maximum = 100\nchip-step = 5\ndealing = "manual-shoe"\nshuffling = "manual"\ndecks = 1\n'
        'seats = 2\n[paytables]\nbonus = "A"\n[floor]\nbots = 1\n'
    )
    server = Server(tmp_path, "--pace", "0", "--clock", "0", "--tables", str(rules))
    try:
        page = words(server.public().get("/", **PAGE).text)
        assert "No practice table is open" in page
        assert "1 bot, 1 free seat" in page
        sat = [form(server, "/tables/t1/sit") for _ in range(2)]
        assert [answer.status_code for answer in sat] == [303, 303]
        seats = [who(server, cookie(one)).json("/api/me")["seats"][0]["seat"] for one in sat]
        assert sorted(seats) == [1, 2]
        assert "2 players" in words(server.public().get("/", **PAGE).text)
    finally:
        server.stop()
