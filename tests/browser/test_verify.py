"""The check of a record in a real browser: what it finds, and that it agrees with the verifier that
anybody can run, `examples/verify_record.py`.
"""

import json
import runpy
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from built_records import WORDS, again, fair, head, sealed, steps_of
from conftest import ROOT
from playwright.sync_api import Page, expect
from pledged_records import PLEDGES, late, pledged, pledged_steps
from tampered_records import INSIDE, OUTSIDE
from web_client import Server, play_round

from browser.looking import Visitors, axe, few, no_sideways, shot
from browser.programs import SAME_SECRETS

#: The program of the server: the proofs of its rounds are looked at.
PROGRAM = SAME_SECRETS
Record = dict[str, Any]


@pytest.fixture(scope="module")
def real(server: Server) -> dict[str, Record]:
    """Records of rounds that were played: with words, and of a deck that was cut."""
    found = {}
    for table in ("t1", "t2", "t3", "t4"):
        guest = server.guest("ann")
        guest.do(table, {"do": "sit", "seat": 2})
        name = play_round(table, {2: guest}, word="tea for two")
        found[table] = guest.json(f"/api/rounds/{name}")
    assert found["t4"]["cut"] is not None
    return found


def paste(page: Page, text: str) -> None:
    page.get_by_label("The record").fill(text)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#said")).not_to_have_text("Checking.")


def found(page: Page) -> dict[str, tuple[bool, str]]:
    """Each finding: whether it holds, and its sentence."""
    return {
        str(item.get_attribute("data-check")): (
            "right" in (item.get_attribute("class") or "").split(),
            item.locator("p").inner_text(),
        )
        for item in page.locator(".tick").all()
    }


# What it says -------------------------------------------------------------------------------------


def test_a_true_record_offline(visit: Visitors, real: dict[str, Record]) -> None:
    page = visit("/verify")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    for one in real.values():
        paste(page, json.dumps(one))
        expect(page.locator("#said")).to_have_text(f"Round {one['round']}: all of it holds.")
        told = found(page)
        assert list(told) == ["log", "commitment", "words", "cut", "order"]
        assert all(right for right, _ in told.values())
    assert asked == []
    page.locator("[data-check=order] summary").click()
    expect(page.locator("[data-check=order] dd").last).to_have_text(" ".join(real["t4"]["order"]))
    expect(page.locator("[data-check=order] dd").first).to_have_text("2=tea for two")
    page.locator("[data-check=commitment] summary").click()
    expect(page.locator("[data-check=commitment] dd").nth(1)).to_have_text(real["t4"]["secret"])
    axe(page)
    no_sideways(page)
    shot(page, "verify")


def swapped(one: Record) -> None:
    order = one["order"]
    order[-1], order[-2] = order[-2], order[-1]


def paid(one: Record) -> Any:
    """A payment of the log, or what a wager lost."""
    return next(
        event
        for entry in one["entries"]
        for event in entry["events"]
        if event["event"] in ("wager-paid", "wager-lost")
    )


def in_the_log(one: Record) -> None:
    """A payment is changed wherever the record tells it but in the seats."""
    event = paid(one)
    old = json.dumps(event["amount"])
    event["amount"] += 100
    for proved in one["proof"]["entries"]:
        text = json.loads(proved["text"])
        if any(one["event"] == event["event"] for one in text.get("events", ())):
            proved["text"] = proved["text"].replace(f'"amount":{old}', f'"amount":{old}00')


def in_the_seats(one: Record) -> None:
    wager = next(iter(one["seats"][0]["wagers"].values()))
    wager["returned"] += 100
    wager["net"] += 100


#: What is changed: what does not hold any more, and what the first of it says.
CHANGES: dict[str, tuple[Callable[[Record], Any], tuple[str, ...], str]] = {
    "secret": (
        lambda one: one.update(secret="07" * 32),
        ("commitment", "cut", "order"),
        "the secret does not have the fingerprint that the house gave beforehand",
    ),
    "order": (swapped, ("order",), "from the top had to be"),
    "word": (
        lambda one: one.update(words="2=coffee"),
        ("words", "order"),
        'the players\' words in the log are "2=tea for two", and the record says "2=coffee"',
    ),
    "cut": (
        lambda one: one.update(cut=one["cut"] + 1),
        ("cut", "order"),
        "cards, and the record says a cut of",
    ),
    "payment": (
        lambda one: paid(one).update(amount=100_000),
        ("log",),
        "of the table is not what the log has",
    ),
    "payment in the log": (in_the_log, ("log",), "do not lead to the root of the log"),
    "payment of a seat": (in_the_seats, ("log",), "by the log, and the record says otherwise"),
    "rules": (
        lambda one: one.update(rules=one["rules"].replace("Fairdeal House", "Another House")),
        ("log",),
        "the rules are not those that the table was opened with",
    ),
    "a whole entry": (
        lambda one: (one["entries"].pop(4), one["proof"]["entries"].pop(5)),
        ("log",),
        "something is left out",
    ),
}


@pytest.mark.parametrize("what", few(CHANGES, 4))
def test_a_changed_record(visit: Visitors, real: dict[str, Record], what: str) -> None:
    change, wrong, says = CHANGES[what]
    change(one := deepcopy(real["t4"]))
    page = visit("/verify")
    paste(page, json.dumps(one))
    expect(page.locator("#said")).to_contain_text("something is wrong")
    told = found(page)
    not_right = tuple(name for name, (right, _) in told.items() if not right)
    assert not_right == wrong
    assert told[wrong[0]][1].startswith("This does not hold: ")
    assert says in told[wrong[0]][1]


