"""A game that nobody plays goes through everything, from its file alone (`games/three_streets.py`).

No other test knows of it, and none had to be changed for it.
"""

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran
from deals import random_deal
from jsonschema_rs import Draft7Validator
from test_properties import adds_up

from fairdeal.cards import Card, parse_cards
from fairdeal.errors import BadGameError, BadInputError, NoGameError, Refused
from fairdeal.games import GAMES, JURISDICTIONS, NAMES, READINGS, find_game, register, registered
from fairdeal.hands import FIVE_CARD_WITH_JOKERS, Hand
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.kernels.let_it_ride.kernel import LetItRideKernel
from fairdeal.lab.kernels.plain import PlainKernel
from fairdeal.lab.solver import Solver, estimate
from fairdeal.lab.solver.side_solver import solve_side
from fairdeal.papers.catalogue import PAPERS
from fairdeal.play.session import Session, open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import BetOrFold, Dealing, Game, Settle, Shuffling
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check
from fairdeal.submission.fixes import fix_text
from fairdeal.submission.review import review
from fairdeal.submission.schema import rules_schema
from fairdeal.submission.template import rules_template
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import layout_cents
from fairdeal.wire.deal import settle
from fairdeal.wire.games import load

ONE = Fraction(1)
FILE = Path(__file__).parent / "games" / "three_streets.py"
BETS = {"ante": 1000, "pocket": 200}


@pytest.fixture
def game() -> Iterator[Game]:
    """The game, which is known as long as the test runs."""
    with registered():
        (found,) = load(FILE)
        yield found


# Found and taken away again -----------------------------------------------------------------------


def test_it_is_there_as_long_as_it_is_asked_for() -> None:
    before = [list(listed) for listed in (GAMES, NAMES, JURISDICTIONS, READINGS)]
    with registered():
        (game,) = load(FILE.parent)
        assert find_game("three-streets") is game is GAMES[-1]
        assert NAMES[-1] == "three-streets"
        assert JURISDICTIONS[-1] == "atlantis"
        asked = {reading.id: reading.clauses for reading in READINGS}
        assert asked["pocket-joker"] == ("XX-TS 12.B",)
        assert asked["abandoned"][-1] == "XX-TS 7.G"
        with pytest.raises(BadGameError, match="atlantis has a game of this name"):
            register(game)
    assert [list(listed) for listed in (GAMES, NAMES, JURISDICTIONS, READINGS)] == before
    with pytest.raises(NoGameError, match="there is no game 'three-streets'"):
        find_game("three-streets")


def test_what_is_no_game_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("NOTHING = 1\n")
    for place in (tmp_path, tmp_path / "empty.py"):
        with pytest.raises(NoGameError, match="there is no game in"):
            load(place)
    with pytest.raises(NoGameError, match="there is no Python file"):
        load(tmp_path / "missing.py")


def test_no_other_test_knows_of_it() -> None:
    knowing = [
        path.name
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if "three-streets" in path.read_text(encoding="utf-8")
    ]
    assert sorted(knowing) == ["test_invented_game.py", "three_streets.py"]


def test_what_its_file_says_once(game: Game) -> None:
    assert game.own_cards == 2
    assert {area.name: area.cards for area in game.areas} == {"flop": 3, "turn": 1, "river": 1}
    assert [wager.at for wager in game.wagers] == [None, "flop-bet", "turn-bet", "river-bet", None]
    assert list(game.hands) == ["best of seven", "pocket"]
    assert [step.wagers for step in game.round if isinstance(step, Settle)] == [
        ("pocket",),
        ("ante", "flop-bet", "turn-bet", "river-bet"),
    ]


# Settled ------------------------------------------------------------------------------------------


def deal(cards: str, board: str, wagers: Mapping[str, float], **more: Any) -> dict[str, Any]:
    *flop, turn, river = board.split()
    return {
        "game": "three-streets",
        "paytables": {"main": "A", "pocket": "standard"},
        "board": {"flop": flop, "turn": [turn], "river": [river]},
        "seats": [{"seat": 1, "cards": cards.split(), "wagers": wagers, **more}],
    }


ALL = {"ante": 10, "flop-bet": 20, "turn-bet": 15, "river-bet": 40}


