"""The record of a simulated round: made of its rows, and replayed from its seed."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from msgspec import structs

from fairdeal.errors import BadInputError
from fairdeal.floor.tables.replay import replay
from fairdeal.games import find_game
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.simulate.history import read_lines, simulated_rows, write_lines
from fairdeal.simulate.philox import RoundDeck
from fairdeal.simulate.records import simulated_record
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.submission.check import check
from fairdeal.web.pages.replay.routes import page_values, sheets
from fairdeal.web.pages.replay.steps import steps_of

Record = dict[str, Any]
RULES = {
    "let-it-ride": house_rules(find_game("let-it-ride")),
    "run-em-twice": house_rules(find_game("run-em-twice", "maryland")),
    "pennsylvania": house_rules(find_game("run-em-twice", "pennsylvania")),
    "double-draw": house_rules(find_game("double-draw")),
}
#: The number of the round that is replayed.
NUMBER = 4


def rows_of(rules: Rules, number: int = NUMBER, **options: Any) -> tuple[Settings, list[Any]]:
    """The rows of one round with every side bet, of seats that play in three ways."""
    bets = {
        name: Fraction(rules.limits[name].least, 100)
        for name, (wager, _) in rules.to_place.items()
        if wager.optional
    }
    settings = run_settings(
        rules, 10, 7, strategies=("always", "never", "cautious"), bets=bets, **options
    )
    played = TableEngine(settings).rounds(number, 1)
    return settings, list(simulated_rows(settings, played))


def record_of(rules: Rules, number: int = NUMBER) -> Record:
    """A record as it is read from a file."""
    _, rows = rows_of(rules, number)
    made: Record = json.loads(json.dumps(simulated_record(rules, rows)))
    return made


@pytest.mark.parametrize("game", RULES)
def test_the_record_of_every_game_replays(game: str) -> None:
    rules = RULES[game]
    record = record_of(rules)
    done = replay(record)
    assert done.wrong is None
    assert done.valid
    assert done.simulated
    assert done.entries == len(record["entries"])
    _, rows = rows_of(rules)
    # The seats of the record have the cents of the rows.
    assert [one["net"] * 100 for one in record["seats"]] == [row.net for row in rows]
    cards = RoundDeck(rules.game.deck, 7, NUMBER).top(5)
    assert record["order"][:5] == [str(one) for one in _texts(cards)]
    assert record["simulated"]["round"] == NUMBER
    assert record["proof"] is record["commitment"] is record["secret"] is None


def _texts(cards: tuple[int, ...]) -> list[str]:
    ranks, suits = "23456789TJQKA", "cdhs"
    return ["*" if card > 51 else ranks[card // 4] + suits[card % 4] for card in cards]


@pytest.mark.parametrize("game", RULES)
def test_the_replay_page_tells_the_round(game: str) -> None:
    record = record_of(RULES[game])
    steps = steps_of(record)
    assert [step.n for step in steps] == list(range(1, len(steps) + 1))
    assert "always" in steps[0].words
    nets = {one["seat"]: one["net"] * 100 for one in record["seats"]}
    assert [one.seat for one in sheets(record, steps)] == list(nets)
    paid = {
        seat: sum(p.net for step in steps for p in step.paid if p.seat == seat) for seat in nets
    }
    assert paid == nets
    assert "simulated" in page_values(record)["no_proof"]


def test_rules_files_and_meters() -> None:
    for path in sorted((ROOT / "examples" / "rules").glob("*.toml")):
        rules = check(path.read_text(encoding="utf-8")).rules
        if rules is not None:
            assert replay(record_of(rules)).valid, path


def changed(change: Callable[[Record], None]) -> str | None:
    """What the replay says of a record that somebody has changed."""
    record = deepcopy(record_of(RULES["let-it-ride"]))
    change(record)
    done = replay(record)
    assert not done.valid
    return done.wrong


def _dealt(record: Record) -> Any:
    events = (event for entry in record["entries"] for event in entry["events"])
    return next(event for event in events if event["event"] == "cards-dealt")


def test_what_somebody_has_changed_is_found() -> None:
    def other_card(record: Record) -> None:
        first = _dealt(record)["cards"][0]
        first["card"] = "2c" if first["card"] != "2c" else "3c"

    assert "entry" in (changed(other_card) or "")
    assert "seed" in (changed(lambda r: r["simulated"].update(seed="8")) or "")
    assert "`seats`" in (changed(lambda r: r["seats"][0].update(net=1_000)) or "")
    assert "`order`" in (changed(lambda r: r["order"].reverse()) or "")
    assert "`before`" in (changed(lambda r: r["before"].update(rounds=3)) or "")
    assert "`commitment`" in (changed(lambda r: r.update(commitment="0" * 64)) or "")
    assert "end the round" in (changed(lambda r: r["entries"].pop()) or "")
    assert "`more`" in (changed(lambda r: r.update(more=1)) or "")
    assert changed(lambda r: r["simulated"].update(round=NUMBER + 1))
    assert changed(lambda r: r.update(simulated=None))


def test_a_simulated_record_has_no_signature_to_check() -> None:
    done = replay(record_of(RULES["let-it-ride"]), "fairdeal/key")
    assert not done.valid
    assert "--key" in (done.wrong or "")


def test_rows_of_other_rules_or_with_other_results_are_refused(tmp_path: Path) -> None:
    rules = RULES["let-it-ride"]
    settings, rows = rows_of(rules)
    path = tmp_path / "rounds.jsonl"
    write_lines(rows, path)
    assert list(read_lines(path)) == rows
    with pytest.raises(BadInputError, match="other rules"):
        simulated_record(replace(rules, seats=5), rows)
    for change in ({"net": 0, "envy": 5}, {"decisions": ("ride", "ride")}, {"dealt": (0, 1, 2)}):
        with pytest.raises(BadInputError, match="seat 2 of round 4"):
            simulated_record(rules, [rows[0], structs.replace(rows[1], **change), rows[2]])
    with pytest.raises(BadInputError, match="audit export --round 4"):
        simulated_record(rules, [structs.replace(row, source="floor") for row in rows])
    with pytest.raises(BadInputError, match="lacks a decision"):
        simulated_record(rules, [structs.replace(row, decisions=()) for row in rows])
    assert settings.rules_digest == rows[0].rules
