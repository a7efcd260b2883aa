"""The examples that stand beside the interface: each answer must hold at least what they say."""

import doctest
import json
from typing import Any

import pytest
from conftest import SHARED

import fairdeal.wire.deal
from fairdeal.cli.tour import sample_deals
from fairdeal.wire.deal import settle

FILE = SHARED / "examples" / "settle.json"
EXAMPLES = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def assert_holds(answer: Any, least: Any, where: str = "answer") -> None:
    if isinstance(least, dict):
        for key, value in least.items():
            assert key in answer, f"{where} has no {key}"
            assert_holds(answer[key], value, f"{where}.{key}")
    elif isinstance(least, list):
        assert len(answer) == len(least), where
        for place, (one, other) in enumerate(zip(answer, least, strict=True)):
            assert_holds(one, other, f"{where}[{place}]")
    else:
        assert answer == least, where


@pytest.mark.skipif(not EXAMPLES, reason="the examples are not beside this checkout (../shared)")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["about"][:50])
def test_the_answer_holds_what_the_example_says(example: dict[str, Any]) -> None:
    assert_holds(settle(example["deal"]), example["answer"])


def test_a_wrong_example_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"answer\.seats\[0\]\.net"):
        assert_holds({"seats": [{"net": 1, "envy": 0}]}, {"seats": [{"net": 2}]})


def test_the_samples_of_the_tour_can_be_settled() -> None:
    samples = sample_deals()
    assert [sample["deal"]["game"] for sample in samples] == [
        "let-it-ride",
        "run-em-twice",
        "double-draw",
    ]
    for sample in samples:
        assert settle(sample["deal"])["seats"]


def test_the_example_in_the_documentation_of_settle() -> None:
    ran = doctest.testmod(fairdeal.wire.deal)
    assert (ran.attempted, ran.failed) == (1, 0)
