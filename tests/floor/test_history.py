"""`fairdeal history`: the rounds of a floor as rows, beside its own records."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema_rs
import pytest
from conftest import Ran

from fairdeal.cards import card_text, parse_card
from fairdeal.cli import main
from fairdeal.floor.floor import Floor
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.round_rows import round_rows
from fairdeal.simulate.history import SCHEMA, RoundRow, json_schema, read_lines, write_lines
from fairdeal.wire.rules_digest import rules_digest


@pytest.fixture(scope="module")
def rows(floor: Floor) -> list[RoundRow]:
    return list(round_rows(floor.store))


def test_every_row_is_what_the_record_says(floor: Floor, rows: list[RoundRow]) -> None:
    ended = floor.database.execute("SELECT round, void FROM rounds ORDER BY leaf")
    assert any(void for _, void in ended)
    wanted = [
        (name, seat["seat"])
        for name, void in ended
        if not void
        for seat in record(floor.store, name)["seats"]
    ]
    assert sorted((row.round, row.seat) for row in rows) == sorted(wanted)
    for row in rows:
        told = record(floor.store, row.round)
        seat = next(one for one in told["seats"] if one["seat"] == row.seat)
        assert row.net == round(seat["net"] * 100)
        assert row.net == row.returned - row.staked + row.envy
        assert {one.wager: one.stake for one in row.wagers} == {
            name: round(one["stake"] * 100) for name, one in seat["wagers"].items()
        }
        assert (
            row.rules
            == told["rules_digest"]
            == rules_digest(floor.tables[row.table or ""].state.rules)
        )
        deck = [parse_card(text) for text in told["order"] or ()]
        if deck:
            assert {card_text(card) for card in (*row.dealt, *row.board)} <= set(told["order"])
        assert bool(row.folded) == ("fold" in row.decisions)


def test_rows_are_as_the_schema_says(rows: list[RoundRow], floor: Floor, tmp_path: Path) -> None:
    del floor
    assert rows
    validator = jsonschema_rs.validator_for(json_schema())
    path = tmp_path / "rounds.jsonl"
    assert write_lines(rows, path) == len(rows)
    for line in path.read_text().splitlines():
        validator.validate(json.loads(line))
    assert list(read_lines(path)) == rows


def test_the_command_exports_and_reads(
    floor: Floor, rows: list[RoundRow], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(floor.database.execute("PRAGMA database_list")[0][2])
    for name in ("rounds.jsonl", "rounds.parquet"):
        path = tmp_path / name
        with pytest.raises(SystemExit) as ended:
            main(["history", "export", "--db", database, "-o", str(path)])
        assert ended.value.code == 0
        assert f"{len(rows)} rows" in capsys.readouterr().err
        with pytest.raises(SystemExit):
            main(["history", "read", str(path)])
        lines = capsys.readouterr().out.splitlines()
        assert [json.loads(line)["net"] for line in lines] == [row.net for row in rows]
        assert {json.loads(line)["schema"] for line in lines} == {SCHEMA}


def test_rows_go_to_a_pipe(
    floor: Floor, rows: list[RoundRow], fairdeal: Callable[..., Ran]
) -> None:
    database = str(floor.database.execute("PRAGMA database_list")[0][2])
    ran = fairdeal("history", "export", "--db", database)
    assert [json.loads(line)["net"] for line in ran.out.splitlines()] == [row.net for row in rows]
    ran = fairdeal("history", "export", "--db", database, "--format", "parquet")
    assert ran.code == 2
    assert "Parquet needs a file" in ran.err


def test_a_round_of_a_floor_has_its_record_elsewhere(
    rows: list[RoundRow], tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    path = tmp_path / "rounds.jsonl"
    write_lines(rows, path)
    ran = fairdeal("history", "record", path, "--round", str(rows[0].number))
    assert ran.code == 2
    assert f"audit export --round {rows[0].round}" in ran.err


def test_a_simulated_round_becomes_a_record(tmp_path: Path, fairdeal: Callable[..., Ran]) -> None:
    for name, form in (("rounds.jsonl", "--history"), ("rounds.parquet", "--parquet")):
        run = ("--rounds", "4", "--seed", "9", "--players", "2", "--strategy", "always")
        bets = ("--bet", "progressive=1", "--meter", "mega=20000", "--paytable", "progressive=E")
        path, record = tmp_path / name, tmp_path / "round.json"
        assert fairdeal("simulate", "let-it-ride", *run, *bets, form, path).code == 0
        more = bets[2:]
        ran = fairdeal("history", "record", path, "--round", "3", *more, "-o", record)
        assert ran.code == 0, ran.err
        ran = fairdeal("audit", "replay", record)
        assert ran.out.startswith("valid: round simulated-9-3, ")
        assert "simulated: its cards follow from a seed" in ran.out
        assert fairdeal("audit", "replay", record, "--json").json["simulated"] == 1
        ran = fairdeal("history", "record", path, "--round", "4", *more)
        assert "has no round 4" in ran.err


def test_one_day(floor: Floor, rows: list[RoundRow]) -> None:
    days = {(row.ended or 0) // 86_400 for row in rows}
    parts = [len(list(round_rows(floor.store, day))) for day in days]
    assert sum(parts) == len(rows)
    assert list(round_rows(floor.store, max(days) + 1)) == []
