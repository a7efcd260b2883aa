"""The front door: the dozen names that people type, reached as `fairdeal.NAME`.

>>> import fairdeal
>>> len(fairdeal.GAMES)
4
>>> fairdeal.settle({"game": "double-draw", "paytables": {"bonus": "A"}, "seats": [
...     {"seat": 1, "cards": "7c 7d 7h 7s 2c",
...      "wagers": {"ante": 5, "bonus": 5, "first-draw": 5, "second-draw": 5}}]})["seats"][0]["net"]
115
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairdeal.cards import Card as CardNumber
from fairdeal.cards import card_text, parse_card, parse_cards
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, FairdealError, Refused
from fairdeal.games import GAMES, find_game
from fairdeal.lab.decisions import strategy as lab_strategy
from fairdeal.lab.decisions.decision import Decision
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.figures import analyze as lab_analyze
from fairdeal.lab.figures import seen as lab_seen
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.seen import Seen
from fairdeal.play.session import Session, open_table
from fairdeal.play.sources import (
    NamedCards,
    SeededSource,
    Source,
    SystemSource,
    first_cards,
)
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.rulebook.situation import Situation
from fairdeal.submission.check import check as check_rules
from fairdeal.submission.review import review as check
from fairdeal.table import commands as cmd
from fairdeal.table.actors import Actor, player
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.state import State
from fairdeal.table.view import Viewer, parse_viewer
from fairdeal.table.walk import walk
from fairdeal.wire.choices import read_paytable, read_readings
from fairdeal.wire.commands import read_line
from fairdeal.wire.deal import settle
from fairdeal.wire.fields import refuse
from fairdeal.wire.files import MAX_TOML_BYTES, read_text
from fairdeal.wire.games import load as load_game
from fairdeal.wire.situation import read_situation
from fairdeal.wire.view import view_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import event_sentence

__all__ = [
    "GAMES",
    "Card",
    "Cards",
    "FairdealError",
    "Refused",
    "Table",
    "analyze",
    "check",
    "find_game",
    "load_game",
    "rules",
    "seen",
    "settle",
    "strategy",
    "strategy_card",
]


class Card(int):
    """A card that prints as a card, and is the number that the program reckons with.

    >>> Card("As"), Card("Td"), Card("*")
    (As, Td, *)
    """

    def __new__(cls, card: str | CardNumber) -> "Card":
        """A card by its name, or by its number."""
        return super().__new__(cls, parse_card(card) if isinstance(card, str) else card)

    def __repr__(self) -> str:
        return card_text(int(self))

    __str__ = __repr__


class Cards(tuple[Card, ...]):
    """Cards that print as cards.

    >>> Cards("As Kd *")
    As Kd *
    """

    __slots__ = ()

    def __new__(cls, cards: str | Iterable[CardNumber]) -> "Cards":
        """Cards by name, or by number."""
        numbers = parse_cards(cards) if isinstance(cards, str) else cards
        return super().__new__(cls, map(Card, numbers))

    def __repr__(self) -> str:
        return " ".join(map(str, self))

    __str__ = __repr__


def rules(
    game: str | None = None, jurisdiction: str | None = None, *, file: str | Path | None = None
) -> Rules:
    """The rules that a game is offered under: those of a rules file, or the house's own.

    >>> rules("double-draw").minimum_cents
    500
    """
    if file is None:
        if game is None:
            raise BadInputError("name a game, or the rules file of one")
        return house_rules(find_game(game, jurisdiction))
    checked = check_rules(read_text(str(file), most=MAX_TOML_BYTES))
    if checked.rules is None:
        first = checked.findings[0]
        raise BadInputError(f"{file}, line {first.line}: {first.message}")
    return checked.rules


def analyze(
    game: str,
    wager: str | None = None,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    stake: Fraction | int | None = None,
    meters: Mapping[str, Fraction | int] | None = None,
) -> list[Analysis]:
    """The exact mathematics of one wager of a game (`main` is its own wagers) or of all.

    >>> (bonus,) = analyze("let-it-ride", "three-card-bonus", paytables={"three-card-bonus": "A"})
    >>> round(float(bonus.house_edge), 4)
    0.0232
    """
    found = find_game(game, jurisdiction)
    return lab_analyze.analyze(
        found,
        wager=wager,
        paytables=_paytables(found, paytables or {}),
        readings=read_readings(found, readings or {}, refuse),
        stake=None if stake is None else Fraction(stake),
        meters={name: Fraction(value) for name, value in (meters or {}).items()},
    )


def strategy(
    game: str,
    cards: str,
    *,
    board: str = "",
    bets: Mapping[str, int] | None = None,
    discards: str | None = None,
    withdrawn: Sequence[str] = (),
    jurisdiction: str | None = None,
    paytables: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Decision:
    """Every choice in a situation with its exact value, and the best one.

    >>> strategy("let-it-ride", "Ts Td 2c").best.action
    'ride'
    """
    document: dict[str, Any] = {"cards": cards, "board": board, "bets": dict(bets or {})}
    if discards is not None:
        document["discards"] = discards
    situation: Situation = read_situation({**document, "withdrawn": list(withdrawn)})
    chosen = _rules(game, jurisdiction, paytables, readings)
    return lab_strategy.strategy(chosen, [situation])[0]


def strategy_card(
    game: str,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> StrategyCard:
    """The best play in rules that a person can keep, and what following them costs."""
    return lab_strategy.strategy_card(_rules(game, jurisdiction, paytables, readings))


def seen(
    game: str,
    hands: Sequence[int] | None = None,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    samples: int = lab_seen.SAMPLES,
    seed: int = 1,
) -> list[Seen]:
    """What so many other hands, seen before the first decision, are worth under best play: exactly
    where every deal can be counted, else from about so many samples of a seed. Without a number
    one, three and five are answered.

    >>> (one,) = seen("let-it-ride", [1])
    >>> one.exact, one.ev
    (True, Fraction(-405294259, 11706149000))
    """
    chosen = _rules(game, jurisdiction, paytables, readings)
    return lab_seen.seen(chosen, hands, samples=samples, seed=seed)


def _rules(
    game: str,
    jurisdiction: str | None,
    paytables: Mapping[str, str] | None,
    readings: Mapping[str, str] | None,
) -> Rules:
    house = house_rules(find_game(game, jurisdiction))
    tables = {**house.paytables, **_paytables(house.game, paytables or {})}
    chosen = read_readings(house.game, readings or {}, refuse)
    return replace(house, paytables=tables, readings=chosen)


def _paytables(game: Game, names: Mapping[str, str]) -> dict[str, Paytable]:
    tables = {name: read_paytable(game, name, table, refuse) for name, table in names.items()}
    return {name: table for name, table in tables.items() if table is not None}


# A table ------------------------------------------------------------------------------------------


class Table:
    """A table to sit at: give it commands, ask what may be done, let its dealer work.

    `seed` gives the same cards each time, `deck` the cards that come first, `named` a table whose
    commands name the cards; else the operating system shuffles.

    >>> table = Table("let-it-ride", seed=7)
    >>> table.sit(1, "ann")
    >>> table.do({"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}})
    >>> table.deal()
    >>> [action.do for action in table.actions]
    ['ride', 'withdraw']
    >>> while table.in_round:
    ...     table.do(table.actions[0])
    ...     table.deal()
    >>> table.state.rounds
    1
    """

    def __init__(
        self,
        game: str | Rules,
        jurisdiction: str | None = None,
        *,
        seed: int | str | None = None,
        deck: str = "",
        named: bool = False,
    ) -> None:
        offered = game if isinstance(game, Rules) else rules(game, jurisdiction)
        source: Source = NamedCards() if named else SystemSource()
        if seed is not None or deck:
            source = SeededSource(seed or 0, first_cards(deck, offered.game.deck))
        self.session: Session = open_table(offered, source, rounds=1)

    @property
    def state(self) -> State:
        """The table as it is."""
        return self.session.state

    @property
    def in_round(self) -> bool:
        """Whether a round is on: the bets are closed, and not all is settled."""
        return bool(self.state.playing)

    @property
    def actions(self) -> list[Action]:
        """What the players may do now: decide in a round, or wager before one.

        An action can be given to `do` as it is; a bet is then the least that is allowed.
        """
        return legal_actions(self.state)

    @property
    def next(self) -> list[str]:
        """What comes next, in the dealer's words with their clauses."""
        return [f"{line.say} ({line.clause})" for line in instructions(self.state)]

    def sit(self, seat: int, name: str) -> None:
        """A player sits down; the dealer opens the table for the first."""
        self.do(cmd.Sit(seat), player(name))

    def do(self, what: cmd.Command | Action | Mapping[str, Any], by: Actor | None = None) -> None:
        """Give a command: as a value, as an action of `actions`, or as the JSON of a script.

        `Refused` says why not, with the clause; then nothing has changed.
        """
        if isinstance(what, Action):
            what = _command(what)
        if isinstance(what, cmd.Command):
            self.session.do(what, by)
        elif isinstance(what, Mapping):
            command, envelope = read_line(self.state, dict(what))
            self.session.do(
                command,
                by or envelope.by,
                time=envelope.time,
                key=envelope.key,
                at=envelope.at,
            )
        else:
            raise BadInputError(f"{quoted(what)} is no command")

    def deal(self) -> None:
        """The automatic dealer goes on until a player must act."""
        self.session.run_dealer(until_round_ends=self.in_round)

    def cards(self, seat: int) -> Cards:
        """The cards that a seat holds."""
        return Cards(self.state.seats[seat].cards)

    def view(self, viewer: str | Viewer = "public") -> dict[str, Any]:
        """The table as somebody is sent it: `public`, `dealer`, `floor`, `seat:1`, `player:ID`."""
        if isinstance(viewer, str):
            viewer = parse_viewer(viewer, self.state.rules.seats)
        return view_document(self.state, viewer)

    def told(self) -> list[str]:
        """The last finished round in words."""
        if not self.session.finished:
            return []
        done = self.session.finished[-1]
        words = (
            event_sentence(before, event) for before, event, _ in walk(done.before, done.events)
        )
        return [said for said in words if said]


def _command(action: Action) -> cmd.Command:
    seat = action.seat
    match action.do:
        case "ride":
            return cmd.Ride(seat)
        case "withdraw":
            return cmd.Withdraw(seat)
        case "fold":
            return cmd.Fold(seat)
        case "draw":
            return cmd.Draw(seat)
        case "ready":
            return cmd.Ready(seat)
        case _:
            return cmd.Bet(seat, action.wager or "", action.least or 0)
