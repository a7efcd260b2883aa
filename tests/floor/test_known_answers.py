"""A machine or a program that computes a known answer of the shuffle otherwise does not deal."""

import hmac
from collections.abc import Callable
from hashlib import sha512
from typing import Any

import pytest

from fairdeal.errors import StoreError
from fairdeal.floor.known_answers import check_known_answers, wrong_answers
from fairdeal.play import fairness


def test_this_machine_computes_them_all() -> None:
    assert wrong_answers() == []
    check_known_answers()


def changed_by_one(value: Any) -> Any:
    """A result that is off by as little as it can be."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    return (*value[:-2], value[-1], value[-2])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("commitment", ["the commitment"]),
        ("fair_order", ["the shuffle of 52 cards", "the shuffle of 54 cards"]),
        ("cut_depth", ["the cut of 52 cards", "the cut of 54 cards"]),
    ],
)
def test_the_smallest_difference_is_told_and_stops_the_floor(
    name: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right: Callable[..., Any] = getattr(fairness, name)
    monkeypatch.setattr(fairness, name, lambda *asked: changed_by_one(right(*asked)))
    assert wrong_answers() == told
    with pytest.raises(StoreError, match=f"computes {', '.join(told)} otherwise than it should"):
        check_known_answers()


def test_another_hash_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairdeal.floor.known_answers.sha256", sha512)
    assert wrong_answers() == ["SHA-256"]


def test_another_authentication_code_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = hmac.digest
    monkeypatch.setattr("hmac.digest", lambda key, text, name: right(key, text + b".", name))
    assert wrong_answers()[0] == "HMAC-SHA256"
