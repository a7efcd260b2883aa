"""Bots play the best decisions by the lab as soon as its values are loaded."""

import asyncio
from pathlib import Path

from fairdeal.floor.floor import Floor, Settings
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.table_acts import open_table
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.play.bots import cautious
from fairdeal.table.state import DECISIONS
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
        settings=Settings(pace=1, clock=0, bots=True),
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


def test_a_thought_that_fails_is_not_the_last() -> None:
    def failing() -> None:
        raise RuntimeError("an error of the program")

    LAB_WORKER.enqueue(failing)
    assert asyncio.run(LAB_WORKER.submit(lambda: 7)) == 7
