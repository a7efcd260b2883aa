"""Runs of the table engine: rounds, tallies, documents, workers and checkpoints."""

import json
import os
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import fairdeal
from fairdeal.cards import cards_text
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, find_game
from fairdeal.play.session import open_table
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, UNITS
from fairdeal.rulebook.odds import Odds
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.simulate.checkpoint import RunCheckpoint
from fairdeal.simulate.done import Done
from fairdeal.simulate.engines import KERNEL, TABLE, block_rounds, play_block
from fairdeal.simulate.figures import Moments, quantile
from fairdeal.simulate.meters import meter_histories
from fairdeal.simulate.philox import RoundDeck
from fairdeal.simulate.plan import PlanChoices, plan_of
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.rounds import MeterHit, RoundResult
from fairdeal.simulate.run import blocks_of, simulate_rounds
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.sources import PhiloxSource
from fairdeal.simulate.strategies import find_strategy
from fairdeal.simulate.table_engine import TableEngine
from fairdeal.simulate.tally import Tally, tally_rounds
from fairdeal.simulate.workers import Workers
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import player
from fairdeal.table.state import OPEN, State
from fairdeal.wire.deal import settle

LIR = house_rules(find_game("let-it-ride"))


def small(rules: Rules = LIR, rounds: int = 60, **options: object) -> Settings:
    """A run with short hours, so that it has several pieces."""
    chosen: dict[str, object] = {"strategies": ("cautious",), "session": 10, "per_hour": 1}
    return run_settings(rules, rounds, 7, **{**chosen, **options})  # type: ignore[arg-type]


def all_bets(rules: Rules) -> dict[str, Fraction]:
    """The least of every side bet."""
    optional = [name for name, (wager, _) in rules.to_place.items() if wager.optional]
    return {name: Fraction(rules.limits[name].least, CENTS) for name in optional}


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("strategy", ["cautious", "always", "never"])
def test_every_round_is_settled_as_settle_does(game: Game, strategy: str) -> None:
    """The results of the table engine, cent for cent, by the other way to settle a round."""
    rules = house_rules(game)
    settings = small(rules, strategies=(strategy,) * 3, bets=all_bets(rules))
    meters = {name: units / UNITS for name, units in settings.meters}
    for one in TableEngine(settings).rounds(100, 12):
        answer = settle(_deal(settings, one, meters))
        for seat in answer["seats"]:
            result = one.seats[seat["seat"] - 1]
            assert result.net == round(seat["net"] * CENTS)
            for row in result.wagers:
                assert row.stake == round(seat["wagers"][row.wager]["stake"] * CENTS)
                assert row.result == seat["wagers"][row.wager]["result"]


def _deal(settings: Settings, one: RoundResult, meters: dict[str, float]) -> dict[str, object]:
    rules = settings.rules
    board = {
        area: [cards_text([card]) for card in cards] if len(cards) > 1 else cards_text(cards)
        for area, cards in one.board
    }
    seats = []
    for seat in one.seats:
        withdrawn = [row.wager for row in seat.wagers if row.result == "withdrawn"]
        document = {
            "seat": seat.seat,
            "player": str(seat.seat),
            "cards": cards_text(seat.cards),
            "wagers": {row.wager: row.stake / CENTS for row in seat.wagers},
        }
        if rules.game.take_backs:
            document["withdrawn"] = withdrawn
        if rules.game.folds:
            document["folded"] = seat.folded or False
        seats.append(document)
    deal: dict[str, object] = {
        "game": rules.game.name,
        "jurisdiction": rules.game.jurisdiction,
        "paytables": {name: table.name for name, table in rules.paytables.items()},
        "seats": seats,
    }
    if board:
        deal["board"] = board
    if meters:
        deal["meters"] = meters
    return deal


def test_cards_are_dealt_from_the_rounds_deck() -> None:
    """By hand, from the manual shoe: a card to each seat in turn, then those of the board."""
    settings = small(strategies=("always",) * 2)
    one = TableEngine(settings).play(12)
    order = RoundDeck(LIR.game.deck, 7, 12).top(11)
    ours = {*one.seats[0].dealt, *one.seats[1].dealt, *(c for _, cards in one.board for c in cards)}
    assert ours == set(order)