@pytest.mark.parametrize(
    ("one", "net", "hand"),
    [
        # The joker is the ten of spades: 50 times 85, and 6 times 2 for a joker in the pocket.
        (deal("As *", "Ks Qs Js 2c 2d", {**ALL, "pocket": 2}), 4262, "wild royal flush"),
        # The best five are kings and sevens: pushes, and a pocket without a pair.
        (deal("Kh 7c", "Kd 7d 2s 9c 4h", {**ALL, "pocket": 5}), -5, "two pair, kings and sevens"),
        # The board's own flush plays: 3 times 85, the pair in the pocket 5 times 1.
        (deal("4c 4d", "2s 5s 9s Js Ks", {**ALL, "pocket": 1}), 260, "flush, king high"),
        (deal("4c 6d", "2s 5s 9s Jd Kc", ALL), -85, "nothing, king high"),
        # Folded: the ante is lost, though five aces were there; the pocket is paid 100 times 5.
        (
            deal("* *", "Ac Ad Ah 9s 8d", {"ante": 10, "pocket": 5}, folded="flop-bet"),
            490,
            "five aces",
        ),
    ],
)
def test_settled_by_hand(game: Game, one: dict[str, Any], net: int, hand: str) -> None:
    (seat,) = settle(one)["seats"]
    assert seat["net"] == net
    assert seat["wagers"]["ante"]["hand"] == hand
    clauses = [wager["clause"] for wager in seat["wagers"].values() if wager["clause"]]
    assert all(clause.startswith(game.text) for clause in clauses)


def test_any_deal_adds_up(game: Game) -> None:
    for seed in range(50):
        adds_up(random_deal(random.Random(seed), game))


@pytest.mark.parametrize(
    ("wager", "stake", "reason"),
    [
        ("flop-bet", 15, "not a whole 1 to 2 times ante of $10 (XX-TS 7.B)"),
        ("turn-bet", 31, "not 1 to 3 times ante of $10 (XX-TS 7.C)"),
        ("river-bet", 30, "not a whole 1 to 2 times flop-bet of $20 (XX-TS 7.D)"),
        ("pocket", 3, "must be $1, $2 or $5 (XX-TS 7.E)"),
    ],
)
@pytest.mark.usefixtures("game")
def test_stakes_of_the_wrong_size(wager: str, stake: int, reason: str) -> None:
    with pytest.raises(BadInputError) as refused:
        settle(deal("Kh 7c", "Kd 7d 2s 9c 4h", {**ALL, wager: stake}))
    assert reason in str(refused.value)


def test_a_jurisdiction_is_assumed_only_where_there_is_no_other(game: Game) -> None:
    one = deal("Kh 7c", "Kd 7d 2s 9c 4h", ALL)
    assert settle(one) == settle({**one, "jurisdiction": "atlantis"})
    with registered(game.differs(jurisdiction="lemuria")):
        with pytest.raises(BadInputError, match="choose atlantis or lemuria"):
            settle(one)
        assert settle({**one, "jurisdiction": "lemuria"})["seats"][0]["net"] == 0


# Dealt --------------------------------------------------------------------------------------------


def table(rules: Rules, first: str = "", seats: int = 1) -> Session:
    """A table with its seats taken and the bets made."""
    session = open_table(rules, SeededSource(5, parse_cards(first)), rounds=1)
    for seat in range(1, seats + 1):
        session.do(cmd.Sit(seat), player(f"p{seat}"))
    session.run_dealer()
    for seat in range(1, seats + 1):
        session.do(cmd.PlaceBets(seat=seat, cents=BETS))
    session.run_dealer()
    return session


def test_a_round_from_sit_to_clear(game: Game) -> None:
    """Own cards one at a time, then the flop, turn and river: three of a kind, a pair before."""
    session = table(house_rules(game), "9s 9d 2c 7d Ks 9h 4c")
    for wager, cents in (("flop-bet", 1500), ("river-bet", 2000)):
        with pytest.raises(Refused):
            session.do(cmd.Bet(seat=1, wager=wager, cents=cents))
    session.do(cmd.Bet(seat=1, wager="flop-bet", cents=2000))
    session.run_dealer()
    session.do(cmd.Bet(seat=1, wager="turn-bet", cents=1500))
    session.run_dealer()
    session.do(cmd.Bet(seat=1, wager="river-bet", cents=4000))
    session.run_dealer(until_round_ends=True)
    # Even money on 85, and 5 times 2 for the pair.
    assert session.state.purses == {"p1": 8500 + 1000}
    entries = session.finished[-1].entries
    told = [e for entry in entries for e in entry.events if isinstance(e, ev.WagerPaid)]
    assert [event.wager for event in told] == [
        *("pocket", "ante", "flop-bet", "turn-bet", "river-bet"),
    ]
    assert session.state.rounds == 1
    assert layout_cents(session.state) == 0


