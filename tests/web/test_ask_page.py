"""The figures of a game's page, and the answer to "what should I do" at any decision."""

import re
from fractions import Fraction
from urllib.parse import urlencode

import httpx
import pytest
from web_client import Server

from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from web.test_lobby import PAGE, words

#: Published: Let It Ride A keeps 3.51 percent of one bet, 2.85 of what is bet (Wizard of Odds).
PUBLISHED = {"let-it-ride": ("3.51%", "2.85%")}


@pytest.mark.parametrize("game", GAMES, ids=lambda one: f"{one.name}-{one.jurisdiction}")
def test_a_page_has_edge_chances_and_card(server: Server, game: Game) -> None:
    text = server.public().get(f"/games/{game.name}/{game.jurisdiction}", **PAGE).text
    told = words(text)
    for figure in PUBLISHED.get(game.name, ()):
        assert figure in told
    assert "House edge" in told
    assert "Following the card costs" in told
    assert f"/games/{game.name}/{game.jurisdiction}/ask" in text
    # The chances of all endings add up to one, but for the four decimals.
    shares = re.findall(r'<td class="number">(\d+\.\d{4})%</td>', text)
    assert len(shares) > 10
    off = sum(map(Fraction, shares), Fraction(-100))
    assert abs(off) < Fraction(len(shares), 10_000)


def test_a_page_has_the_edge_of_each_side_bet(server: Server) -> None:
    """Printed: 2.3 and 7.28 percent for Pair Plus by the same paytables, 13.77 percent for C of the
    bonus on five cards. A pair or better comes in 25.61 percent of three cards.
    """
    told = words(server.public().get("/games/let-it-ride/maryland", **PAGE).text)
    assert re.search(r"Three Card Bonus, A\s+2\.32%\s+25\.61%", told)
    assert re.search(r"Three Card Bonus, C\s+7\.28%", told)
    assert re.search(r"Five Card Bonus, C\s+13\.77%", told)
    assert "That of a wager on the meters depends on what they show." in told
    other = words(server.public().get("/games/double-draw/maryland", **PAGE).text)
    assert "Side bets The edge" not in other


def test_the_lobby_shows_the_edge_of_each_table(server: Server) -> None:
    told = words(server.public().get("/", **PAGE).text)
    assert told.count("House edge") >= 7
    # The house limits both games to $50,000 a hand; docs/mathematics.md has the enumerations.
    assert "House edge 3.51% at $10 to 5.22% at $500 of the base bet" in told
    assert "House edge 8.66% at $5 to 12.29% at $300 of the ante" in told


#: Of the literature or by hand: a pair of tens rides, four to a flush rides, a pair bets 3x.
ASKED = [
    ("let-it-ride/maryland", {"cards": "Tc Td 3s"}, "Let Bet Number 1 ride"),
    ("let-it-ride/maryland", {"cards": "2c 9c Kc", "board": "5c"}, "Let Bet Number 2 ride"),
    (
        "let-it-ride/maryland",
        {"cards": "2c 7d Ks", "bet-1": "yes", "board": "5c"},
        "Withdraw Bet Number 2",
    ),
    ("run-em-twice/maryland", {"cards": "Ac Ad"}, "Bet 3x on 1st Run"),
    (
        "run-em-twice/pennsylvania",
        {"cards": "Ac Ad", "board": "As Kd", "first-run": "3"},
        "Bet 3x on 2nd Run",
    ),
    (
        "run-em-twice/maryland",
        {"cards": "Ac Ad", "board": "As Kd 2c 2d", "first-run": "3", "second-run": "1"},
        "Bet 3x on Center",
    ),
    ("double-draw/maryland", {"cards": "Ac Kc Qc Jc Tc"}, "Keep all"),
    (
        "double-draw/maryland",
        {"cards": "Ac Kc Qc Jc 2d", "drawn": "yes", "discards": "3c"},
        "Discard 2d",
    ),
]


def answer_to(server: Server, game: str, query: dict[str, str]) -> httpx.Response:
    """The page with the answer; the first one of a game may wait for its compilation."""
    path = f"/games/{game}/ask?{urlencode(query)}"
    return server.public().http.get(path, headers=PAGE, timeout=300)


@pytest.mark.parametrize(("game", "query", "best"), ASKED)
def test_the_answer_at_any_decision(
    server: Server, game: str, query: dict[str, str], best: str
) -> None:
    answer = answer_to(server, game, query)
    assert answer.status_code == 200
    assert f'<h2 id="answer">{best}</h2>' in answer.text
    assert "The strategy card says" in answer.text


#: Exact values that other programs are held to as well, by game and query.
VALUES = [
    ("let-it-ride/maryland", {"cards": "Ts Td 2c"}, "1689/392", "563/196"),
    ("let-it-ride/maryland", {"cards": "Ts Td 2c", "board": "2s", "bet-1": "y"}, "11/2", "11/4"),
    ("run-em-twice/maryland", {"cards": "Qc Qh"}, "23222726/1324225", "19037094/1324225"),
]


@pytest.mark.parametrize(("game", "query", "best", "other"), VALUES)
def test_values_are_exact(
    server: Server, game: str, query: dict[str, str], best: str, other: str
) -> None:
    text = answer_to(server, game, query).text
    exact = re.findall(r"<td data-th=\"Exactly\">(-?[\d/]+)</td></tr>", text)
    assert exact[0] == best
    assert other in exact


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"cards": "Ac Ac Ad"}, "Ac is there twice"),
        ({"cards": "Ac"}, "cards"),
        ({"cards": "what"}, "what"),
        ({"cards": "Ac Kd Qs", "board": "2c 3c 4c"}, "turned up"),
        ({"cards": "<script>"}, "&lt;"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    server: Server, query: dict[str, str], said: str
) -> None:
    answer = server.public().get(f"/games/let-it-ride/maryland/ask?{urlencode(query)}", **PAGE)
    assert answer.status_code == 200
    refused = re.search(r'<p class="refused" role="alert">(.*?)</p>', answer.text)
    assert refused is not None
    assert said in refused[1]
    assert "<script>" not in answer.text.split("</head>")[1]
