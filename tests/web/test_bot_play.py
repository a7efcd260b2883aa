"""Bots play the best decisions by the lab as soon as its values are loaded."""

import asyncio
from pathlib import Path

import pytest

from fairdeal.errors import BadInputError
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.play.bots import cautious
from fairdeal.simulate.strategies import SeatStrategies, find_strategy, name_of
from fairdeal.table.commands import Command, Draw, Ride
from fairdeal.table.state import DECISIONS, State
from fairdeal.web.live.bot_play import BotAdvisor
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.start import attach_bot_advisor


def differs(floor: Floor, time: list[float]) -> int:
    """How often bots do something else than a cautious player, which must be the best each time."""
    live = floor.tables["t1"]
    best, found = BestPlayer(live.state.rules), 0
    for _ in range(400):
        time[0] += 2
        state = live.state
        if isinstance(state.current, DECISIONS) and state.turn is not None:
            told = floor.bots.choose(live)
            assert told == best.command(state)
            found += told != cautious(state)
        floor.begin()
        floor.automatic_dealer.run_next_step(live)
        floor.commit()
        assert live.stopped is None
        if found:
            break
    return found


def test_a_table_that_opens_later_and_is_read_again(tmp_path: Path) -> None:
    rules = sample_rules()[0]
    assert (rules.game.name, rules.floor and rules.floor.bots) == ("let-it-ride", 2)
    time, secrets = [1_800_000_000.0], iter(range(1_000))
    floor = open_floor(
        str(tmp_path / "floor.db"),
        [],
        settings=FloorSettings(pace=1, clock=0, bots=True),
        now=lambda: time[0],
        secret=lambda size: f"{next(secrets):0{2 * size}x}",
    )
    attach_bot_advisor(floor)
    floor.begin()
    open_table(floor, rules, HOUSE)
    floor.commit()
    # Whoever asks now is answered after what was asked before.
    asyncio.run(LAB_WORKER.submit(lambda: None))
    assert differs(floor, time)
    floor.load_tables()
    assert differs(floor, time)
    floor.database.close()


def chosen_by(floor: Floor, advisor: BotAdvisor) -> list[tuple[State, Command]]:
    """What bots were told at the first decisions of a table, whose values are loaded."""
    attach_bot_advisor(floor, advisor)
    asyncio.run(LAB_WORKER.submit(lambda: None))
    live, told = floor.tables["t1"], []
    for step in range(400):
        state = live.state
        if isinstance(state.current, DECISIONS) and state.turn is not None:
            told.append((state, floor.bots.choose(live)))
        if len(told) > 4:
            break
        floor.begin()
        floor.automatic_dealer.run_next_step(live)
        floor.commit()
        assert live.stopped is None, step
    assert told
    return told


def riding(state: State) -> Command:
    """A function of somebody who lets all bets ride."""
    return Ride(seat=state.turn or 0)


def betting(state: State) -> Command:
    """A function that gives a command which the table refuses."""
    return Draw(seat=state.turn or 0, discard=())


@pytest.mark.parametrize("name", ["never", "always", "card", "riding", "betting"])
def test_bots_play_the_strategy_that_was_chosen(tmp_path: Path, name: str) -> None:
    time, secrets = [1_800_000_000.0], iter(range(1_000))

    def now() -> float:
        time[0] += 2
        return time[0]

    floor = open_floor(
        str(tmp_path / "floor.db"),
        sample_rules()[:1],
        settings=FloorSettings(pace=1, clock=0, bots=True),
        now=now,
        secret=lambda size: f"{next(secrets):0{2 * size}x}",
    )
    own = name in ("riding", "betting")
    strategy = name_of(globals()[name]) if own else name
    seat = SeatStrategies.parse([f"7={strategy}", strategy], "--bot-strategy", 7)
    right = {"riding": "always", "betting": "cautious"}.get(name, name)
    for state, told in chosen_by(floor, BotAdvisor(strategies=seat)):
        assert told == find_strategy(right).make(state.rules)(state)
    floor.database.close()


def test_no_bot_knows_the_cards_of_others() -> None:
    with pytest.raises(BadInputError, match="knows the cards of others"):
        BotAdvisor(strategies=SeatStrategies("best-seen-2"))
    with pytest.raises(BadInputError, match="no strategy"):
        BotAdvisor(strategies=SeatStrategies("bset"))
    with pytest.raises(BadInputError, match="other processes must find it"):
        name_of(lambda _: Ride(seat=1))


def test_a_thought_that_fails_is_not_the_last() -> None:
    def failing() -> None:
        raise RuntimeError("an error of the program")

    LAB_WORKER.enqueue(failing)
    assert asyncio.run(LAB_WORKER.submit(lambda: 7)) == 7
