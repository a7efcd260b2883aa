"""Rounds as rows: a row for each seat and round, of a simulation or of a floor, by one schema.

The schema is called `fairdeal-round-1`. Money is in whole cents. A card is a small number: four
times its rank (0 for a two, 12 for an ace) and its suit (0 clubs, 1 diamonds, 2 hearts, 3 spades);
52 and 53 are jokers.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.simulate.rounds import RoundResult
from fairdeal.simulate.settings import Settings

SCHEMA: Final = "fairdeal-round-1"

_Card = Annotated[int, msgspec.Meta(ge=0, le=53)]


class WagerRow(msgspec.Struct, frozen=True, rename={"called": "class"}):
    """What became of a wager, in cents; `returned` is after the payout limit."""

    wager: str
    stake: int
    result: str
    called: str
    returned: int
    limited: int


class RoundRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in a round. `board` has the community cards area by area; `decisions` are in order:
    `ride`, `withdraw`, `fold`, `first-run 1500` (cents) or `draw 2c 9d`.
    """

    schema: Annotated[str, msgspec.Meta(pattern=f"^{SCHEMA}$")]
    source: Annotated[str, msgspec.Meta(pattern="^(simulation|floor)$")]
    version: str
    game: str
    jurisdiction: str
    #: The digest of the rules, as `docs/log.md` has it.
    rules: str
    #: The seed of a simulation; null for a floor.
    seed: str | None
    #: The table of a floor; null for a simulation.
    table: str | None
    #: The id of the round on a floor, or its number in a simulation.
    round: str
    number: int
    #: When the round ended, in seconds of the floor's clock; null for a simulation.
    ended: int | None
    seat: int
    player: str
    dealt: tuple[_Card, ...]
    cards: tuple[_Card, ...]
    board: tuple[_Card, ...]
    decisions: tuple[str, ...]
    folded: str
    wagers: tuple[WagerRow, ...]
    staked: int
    returned: int
    envy: int
    net: int


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a row."""
    return {"$id": SCHEMA, **msgspec.json.schema(RoundRow)}


def simulated_rows(settings: Settings, rounds: Iterable[RoundResult]) -> Iterator[RoundRow]:
    """Yield the rows of simulated rounds."""
    rules = settings.rules
    digest = settings.rules_digest
    for one in rounds:
        board = tuple(card for _, cards in one.board for card in cards)
        for seat in one.seats:
            wagers = tuple(
                WagerRow(w.wager, w.stake, str(w.result), w.called, w.returned, w.limited)
                for w in seat.wagers
            )
            yield RoundRow(
                schema=SCHEMA,
                source="simulation",
                version=__version__,
                game=rules.game.name,
                jurisdiction=rules.game.jurisdiction,
                rules=digest,
                seed=str(settings.seed),
                table=None,
                round=str(one.number),
                number=one.number,
                ended=None,
                seat=seat.seat,
                player=settings.strategies[seat.seat - 1],
                dealt=seat.dealt,
                cards=seat.cards,
                board=board,
                decisions=seat.decisions,
                folded=seat.folded,
                wagers=wagers,
                staked=sum(w.stake for w in wagers),
                returned=sum(w.returned for w in wagers),
                envy=seat.envy,
                net=seat.net,
            )


def write_lines(rows: Iterable[RoundRow], path: Path) -> int:
    """Write rows as JSON Lines; how many there are."""
    count = 0
    try:
        with path.open("wb") as file:
            for row in rows:
                file.write(msgspec.json.encode(row) + b"\n")
                count += 1
    except OSError as error:
        raise BadInputError(f"cannot write {path}: {error.strerror}") from None
    return count


def read_lines(path: Path) -> Iterator[RoundRow]:
    """Read rows from JSON Lines; every line must be as the schema says."""
    decoder = msgspec.json.Decoder(RoundRow)
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield decoder.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise BadInputError(f"{path}, line {number}: {error}") from None
    except OSError as error:
        raise BadInputError(f"cannot read {path}: {error.strerror}") from None
