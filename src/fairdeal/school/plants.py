"""Irregularities that happen by themselves at a bench, made of the table's own commands.

Only what the table accepts is planted, and planting draws from a stream of its own, so that it
never moves the cards.
"""

from typing import Final, NamedTuple

from fairdeal.school.draws import SeededChoices
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.dry_run import possible
from fairdeal.table.questions import next_deal, right_number_so_far
from fairdeal.table.state import State, still_dealt_to
from fairdeal.wording.phrases import capital

#: What a dealer may report in place of the next step.
REPORTS: Final = {
    "!face-up": "Stop: a card still to be dealt lies face up",
    "!drawn-unseen": "Stop: a card was drawn in error, its face unseen",
    "!drawn-seen": "Stop: a card was drawn in error, and its face was seen",
    "!exposed": "Stop: a community card was exposed",
    "!number": "Stop: a seat has a wrong number of cards, or none",
    "!shuffler": "Stop: the shuffler has jammed",
    "!shoe": "Stop: the dealing shoe has jammed",
}
#: What is seen of a seat that was dealt to wrongly, as it is told once it was reported.
WRONG_NUMBER: Final = "A seat has another number of cards than it should have."
#: Things that happen at a table and are no irregularity.
HARMLESS: Final = (
    "A player asks what time it is.",
    "A player stacks chips of her own beside the layout.",
    "A guest stops behind the table and watches.",
    "A player knocks on the rail.",
    "The floorperson walks past.",
)
#: The chance in percent that a round's irregularity comes at a step where it could.
_AT_EACH_STEP: Final = 30
#: Where the number of irregularities is set: what each step that passes adds to this chance.
_MORE_AT_EACH_STEP: Final = 4


class Plant(NamedTuple):
    """An irregularity: the key of the right report, its command, and what is seen of it besides the
    table.
    """

    key: str
    command: cmd.Command
    sees: str = ""


class Planter:
    """Plants at most one irregularity in a round, in a given percentage of the rounds."""

    def __init__(
        self, seed: str, rate: int, rounds: int | None = None, *, closing: bool = False
    ) -> None:
        """With `rounds` a set number of them have one, drawn beforehand, among which may be the
        `closing` after them; without, each round has one by chance.
        """
        self._draws = SeededChoices(seed, "plants")
        self._rate = rate
        self._round = -1
        self._wanted = False
        #: The rounds that have one, but for those that had it already; None without a set number.
        self._rounds: list[int] | None = None
        #: How often the current round could have had it and did not.
        self._passed = 0
        if rounds is not None:
            among = self._draws.shuffled(range(rounds + closing))
            self._rounds = among[: rounds * rate // 100]

    def is_due(self, state: State, percent: int = _AT_EACH_STEP) -> bool:
        """Return whether an irregularity is to be planted at this step."""
        if state.rounds != self._round:
            self._round, self._passed = state.rounds, 0
            self._wanted = self._begins()
        if not self._wanted:
            return False
        if self._rounds is not None:
            # The more steps have passed, the likelier it comes: so each of these rounds has one.
            percent += _MORE_AT_EACH_STEP * self._passed
            self._passed += 1
        return self._draws.chance(percent)

    def _begins(self) -> bool:
        """Return whether the round that begins has an irregularity: its own, or one of a round
        before that left no occasion for it.
        """
        if self._rounds is None:
            return self._draws.chance(self._rate)
        return any(one <= self._round for one in self._rounds)

    def closing_count(self, state: State, right: int, decks: int) -> int:
        """Return what is counted of a deck as the table closes, where so many are still counted.

        Where the number of irregularities is set, one that is still to come comes here.
        """
        if self._rounds is None:
            return self.wrong_count(state, right, (-1,))
        return self.wrong_count(state, right, (-1,), 100 // decks)

    def mark_used(self) -> None:
        """Note that this round has had its irregularity."""
        self._wanted = False
        if self._rounds is not None:
            self._rounds.remove(min(self._rounds))

    def choose(self, plants: list[Plant]) -> Plant:
        """Return one of several irregularities; the round gets no other."""
        self.mark_used()
        return self._draws.pick(plants)

    def before(self, state: State, command: cmd.Command) -> Plant | None:
        """Return an irregularity that is found in place of a step; None if there is none."""
        found = [one for one in _before(state, command) if _accepts(state, one.command)]
        return self.choose(found) if found and self.is_due(state) else None

    def misdeal(self, state: State) -> tuple[cmd.Deal, int] | None:
        """Return a deal that gives a seat too many cards or none, and the seat; else None."""
        step = next_deal(state)
        seats = [] if step is None else [n for n in still_dealt_to(state, step) if _is_seat(n)]
        found = [
            Plant(str(seat), deal)
            for seat in seats
            for deal in (cmd.Deal(twice=(int(seat),)), cmd.Deal(skip=(int(seat),)))
            if len(seats) > 1 and _accepts(state, deal)
        ]
        if not found or not self.is_due(state):
            return None
        plant = self.choose(found)
        assert isinstance(plant.command, cmd.Deal)
        return plant.command, int(plant.key)

    def wrong_count(self, state: State, right: int, off: tuple[int, ...], percent: int = 50) -> int:
        """Return what is counted: the right number, or at times a number that is off by one."""
        if not right or not self.is_due(state, percent):
            return right
        self.mark_used()
        return right + self._draws.pick(off)


def wrong_number(state: State, number: int) -> Plant | None:
    """Return the report of a misdealt seat as soon as it can be seen; None before."""
    lying = len(state.seats[number].cards)
    if lying == right_number_so_far(state, number):
        return None
    commands = (cmd.Skipped(number), cmd.WrongNumber(number, lying))
    taken = [one for one in commands if _accepts(state, one)]
    return Plant("!number", taken[0]) if taken else None


def _before(state: State, command: cmd.Command) -> list[Plant]:
    """Return the irregularities that fit before a step; the table may refuse some of them."""
    plants: list[Plant] = []
    if isinstance(command, cmd.Deal | cmd.Replace):
        plants += [
            Plant("!face-up", cmd.FaceUp(), "The next card to be dealt lies face up."),
            Plant(
                "!drawn-unseen",
                cmd.DrawnInError(),
                "A card comes out too early. Nobody has seen its face.",
            ),
            Plant(
                "!drawn-seen",
                cmd.DrawnInError(seen=True),
                "A card comes out too early, and a player reads its face aloud.",
            ),
            Plant("!shoe", cmd.ShoeJam(), "The shoe stops: no card comes out."),
        ]
    if isinstance(command, cmd.NoMoreBets | cmd.Cut):
        plants.append(
            Plant("!shuffler", cmd.ShufflerJam(), "The shuffler blinks: a card is stuck in it.")
        )
    if isinstance(command, cmd.RackStub | cmd.Reveal | cmd.CountStub):
        for area in state.board:
            place = state.rules.game.place_words(area)
            words = f"{capital(place)}: the card there turns over before its time."
            plants.append(Plant("!exposed", cmd.ExposedCommunity(area), words))
    return plants


def _accepts(state: State, command: cmd.Command) -> bool:
    return bool(possible(state, command, AUTOMATIC_DEALER))


def _is_seat(place: int | str) -> bool:
    return isinstance(place, int)
