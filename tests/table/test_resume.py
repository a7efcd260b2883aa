"""A table that was stopped anywhere goes on from its log as if it never had been.

The log's bytes are all there is: the same commands lead to the same answers, the same lines and the
same state. Cards that no seed gives again lie sealed beside the log while a deck is in play.
"""

import fcntl
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from days import FOLDER
from driver import Driver, outcome
from felt import ALL
from people import Said

from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.play.journal import replay_log, resume
from fairdeal.play.session import Session
from fairdeal.rulebook.game import Game
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_FLOOR
from fairdeal.table.entry import Entry
from fairdeal.table.state import State
from fairdeal.wire.log import write_entry
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.event_words import round_reports

# From the bytes alone -----------------------------------------------------------------------------


def gone_on(driver: Driver, stop: int) -> None:
    """Bring the table back as it was after so many entries, and say again all that came then."""
    session = replay_log("\n".join(driver.lines[: stop + 1]).encode())
    assert write_state(session.state) == driver.snapshots[stop]
    written = driver.lines[: stop + 1]

    def listen(_before: State, entry: Entry) -> None:
        written.append(write_entry(entry))

    session.on_entry = listen
    given = [one for one in driver.given if one.after >= stop]
    if stop + 1 < len(driver.lines) and (not given or given[0].after > stop):
        assert session.state.asked is not None
        # It stopped between what the automatic dealer reported and the floorperson's word.
        outcome(session, Said(cmd.Confirm(asked=session.state.asked.asked), AUTOMATIC_FLOOR))
    for one in given:
        assert outcome(session, one.said) == one.outcome, one
    assert written == driver.lines
    assert write_state(session.state) == driver.snapshots[-1]
    assert told(session) == told(driver.felt.session)


def told(session: Session) -> list[Any]:
    return [told for one in session.finished for told in round_reports(one.before, one.events)]


def stop_and_go(seed: int, game: Game | None = None, *, steps: int = 90, stops: int = 2) -> None:
    rng = random.Random(seed)
    driver = Driver(
        seed,
        unruly=rng.choice([0.05, 0.3, 0.6]),
        named=rng.random() < 0.4,
        game=game,
        audited=False,
    ).run(steps)
    if rng.random() < 0.5:
        driver.close()
    for _ in range(stops):
        gone_on(driver, rng.randrange(len(driver.lines)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.jurisdiction}")
def test_a_table_stopped_anywhere_goes_on_the_same(game: Game) -> None:
    for seed in range(60):
        stop_and_go(seed, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.jurisdiction}")
def test_ten_thousand_tables_of_each_game_go_on_the_same(game: Game) -> None:
    for seed in range(1_000_000, 1_010_000):
        stop_and_go(seed, game, steps=120)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.jurisdiction}")
def test_a_snapshot_at_every_entry_is_the_state(game: Game) -> None:
    """Read again it is the state, and goes on as the state does: order and all."""
    for seed in range(12):
        driver = Driver(seed, game=game, named=seed % 3 == 0).run(100).close()
        states: list[State] = []

        def see(session: Session, _before: State, _entry: Entry, into: Any = states) -> None:
            into.append(session.state)

        replay_log("\n".join(driver.lines).encode(), see)
        assert len(states) == len(driver.lines) - 1
        for state, snapshot in zip(states, driver.snapshots[1:], strict=True):
            read = read_state(state.rules, snapshot)
            assert read == state
            assert write_state(read) == snapshot == write_state(state)
            for number, seat in state.seats.items():
                assert list(read.seats[number].stakes) == list(seat.stakes)
                assert read.current == state.current


# Through the command line, on disk ----------------------------------------------------------------

Run = Callable[..., Ran]


def moves(game: str) -> list[dict[str, Any]]:
    """Two rounds of a table, with a question to the floorperson, a key and a refusal."""
    game_of = next(one for one in GAMES if one.name == game)
    base = [wager.name for wager in game_of.wagers if wager.at is None and not wager.side]
    bets = {"do": "place-bets", "seat": 1, "amounts": dict.fromkeys(base, 10)}
    dora = {"id": "dora", "role": "dealer"}
    timeout: list[dict[str, Any]] = [{"do": "timeout", "seat": 1}, {"do": "auto"}]
    return [
        {"do": "sit", "seat": 1, "player": "ann"},
        {"do": "auto"},
        {**bets, "key": "k1", "time": 10},
        {**bets, "key": "k1", "time": 10},
        {"do": "no-more-bets", "by": dora},
        {"do": "deal"},
        {"do": "bet", "seat": 1, "wager": "nonsense", "amount": 5},
        {"do": "deal", "part": "card"},
        {"do": "wrong-number", "place": "seat:1", "cards": 9, "by": dora},
        {"do": "deny", "reason": "counted again", "by": {"id": "fred", "role": "floor"}},
        {"do": "auto"},
        *timeout * 6,
        {"do": "history"},
        {**bets, "key": "k2"},
        {"do": "ready", "seat": 1, "word": "seven"},
        {"do": "auto"},
        {"do": "view"},
        *timeout * 6,
        {"do": "view"},
    ]