@pytest.mark.parametrize("dealing", Dealing)
def test_full_tables_however_they_are_dealt(game: Game, dealing: Dealing) -> None:
    """Five seats that bet and fold in different ways: money is neither made nor lost."""
    rules = replace(house_rules(game), dealing=dealing, shuffling=Shuffling.AUTOMATED)
    session = table(rules, seats=game.seats)
    asked = []
    while (seat := session.state.turn) is not None:
        step = session.state.current
        assert isinstance(step, BetOrFold)
        asked.append(step.wager)
        if (seat + len(asked)) % 4 == 0:
            session.do(cmd.Fold(seat=seat))
        else:
            least = legal_actions(session.state, seat)[-1].least_cents or 0
            session.do(cmd.Bet(seat=seat, wager=step.wager, cents=least))
        session.run_dealer(until_round_ends=True)
        state = session.state
        assert sum(state.purses.values()) + layout_cents(state) + state.inventory == 0
    assert set(asked) == set(game.folds)
    assert session.state.rounds == 1


@pytest.mark.parametrize(
    ("wager", "cents", "reason"),
    [("pocket", 300, r"must be \$1, \$2 or \$5"), ("pocket", 700, r"must be \$1, \$2 or \$5")],
)
def test_stakes_refused_at_the_table(game: Game, wager: str, cents: int, reason: str) -> None:
    session = open_table(house_rules(game), SeededSource(5))
    session.do(cmd.Sit(1), player("p1"))
    session.run_dealer()
    with pytest.raises(Refused, match=reason):
        session.do(cmd.PlaceBets(seat=1, cents={"ante": 1000, wager: cents}))
    session.do(cmd.PlaceBets(seat=1, cents={"ante": 1000, "pocket": 200}))


# Submitted, shown, solved -------------------------------------------------------------------------

RULES = """\
operator = "Atlantis"
jurisdiction = "atlantis"
game = "three-streets"
minimum = 5
maximum = 100
chip-step = 1
dealing = "hand"
shuffling = "automated"
decks = 2
seats = 5

[paytables]
main = "B"
pocket = "standard"
"""


def test_a_rules_file_is_checked(game: Game) -> None:
    checked = check(RULES)
    assert checked.findings == ()
    assert checked.rules is not None
    assert checked.rules.game is game
    assert checked.rules.paytables["main"].name == "B"
    wrong = check(RULES.replace("seats = 5", "seats = 6").replace('main = "B"', 'main = "C"'))
    assert [finding.field for finding in wrong.findings] == ["seats", "paytables.main"]


def test_it_is_warned_of(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer of it is shipped: its side bet is counted at once, the main wagers are not solved,
    and the warning says how.
    """
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    (warning,) = review(RULES).warnings
    assert (warning.field, warning.clause) == ("paytables.main", None)
    assert f"fairdeal analyze {game.name} --wager main --rules FILE" in warning.message
    # -134/1431 is held of the pocket (`test_the_pocket_counted`).
    for hold, field in (("[10, 12]", ["hold.pocket"]), ("[9, 10]", [])):
        warnings = review(f"{RULES}[hold]\npocket = {hold}\n").warnings
        assert [one.field for one in warnings if one.field != "paytables.main"] == field
    assert f"{134 / 1431:.2%}" == "9.36%"


@pytest.mark.parametrize("place", ["atlantis", "lemuria"])
def test_a_file_to_start_from(
    game: Game, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its own jurisdiction and in another that is made up."""
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path))
    with registered(game.differs(jurisdiction="lemuria")):
        text = rules_template(find_game(game.name, place))
        checked = review(text)
        assert checked.findings == ()
        assert checked.rules is not None
        assert checked.rules.game.jurisdiction == place
        (warning,) = checked.warnings
        comments = " ".join(line.removeprefix("# ") for line in text.splitlines())
        assert f"check warns here: {warning.message}" in comments
        assert "standard 9.36%" in text
        schema = Draft7Validator(rules_schema())
        document = tomllib.loads(text)
        assert schema.is_valid(document)
        assert not schema.is_valid({**document, "seats": 6})
        assert not schema.is_valid({**document, "jurisdiction": "maryland"})
    assert not Draft7Validator(rules_schema()).is_valid({**document, "jurisdiction": "lemuria"})


def test_what_is_wrong_is_mended(game: Game) -> None:
    found = fix_text(RULES.replace("seats = 5", "seats = 6").replace('main = "B"', 'main = "b"'))
    assert (found.text, found.left) == (RULES, ())
    assert len(found.fixes) == 2
    assert game.seats == 5


