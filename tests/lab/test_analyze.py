"""`analyze`: figures of every wager, against hand calculation from the published counts."""

import json
import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from published_counts import FIVE

from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.lab.cache import results, store
from fairdeal.lab.cache.private_dir import cache_folder
from fairdeal.lab.cache.shipped import ShippedResults
from fairdeal.lab.figures.analyze import analyze

DEALS = 2_598_960
BETTER_THAN_A_PAIR = {hand: FIVE[hand] for hand in FIVE if hand not in ("pair", "nothing")}

Run = Callable[..., Any]

EVERY_LINE_AND_ONE_HIDDEN = """[lines]
"pair" = "1 to 1"
"pair of tens" = "2 to 1"
"two pair" = "2 to 1"
"three of a kind" = "3 to 1"
"straight" = "4 to 1"
"flush" = "5 to 1"
"full house" = "7 to 1"
"four of a kind" = "20 to 1"
"straight flush" = "50 to 1"
"royal flush" = "100 to 1"
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path / "cache"))
    # What is shipped would answer first.
    monkeypatch.setattr(results, "shipped_results", lambda: ShippedResults(""))


def on_disk() -> list[Path]:
    base = cache_folder()
    assert base is not None
    return sorted((base / "results").glob("*"))


def one(game: Any, wager: str, **options: Any) -> Any:
    (found,) = analyze(game, wager=wager, **options)
    return found


def tables(game: Any, **names: str) -> dict[str, Any]:
    chosen = {name.replace("_", "-"): table for name, table in names.items()}
    return {name: game.paytables[name][table] for name, table in chosen.items()}


@pytest.mark.clause("MD-LIR 12.E(1)")
@pytest.mark.parametrize("stake", [1, 5])
def test_progressive_a_from_the_counts(stake: int) -> None:
    meter = Fraction(123_456_789, 10_000)
    paid = (
        FIVE["four of a kind"] * 300
        + FIVE["full house"] * 50
        + FIVE["flush"] * 40
        + FIVE["straight"] * 30
        + FIVE["three of a kind"] * 9
    )
    # The royal takes all of the meter, the straight flush a tenth, whatever the stake.
    by_meter = (FIVE["royal flush"] + Fraction(FIVE["straight flush"], 10)) / stake
    found = one(
        LET_IT_RIDE,
        "progressive",
        paytables=tables(LET_IT_RIDE, progressive="A"),
        stake=Fraction(stake),
        meters={"meter": meter},
    )
    assert found.ev == (paid + by_meter * meter) / Fraction(DEALS) - 1
    figures = found.progressive
    assert figures.break_even == (DEALS - paid) / by_meter
    assert figures.return_per_1000 == {"meter": 1000 * by_meter / DEALS}
    # MD-LIR 12.I(1) and 12.J(1): $1,000 and $300 for a dollar, five times that for five.
    assert figures.envy_per_player == Fraction(4 * 1_000 + 36 * 300, DEALS)
    wins = sum(BETTER_THAN_A_PAIR.values()) - FIVE["two pair"]
    assert found.hit_frequency == Fraction(wins, DEALS)


def test_a_meter_not_given_stands_at_its_least_reset() -> None:
    chosen = tables(LET_IT_RIDE, progressive="E")
    least = {"mega": Fraction(10_000), "major": Fraction(1_000), "minor": Fraction(250)}
    given = one(LET_IT_RIDE, "progressive", paytables=chosen, meters=least)
    assert one(LET_IT_RIDE, "progressive", paytables=chosen).ev == given.ev
    # Raising only the minor by a dollar adds the chance of four of a kind.
    raised = one(LET_IT_RIDE, "progressive", paytables=chosen, meters={"minor": Fraction(251)})
    assert raised.ev - given.ev == Fraction(FIVE["four of a kind"], DEALS)


@pytest.mark.clause("MD-LIR 12.D(1)")
def test_the_super_royal_counts_less_for_a_larger_stake() -> None:
    chosen = tables(LET_IT_RIDE, six_card_bonus="A")
    values = {
        stake: one(LET_IT_RIDE, "six-card-bonus", paytables=chosen, stake=Fraction(stake)).ev
        for stake in (1, 2)
    }
    # One super royal of diamonds and three others in 20,358,520 hands of six cards.
    dollars = Fraction(1_000_000 + 3 * 100_000, math.comb(52, 6))
    assert values[1] - values[2] == dollars / 2


@pytest.mark.clause("MD-LIR 12.B(2)(i)")
def test_a_line_that_gives_only_the_stake_back_is_a_win() -> None:
    found = one(LET_IT_RIDE, "five-card-bonus", paytables=tables(LET_IT_RIDE, five_card_bonus="B"))
    tens = 5 * 84_480
    wins = sum(BETTER_THAN_A_PAIR.values()) + tens
    assert found.hit_frequency == Fraction(wins, DEALS)


@pytest.mark.clause("MD-RET 12.E(3)")
def test_ultimate_pairs_c_by_hand() -> None:
    # Of 1,326: one pair of red aces, five others, four suited and twelve offsuit ace-kings, eight
    # suited and 24 offsuit ace-queens and ace-jacks, 18 pairs of jacks to kings, 54 lower pairs.
    won = 100 + 5 * 30 + 4 * 20 + 8 * 20 + 12 * 10 + 24 * 10 + 18 * 4 + 54 * 4
    lost = 1_326 - 1 - 5 - 4 - 8 - 12 - 24 - 18 - 54
    found = one(RUN_EM_TWICE, "ultimate-pairs", paytables=tables(RUN_EM_TWICE, ultimate_pairs="C"))
    assert found.ev == Fraction(won - lost, 1_326)


@pytest.mark.clause("MD-RET 12.F(5)")
@pytest.mark.parametrize("reading", ["first-run", "community"])
def test_five_cards_are_five_cards(reading: str) -> None:
    chosen = tables(RUN_EM_TWICE, progressive="A")
    found = one(
        RUN_EM_TWICE, "progressive", paytables=chosen, readings={"progressive-hand": reading}
    )
    royal = next(outcome for outcome in found.outcomes if outcome.hand == "royal flush")
    assert royal.probability == Fraction(4, DEALS)


def test_every_side_bet_adds_up() -> None:
    for game in GAMES:
        for wager in game.wagers:
            if not wager.optional:
                continue
            for found in analyze(game, wager=wager.name):
                assert sum(outcome.probability for outcome in found.outcomes) == 1
                assert sum(outcome.contribution for outcome in found.outcomes) == found.ev
                assert sum(found.results.values()) == 1


def test_main_adds_up_and_is_kept() -> None:
    chosen = tables(LET_IT_RIDE, main="B")
    found = one(LET_IT_RIDE, "main", paytables=chosen)
    # Wizard of Odds: 3.43 % of a base bet, element of risk 2.78 %.
    assert f"{float(found.house_edge):.2%}" == "3.43%"
    assert f"{float(found.element_of_risk):.2%}" == "2.78%"
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    assert len(on_disk()) == 1
    again = one(LET_IT_RIDE, "main", paytables=chosen)
    assert (again.ev, again.results, again.outcomes) == (found.ev, found.results, found.outcomes)


def test_a_spoilt_cache_is_worked_out_again() -> None:
    chosen = tables(LET_IT_RIDE, main="A")
    found = one(LET_IT_RIDE, "main", paytables=chosen)
    (kept,) = on_disk()
    kept.write_text("[[")
    assert one(LET_IT_RIDE, "main", paytables=chosen).ev == found.ev == Fraction(-37_963, 1_082_900)


def test_another_paytable_has_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "AB":
        one(LET_IT_RIDE, "main", paytables=tables(LET_IT_RIDE, main=name))
    assert len(on_disk()) == 2
    # Other code, another key.
    monkeypatch.setattr(store, "code_digest", lambda: "changed")
    one(LET_IT_RIDE, "main", paytables=tables(LET_IT_RIDE, main="A"))
    assert len(on_disk()) == 3


def test_no_cache_writes_nothing() -> None:
    one(LET_IT_RIDE, "main", paytables=tables(LET_IT_RIDE, main="A"), cache=False)
    assert on_disk() == []


# What if ------------------------------------------------------------------------------------------


def test_what_if_a_royal_paid_500(fairdeal: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "A"\n[lines]\n"royal flush" = "500 to 1"\n')
    ran = fairdeal(
        "analyze", "let-it-ride", "--wager", "main", "--paytable", f"main={own}", "--json"
    )
    (found,) = ran.json["wagers"]
    # Wizard of Odds: 3.737 % with a royal of 500.
    assert f"{found['house_edge']:.3%}" == "3.737%"
    assert found["paytable"] == "own"


@pytest.mark.parametrize(
    ("game", "paytable", "own"),
    [
        ("run-em-twice", "main", 'like = "standard"\n[lines]\n"royal flush" = "1000000000 to 1"'),
        (
            "double-draw",
            "bonus",
            'like = "A"\n[lines]\n"natural royal flush" = "999999999999 to 1"',
        ),
    ],
)
def test_payouts_beyond_all_counting_are_refused(
    game: str, paytable: str, own: str, fairdeal: Run, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(own)
    ran = fairdeal("analyze", game, "--wager", "main", "--paytable", f"{paytable}={file}")
    assert ran.code == 2
    assert ran.err.startswith("fairdeal: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('like = "Z"\n[lines]\n"flush" = "1 to 1"', "like must be A, B or C"),
        ('[lines]\n"flush" = "-1 to 1"', "no payout"),
        ('[lines]\n"flush" = 5', "must pay a text"),
        ('[lines]\n"flushh" = "5 to 1"', "did you mean flush"),
        ('[lines]\n"royal flush" = "9 to 1"\n"flush" = "5 to 1"', "is not paid, though"),
        (
            EVERY_LINE_AND_ONE_HIDDEN,
            "never reached",
        ),
        ('like = "A"\n[lines]\n"pair" = "1 to 1"', "no line"),
        ('[lines]\n"royal flush" = "100% of mega"', "no meter"),
        ("lines = 3", "needs [lines]"),
        ("x = 1", "no key"),
        ("x = ", "not TOML"),
    ],
)
def test_a_paytable_that_cannot_be_one(fairdeal: Run, tmp_path: Path, text: str, says: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text)
    ran = fairdeal("analyze", "let-it-ride", "--wager", "main", "--paytable", f"main={own}")
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


# The command --------------------------------------------------------------------------------------


def test_the_document(fairdeal: Run) -> None:
    ran = fairdeal("analyze", "let-it-ride", "--paytable", "main=A", "--wager", "main", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert list(document) == ["game", "jurisdiction", "readings", "wagers"]
    (main,) = document["wagers"]
    assert main["wager"] == "main"
    assert main["paytable"] == "A"
    assert main["unit"] == "base bet"
    assert main["ev"] == "-37963/1082900"
    assert main["ev_decimal"] == pytest.approx(-37963 / 1082900, rel=1e-15)
    assert main["house_edge"] == pytest.approx(0.0350568, abs=5e-8)
    assert set(main["outcomes"][0]) == {
        "hand",
        "pays",
        "combinations",
        "probability",
        "contribution",
    }
    assert sum(outcome["combinations"] for outcome in main["outcomes"]) == 22_100 * 49 * 48


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--wager", "man"], "did you mean main"),
        (["--paytable", "main=Z"], "choose A, B or C"),
        (["--paytable", "mian=A"], "did you mean main"),
        (["--paytable", "A"], "WAGER=X"),
        (["--reading", "wheel=high-only"], "no reading 'wheel'"),
        (["--reading", "six-card-needs=x"], "base-only"),
        (["--stake", "x"], "amount of dollars"),
        (["--stake", "-1"], "above zero"),
        (["--wager", "five-card-bonus", "--stake", "2"], "stake of $1"),
        (["--wager", "progressive", "--stake", "2"], "$1 or $5"),
        (["--meter", "mega"], "NAME=DOLLARS"),
        (["--wager", "three-card-bonus", "--meter", "mega=1"], "has a meter"),
        (["--jurisdiction", "pennsylvania"], "choose maryland"),
        (["--rules", "/no/such/file"], "cannot be read"),
        (["--wager", "main", "--plot", "picture.pdf"], ".svg or .png"),
    ],
)
def test_refused(fairdeal: Run, options: list[str], says: str) -> None:
    ran = fairdeal("analyze", "let-it-ride", *options)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_rules_file_says_what_is_offered(fairdeal: Run) -> None:
    rules = Path(__file__).parents[2] / "examples" / "rules" / "let-it-ride.toml"
    ran = fairdeal("analyze", "let-it-ride", "--rules", rules, "--json")
    analysed = [(one["wager"], one["paytable"]) for one in ran.json["wagers"]]
    assert len(analysed) == len({wager for wager, _ in analysed})
    with pytest.raises(BadInputError, match="does not offer"):
        analyze(LET_IT_RIDE, wager="progressive", offered={"bet-1"})


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_plots_are_the_same_bytes_again(fairdeal: Run, tmp_path: Path, suffix: str) -> None:
    pictures = []
    for number in range(2):
        target = tmp_path / f"{number}.{suffix}"
        ran = fairdeal(
            *("analyze", "let-it-ride", "--wager", "progressive", "--paytable", "progressive=D"),
            *("--plot", target),
        )
        assert ran.code == 0
        pictures.append(target.read_bytes())
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) > 10_000


def test_a_progressive_says_what_it_was_worked_out_for(fairdeal: Run) -> None:
    asked = ("analyze", "run-em-twice", "--wager", "progressive", "--paytable", "progressive=C")
    told = fairdeal(*asked, "--meter", "major=54321.09", "--stake", "5").out
    assert re.search(r"worked out for +\$5 +staked; major \$54,321.09 and minor \$1,000 *\n", told)
    # The stakes pay so well that no meter is needed: no amount is below zero.
    assert re.search(r"break-even +none +the player is ahead even with it empty *\n", told)
    single = fairdeal("analyze", "let-it-ride", "--wager", "progressive").out
    assert "on the meter meter" not in single
