"""Every figure of a run beside the lab's, which other calls print too."""

from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from small_runs import LIR

import fairdeal
from fairdeal.errors import BadInputError
from fairdeal.simulate.figures import quantile_z, share_z
from fairdeal.simulate.meters import meter_histories
from fairdeal.simulate.rounds import MeterHit
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import buy_ins, tally_rounds

BETS = {"main": 10, "three-card-bonus": 5}


@pytest.fixture(scope="module")
def one_seat() -> dict[str, Any]:
    run = fairdeal.simulate(
        "let-it-ride",
        2_000,
        seed=3,
        bets_dollars=BETS,
        session=100,
        bankroll_dollars=200,
        engine="kernel",
    )
    return run.to_dict()


def test_the_house_has_what_the_player_loses(one_seat: dict[str, Any]) -> None:
    """An hour, a day and all rounds, beside `bet` for as many rounds."""
    for name, rounds in (("hour", 40), ("day", 960)):
        found = fairdeal.bet("let-it-ride", BETS, rounds=rounds)
        bet, session = found.pattern, found.session
        exact = one_seat["house"][name]["exact"]
        assert exact["win"] == pytest.approx(float(-bet.mean * rounds))
        assert exact["standard_deviation"] == pytest.approx(bet.deviations[0] * rounds**0.5)
        assert session.ahead is not None
        assert exact["losing"] == pytest.approx(session.ahead.least, abs=1e-9)
        for percent, other in ((1, 99), (5, 95), (50, 50), (95, 5), (99, 1)):
            lost = session.quantiles[other]
            assert lost is not None
            assert exact["quantiles"][str(percent)] == -lost.least
    whole = one_seat["house"]["exact"]
    assert whole["handle"] == pytest.approx(float(bet.wagered * 2_000))
    assert whole["hold"] == pytest.approx(float(bet.hold))
    hour = one_seat["house"]["hour"]
    assert hour["exact"]["hold"] == whole["hold"]
    assert hour["hold"] == pytest.approx(hour["win"] / hour["handle"], rel=1e-4)


def test_one_period_has_no_deviation() -> None:
    """Two thousand rounds are two whole days, and a thousand one, which says nothing of others."""
    for rounds, days in ((1_000, 1), (2_000, 2)):
        run = fairdeal.simulate("let-it-ride", rounds, seed=3, engine="kernel").to_dict()
        day, hour = run["house"]["day"], run["house"]["hour"]
        assert day["periods"] == days
        assert (day["standard_deviation"] is None) == (days == 1)
        assert hour["standard_deviation"] > 0


def test_sessions_are_beside_those_of_bet(one_seat: dict[str, Any]) -> None:
    exact = fairdeal.bet("let-it-ride", BETS, rounds=100, bankroll_dollars=200).session
    paths = one_seat["paths"]
    assert exact.ahead is not None
    assert exact.ruin is not None
    assert paths["exact"]["ahead"] == exact.ahead.least
    assert paths["exact"]["ruin"] == exact.ruin.least
    assert set(paths["z"]["quantiles"]) == {"1", "5", "50", "95", "99"}
    # Twenty sessions are too few to judge a share of 1 in 100.
    assert paths["z"]["quantiles"]["1"] is None
    assert isinstance(paths["z"]["quantiles"]["50"], float)


def test_each_wager_is_beside_the_exact_one(one_seat: dict[str, Any]) -> None:
    for wager, name in zip(one_seat["wagers"], BETS, strict=True):
        (exact,) = fairdeal.analyze("let-it-ride", wager=name, paytables={"main": "A"})[:1]
        assert wager["exact_rounds_won"] == float(exact.hit_frequency)
        assert wager["exact_standard_deviation"] == pytest.approx(exact.standard_deviation)
        assert wager["hands_z"].keys() == wager["exact_hands"].keys()
        assert sum(wager["exact_hands"].values()) == pytest.approx(1)


def test_a_run_that_is_shorter_than_a_session_is_one_session() -> None:
    short = fairdeal.simulate("let-it-ride", 30, seed=3, strategy="never").to_dict()
    paths, house = short["paths"], short["house"]
    assert (paths["rounds"], paths["sessions"]) == (30, 1)
    assert {line[-1] for line in paths["quantiles"].values()} == {-house["win"]}
    longer = fairdeal.simulate("let-it-ride", 30, seed=3, strategy="never", session=31).to_dict()
    assert longer["paths"]["sessions"] == 0
    assert longer["paths"].keys() >= paths.keys() - {"z"}
    assert longer["paths"]["quantiles"] is None


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_plots_are_the_same_bytes_again(tmp_path: Path, suffix: str) -> None:
    bets = {"main": 10, "progressive": 1}
    run = fairdeal.simulate(
        "let-it-ride", 1_200, seed=3, bets_dollars=bets, session=100, engine="kernel"
    )
    pictures = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for picture in pictures:
        run.plot(picture)
    first, second = (picture.read_bytes() for picture in pictures)
    assert first == second
    if suffix == ".svg":
        drawn = first.decode()
        for words in (
            *("return of each wager", "progressive", "royal flush", "12 sessions", "30 hours"),
            *("exact", "what the meters show"),
        ):
            assert words in drawn
    with pytest.raises(BadInputError, match=r"\.svg or \.png"):
        run.plot(tmp_path / "run.gif")