def test_it_is_shown(game: Game, fairdeal: Callable[..., Ran]) -> None:
    assert game.name in fairdeal("games").out
    shown = fairdeal("games", "three-streets").out
    assert "whole multiples" in shown
    assert "joker" in shown
    listed = fairdeal("readings", "three-streets", "--json").json["readings"]
    assert {reading["id"] for reading in listed} == {"abandoned", "pocket-joker"}


def test_the_pocket_counted(game: Game) -> None:
    """Of 1,431 pairs of cards 78 are pairs, 104 have one joker, one has both:
    78 * 5 + 104 * 6 + 100 - 1,248 = -134.
    """
    assert solve_side(house_rules(game), "pocket").by_cell == (1248, 78, 104, 1)
    (found,) = analyze(game, wager="pocket")
    assert found.ev == Fraction(-134, 1431)


def test_a_small_deck_solved_on_paper(game: Game) -> None:
    """Seven cards are all dealt, so that every round has four nines: best is to bet the most, and
    ten times 1 + 2 + 3 + 4 is won.
    """
    solution = Solver(house_rules(game), parse_cards("9c 9d 9h 9s 2c 5d Kh")).solve()
    assert {solution.net[ending] for ending in solution.endings} == {10 * (1 + 2 + 3 + 4)}


def test_a_solution_of_hours_is_refused_unless_asked_for(
    game: Game, fairdeal: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has no kernel: the general solver would take about this estimate."""
    monkeypatch.setattr(PlainKernel, "seconds", lambda _: 3 * 3_600.0)
    monkeypatch.setattr(PlainKernel, "rows", lambda *_: [Row("flush", None, ONE, ONE, 1)])
    asked = ("analyze", game.name, "--wager", "main", "--no-cache")
    refused = fairdeal(*asked)
    assert refused.code == 2
    assert "would take about 3 hours: add --patient to wait" in refused.err
    waited = fairdeal(*asked, "--patient")
    assert waited.code == 0
    assert "flush" in waited.out


@pytest.mark.parametrize(
    "asked",
    [
        ("strategy", "three-streets", "--no-cache"),
        ("target", "three-streets", "--wager", "main", "--edge", "5"),
        ("seen", "three-streets", "--hands", "1", "--no-cache"),
    ],
    ids=["strategy", "target", "seen"],
)
def test_every_command_that_solves_refuses_hours(
    game: Game,
    fairdeal: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[str, ...],
) -> None:
    """Nothing is solved before the refusal."""
    monkeypatch.setattr(PlainKernel, "seconds", lambda _: 3 * 3_600.0)
    monkeypatch.setattr(PlainKernel, "card_seconds", lambda _: 3 * 3_600.0)
    for solving in ("rows", "card", "gain"):
        monkeypatch.setattr(PlainKernel, solving, lambda *_: pytest.fail("it is solved"))
    assert game.name == asked[1]
    refused = fairdeal(*asked)
    assert refused.code == 2
    assert "add --patient to wait" in refused.err


def test_papers_refuse_hours(
    fairdeal: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The math report, made anew for a filing."""
    monkeypatch.setattr(LetItRideKernel, "seconds", lambda _: 3 * 3_600.0)
    rules = ROOT / "examples" / "rules" / "let-it-ride.toml"
    refused = fairdeal("papers", rules, "-o", tmp_path, "--only", "math-report", "--solve")
    assert refused.code == 2
    assert "would take about 3 hours: add --patient to wait" in refused.err


def test_the_estimate_looks_at_few_hands(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Of 54 cards there are 3,162,510 hands: naming them all took longer than a minute."""
    named = 0
    evaluate = FIVE_CARD_WITH_JOKERS.evaluate_exactly

    def counting(cards: Sequence[Card]) -> Hand:
        nonlocal named
        named += 1
        return evaluate(cards)

    solver = Solver(house_rules(game))
    counted = replace(FIVE_CARD_WITH_JOKERS, evaluate_exactly=counting)
    parts = tuple(tuple((groups, counted) for groups, _ in hand) for hand in solver.plan.parts)
    plan = replace(solver.plan, parts=parts)
    monkeypatch.setattr("fairdeal.lab.solver.main_solver.main_plan", lambda *_, **__: plan)
    solver.plan = plan
    assert estimate(solver).seconds > 0
    # How many are named follows from the time that the estimate may take.
    assert 0 < named < 3_162_510 // 4


def test_the_page_that_tells_how_to_load_one(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(compile(block, "adding-a-game.md", "exec"), {})


# Papers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if not paper.long])
def test_it_has_its_papers(game: Game, name: str) -> None:
    assert PAPERS[name].make(house_rules(game)).startswith(b"%PDF")
