"""Signing in by a page, and pages for whatever goes wrong."""

import re
from urllib.parse import urlencode

import httpx
import pytest
from web_client import PASSWORD, Server, problem

from fairdeal.web.pages.shell import own_path
from web.test_lobby import PAGE, cookie, form, who, words


def send(server: Server, path: str, **fields: str) -> httpx.Response:
    return form(server, path, urlencode(fields))


def field(answer: httpx.Response, name: str) -> str:
    """The input of a form, as it is written."""
    found = re.search(rf'<input id="{name}"[^>]*>', answer.text)
    assert found, answer.text
    return found[0]


def test_password_managers_know_the_fields(server: Server) -> None:
    answer = server.public().get("/sign-in", **PAGE)
    assert answer.status_code == 200
    assert 'autocomplete="username"' in field(answer, "sign-in-name")
    assert 'autocomplete="current-password"' in field(answer, "sign-in-password")
    assert 'autocomplete="new-password"' in field(answer, "register-password")
    assert "onpaste" not in answer.text


def test_a_player_registers_and_comes_back(server: Server) -> None:
    made = send(server, "/register", name="berta", password=PASSWORD)
    assert made.status_code == 303
    assert made.headers["location"] == "/"
    assert who(server, cookie(made)).json("/api/me")["player"]["name"] == "berta"
    back = send(server, "/sign-in", name="berta", password=PASSWORD)
    assert back.status_code == 303
    assert back.headers["location"] == "/"
    token = cookie(back)
    assert "HttpOnly" in back.headers["set-cookie"]
    page = words(server.public().get("/", **PAGE, cookie=f"fairdeal={token}").text)
    assert "berta Chips: $1,000 Sign out" in page
    out = form(server, "/sign-out", "", cookie=f"fairdeal={token}")
    assert out.status_code == 303
    problem(server.public().get("/api/me", cookie=f"fairdeal={token}"), 401, "no-session")


def test_a_guest_registers_by_the_form_and_keeps_chips_and_seat(server: Server) -> None:
    guest = server.guest("Guest 8")
    guest.do("t1", {"do": "sit", "seat": 6})
    before = guest.json("/api/me")
    fields = urlencode({"name": "hanna", "password": PASSWORD})
    made = form(server, "/register", fields, cookie=f"fairdeal={guest.token}")
    assert made.status_code == 303
    player = who(server, cookie(made))
    assert player.json("/api/me") == {**before, "player": {"id": guest.id, "name": "hanna"}}
    player.do("t1", {"do": "leave", "seat": 6})


@pytest.mark.parametrize("role", ["dealer", "floor", "operator", "auditor"])
def test_who_works_here_begins_at_the_floor(server: Server, role: str) -> None:
    server.staff(f"page {role}", role)
    answer = send(server, "/sign-in", name=f"page {role}", password=PASSWORD)
    assert answer.headers["location"] == "/floor"
    page = server.public().get("/", **PAGE, cookie=f"fairdeal={cookie(answer)}").text
    assert '<a href="/floor"' in page


def test_next_is_an_address_of_ours(server: Server) -> None:
    server.sign_up("nina")
    asked = server.public().get("/sign-in?next=/tables/t3", **PAGE).text
    assert 'name="next" value="/tables/t3"' in asked
    answer = send(server, "/sign-in", name="nina", password=PASSWORD, next="/tables/t3")
    assert answer.headers["location"] == "/tables/t3"
    for elsewhere in ("https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example"):
        assert own_path(elsewhere, "/") == "/"
        answer = send(server, "/sign-in", name="nina", password=PASSWORD, next=elsewhere)
        assert answer.headers["location"] == "/"


