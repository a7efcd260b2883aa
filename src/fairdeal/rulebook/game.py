"""The parts of a game. A game of `fairdeal.games` is one value of `Game`, and every other module
gets what it knows about a game from this value.

Facts that follow from a game's file are computed here: how many cards a player and each area have
(from the deal), at which decision a wager is made (from the round), which wagers a settlement
covers (from their clauses), and the hands by name. A game that contradicts itself cannot be built
(`fairdeal.rulebook.conformance`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from fairdeal.cards import Deck
from fairdeal.rulebook.conformance import check_game
from fairdeal.rulebook.hand import OWN, BetterOf, Board, ByReading, HandOf, HandSpec, SeatCards
from fairdeal.rulebook.layout import BoardLine, FeltColour, Inscription, Layout, plain_layout
from fairdeal.rulebook.paytable import Paytables
from fairdeal.rulebook.procedure import Procedure
from fairdeal.rulebook.readings import Reading, defaults
from fairdeal.rulebook.round import (
    SEATS,
    Area,
    BetOrFold,
    Call,
    Deal,
    Dealing,
    DecisionStep,
    Direction,
    Draw,
    Reveal,
    Settle,
    Shuffling,
    Step,
    TakeBack,
    dealt,
)
from fairdeal.rulebook.wager import Wager

__all__ = [
    "OWN",
    "SEATS",
    "Area",
    "BetOrFold",
    "BetterOf",
    "Board",
    "BoardLine",
    "ByReading",
    "Call",
    "Clauses",
    "Deal",
    "Dealing",
    "DecisionStep",
    "Direction",
    "Document",
    "Draw",
    "FeltColour",
    "Game",
    "HandOf",
    "HandSpec",
    "Inscription",
    "Layout",
    "Limit",
    "Reveal",
    "SeatCards",
    "Settle",
    "Shuffling",
    "Step",
    "TakeBack",
]


_Step = TypeVar("_Step", bound=Step)


@dataclass(frozen=True, slots=True)
class Document:
    """The paper that contains a game's text: its issuer, its title, its edition, its date, and
    whether it is in force.
    """

    authority: str
    title: str
    edition: str
    date: str
    status: str

    def __str__(self) -> str:
        return f"{self.authority}, {self.title} ({self.edition}, {self.date}; {self.status})"


@dataclass(frozen=True, slots=True)
class Limit:
    """The aggregate payout limit of a hand: none unless the operator sets one, or at most
    `cents`, or what a bettor of the minimum could win if that is more (`or_best_at_minimum`).
    `per` is what the text calls the limit's extent.
    """

    clause: str
    cents: int | None = None
    or_best_at_minimum: bool = False
    per: str = "per hand"


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses in which the text speaks of an operator's choices; None if it does not."""

    wagers: str
    one_deck: str
    seats: str | None = None
    two_decks: str | None = None
    hand_needs_machine: str | None = None
    boxes: str | None = None
    rates: str | None = None
    resets: str | None = None
    progressive_stakes: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A casino poker table game under one regulation."""

    name: str
    title: str
    jurisdiction: str
    text: str
    deck: Deck
    seats: int
    wagers: tuple[Wager, ...]
    areas: tuple[Area, ...]
    dealing: Mapping[Dealing, tuple[Deal, ...]]
    round: tuple[Step, ...]
    limit: Limit
    clauses: Clauses
    procedure: Procedure
    readings: tuple[Reading, ...]
    #: The name of a unit in the answers of `analyze`.
    unit: str
    #: How a continuous reshuffler changes the automated shoe's script, where it does.
    reshuffler_dealing: tuple[Deal, ...] | None = None
    #: Whether one person may take several adjacent boxes.
    several_boxes: bool = False
    #: Whether a table may have fewer seats than the text names.
    fewer_seats: bool = True
    #: The names of the text's places, for a text that has headings and no numbers.
    headings: tuple[str, ...] = ()
    #: The layout that the text prescribes; a game without one gets a plain layout.
    layout: Layout | None = None
    #: The paper that contains the text; None is possible for a game that a user has written.
    document: Document | None = None
    #: The game that this one differs from: its text is followed where this one says nothing.
    basis: "Game | None" = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "areas", tuple(self._filled_areas()))
        object.__setattr__(self, "wagers", tuple(self._placed_wagers()))
        object.__setattr__(self, "round", tuple(self._filled_round()))
        check_game(self)

    def _filled_areas(self) -> Iterator[Area]:
        for area in self.areas:
            yield area.with_cards(self._dealt[area.name])

    def _placed_wagers(self) -> Iterator[Wager]:
        for wager in self.wagers:
            yield wager.made_at(wager.name if wager.name in self.folds else None)

    def _filled_round(self) -> Iterator[Step]:
        only = len(self._of(Settle)) == 1
        for step in self.round:
            if isinstance(step, Settle) and not step.wagers:
                found = (w.name for w in self.wagers if only or step.covers(w.settled))
                yield replace(step, wagers=tuple(found))
            else:
                yield step

    def __repr__(self) -> str:
        return f"<Game {self.name} in {self.jurisdiction}>"

    @cached_property
    def _dealt(self) -> Counter[str]:
        return dealt(next(iter(self.dealing.values()), ()))

    @cached_property
    def own_cards(self) -> int:
        """The cards that each seat is dealt."""
        return self._dealt[SEATS]

    @cached_property
    def hands(self) -> Mapping[str, HandSpec]:
        """The hands that wagers are paid on, by name."""
        return {spec.name: spec for wager in self.wagers for spec in wager.hands}

    @cached_property
    def wager(self) -> Mapping[str, Wager]:
        """The wagers by name."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def paytables(self) -> Mapping[str, Paytables]:
        """The paytables that an operator chooses, by name: `main`, and each wager with tables of
        its own.
        """
        groups = {wager.pays.name: wager.pays for wager in self.wagers}
        return {
            name: group for name, group in groups.items() if name == "main" or name in self.wager
        }

    @cached_property
    def felt(self) -> Layout:
        """How areas and inscriptions lie on the felt."""
        return self.layout or plain_layout(self.wagers, self.areas, self.clauses.wagers)

    @cached_property
    def default_readings(self) -> Mapping[str, str]:
        """The choice in force for each reading that has alternatives."""
        return defaults(self.readings)

    @property
    def place(self) -> str:
        """The jurisdiction as people write it: `Maryland`."""
        return self.jurisdiction.replace("-", " ").title()

    def place_words(self, place: int | str) -> str:
        """Return the dealer's name of a place that cards are dealt to: a seat or an area."""
        if isinstance(place, int):
            return f"seat {place}"
        titles = {area.name: area.title or f"the {area.name}" for area in self.areas}
        return titles.get(place, place)

    # The steps of the round by what they are for ------------------------------------------------

    def _of(self, kind: type[_Step]) -> tuple[_Step, ...]:
        return tuple(step for step in self.round if isinstance(step, kind))

    @cached_property
    def decisions(self) -> tuple[DecisionStep, ...]:
        """The steps at which each player in turn makes a decision."""
        return tuple(step for step in self.round if isinstance(step, TakeBack | BetOrFold | Draw))

    @cached_property
    def bet_steps(self) -> Mapping[str, BetOrFold]:
        """The decisions to bet or fold, by the wager that is made at them."""
        return {step.wager: step for step in self._of(BetOrFold)}

    @cached_property
    def take_back_steps(self) -> Mapping[str, TakeBack]:
        """The decisions to take a wager back, by that wager."""
        return {step.wager: step for step in self._of(TakeBack)}

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """The steps at which cards are discarded and replaced."""
        return self._of(Draw)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The announcements of "no more bets" inside the round."""
        return self._of(Call)

    @cached_property
    def reveals(self) -> tuple[Reveal, ...]:
        """The steps that turn up community cards."""
        return self._of(Reveal)

    @cached_property
    def settlements(self) -> tuple[Settle, ...]:
        """The steps that settle wagers."""
        return self._of(Settle)

    @cached_property
    def draws_until(self) -> int:
        """The number of the step after which no card is drawn any more; 0 if no card ever is."""
        return max([at + 1 for at, step in enumerate(self.round) if step in self.draws] or [0])

    @property
    def settles(self) -> Direction:
        """The direction in which seats are settled."""
        return self.settlements[0].direction

    @property
    def folds(self) -> tuple[str, ...]:
        """The decisions at which a player may fold, in order."""
        return tuple(step.wager for step in self._of(BetOrFold))

    @property
    def take_backs(self) -> tuple[str, ...]:
        """The wagers that a player may take back, in order."""
        return tuple(step.wager for step in self._of(TakeBack))

    def differs(
        self,
        *,
        without: tuple[str, ...] = (),
        pays: Mapping[str, Paytables] | None = None,
        cites: Mapping[str, str] | None = None,
        hands: Mapping[str, HandSpec] | None = None,
        asks: Mapping[str, str] | None = None,
        unasked: tuple[str, ...] = (),
        readings: tuple[Reading, ...] = (),
        **changes: object,
    ) -> "Game":
        """Return a game that differs from this one as another jurisdiction's text does.

        Wagers can be left out; paytables, clauses and hands of the remaining wagers can be
        replaced, and so can clauses of readings. Readings that nothing uses any more are left out,
        and new ones can be added. Any other field can be given by its name.
        """
        pays, cites, hands, asks = pays or {}, cites or {}, hands or {}, asks or {}
        wagers = tuple(
            replace(
                wager,
                pays=(table := pays.get(wager.pays.name, wager.pays)),
                clause=cites.get(wager.name, wager.clause),
                settled=table.clause if wager.pays.name in pays else wager.settled,
                hand=hands.get(wager.name, wager.hand),
            )
            for wager in self.wagers
            if wager.name not in without
        )
        steps: list[Step] = []
        for step in self.round:
            if isinstance(step, Settle):
                kept = tuple(name for name in step.wagers if name not in without)
                steps += [replace(step, wagers=kept)] if kept else []
            elif isinstance(step, BetOrFold) and step.wager in cites:
                clause = cites[step.wager]
                steps.append(replace(step, clause=clause, fold_clause=clause))
            else:
                steps.append(step)
        asked = tuple(
            replace(reading, clauses=(*reading.clauses, asks[reading.id]))
            if reading.id in asks
            else reading
            for reading in self.readings
            if reading.id not in unasked
        )
        return replace(
            self,
            wagers=wagers,
            round=tuple(steps),
            readings=(*asked, *readings),
            basis=self,
            **changes,  # type: ignore[arg-type] # of any field's type; the game checks itself
        )
