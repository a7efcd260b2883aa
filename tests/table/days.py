"""A day at a table of each game, from the first deck to the last count, as a log; and one at a
table whose cards are committed to.

The logs in `logs` were written once and are read for ever: what was written stays readable. Run as
a program this writes those that are missing (of a new game), and touches none that is there.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path

from day import Day
from felt import rules_of
from random_rules import stacked_deck

from fairdeal.games import GAMES
from fairdeal.play.journal import replay_log
from fairdeal.play.session import Session
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.rules import FloorChoices, Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.game_accounts import FloorTerms
from fairdeal.wire.codec import document_name, hints_of
from fairdeal.wire.state import write_state

FOLDER = Path(__file__).parent / "logs"
#: The log of the table whose cards are committed to.
COMMITTED = FOLDER / "committed.jsonl"
#: The log of a day with a payment by hand, which the other days were written without.
BY_HAND = FOLDER / "by-hand.jsonl"
#: The log of a day on which a card that would make all hands void is reported and denied, then
#: reported and confirmed.
REPORTED = FOLDER / "reported.jsonl"
#: The log of a day on which dealers tap in, relieve each other and settle with few presses.
TAPPED = FOLDER / "tapped.jsonl"
#: The log of a day at a table that commits to its cards, on which words are pledged.
PLEDGED = FOLDER / "pledged.jsonl"
#: The log of a day at a table of a floor, on which payments from $50 up take two people.
HAND_PAY = FOLDER / "hand-pay.jsonl"
#: The log of a day at a table of a floor with game accounts, at which players buy in.
BUY_IN = FOLDER / "buy-in.jsonl"
LIMITS = FOLDER / "limits.jsonl"


def file_of(game: Game) -> Path:
    """The log of a game."""
    home = next(one for one in GAMES if one.name == game.name)
    name = game.name if game is home else f"{game.name}-{game.jurisdiction}"
    return FOLDER / f"{name}.jsonl"


def companion_of(log: Path) -> Path:
    """What was written down of a log when it was new."""
    return log.with_suffix(".json")


#: Every tag that a log may hold, with its fields.
TAGS = FOLDER.parent / "tags.json"


def told_of(session: Session) -> dict[str, object]:
    """What is written down of a log: how far it goes, where the money is, and the whole table at
    its end. The digest changes with what a state consists of; the money never does.
    """
    state = session.state
    return {
        "entries": session.entries,
        "version": state.version,
        "rounds": state.rounds,
        "inventory": state.inventory,
        "gone": state.gone,
        "meters": dict(state.meters.units),
        "state": sha256(write_state(state)).hexdigest(),
    }


def tags() -> dict[str, dict[str, list[str]]]:
    """The names of all commands and events as a log has them, each with its fields."""
    kinds: dict[str, tuple[type[cmd.Command] | type[ev.Event], ...]] = {
        "commands": cmd.COMMANDS,
        "events": ev.EVENTS,
    }
    return {
        name: {
            str(kind.__struct_config__.tag): sorted(
                document_name(field, hint) for field, hint in hints_of(kind).items()
            )
            for kind in group
        }
        for name, group in kinds.items()
    }


def rules_and_deck(game: Game) -> tuple[Rules, str]:
    """Rules that bring most about, and cards with which somebody has a royal flush."""
    machine = game.clauses.hand_needs_machine is not None and not game.procedure.forfeit
    rules = rules_of(
        game.name,
        game.jurisdiction,
        shuffling=Shuffling.COUNTING if machine else Shuffling.MANUAL,
        dealing=Dealing.AUTOMATED_SHOE if machine else Dealing.MANUAL_SHOE,
        payout_limit_cents=20_000,
    )
    progressive = rules.progressive_wager
    if progressive is None:
        return rules, ""
    decks = (stacked_deck(random.Random(seed), rules, 2) for seed in range(1_000))
    return rules, next(deck for deck in decks if lucky(rules, deck))


def lucky(rules: Rules, deck: str) -> bool:
    """Whether with these cards a meter and an envy bonus are paid in the first round."""
    day = Day(rules, deck)
    day.open()
    day.first_round()
    text = "\n".join(day.lines)
    return '"meter-paid"' in text and '"envy-paid"' in text


def whole_day(game: Game) -> Day:
    return lived(Day(*rules_and_deck(game)))


def committed_day() -> Day:
    """A day at a table whose cards are committed to: of the first game, with the same secrets on
    every day.
    """
    numbers = count()
    rules, _ = rules_and_deck(GAMES[0])
    return lived(Day(rules, secrets=lambda: sha256(f"day {next(numbers)}".encode()).hexdigest()))


def paid_day() -> Day:
    """A day of the first game on which a payment is made by hand."""
    return lived(Day(*rules_and_deck(GAMES[0])), by_hand=True)


def reported_day() -> Day:
    """A day of the game in which one card face up makes all hands void."""
    game = next(one for one in GAMES if one.procedure.irregular.face_up_voids)
    day = Day(*rules_and_deck(game))
    for part in (day.open, day.first_round, day.reported_round, day.left_round, day.close):
        part()
    return day


def tapped_day() -> Day:
    """A day of the game with the most passes of settlement."""
    game = max(GAMES, key=lambda one: len(one.settlements))
    day = Day(*rules_and_deck(game))
    for part in (day.open, day.first_round, day.void_round, day.tapped_round, day.close):
        part()
    return day


def pledged_day() -> Day:
    """A day of the first game at which words are pledged: open ones, too."""
    numbers = count()
    rules, _ = rules_and_deck(GAMES[0])
    day = Day(rules, secrets=lambda: sha256(f"pledged {next(numbers)}".encode()).hexdigest())
    for part in (day.open, day.first_round, day.pledged_round, day.lost_round, day.left_round):
        part()
    day.close()
    return day


def hand_pay_day() -> Day:
    """A day of the first game on which payments from $50 up wait for a floorperson."""
    rules, deck = rules_and_deck(GAMES[0])
    return lived(Day(replace(rules, floor=FloorChoices(hand_pay_cents=50_00)), deck))


def buy_in_day() -> Day:
    """A day of the second game at which Ann and Bob buy chips before they bet."""
    rules, deck = rules_and_deck(GAMES[1])
    day = Day(replace(rules, floor=FloorTerms(buy_in_cents=200_00)), deck)
    for part in (day.open, day.bought_in, day.first_round, day.void_round, day.left_round):
        part()
    day.close()
    return day


def limits_day() -> Day:
    """A day of the first game on which the operator changes the limits while Ann and Bob play."""
    day = Day(*rules_and_deck(GAMES[0]))
    for part in (day.open, day.first_round, day.limits, day.void_round, day.left_round):
        part()
    day.close()
    return day


def lived(day: Day, *, by_hand: bool = False) -> Day:
    for part in (day.open, day.first_round, day.void_round, day.counted_round, day.left_round):
        part()
    if by_hand:
        day.by_hand()
    day.devices()
    day.close()
    return day


def write_missing() -> Iterator[Path]:
    """Write the logs that are not there, each with what is written down of it."""
    FOLDER.mkdir(exist_ok=True)
    days: dict[Path, Callable[[], Day]] = {file_of(g): partial(whole_day, g) for g in GAMES}
    for log, day in {
        **days,
        COMMITTED: committed_day,
        BY_HAND: paid_day,
        REPORTED: reported_day,
        TAPPED: tapped_day,
        PLEDGED: pledged_day,
        HAND_PAY: hand_pay_day,
        BUY_IN: buy_in_day,
        LIMITS: limits_day,
    }.items():
        if not log.exists():
            data = "".join(f"{line}\n" for line in day().lines).encode()
            log.write_bytes(data)
            told = told_of(replay_log(data.rstrip(b"\n")))
            companion_of(log).write_text(f"{json.dumps(told, indent=2)}\n", encoding="utf-8")
            yield log


if __name__ == "__main__":
    for written in write_missing():
        print(written.name)