def test_what_audit_export_writes(
    visit: Visitors, server: Server, real: dict[str, Record], tmp_path: Path
) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    name = real["t4"]["round"]
    for options in (("--round", name, "-o", str(one)), ("--table", "t4", "-o", str(many))):
        done = server.fairdeal("audit", "export", *options, "--db", server.db)
        assert done.code == 0, done.err
    page = visit("/verify")
    page.locator("#file").set_input_files(one)
    expect(page.locator("#said")).to_have_text(f"Round {name}: all of it holds.")
    lines = many.read_text().splitlines()
    changed = json.loads(lines[-1]) | {"words": "2=other"}
    paste(page, "\n".join([*lines, lines[0], json.dumps(changed)]))
    many_rounds = len(lines) + 2
    expect(page.locator("#said")).to_have_text(f"1 of {many_rounds} rounds: something is wrong.")
    expect(page.locator("details.round.wrong")).to_have_attribute("open", "")
    paste(page, "\n".join([*lines, lines[0]]))
    expect(page.locator("#said")).to_have_text(f"{many_rounds - 1} rounds: all of it holds.")
    axe(page)


def test_a_record_that_is_dropped(visit: Visitors, real: dict[str, Record]) -> None:
    page = visit("/verify")
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "round.json", { type: "application/json" }));
          const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true });
          document.getElementById("check").dispatchEvent(drop);
        }""",
        json.dumps(real["t1"]),
    )
    expect(page.locator("#said")).to_contain_text("all of it holds")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "There is no record: paste one, or choose a file."),
        ("{", "This is not a record: it is not JSON."),
        ("{}\nx", "Line 2 is not a record: it is not JSON."),
    ],
)
def test_what_is_no_json(visit: Visitors, text: str, says: str) -> None:
    page = visit("/verify")
    paste(page, text)
    expect(page.locator("#said")).to_have_text(says)


def test_a_hostile_record_is_only_text(visit: Visitors, real: dict[str, Record]) -> None:
    page = visit("/verify")
    evil = '<img src="/x" onerror="alert(1)">'
    paste(page, json.dumps(real["t1"] | {"round": evil, "words": evil}))
    expect(page.locator("#said")).to_contain_text(evil)
    assert page.locator("img").count() == 0


def test_it_says_what_to_do_without_a_script(visit: Visitors) -> None:
    page = visit("/verify", javascript=False)
    expect(page.get_by_text("python examples/verify_record.py FILE")).to_be_visible()
    expect(page.locator("#record")).to_be_hidden()


# The other verifier -------------------------------------------------------------------------------


def accepted(record: Any, program: dict[str, Any]) -> bool:
    """What the program for everybody says."""
    try:
        program["verify"](SimpleNamespace(**record), SimpleNamespace(**record["proof"]))
    except SystemExit:
        return False
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


def corpus() -> dict[str, Any]:
    """Fair records and those that were tampered with, outside the log and inside it."""
    cases: dict[str, Any] = {
        f"fair {jokers} {cut} {said}": fair(jokers, cut, said)
        for jokers in (0, 2)
        for cut in (None, 23)
        for said in ("", WORDS)
    }
    cases |= {f"log of {n}": fair(others=n) for n in (0, 1, 2, 6, 7, 8)}
    shuffled = ("4=b", "2=a,4=b", "2=a", "", "2=c,4=b", "4=b,2=a")
    cases |= {f"again {said}": again(said) for said in shuffled}
    for name, (change, _) in OUTSIDE.items():
        change(one := fair())
        cases[f"outside: {name}"] = one
    for name, (change_steps, _) in INSIDE.items():
        one = head(WORDS, 23, 2)
        steps = deepcopy(steps_of(one))
        change_steps(steps)
        cases[f"inside: {name}"] = sealed(one, steps)
    cases |= {"pledged": pledged(), "late": late()}
    for name, (build, change_pledges, _) in PLEDGES.items():
        one = head(WORDS if build is pledged_steps else "2=new", None, 2)
        steps = deepcopy(build(one))
        change_pledges(steps)
        cases[f"pledges: {name}"] = sealed(one, steps)
    for name in sorted(fair()):
        cases[f"without {name}"] = {key: part for key, part in fair().items() if key != name}
    return cases


def test_it_agrees_with_the_verifier_for_everybody(
    visit: Visitors, real: dict[str, Record], capsys: pytest.CaptureFixture[str]
) -> None:
    cases = {**corpus(), **real}
    program = runpy.run_path(str(ROOT / "examples" / "verify_record.py"))
    expected = {name: accepted(one, program) for name, one in cases.items()}
    capsys.readouterr()
    assert sum(expected.values()) > 15
    assert sum(not right for right in expected.values()) > 45
    page = visit("/verify")
    answers = page.evaluate(
        """async cases => {
          const { verifyRecord } = await import("/static/verify/verify.js");
          const told = {};
          for (const [name, one] of Object.entries(cases))
            told[name] = (await verifyRecord(one)).right;
          return told;
        }""",
        cases,
    )
    assert {name for name in cases if answers[name] != expected[name]} == set()
