"""The operator's choices: which tables, limits and readings a game is offered under.

`fairdeal.submission.check` makes a `Rules` from a rules file, `fairdeal.wire.deal` from a deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Literal, NamedTuple

from fairdeal.rulebook.game import OWN, BetterOf, Dealing, Game, HandOf, HandSpec, Shuffling
from fairdeal.rulebook.money import CENTS, MAX_STAKE, UNITS_PER_CENT
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import Bounds, TableLimits, Wager


@dataclass(frozen=True)
class Progressive:
    """The operator's progressive: stakes taken, and each meter's rate and reset.

    Rates are in ten-thousandths of the stake, resets in meter units.
    """

    stakes_cents: tuple[int, ...]
    rates: Mapping[str, int]
    resets: Mapping[str, int]


@dataclass(frozen=True)
class FloorChoices:
    """The choices that a live floor adds: the table's name, whether it is for practice, the number
    of bots, the shared meters that its own are linked to, who deals, and the amount from which a
    payment needs the floorperson.
    """

    name: str | None = None
    practice: bool = False
    bots: int = 0
    linked: Mapping[str, str] = field(default_factory=dict)
    dealer: Literal["auto", "person"] = "auto"
    #: The amount from which a payment takes two people. None means the house's default at a table
    #: that opens on a floor, and no limit at a table whose log does not mention it.
    hand_pay_cents: int | None = None


class WagerTerms(NamedTuple):
    """A wager on offer, the hand it is paid on under the readings in force, and its paytable."""

    wager: Wager
    hand: HandOf | BetterOf
    table: Paytable


@dataclass(frozen=True, eq=False)
class Rules:
    """A game as one operator offers it. Where a field is None nothing was chosen or is checked."""

    game: Game
    #: The chosen table of each name in `Game.paytables` that is on offer.
    paytables: Mapping[str, Paytable]
    readings: Mapping[str, str]
    progressive: Progressive | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    chip_step_cents: int = 1
    payout_limit_cents: int | None = None
    operator: str = ""
    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffling: Shuffling = Shuffling.MANUAL
    decks: int = 1
    seats: int = 0
    adjacent_boxes: int = 1
    #: The most on a side bet of any amount, where that is another than the table's maximum.
    side_maximum_cents: Mapping[str, int] = field(default_factory=dict)
    #: The range in percent of its unit that the house wants to hold of a wager: from, to.
    hold: Mapping[str, tuple[Decimal, Decimal]] = field(default_factory=dict)
    floor: FloorChoices | None = None
    #: The day on which the regulator approved these rules, as 2026-01-31; None if not yet.
    approved: str | None = None
    #: The number of the operator's license, if it is given.
    license: str = ""

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers on offer, in the order of the text."""
        return tuple(wager for wager in self.game.wagers if self.table_of(wager) is not None)

    @cached_property
    def to_place(self) -> dict[str, tuple[Wager, tuple[str, ...]]]:
        """The wagers on offer that are made before the deal, each with those that it needs."""
        placed = [wager for wager in self.wagers if wager.at is None]
        return {wager.name: (wager, self.needs(wager)) for wager in placed}

    @cached_property
    def limits(self) -> dict[str, Bounds]:
        """What each wager may be whatever else lies on the layout."""
        return {
            wager.name: wager.size.bounds(self._table_limits[wager.name])
            for wager in self.game.wagers
        }

    @cached_property
    def _table_limits(self) -> dict[str, TableLimits]:
        step, most = self.chip_step_cents, self.maximum_cents or MAX_STAKE
        stakes = self.progressive.stakes_cents if self.progressive else ()
        return {
            wager.name: TableLimits(
                minimum=self.minimum_cents or step,
                maximum=most,
                side_maximum=self.side_maximum_cents.get(wager.name, most),
                chip_step=step,
                stakes=stakes,
            )
            for wager in self.game.wagers
        }

    def bounds(self, wager: Wager, stakes: Mapping[str, int]) -> Bounds:
        """Return the bounds of a wager, given the stakes in cents that lie on the layout."""
        base = wager.size.base
        if base is None or base not in stakes:
            return self.limits[wager.name]
        return wager.size.bounds(self._table_limits[wager.name], stakes[base])

    @cached_property
    def collected(self) -> tuple[Wager, ...]:
        """The wagers on offer whose stakes are collected before the deal."""
        return tuple(wager for wager in self.wagers if wager.collected)

    @cached_property
    def progressive_wager(self) -> Wager | None:
        """The wager on the meters, if it is offered."""
        return next((wager for wager in self.wagers if wager.progressive), None)

    @cached_property
    def areas(self) -> dict[str, int]:
        """The areas of the board that are in use, with the cards that belong there."""
        return {
            area.name: area.cards
            for area in self.game.areas
            if area.only_with is None or area.only_with in self.paytables
        }

    @cached_property
    def left_out(self) -> frozenset[int]:
        """The steps of the round that turn up areas which are not in use."""
        unused = [step for step in self.game.reveals if not set(step.areas) <= set(self.areas)]
        return frozenset(at for at, step in enumerate(self.game.round) if step in unused)

    @cached_property
    def _tables(self) -> dict[str, Paytable | None]:
        return {
            wager.name: self.paytables.get(wager.pays.name)
            if wager.pays.name in self.game.paytables
            else wager.pays.only
            for wager in self.game.wagers
        }

    def table_of(self, wager: Wager) -> Paytable | None:
        """Return the paytable that pays a wager, or None where the wager is not offered."""
        return self._tables[wager.name]

    @cached_property
    def _hands(self) -> dict[str, HandSpec]:
        tables = self._tables
        return {
            wager.name: ((table := tables[wager.name]) and table.hand) or wager.hand
            for wager in self.game.wagers
        }

    def hand_of(self, wager: Wager) -> HandSpec:
        """Return the hand that a wager is paid on under the chosen paytable."""
        return self._hands[wager.name]

    @cached_property
    def terms(self) -> dict[str, WagerTerms]:
        """The terms of each wager on offer: what a settlement asks for, looked up once."""
        terms = {}
        for wager in self.wagers:
            table = self._tables[wager.name]
            assert table is not None, "a wager on offer has a table"
            hand = self._hands[wager.name].under(self.readings)
            terms[wager.name] = WagerTerms(wager, hand, table)
        return terms

    @cached_property
    def hands(self) -> dict[str, HandOf | BetterOf]:
        """The hands that the game names, under the readings in force."""
        return {name: hand.under(self.readings) for name, hand in self.game.hands.items()}

    @cached_property
    def reads_own_cards(self) -> frozenset[str]:
        """The wagers that are settled on a hand which contains the player's own cards."""
        return frozenset(name for name, spec in self._hands.items() if spec.reads(OWN))

    def needs(self, wager: Wager) -> tuple[str, ...]:
        """Return the wagers that must stand before this one may."""
        if wager.needs_by_reading:
            reading, choice, more = wager.needs_by_reading
            if self.readings[reading] == choice:
                return (*wager.needs, *more)
        return wager.needs


def house_rules(game: Game) -> Rules:
    """Return the rules of a game where no rules file says otherwise: every wager, the first
    paytable of each, $5 to $500 in dollar chips, dealt by hand from a manual shoe.
    """
    tables = {name: group.tables[0] for name, group in game.paytables.items()}
    meters = [meter for table in tables.values() for meter in table.meters]
    wager = next((wager for wager in game.wagers if wager.progressive), None)
    progressive = Progressive(
        stakes_cents=wager.size.amounts if wager else (),
        rates={meter.name: UNITS_PER_CENT // 10 for meter in meters},
        resets={meter.name: meter.least_reset_cents * UNITS_PER_CENT for meter in meters},
    )
    return Rules(
        game=game,
        paytables=tables,
        readings=game.default_readings,
        progressive=progressive if meters else None,
        minimum_cents=5 * CENTS,
        maximum_cents=500 * CENTS,
        chip_step_cents=1 * CENTS,
        payout_limit_cents=game.limit.cents,
        operator="Fairdeal",
        seats=game.seats,
    )