def test_a_round_does_not_depend_on_the_rounds_before() -> None:
    settings = small(bets=all_bets(LIR))
    in_order = list(TableEngine(settings).rounds(0, 8))
    engine = TableEngine(settings)
    assert [engine.play(number) for number in reversed(range(8))] == in_order[::-1]


def test_the_tally_adds_up_however_it_is_shared() -> None:
    settings = small(rounds=1_500, session=100, strategies=("never",))
    assert settings.piece == 720
    whole = tally_rounds(settings, TableEngine(settings).rounds(0, 1_500))
    shared = Tally()
    for first, count in ((1_440, 60), (0, 720), (720, 720)):
        shared.add(tally_rounds(settings, TableEngine(settings).rounds(first, count)))
    # Hours, days and sessions are whole in every piece.
    assert whole.document() == shared.document()
    assert shared.counts["sessions",] == 7 + 7


def test_money_is_conserved() -> None:
    settings = small(rounds=100, strategies=("cautious",) * 3, bets=all_bets(LIR))
    rounds = list(TableEngine(settings).rounds(0, 100))
    document = Simulation(settings, tally_rounds(settings, rounds)).to_dict()
    players = sum(seat.net for one in rounds for seat in one.seats)
    assert document["house"]["win"] * CENTS == -players
    staked = sum(
        row.stake
        for one in rounds
        for seat in one.seats
        for row in seat.wagers
        if row.result != "withdrawn"
    )
    assert document["house"]["handle"] * CENTS == staked


def test_meters_grow_as_at_one_table_that_plays_on() -> None:
    """The history that is put together afterwards, beside a table that played all rounds."""
    table = LIR.game.paytables["progressive"].tables[0]
    # So many players and such a share of a common hand that the meters are hit.
    rules = replace(LIR, paytables={**LIR.paytables, "progressive": table})
    settings = small(
        rules, 0 + 400, strategies=("cautious",) * 7, bets={"progressive": Fraction(1)}
    )
    hits = [hit for one in TableEngine(settings).rounds(0, settings.rounds) for hit in one.hits]
    found = meter_histories(settings, hits)
    source = PhiloxSource(settings.seed)
    session = open_table(rules, source, dict(settings.meters))
    paid: Counter[str] = Counter()

    def listen(_: State, entry: object) -> None:
        for event in getattr(entry, "events", ()):
            if isinstance(event, ev.MeterPaid):
                paid[event.meter] += event.paid

    session.on_entry = listen
    strategy = find_strategy("cautious").make(rules)
    for seat in range(1, 8):
        session.do(cmd.Sit(seat), player(f"player {seat}"))
    for number in range(settings.rounds):
        source.round = number
        session.run_dealer()
        for seat in range(1, 8):
            session.do(cmd.PlaceBets(seat=seat, cents=dict(settings.stakes)))
        while True:
            session.run_dealer(until_round_ends=True)
            if session.state.phase is OPEN:
                break
            session.do(strategy(session.state))
    for name, history in found.items():
        assert history.shown == session.state.meters.units[name]
        assert history.paid == paid[name]
        start = dict(settings.meters)[name]
        resets = history.funded - start
        assert history.shown == start + history.fed - history.paid + resets


def test_two_hits_in_one_round_are_paid_in_turn() -> None:
    settings = small(strategies=("cautious",) * 2, bets={"progressive": Fraction(1)}, rounds=10)
    (name, start), *_ = settings.meters
    fed = settings.fed()[name]
    hits = [MeterHit(3, 1, f"10% of {name}"), MeterHit(3, 0, f"100% of {name}")]
    history = meter_histories(settings, hits)[name]
    reset = LIR.progressive.resets[name] if LIR.progressive else 0
    full = (start + 4 * fed) // 10_000
    left = start + 4 * fed - full * 10_000 + reset
    tenth = left * 10 // (100 * 10_000)
    assert Odds.parse(hits[0].pays).amount == 10
    assert history.paid == (full + tenth) * 10_000
    assert history.shown == left - tenth * 10_000 + 6 * fed
    assert (history.hits, history.full_hits) == (2, 1)


