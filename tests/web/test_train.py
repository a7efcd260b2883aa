"""The drill's page over a real server, and the schedule of its lines."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from fsrs import Rating
from hypothesis import given
from hypothesis import strategies as st
from web_client import Server, problem

from fairdeal.errors import BadInputError
from fairdeal.school.memory import RETENTION, Memory, memory_after, rating_of, recall_chance

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
AT = NOW.timestamp()


def scheduled(server: Server, memory: Any, *answers: tuple[int, float]) -> Any:
    body = {"memory": memory, "answers": [{"rating": one, "at": at} for one, at in answers]}
    answer = server.public().post("/train/review", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_missed_line_comes_again_in_a_minute_and_a_known_one_later(server: Server) -> None:
    missed = scheduled(server, None, (1, AT))
    assert missed["due"] == AT + 60
    known = scheduled(server, None, (3, AT))
    assert known["due"] > missed["due"]
    # Known again when it was due, a line comes again after days.
    again = scheduled(server, known["memory"], (3, known["due"]))
    assert again["due"] >= known["due"] + 86_400


def test_answers_given_offline_are_scheduled_as_if_they_had_come_one_by_one(
    server: Server,
) -> None:
    first = scheduled(server, None, (1, AT))
    second = scheduled(server, first["memory"], (3, AT + 60))
    assert scheduled(server, None, (1, AT), (3, AT + 60)) == second


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"answers": []},
        {"answers": [{"rating": 5, "at": 0}]},
        {"answers": [{"rating": 3, "at": -1}]},
        {"answers": [{"rating": 3, "at": 1}], "memory": {}},
        {"answers": [{"rating": 3, "at": 1}] * 101},
    ],
)
def test_what_is_no_review_is_refused(server: Server, body: dict[str, Any]) -> None:
    problem(server.public().post("/train/review", body), 400, "malformed")


def test_the_page_links_to_every_deck_and_games_link_to_theirs(server: Server) -> None:
    def text(path: str) -> str:
        return server.public().get(path).text

    assert text("/train").count(".json") == 6
    assert "/train?deck=let-it-ride-a" in text("/games/let-it-ride/maryland")
    for place in ("maryland", "pennsylvania"):
        assert "/train?deck=run-em-twice" in text(f"/games/run-em-twice/{place}")
    assert 'href="/train"' in text("/")


def test_ratings_are_by_price() -> None:
    costs = (Fraction(0), Fraction(1, 100), Fraction(2, 100), Fraction(3))
    assert [rating_of(cost) for cost in costs] == [
        Rating.Good,
        Rating.Hard,
        Rating.Again,
        Rating.Again,
    ]


def test_a_line_is_asked_again_before_it_is_forgotten() -> None:
    """The library's forgetting curve meets the date: a day earlier more is remembered."""
    memory = memory_after(None, Rating.Good, NOW)
    for _ in range(5):
        memory = memory_after(memory, Rating.Good, memory.due)
    assert memory.due - memory.last_review > timedelta(days=7)
    assert recall_chance(memory, memory.due) == pytest.approx(RETENTION, abs=0.005)
    assert recall_chance(memory, memory.due - timedelta(days=3)) > recall_chance(memory, memory.due)
    assert recall_chance(None, NOW) == 0


MEMORIES: st.SearchStrategy[dict[str, Any]] = st.builds(
    dict,
    state=st.integers(0, 4),
    step=st.none() | st.integers(-1, 12),
    stability=st.floats(allow_nan=False, allow_infinity=False),
    difficulty=st.floats(0, 11),
    due=st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat),
    last_review=st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat),
)


@given(MEMORIES, st.integers(1, 4), st.floats(0, 4_102_444_800))
def test_any_memory_from_a_browser_is_scheduled_or_refused(
    memory: dict[str, Any], rating: int, at: float
) -> None:
    now = datetime.fromtimestamp(at, UTC)
    try:
        read = msgspec.convert(memory, Memory, strict=False)
        after = memory_after(read, Rating(rating), now)
    except (msgspec.ValidationError, BadInputError):
        return
    assert after.due > now
    # What was answered can be sent again.
    assert msgspec.json.decode(msgspec.json.encode(after), type=Memory) == after


def test_prices_under_a_limit_are_worked_out_where_one_cuts(server: Server) -> None:
    """Above what a hand can win no limit changes a price; under it the lab is asked."""
    ask = "/train/limited?deck=let-it-ride-a&stake=10&limit="
    free = server.public().get(f"{ask}30000")
    assert (free.status_code, free.json()) == (200, {"costs": None})
    queued = server.public().get(f"{ask}29999")
    assert queued.status_code == 202
    assert queued.json()["question"] == "drill"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "malformed"),
        ("deck=let-it-ride-a&stake=0&limit=5", "malformed"),
        ("deck=let-it-ride-a&stake=5&limit=-1", "malformed"),
        ("deck=let-it-ride-a&stake=5&limit=1.5", "malformed"),
        ("deck=nothing&stake=5&limit=5", "unknown"),
    ],
)
def test_what_is_no_stake_and_limit_is_refused(server: Server, query: str, code: str) -> None:
    answer = server.public().get(f"/train/limited?{query}")
    problem(answer, 404 if code == "unknown" else 400, code)