@pytest.mark.parametrize(
    ("path", "fields", "status", "where", "sentence"),
    [
        ("/sign-in", {"name": "", "password": "x"}, 422, "sign-in-name", "Enter your name."),
        ("/sign-in", {"name": "ann"}, 422, "sign-in-password", "Enter your password."),
        (
            "/sign-in",
            {"name": "nobody", "password": "wrong"},
            401,
            "sign-in-password",
            "The name and the password do not belong together.",
        ),
        (
            "/register",
            {"name": "ann", "password": "short"},
            422,
            "register-password",
            "A password has at least 8 characters.",
        ),
        (
            "/register",
            {"name": "operator", "password": PASSWORD},
            409,
            "register-name",
            "The name 'operator' is taken.",
        ),
        (
            "/register",
            {"name": " ann", "password": PASSWORD},
            422,
            "register-name",
            (
                "A name has 1 to 40 visible characters, with a letter or a digit among them and no "
                "spaces around it."
            ),
        ),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    server: Server, path: str, fields: dict[str, str], status: int, where: str, sentence: str
) -> None:
    answer = send(server, path, **fields)
    assert answer.status_code == status
    assert 'aria-invalid="true"' in field(answer, where)
    assert f'aria-describedby="{where}-error' in field(answer, where)
    assert f'id="{where}-error">{sentence}' in answer.text.replace("&#39;", "'")
    assert "set-cookie" not in answer.headers
    assert PASSWORD not in answer.text


def test_what_somebody_types_is_text(server: Server) -> None:
    answer = send(server, "/sign-in", name='"><script>alert(1)</script>', password="x")
    assert "<script>alert" not in answer.text


def test_a_form_of_another_site_does_not_sign_in(server: Server) -> None:
    text = urlencode({"name": "operator", "password": PASSWORD})
    answer = form(server, "/sign-in", text, origin="https://elsewhere.example")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


# What goes wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/nothing", "/tables/t99", "/games/whist"])
def test_a_person_gets_a_page(server: Server, path: str) -> None:
    answer = server.public().get(path, **PAGE)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "There is nothing here" in words(answer.text)
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(
    "accept", [None, "*/*", "application/json", "application/json, text/html;q=0.5"]
)
def test_a_program_gets_a_document(server: Server, accept: str | None) -> None:
    headers = {"accept": accept} if accept else {}
    problem(server.public().get("/nothing", **headers), 404, "unknown")


def test_the_api_speaks_json_to_everybody(server: Server) -> None:
    problem(server.public().get("/api/tables/t99", **PAGE), 404, "unknown")
    problem(server.public().get("/api/nothing", **PAGE), 404, "unknown")


def test_a_wrong_method_is_named(server: Server) -> None:
    answer = form(server, "/games")
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert "This page cannot do that" in words(answer.text)


def test_the_own_password_is_changed_by_a_form(server: Server) -> None:
    """It asks for the old one, ends all other sessions, and goes on under a new one."""
    new = "another good password"
    cora = server.sign_up("cora")
    shown = server.public().get("/sign-in", **PAGE, cookie=f"fairdeal={cora.token}")
    assert 'autocomplete="current-password"' in field(shown, "change-password")
    assert 'autocomplete="new-password"' in field(shown, "change-new")

    def change(token: str | None, **fields: str) -> httpx.Response:
        return form(server, "/password", urlencode(fields), cookie=f"fairdeal={token}")

    wrong = change(cora.token, password="not mine", new=new)
    assert wrong.status_code == 401
    assert "aria-invalid" in field(wrong, "change-password")
    short = change(cora.token, password=PASSWORD, new="short")
    assert short.status_code == 422
    assert "aria-invalid" in field(short, "change-new")
    assert cora.get("/api/me").status_code == 200, "nothing has changed"
    done = change(cora.token, password=PASSWORD, new=new)
    assert (done.status_code, done.headers["location"]) == (303, "/sign-in?changed")
    session = {**PAGE, "cookie": f"fairdeal={cookie(done)}"}
    told = words(server.public().get(done.headers["location"], **session).text)
    assert "You are cora" in told
    assert "Your password is changed." in told
    problem(cora.get("/api/me"), 401, "no-session")
    assert who(server, cookie(done)).json("/api/me")["player"]["name"] == "cora"
    assert send(server, "/sign-in", name="cora", password=PASSWORD).status_code == 401
    assert send(server, "/sign-in", name="cora", password=new).status_code == 303
    nobody = form(server, "/password", urlencode({"password": new, "new": PASSWORD}))
    assert nobody.headers["location"] == "/sign-in"