def script(lines: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def sealed(log: Path) -> Path:
    return log.with_name(f"{log.name}.sealed")


def in_parts(
    run: Run, game: str, jurisdiction: str, log: Path, cuts: list[int], *options: str
) -> list[str]:
    """The answers of a table that was stopped and gone on with at each of some lines."""
    lines = moves(game)
    answers: list[str] = []
    ends = [*cuts, len(lines)]
    for begins, end in zip([0, *cuts], ends, strict=True):
        where = ("--resume", log) if begins else ("--log", log, *options)
        place = ("table", game, "--jurisdiction", jurisdiction, "--script", "-")
        ran = run(*place, *where, stdin=script(lines[begins:end]))
        assert (ran.code, ran.err) == (0, "")
        answers += ran.out.splitlines()
    return answers


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_seeded_the_same_bytes_wherever_it_stopped(
    game: str, jurisdiction: str, fairdeal: Run, tmp_path: Path
) -> None:
    whole = in_parts(fairdeal, game, jurisdiction, tmp_path / "whole", [], "--seed", "7")
    lines = moves(game)
    assert len(whole) == len(lines)
    assert whole[3] == whole[2], "the same key, the same answer"
    assert sum('"refused"' in answer or '"error"' in answer for answer in whole) >= 1
    for cut in range(1, len(lines), 3):
        log = tmp_path / f"{cut}"
        cuts = sorted({cut, min(len(lines) - 1, cut + 5)})
        assert in_parts(fairdeal, game, jurisdiction, log, cuts, "--seed", "7") == whole
        assert log.read_bytes() == (tmp_path / "whole").read_bytes()
        assert not sealed(log).exists(), "a seed gives the order again"


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_an_unseeded_deck_lies_sealed_beside_the_log_until_the_round_has_ended(
    game: str, jurisdiction: str, fairdeal: Run, tmp_path: Path
) -> None:
    lines = moves(game)
    log = tmp_path / "log"
    place = ("table", game, "--jurisdiction", jurisdiction, "--script", "-")
    first = fairdeal(*place, "--log", log, stdin=script(lines[:6]))
    assert first.code == 0
    assert sealed(log).exists()
    assert sealed(log).stat().st_mode & 0o077 == 0, "for nobody else to read"
    order = json.loads(sealed(log).read_text().splitlines()[-1])["orders"]["red"]
    dealt = [one["card"] for entry in entries(log) for e in entry["events"] for one in faces(e)]
    assert order[: len(dealt)] == dealt
    # To the very line where the cards are in the discard rack: nothing is sealed any more.
    for line in lines[6:]:
        assert fairdeal(*place, "--resume", log, stdin=script([line])).code == 0
        in_play = any(deck["stage"] != "stacked" for deck in decks(fairdeal, place, log))
        assert sealed(log).exists() == in_play
        if not in_play:
            break
    assert entries(log)[-1]["events"][-1]["event"] in ("round-ended", "deck-shuffled", "deck-cut")


def entries(log: Path) -> list[Any]:
    _, *lines = log.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def faces(event: dict[str, Any]) -> list[Any]:
    return event["cards"] if event["event"] == "cards-dealt" else []


def decks(run: Run, place: tuple[str, ...], log: Path) -> list[Any]:
    answer = run(*place, "--resume", log, stdin='{"do": "view"}\n').json
    found: list[Any] = answer["view"]["decks"]
    return found


def test_sealed_it_goes_on_with_the_cards_that_lay_there(fairdeal: Run, tmp_path: Path) -> None:
    """Stopped in mid-deal, the order on disk is dealt on, and the whole log reads back."""
    game, jurisdiction = ALL[0]
    log = tmp_path / "log"
    lines = moves(game)
    place = ("table", game, "--jurisdiction", jurisdiction, "--script", "-")
    assert fairdeal(*place, "--log", log, stdin=script(lines[:6])).code == 0
    order = json.loads(sealed(log).read_text().splitlines()[-1])["orders"]["red"]
    assert fairdeal(*place, "--resume", log, stdin=script(lines[7:11])).code == 0
    dealt = [one["card"] for entry in entries(log) for e in entry["events"] for one in faces(e)]
    assert len(dealt) > 3
    assert dealt == order[: len(dealt)]
    session = replay_log(log.read_bytes().rstrip(b"\n"))
    assert session.entries == len(entries(log))


def test_a_table_that_was_stopped_before_its_first_shuffle_has_nothing_sealed(
    fairdeal: Run, tmp_path: Path
) -> None:
    game, jurisdiction = ALL[0]
    log, lines = tmp_path / "log", moves(game)
    place = ("table", game, "--jurisdiction", jurisdiction, "--script", "-")
    assert fairdeal(*place, "--log", log, stdin=script(lines[:1])).code == 0
    assert not sealed(log).exists()
    assert fairdeal(*place, "--resume", log, stdin=script(lines[1:6])).code == 0
    assert sealed(log).exists(), "it went on to the deal"


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="files of this kind are Linux's")
def test_a_log_whose_torn_line_cannot_be_removed_is_not_gone_on_with() -> None:
    """What came after the torn line would be read as its end."""
    opening = (FOLDER / "let-it-ride.jsonl").read_bytes().splitlines(keepends=True)[0]
    torn = os.memfd_create("log", os.MFD_ALLOW_SEALING)
    try:
        os.write(torn, opening + b'{"entry": 1, "ti')
        fcntl.fcntl(torn, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        with pytest.raises(BadInputError, match="cannot be written: operation not permitted"):
            resume(Path(f"/proc/self/fd/{torn}"), GAMES)
    finally:
        os.close(torn)


def test_named_a_key_with_a_joker_is_answered_again(fairdeal: Run, tmp_path: Path) -> None:
    """The first joker is out by then, and the same line still means the same."""
    bets = {"do": "place-bets", "seat": 1, "amounts": {"ante": 10, "bonus": 10}}
    deal = {"do": "deal", "cards": "*", "key": "k"}
    lines: list[dict[str, Any]] = [
        {"do": "sit", "seat": 1, "player": "ann"},
        *({"do": "auto"}, bets, {"do": "no-more-bets"}, deal),
        *(deal, {"do": "deal", "cards": "*"}, deal, {"do": "deal", "cards": "As", "key": "k"}),
    ]
    log = tmp_path / "log"
    place = ("table", "double-draw", "--script", "-")
    told = fairdeal(*place, "--cards", "named", "--log", log, stdin=script(lines)).out.splitlines()
    assert told[4] == told[5] == told[7]
    assert "cards-dealt" in told[4]
    assert "another command" in told[8]
    again = fairdeal(*place, "--resume", log, stdin=script(lines[7:])).out.splitlines()
    assert again == told[7:]


def test_a_torn_last_line_is_dropped(fairdeal: Run, tmp_path: Path) -> None:
    game, jurisdiction = ALL[0]
    lines = moves(game)
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    answers = in_parts(fairdeal, game, jurisdiction, whole, [5], "--seed", "7")
    in_parts(fairdeal, game, jurisdiction, torn, [], "--seed", "7")
    data = whole.read_bytes()
    kept = data.index(b"\n", data.index(b'"bets-closed"')) + 1  # the answer to the fifth line
    for more in (b"", b'{"entry"', data[kept : kept + 60], data[kept : data.index(b"\n", kept)]):
        torn.write_bytes(data[:kept] + more)
        place = ("table", game, "--jurisdiction", jurisdiction, "--script", "-")
        ran = fairdeal(*place, "--resume", torn, stdin=script(lines[5:]))
        assert ran.code == 0, ran.err
        assert ran.out.splitlines() == answers[5:]
        assert torn.read_bytes() == data


def test_sealed_a_torn_cut_was_not_made(fairdeal: Run, tmp_path: Path) -> None:
    """The order before the last entry lies there too: the log may end with either."""
    game, _ = ALL[0]
    log = tmp_path / "log"
    place = ("table", game, "--script", "-")
    assert fairdeal(*place, "--log", log, stdin=script(moves(game)[:2])).code == 0
    assert entries(log)[-1]["command"]["do"] == "cut"
    before, after = (
        json.loads(line)["orders"]["red"] for line in sealed(log).read_text().splitlines()
    )
    data = log.read_bytes()
    log.write_bytes(data[:-20])
    (deck,) = decks(fairdeal, place, log)
    assert deck["stage"] == "shuffled"
    depth = 11
    cut = fairdeal(*place, "--resume", log, stdin=script([{"do": "cut", "depth": depth}]))
    assert "deck-cut" in cut.out
    now = json.loads(sealed(log).read_text().splitlines()[-1])["orders"]["red"]
    assert now == before[depth:] + before[:depth] != after


TAMPERED: list[tuple[str, Callable[[list[str]], list[str]], str]] = [
    ("nothing in it", lambda _: [], "not JSON"),
    ("no opening", lambda lines: lines[1:], "opens no table"),
    ("an entry is missing", lambda lines: [*lines[:3], *lines[4:]], "does not follow"),
    ("twice the same", lambda lines: [*lines[:3], *lines[2:]], "does not follow"),
    ("no JSON", lambda lines: [*lines[:3], "nonsense", *lines[3:]], "line 4"),
    ("another format", lambda lines: [lines[0].replace('"format":1', '"format":9')], "format"),
    ("not an entry", lambda lines: [*lines[:3], "[]"], "line 4"),
    ("no such event", lambda lines: [*lines[:3], lines[3].replace('"event":"', '"event":"x')],
     "there is no event"),
    ("no such command", lambda lines: [*lines[:3], lines[3].replace('"do":"', '"do":"x')],
     "there is no command"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "change", "words"), TAMPERED, ids=[one[0] for one in TAMPERED])
def test_a_log_that_was_tampered_with_is_refused_in_a_sentence(
    how: str,
    change: Callable[[list[str]], list[str]],
    words: str,
    fairdeal: Run,
    tmp_path: Path,
) -> None:
    game, jurisdiction = ALL[0]
    log = tmp_path / "log"
    in_parts(fairdeal, game, jurisdiction, log, [], "--seed", "7")
    changed = change(log.read_text(encoding="utf-8").splitlines())
    log.write_text("".join(f"{line}\n" for line in changed), encoding="utf-8")
    before = log.read_bytes()
    ran = fairdeal("table", game, "--script", "-", "--resume", log, stdin='{"do": "view"}\n')
    assert (ran.code, ran.out) == (2, ""), how
    assert ran.err.startswith("fairdeal: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err
    assert log.read_bytes() == before, "what is refused is left as it was"
    with pytest.raises(BadInputError):
        replay_log(before.rstrip(b"\n"))


def test_whatever_is_changed_in_a_log_is_taken_or_refused_in_a_sentence() -> None:
    """Values of another kind, or none, anywhere in any line: never anything but a sentence."""
    sentences: list[str] = []
    for seed in range(150):
        rng = random.Random(seed)
        driver = Driver(seed % 25, audited=False).run(60)
        lines = list(driver.lines)
        at = rng.choice([0, rng.randrange(len(lines))])
        document = json.loads(lines[at])
        holders = list(holders_of(document))
        holder, key = rng.choice(holders)
        if rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = rng.choice([None, -1, 10**9, "x", "seat:9", [], {}, [1], {"a": 1}, True])
        lines[at] = json.dumps(document)
        try:
            replay_log("\n".join(lines).encode())
        except BadInputError as error:
            sentences.append(str(error))
    assert len(sentences) > 75
    assert all(len(sentence.split()) > 2 and len(sentence) < 500 for sentence in sentences)


def holders_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document that holds a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in list(pairs):
        yield value, key
        if isinstance(one, dict | list):
            yield from holders_of(one)


def test_a_foreign_log_or_a_foreign_seal_is_refused(fairdeal: Run, tmp_path: Path) -> None:
    log, other = tmp_path / "log", tmp_path / "other"
    lines = script(moves(ALL[0][0])[:6])
    for path in (log, other):
        assert fairdeal("table", ALL[0][0], "--script", "-", "--log", path, stdin=lines).code == 0
    view = '{"do": "view"}\n'

    def refused(*options: str | Path, words: str) -> None:
        ran = fairdeal("table", *options, "--script", "-", stdin=view)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("fairdeal: ")
        assert ran.err.count("\n") == 1
        assert words in ran.err

    refused("double-draw", "--resume", log, words="is the log of")
    refused(ALL[0][0], "--resume", tmp_path / "none", words="cannot be read")
    refused(ALL[0][0], "--log", log, words="is there already")
    refused(ALL[0][0], "--resume", log, "--seed", "7", words="its own source")
    kept = sealed(log).read_text()
    for text in ("", "nonsense\n", "[]\n", '{"entry": 1, "orders": {}}\n', '{"entry": 1}\n'):
        sealed(log).write_text(text)
        refused(ALL[0][0], "--resume", log, words="sealed order")
    sealed(log).unlink()
    refused(ALL[0][0], "--resume", log, words="is missing")
    sealed(log).write_text(kept)
    assert fairdeal("table", ALL[0][0], "--script", "-", "--resume", log, stdin=view).code == 0