def test_the_wagers_as_a_data_frame() -> None:
    run = fairdeal.simulate("let-it-ride", 20, seed=3, strategy="never")
    if find_spec("pandas") is None:
        with pytest.raises(BadInputError, match="pip install pandas"):
            run.to_pandas()
    else:
        frame = run.to_pandas()
        assert frame.loc["main", "ev"] == run.wagers[0]["ev"]


def test_several_seats_share_cards_and_envy() -> None:
    """Expected amounts add up over seats; deviations do not, and are not told."""
    bets = {"main": 5, "progressive": 1}
    found = fairdeal.simulate(
        "let-it-ride",
        120,
        seed=3,
        players=3,
        bets_dollars=bets,
        paytables={"progressive": "E"},
        engine="table",
    ).to_dict()
    (figures,) = fairdeal.analyze(
        "let-it-ride", wager="progressive", paytables={"progressive": "E"}
    )
    assert figures.progressive is not None
    envy = 3 * 2 * figures.progressive.envy_per_player
    pattern = fairdeal.bet("let-it-ride", bets, paytables={"progressive": "E"}).pattern
    exact = found["house"]["exact"]
    assert exact["envy"] == pytest.approx(float(120 * envy))
    assert exact["win"] == pytest.approx(float(120 * (-3 * pattern.mean - envy)))
    hour = found["house"]["hour"]["exact"]
    assert hour["standard_deviation"] is None
    assert hour["losing"] is None
    assert found["paths"].get("exact") is None
    assert "hands_z" not in found["wagers"][0]
    for meter, line in (("major", "straight flush"), ("minor", "four of a kind")):
        chance = next(one.probability for one in figures.outcomes if one.hand == line)
        assert found["meters"][meter]["exact"]["hits"] == pytest.approx(float(360 * chance))


def test_a_meters_history() -> None:
    settings = run_settings(LIR, 100, 7, bets={"progressive": Fraction(1)})
    ((name, start),) = settings.meters
    fed = settings.fed()[name]
    hits = [MeterHit(11, 0, f"10% of {name}"), MeterHit(31, 0, f"10% of {name}")]
    history = meter_histories(settings, hits)[name]
    assert history.waits == Counter({20: 1})
    assert [rounds for rounds, _ in history.places] == list(range(5, 101, 5))
    shown = dict(history.places)
    assert shown[10] == start + 10 * fed
    # The hit in round 11, the twelfth one, comes after the first ten.
    first = (start + 12 * fed) // 10_000 * 10 // 100 * 10_000
    assert shown[15] == start + 15 * fed - first
    assert shown[100] == history.shown


def test_what_a_payout_limit_takes_off() -> None:
    """A stake of $500, whose royal flush of 1,000 to 1 goes over a limit of $50,000."""
    run = fairdeal.simulate(
        "let-it-ride", 40, seed=1, bets_dollars={"main": 500}, limit_dollars=50_000, engine="table"
    )
    limit = run.to_dict()["limit"]
    (under,) = fairdeal.analyze(
        "let-it-ride",
        wager="main",
        stake_dollars=500,
        limit_dollars=50_000,
        paytables={"main": "A"},
    )
    assert limit["payout_limit"] == 50_000
    assert limit["exact"] == float(under.ev)
    assert limit["exact_without"] == float(Fraction(-37_963, 1_082_900))
    assert limit["exact"] < limit["exact_without"]


@pytest.mark.parametrize(
    ("lowest", "times"), [(300, 1), (0, 1), (-100, 1), (-101, 2), (-200, 2), (-201, 3)]
)
def test_a_player_buys_in_again_when_all_is_lost(lowest: int, times: int) -> None:
    assert buy_ins(lowest, 100) == times


def test_the_drop() -> None:
    settings = run_settings(LIR, 20, 7, strategies=("always",), session=10, bankroll=Fraction(10))
    rounds = list(TableEngine(settings).rounds(0, 20))
    counts = tally_rounds(settings, rounds).counts
    times = 0
    for start in (0, 10):
        nets = [one.seats[0].net for one in rounds[start : start + 10]]
        lowest = min(sum(nets[:n]) for n in range(1, 11))
        times += max(1, -(lowest // 1_000))
    assert sum(key[1] * n for key, n in counts.items() if key[0] == "buy-ins") == times  # type: ignore[misc]


def test_standard_errors_of_shares_and_quantiles() -> None:
    assert share_z(60, 100, 0.5) == pytest.approx(2)
    assert share_z(5, 100, 0.05) is None
    counted = {-10: 30, 0: 40, 10: 30}
    assert quantile_z(counted, 50, 0) == 0
    # 30 of 100 are below ten less than nothing, where half should be.
    assert quantile_z(counted, 50, -10) == pytest.approx(-4)
    assert quantile_z(counted, 50, 10) == pytest.approx(4)
    assert quantile_z(counted, 1, -10) is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 10**12}, "a run has at most 100,000,000,000 rounds"),
        ({"session": 10**9}, "a session has at most 10,000,000 rounds"),
        ({"per_hour": 10**6}, "an hour has at most 10,000 rounds"),
        ({"bankroll_dollars": "0.001"}, "whole cents"),
    ],
)
def test_sizes_that_no_machine_plays_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        fairdeal.simulate("let-it-ride", **{"rounds": 10, **options})