@pytest.mark.parametrize("workers", ["local:2", "threads"])
def test_the_document_is_the_same_whatever_the_workers(workers: str) -> None:
    settings = small(rounds=800, session=50, strategies=("never",), bankroll=Fraction(100))
    alone = Simulation(settings, simulate_rounds(settings, engine="table"))
    start = {"threads": lambda: ThreadPoolExecutor(3)}.get(workers)
    shared = simulate_rounds(
        settings,
        engine="table",
        workers=Workers(count=2) if start else Workers.parse(workers),
        executor=start,
    )
    assert json.dumps(alone.to_dict()) == json.dumps(Simulation(settings, shared).to_dict())


def dies_once(state: State) -> cmd.Command:
    """A cautious player whose process dies the first time that any of them is asked."""
    mark = Path(os.environ["FAIRDEAL_TEST_MARK"])
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return find_strategy("cautious").make(state.rules)(state)


def test_a_part_whose_process_dies_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_TEST_MARK", str(tmp_path / "mark"))
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    settings = small(rounds=800, strategies=("test_runs:dies_once",))
    start = get_context("spawn")
    tally = simulate_rounds(
        settings,
        engine="table",
        workers=Workers(count=2),
        executor=lambda: ProcessPoolExecutor(2, mp_context=start),
    )
    plain = replace(settings, strategies=("cautious",))
    assert tally.document() == simulate_rounds(plain, engine="table").document()


class Breaking(ThreadPoolExecutor):
    """Workers one of which dies between two parts: the next part is not taken any more."""

    taken = 0

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        self.taken += 1
        if self.taken == 3:
            raise BrokenExecutor
        return super().submit(*args, **kwargs)


def test_a_worker_that_dies_before_a_part_is_handed_to_it_ends_no_run() -> None:
    settings, started = small(rounds=1_600), list[Executor]()

    def start() -> Executor:
        started.append(ThreadPoolExecutor(1) if started else Breaking(1))
        return started[-1]

    tally = simulate_rounds(settings, engine="table", workers=Workers(count=1), executor=start)
    assert len(started) == 2
    assert tally.document() == simulate_rounds(settings, engine="table").document()


