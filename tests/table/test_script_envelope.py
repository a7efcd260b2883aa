"""`fairdeal table GAME --script`: who says what, when, with which key, at which moment."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from felt import MARYLAND

Line = dict[str, Any]
Run = Callable[..., Ran]
DORA = {"id": "dora", "role": "dealer"}
FRED = {"id": "fred", "role": "floor"}
OPEN: list[Line] = [{"do": "sit", "seat": 1, "player": "ann"}, {"do": "auto"}]
ANTES: Line = {"do": "place-bets", "seat": 1, "amounts": {"first-ante": 5, "second-ante": 5}}


@pytest.fixture
def script(fairdeal: Run) -> Callable[..., list[Line]]:
    """Lines in, answers out, one each."""

    def run(lines: list[Line], *options: str, game: str = "run-em-twice") -> list[Line]:
        text = "\n".join(json.dumps(line) for line in lines)
        seed = () if {"--cards", "--resume"} & set(options) else ("--seed", "7")
        ran = fairdeal("table", game, "--script", "-", *seed, *options, stdin=text)
        assert ran.code == 0, ran.err
        answers: list[Line] = [json.loads(line) for line in ran.out.splitlines()]
        assert len(answers) == len(lines)
        return answers

    return run


def events_of(answer: Line) -> list[str]:
    return [event["event"] for event in answer["events"]]


Script = Callable[..., list[Line]]

# Who ----------------------------------------------------------------------------------------------


def test_left_out_by_is_whoever_the_command_belongs_to(script: Script, tmp_path: Path) -> None:
    log = str(tmp_path / "table.log")
    script([*OPEN, ANTES, {"do": "no-more-bets"}, {"do": "order-shuffle"}], "--log", log)
    entries = [json.loads(line) for line in Path(log).read_text("utf-8").splitlines()][1:]
    by = {entry["command"]["do"]: entry["by"] for entry in entries}
    assert by["sit"] == {"id": "ann", "name": "ann", "role": "player"}
    assert by["place-bets"]["id"] == "ann"
    assert by["no-more-bets"] == {
        "id": "dealer",
        "name": "dealer",
        "role": "dealer",
        "automatic": True,
    }
    assert by["order-shuffle"]["role"] == "floor"


def test_who_says_so_is_held_to_it(script: Script) -> None:
    lines: list[Line] = [
        {**ANTES, "by": {"id": "bob", "role": "player"}},
        {**ANTES, "by": DORA},
        {**ANTES, "by": {"id": "ann", "role": "player"}},
        {"do": "no-more-bets", "by": {"id": "ann", "role": "player"}},
        {"do": "no-more-bets", "by": {"id": "ada", "role": "auditor"}},
        {"do": "no-more-bets", "by": {"id": "opa", "role": "operator"}},
        {"do": "no-more-bets", "by": DORA},
    ]
    answers = script([*OPEN, *lines])[2:]
    assert [answer.get("clause") for answer in answers] == [
        *("MD-RET 7.B(1)", "MD-RET 7.C", None, "MD-RET 8.C(1)", "MD-RET 8.C(1)", "MD-RET 8.C(1)"),
        None,
    ]
    assert "not for an auditor" in answers[4]["refused"]


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("dora", "by says who acts"),
        ({}, "by says who acts"),
        ({"role": "dealer"}, "by says who acts"),
        ({"id": "x", "role": "pit boss"}, "there is no role 'pit boss'"),
        ({"id": "x", "role": None}, "there is no role"),
        ({"id": "", "role": "dealer"}, "an id is a text"),
        ({"id": "x" * 256, "role": "dealer"}, "an id is a text"),
        ({"id": "x", "role": "dealer", "automatic": True}, "by says who acts"),
    ],
)
def test_a_line_that_does_not_say_who_is_no_command(script: Script, by: Any, words: str) -> None:
    (answer,) = script([{"do": "receive-decks", "by": by}])
    assert words in answer["error"]
    assert answer["version"] == 0


def test_sit_names_its_player_or_its_giver(script: Script) -> None:
    answers = script(
        [
            {"do": "sit", "seat": 1},
            {"do": "sit", "seat": 1, "player": "ann", "by": {"id": "bob", "role": "player"}},
            {"do": "sit", "seat": 1, "player": "ann", "by": {"id": "ann", "role": "dealer"}},
            {"do": "sit", "seat": 1, "by": {"id": "u1", "role": "player", "name": "ann"}},
            {"do": "sit", "seat": 2, "by": {"id": "u2", "role": "player", "name": "ann"}},
            {"do": "deal", "player": "ann"},
        ]
    )
    assert "sit needs player" in answers[0]["error"]
    assert "whoever gives the command" in answers[1]["error"]
    assert answers[2]["clause"] == "MD-RET 7.B(1)"
    told = [answer["events"][0] for answer in answers[3:5]]
    assert [(e["player"], e["name"]) for e in told] == [("u1", "ann"), ("u2", "ann")]
    assert "has no 'player'" in answers[5]["error"]


# When ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time", [-1, 1.5, "1", True, [1], 10**15])
def test_a_time_is_whole_seconds(script: Script, time: Any) -> None:
    (answer,) = script([{"do": "receive-decks", "time": time}])
    assert "time is a" in answer["error"]


@pytest.mark.clause("MD-RET 3.C(2)")
def test_a_script_is_its_own_clock_and_it_never_goes_back(script: Script) -> None:
    answers = script(
        [
            *OPEN,
            ANTES,
            {"do": "no-more-bets", "time": 8 * 3600},
            {"do": "sit", "seat": 2, "player": "bob", "time": 10**14},
            {"do": "announce", "words": "late", "time": 10**14 - 1},
            {"do": "no-more-bets"},
            {"do": "remove-decks"},
        ]
    )[3:]
    assert answers[0]["clause"] == "MD-RET 3.C(2)", "a refused command moves no clock"
    assert events_of(answers[1]) == ["player-sat"]
    assert "clock stands at" in answers[2]["refused"]
    assert answers[3]["clause"] == "MD-RET 3.C(2)"
    assert events_of(answers[4]) == ["deck-removed"]


# Once ---------------------------------------------------------------------------------------------


def test_a_key_sent_again_is_answered_again(script: Script) -> None:
    keyed = {**ANTES, "key": "k"}
    other = {**keyed, "amounts": {"first-ante": 6, "second-ante": 6}}
    first, again, wrong, view = script([*OPEN, keyed, keyed, other, {"do": "view"}])[2:]
    assert first == again
    assert "another command" in wrong["error"]
    assert view["version"] == first["version"], "nothing happened twice"
    assert view["view"]["seats"][0]["purse"] == -10


def test_a_key_is_a_person_s_own(script: Script) -> None:
    sit: Line = {"do": "sit", "seat": 2, "player": "bob", "key": "k"}
    lines = [*OPEN, {**ANTES, "key": "k"}, sit, sit]
    answers = script(lines)[2:]
    assert [events_of(a) for a in answers] == [
        ["wager-placed", "wager-placed"],
        *([["player-sat"]] * 2),
    ]


def test_a_refused_command_does_not_bind_its_key(script: Script) -> None:
    lines: list[Line] = [
        {"do": "no-more-bets", "key": "k"},
        {"do": "announce", "words": "welcome", "key": "k"},
    ]
    answers = script([*OPEN, *lines])[2:]
    assert "refused" in answers[0]
    assert events_of(answers[1]) == ["announced"]


def test_a_keyed_leave_sent_again_makes_nobody_else_leave(script: Script) -> None:
    leave: Line = {"do": "leave", "seat": 1, "key": "k"}
    lines = [*OPEN, leave, leave, {"do": "sit", "seat": 1, "player": "bob"}, leave, {"do": "view"}]
    first, again, _, once_more, view = script(lines)[2:]
    assert first == again == once_more
    assert [seat["player"] for seat in view["view"]["seats"]] == ["bob"]


def test_keys_are_remembered_by_the_log(script: Script, tmp_path: Path) -> None:
    log = str(tmp_path / "table.log")
    leave: Line = {"do": "leave", "seat": 1, "key": "k"}
    first = script([*OPEN, leave, {"do": "sit", "seat": 1, "player": "bob"}], "--log", log)[2]
    assert "k" not in [json.loads(line).get("key") for line in Path(log).read_text().splitlines()]
    assert script([leave], "--resume", log) == [first]


def test_a_report_and_its_confirmation_are_one_answer(script: Script) -> None:
    jam: Line = {"do": "face-up", "key": "k"}
    first, again = script([*OPEN, ANTES, {"do": "no-more-bets"}, jam, jam])[4:]
    assert first == again
    assert "confirmed" in events_of(first)
    assert "round-voided" in events_of(first)


@pytest.mark.parametrize("key", ["", 5, "x" * 256, ["k"]])
def test_a_key_is_a_text(script: Script, key: Any) -> None:
    (answer,) = script([{"do": "receive-decks", "key": key}])
    assert "key is a text" in answer["error"]


# At the moment ------------------------------------------------------------------------------------


def test_what_was_decided_at_a_moment_that_is_over_is_refused(script: Script) -> None:
    look: Line = {"do": "view"}
    at = script([*OPEN, look])[2]["view"]["at"]
    lines = [*OPEN, {**ANTES, "at": at}, {"do": "auto"}, {"do": "fold", "seat": 1, "at": at}, look]
    answers = script(lines)
    assert "events" in answers[2]
    assert answers[4]["clause"] == "MD-RET 11.A"
    asked = answers[5]["view"]["at"]
    assert asked != at
    fold: Line = {"do": "fold", "seat": 1, "at": asked}
    assert events_of(script([*OPEN, ANTES, {"do": "auto"}, fold])[-1])[-1] == "hand-folded"


def test_the_moment_is_the_same_for_every_viewer_and_for_small_things(script: Script) -> None:
    lines: list[Line] = [{"do": "view"}, {"do": "announce", "words": "hello"}, {"do": "view"}]
    seen = set()
    for viewer in ("public", "dealer", "floor", "auditor", "seat:1", "player:ann"):
        answers = script([*OPEN, *lines], "--view", viewer)
        seen |= {answer["view"]["at"] for answer in answers if "view" in answer}
    assert len(seen) == 1


# Cards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        {"do": "deal", "cards": ["As"], "part": "card"},
        {"do": "face-up", "cards": ["As"]},
        {"do": "drawn-in-error", "seen": True, "cards": "As"},
        {"do": "replace", "cards": ["As"]},
    ],
)
def test_cards_are_named_only_where_the_table_says_so(script: Script, line: Line) -> None:
    answer = script([*OPEN, ANTES, {"do": "no-more-bets"}, line])[-1]
    assert "leave out `cards`" in answer["refused"]
    assert answer["clause"]


def test_named_cards_come_from_the_commands_alone(script: Script) -> None:
    lines: list[Line] = [
        *OPEN,
        ANTES,
        {"do": "no-more-bets"},
        {"do": "deal"},
        {"do": "deal", "cards": "As Ks Qs Js Ts"},
        {"do": "deal", "part": "card", "cards": ["As"]},
        {"do": "deal", "part": "card", "cards": ["2c"]},
    ]
    answers = script(lines, "--cards", "named")[4:]
    assert "5 cards are dealt in this step, and the command names none" in answers[0]["refused"]
    assert events_of(answers[1]) == ["cards-dealt"]
    assert "not in the stub" in answers[2]["refused"]
    assert "As" not in answers[2]["refused"], "whoever reads it may not be who named it"
    assert events_of(answers[3]) == ["cards-dealt"]


def test_a_player_never_names_a_card_to_come(script: Script) -> None:
    (answer,) = script([{"do": "draw", "seat": 1, "cards": ["As"]}], game="double-draw")
    assert "draw has no 'cards'" in answer["error"]


# What a viewer is sent ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", MARYLAND)
def test_only_who_holds_the_cards_is_sent_them(script: Script, game: str) -> None:
    bets = {
        "let-it-ride": {"bet-1": 5, "bet-2": 5, "bet-3": 5},
        "run-em-twice": {"first-ante": 5, "second-ante": 5},
        "double-draw": {"ante": 5, "bonus": 5},
    }[game]
    lines: list[Line] = [
        {"do": "sit", "seat": 1, "by": {"id": "u1", "role": "player", "name": "ann"}},
        {"do": "sit", "seat": 2, "by": {"id": "u2", "role": "player", "name": "ann"}},
        {"do": "auto"},
        *({"do": "place-bets", "seat": seat, "amounts": bets} for seat in (1, 2)),
        {"do": "auto"},
        {"do": "view"},
    ]
    shown: dict[str, set[int]] = {}
    for viewer in ("public", "dealer", "floor", "auditor", "seat:1", "player:u2", "player:ann"):
        answers = script(lines, "--view", viewer, game=game)
        seats = answers[-1]["view"]["seats"]
        shown[viewer] = {seat["seat"] for seat in seats if "cards" in seat}
        dealt = next(e for e in answers[5]["events"] if e["event"] == "cards-dealt")
        sent = {int(c["place"][5:]) for c in dealt["cards"] if "card" in c}
        assert sent == shown[viewer], viewer
    assert shown.pop("seat:1") == {1}
    assert shown.pop("player:u2") == {2}
    assert set(map(frozenset, shown.values())) == {frozenset()}, "nobody else, of that name either"


def test_what_the_floor_is_called_for_is_the_house_s_and_the_caller_s(script: Script) -> None:
    secret = "seat 1 hides a card"
    call: Line = {
        "do": "call-floor",
        "reason": secret,
        "by": {"id": "bob", "role": "player"},
    }
    lines: list[Line] = [*OPEN, {"do": "sit", "seat": 2, "player": "bob"}, call, {"do": "view"}]
    for viewer, hears in (
        *(("public", False), ("seat:1", False), ("player:ann", False)),
        *(("player:bob", True), ("dealer", True), ("floor", True), ("auditor", True)),
    ):
        answers = script(lines, "--view", viewer)
        assert (secret in json.dumps(answers)) == hears, viewer
        assert any("Floorperson" in line["say"] for line in answers[-1]["view"]["next"])


def test_a_purse_is_for_its_owner_and_the_floor(script: Script) -> None:
    lines: list[Line] = [*OPEN, ANTES, {"do": "view"}]
    for viewer, sees in (
        *(("public", False), ("auditor", False), ("dealer", False), ("player:zoe", False)),
        *(("player:ann", True), ("seat:1", True), ("floor", True)),
    ):
        (seat,) = script(lines, "--view", viewer)[-1]["view"]["seats"]
        assert ("purse" in seat) == sees, viewer


# Two people, through a script ---------------------------------------------------------------------


@pytest.mark.clause("MD-RET 13.A")
def test_a_person_s_report_waits_for_another_person(script: Script) -> None:
    lines: list[Line] = [
        {"do": "confirm", "by": FRED},
        {"do": "face-up", "by": DORA},
        {"do": "announce", "words": "one moment please"},
        {"do": "confirm", "by": {"id": "dora", "role": "floor"}},
        {"do": "confirm", "by": DORA},
        {"do": "deal"},
        {"do": "deny", "reason": "it lay face down", "by": FRED},
        {"do": "deny", "reason": "again", "by": FRED},
        {"do": "face-up", "by": DORA},
        {"do": "confirm", "by": FRED},
        {"do": "confirm", "by": FRED},
    ]
    answers = script([*OPEN, ANTES, {"do": "no-more-bets"}, *lines])[4:]
    told = [events_of(a) if "events" in a else a["refused"].partition(":")[0] for a in answers]
    nothing = "no such question waits for the floorperson"
    assert told[:9] == [
        nothing,
        ["void-asked", "card-reported"],
        ["announced"],
        "the person who reported may not confirm",
        "confirm is for the floorperson to say, not for the dealer",
        "the floorperson is asked to confirm the void first",
        ["denied"],
        nothing,
        ["void-asked", "card-reported"],
    ]
    assert answers[1]["events"][1]["card"] == answers[8]["events"][1]["card"], "nothing was drawn"
    assert told[9][:2] == ["confirmed", "card-set-aside"]
    assert told[9][-1] == "round-voided"
    assert told[10] == nothing


@pytest.mark.clause("MD-RET 8.E")
def test_a_stub_count_is_written_and_read_again(script: Script, tmp_path: Path) -> None:
    log = str(tmp_path / "table.log")
    lines: list[Line] = [
        *(*OPEN, ANTES, {"do": "no-more-bets"}, {"do": "deal", "rest": True}),
        {"do": "count-stub", "cards": 40, "found": {"seat:1": 3}, "by": DORA},
    ]
    answer = script(lines, "--log", log)[-1]
    (counted,) = answer["events"]
    assert counted["result"] == "differs"
    assert counted["misdealt"] == ["seat:1"]
    rule: Line = {"do": "rule-count", "misdealt": True, "by": {"id": "dora", "role": "floor"}}
    refused, ruled = script([rule, {**rule, "by": FRED}], "--resume", log)
    assert refused["clause"] == "MD-RET 8.F(3)"
    assert events_of(ruled)[-2:] == ["round-voided", "deck-removed"]


@pytest.mark.clause("MD-LIR 13.A", "MD-LIR 13.C")
def test_a_face_up_card_behind_one_drawn_in_error(script: Script) -> None:
    bets = {"bet-1": 5, "bet-2": 5, "bet-3": 5}
    lines: list[Line] = [
        *(*OPEN, {"do": "place-bets", "seat": 1, "amounts": bets}, {"do": "no-more-bets"}),
        *({"do": "drawn-in-error"}, {"do": "face-up"}, {"do": "deal"}),
    ]
    answers = script(lines, "--deck", "Ah Kd 2c 3c", game="let-it-ride")
    assert answers[-2]["events"][0]["card"] == "Kd"
    answers = script([*lines, {"do": "auto"}, {"do": "view"}], game="let-it-ride")
    assert answers[-1]["view"]["phase"] == "playing"