@pytest.mark.parametrize("engine", [TABLE, KERNEL])
def test_a_run_that_is_stopped_while_it_counts_counts_nothing_twice(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may come at any moment, also after half of a piece was added up."""
    settings = small(rounds=2_160, strategies=("never",))
    path, right, left = tmp_path / "run.json", Tally.add, [3]

    def add(self: Tally, other: Tally) -> None:
        right(self, other)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", add)
    with pytest.raises(KeyboardInterrupt):
        simulate_rounds(settings, engine=engine, checkpoint=path)
    monkeypatch.undo()
    tally = simulate_rounds(settings, engine=engine, checkpoint=path)
    assert tally.document() == simulate_rounds(settings, engine=engine).document()


def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    settings = small(rounds=1_500, strategies=("never",))
    path = tmp_path / "run.json"

    def stop(done: int, total: int) -> None:
        del total
        if done >= 720:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_rounds(settings, engine="table", checkpoint=path, progress=stop)
    kept = RunCheckpoint(path, settings).read()
    assert 720 <= kept.rounds < 1_500
    seen: list[int] = []
    tally = simulate_rounds(
        settings, engine="table", checkpoint=path, progress=lambda done, _: seen.append(done)
    )
    assert seen[0] == kept.rounds
    assert tally.document() == simulate_rounds(settings, engine="table").document()
    with pytest.raises(BadInputError, match="of another run"):
        simulate_rounds(replace(settings, seed=8), engine="table", checkpoint=path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"version": "0.1.0"}))
    with pytest.raises(BadInputError, match=r"written by version 0\.1\.0"):
        simulate_rounds(settings, engine="table", checkpoint=path)
    path.write_text("{}")
    with pytest.raises(BadInputError, match="no checkpoint"):
        simulate_rounds(settings, engine="table", checkpoint=path)


@pytest.mark.parametrize("plan", [{}, {"stop_loss": 60, "raise_after_loss": 2, "raise_most": 20}])
@pytest.mark.parametrize("again", [TABLE, KERNEL])
def test_a_run_stopped_within_a_month_loses_nothing(
    plan: PlanChoices, again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers that hand in a round, or a session of a plan, at a time; stopped in the first month.
    Either engine goes on, and comes to what a run in one go comes to.
    """
    settings = plan_of(small(rounds=900, strategies=("always",), session=50), plan)
    path = tmp_path / "run.json"
    told: list[int] = []

    def stop(done: int, total: int) -> None:
        del total
        told.append(done)
        if done == 100:
            raise KeyboardInterrupt

    with monkeypatch.context() as short:
        short.setattr("fairdeal.simulate.engines.BLOCK_SECONDS", 0)
        with pytest.raises(KeyboardInterrupt):
            simulate_rounds(settings, engine=TABLE, checkpoint=path, progress=stop)
    assert told == list(range(50, 101, 50) if plan else range(1, 101))
    kept = RunCheckpoint(path, settings).read()
    assert (kept.rounds, kept.pieces) == (100, set())
    assert list(kept.gaps()) == [(100, 620), (720, 180)]
    done: list[int] = []
    tally = simulate_rounds(
        settings, engine=again, checkpoint=path, progress=lambda played, _: done.append(played)
    )
    # A kernel counts whole months only, and plays the first one from its beginning.
    assert done[0] == (100 if again == TABLE else 720)
    assert done[-1] == 900
    assert tally.document() == simulate_rounds(settings, engine=KERNEL).document()


def test_parts_of_a_run_may_come_in_any_order() -> None:
    settings = small(rounds=900, strategies=("never",), session=50, bankroll=Fraction(60))
    whole = simulate_rounds(settings, engine=TABLE)
    done = Done(settings)
    blocks = [(first, min(70, 720 - first)) for first in range(0, 720, 70)]
    for first, count in reversed([*blocks, (720, 180)]):
        part = play_block(settings, TABLE, first, count)
        assert part.course is not None
        assert len(part.course.nets) == count
        done.add(first, count, part)
    assert (done.pieces, done.parts, list(done.gaps())) == ({0, 1}, {}, [])
    assert done.tally.document() == whole.document()


def test_blocks_are_of_a_second_and_shared_by_all_workers() -> None:
    long, short = (run_settings(LIR, rounds, 7) for rounds in (10**11, 10**6))
    assert block_rounds(long, KERNEL, 2) == block_rounds(long, KERNEL, 64) >= 10**7
    assert block_rounds(short, KERNEL, 8) * 8 * 4 >= 10**6 > block_rounds(short, KERNEL, 8) * 8
    others = (house_rules(find_game(name)) for name in ("run-em-twice", "double-draw"))
    for rules in others:  # slower games have smaller blocks
        assert block_rounds(run_settings(rules, 10**10, 7), KERNEL, 2) < 10**8 // 5


def test_a_month_at_a_table_is_shared_by_all_workers() -> None:
    full = run_settings(LIR, 20_000, 7, strategies=("cautious",) * 7)
    blocks = blocks_of(full, TABLE, Done(full), block_rounds(full, TABLE, 2))
    assert len(blocks) == 8
    # A run that takes a second is not worth another process.
    short = run_settings(LIR, 1_500, 7)
    assert len(blocks_of(short, TABLE, Done(short), block_rounds(short, TABLE, 2))) == 1
    planned = plan_of(run_settings(LIR, 50_000, 7, session=700), {"stop_loss": 100})
    blocks = blocks_of(planned, TABLE, Done(planned), block_rounds(planned, TABLE, 2))
    assert [first % 28_800 % 700 for first, _ in blocks] == [0] * len(blocks)
    assert sum(count for _, count in blocks) == 50_000


def test_blocks_cover_what_is_not_done() -> None:
    settings = small(rounds=3_000)
    whole = [(0, 720), (720, 720), (1440, 720), (2160, 720), (2880, 120)]
    assert blocks_of(settings, KERNEL, Done(settings), 1) == whole
    assert blocks_of(settings, TABLE, Done(settings), 1_000) == whole
    without = Done(settings, pieces=[1])
    assert blocks_of(settings, KERNEL, without, 1_500) == [(0, 720), (1440, 1440), (2880, 120)]
    assert blocks_of(settings, TABLE, without, 400)[:3] == [(0, 400), (400, 320), (1440, 400)]
    assert blocks_of(settings, KERNEL, Done(settings, pieces=range(5)), 1) == []


def test_figures_of_counts() -> None:
    counted = {-1: 2, 0: 1, 5: 1}
    moments = Moments.of(counted)
    assert moments.mean == Fraction(3, 4)
    assert moments.variance == Fraction(99, 12)
    assert [quantile(counted, percent) for percent in (1, 50, 51, 75, 76, 100)] == [
        -1,
        -1,
        0,
        0,
        5,
        5,
    ]


def test_the_interval_holds_the_exact_value() -> None:
    """1,500 rounds of a bet that the seat's own cards decide: far enough from the edge to hold for
    any implementation that deals fairly with this seed.
    """
    run = fairdeal.simulate(
        "let-it-ride",
        1_500,
        seed=1,
        strategy="never",
        bets_dollars={"three-card-bonus": 5},
        engine="table",
    )
    bonus = run.to_dict()["wagers"][1]
    assert bonus["exact_fraction"] == "-128/5525"
    assert bonus["ci99"][0] < bonus["exact"] < bonus["ci99"][1]
    assert sum(bonus["hands"].values()) == bonus["bets"] == 1_500
    assert bonus["exact_hands"].keys() >= bonus["hands"].keys()


def test_by_seat() -> None:
    settings = small(strategies=("never", "always"), rounds=5)
    for one in TableEngine(settings).rounds(0, 5):
        assert one.seats[0].decisions == ("withdraw", "withdraw")
        assert one.seats[1].decisions == ("ride", "ride")


def test_best_play_with_seen_hands_is_best_play_where_nothing_is_seen() -> None:
    best = TableEngine(small(strategies=("best",) * 2))
    seen = TableEngine(small(strategies=("best-seen-0",) * 2))
    for number in range(4):
        assert [seat.decisions for seat in seen.play(number).seats] == [
            seat.decisions for seat in best.play(number).seats
        ]


def test_a_sessions_figures() -> None:
    """Sessions of three rounds, followed by hand."""
    settings = small(rounds=7, session=3, bankroll=Fraction(10), strategies=("never",))
    rounds = list(TableEngine(settings).rounds(0, 7))
    nets = [one.seats[0].net for one in rounds]
    counts = tally_rounds(settings, rounds).counts
    assert counts["sessions",] == 2
    for start in (0, 3):
        totals = [sum(nets[start : start + n]) for n in (1, 2, 3)]
        assert counts["path", 20, totals[-1]] >= 1
        assert counts["path", 1, totals[0]] >= 1
        peaks = [max(0, *totals[: n + 1]) for n in range(3)]
        deepest = max(peak - total for peak, total in zip(peaks, totals, strict=True))
        assert counts["drawdown", max(0, deepest)] >= 1
        ruined = next((n for n, total in enumerate(totals, 1) if total <= -1000), None)
        if ruined:
            assert counts["ruined-after", ruined] >= 1
    assert sum(n for key, n in counts.items() if key[0] == "drawdown") == 2
    assert sum(n for key, n in counts.items() if key[0] == "path") == 40


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rounds": 0}, "1 round or more"),
        ({"strategies": ("bset",)}, "did you mean best"),
        ({"strategies": ("no.such:thing",)}, "cannot be loaded"),
        ({"strategies": ("best",) * 8}, "7 seats"),
        ({"bets": {"bet-1": Fraction(5)}}, "part of main"),
        ({"bets": {"three-card": Fraction(5)}}, "three-card-bonus"),
        ({"bets": {"main": Fraction(1)}}, r"\$5 to \$500"),
        ({"bets": {"progressive": Fraction(2)}}, r"\$1 or \$5"),
        ({"meters": {"mega-mega": 5}}, "no meter"),
    ],
)
def test_bad_choices_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInputError, match=said):
        small(**options)  # type: ignore[arg-type]


def test_workers_are_read() -> None:
    assert Workers.parse("local:3") == Workers(count=3)
    assert Workers.parse("dask:tcp://10.0.0.1:8786").address == "tcp://10.0.0.1:8786"
    for wrong in ("local:0", "ray:1", "dask:", "3"):
        with pytest.raises(BadInputError, match="workers are"):
            Workers.parse(wrong)
