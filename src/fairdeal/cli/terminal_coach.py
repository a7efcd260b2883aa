"""The coach at the terminal, at practice only: hints, what each decision cost, and a tally."""

from rich.console import Console

from fairdeal.cli.output import TerminalProgress, plain_table, print_table, with_suit_signs
from fairdeal.english import counted
from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.lab.decisions.coaching import Verdict, advice, decision_at, seat_deciding, verdict_on
from fairdeal.lab.decisions.decision import Decision
from fairdeal.rulebook.money import dollars
from fairdeal.table import events as ev
from fairdeal.table.state import DECISIONS, State


class TerminalCoach:
    """Watches the decisions of one person. It thinks only when it is asked, or when a decision has
    been made.
    """

    def __init__(self, out: Console, person: str) -> None:
        self._out = out
        self._person = person
        self._made: list[tuple[State, ev.Event, int]] = []
        self._judged: list[Verdict] = []

    def hear(self, before: State, event: ev.Event) -> None:
        """An event; a decision of the person's is kept until `judge`."""
        seat = seat_deciding(before, event, self._person)
        if seat is not None:
            self._made.append((before, event, seat))

    def judge(self) -> None:
        """Say what the decisions that were made since cost."""
        made, self._made = self._made, []
        for before, event, seat in made:
            decision = self._think(before, seat)
            told = verdict_on(before.version, before, event, seat, decision)
            self._judged.append(told)
            self._out.print(with_suit_signs(self._out, f"  Coach: {_verdict(told)}", "magenta"))

    def hint(self, state: State, seat: int) -> None:
        """What each choice is worth now."""
        if not isinstance(state.current, DECISIONS) or state.turn != seat or state.replacing:
            self._out.print("  There is nothing to decide now.", style="magenta")
            return
        told = advice(state, seat, self._think(state, seat))
        table = plain_table("choice", "worth", "exactly", "", right="worth")
        for choice in told.choices:
            worth = f"{'+' if choice.cents > 0 else ''}{choice.dollars}"
            best = "best" if choice.best else ""
            row = (f"  {choice.words}", worth, f"{choice.ev} {state.rules.game.unit}s", best)
            table.add_row(*row, style="bold green" if choice.best else None)
        print_table(self._out, table, drop=("exactly",))

    def tally(self) -> None:
        """How the decisions were, in all."""
        self.judge()
        if not self._judged:
            return
        known = [one for one in self._judged if one.judged]
        right = sum(one.right for one in known)
        cost = sum(one.cents for one in known)
        told = counted(len(known), "decision")
        self._out.print(
            f"Practice: {right} of {told} best; the rest cost {dollars(cost)}."
            if right < len(known)
            else f"Practice: {told}, every one best.",
            style="bold magenta",
        )

    def _think(self, state: State, seat: int) -> Decision:
        watch = TerminalProgress("The coach thinks")
        try:
            return decision_at(state.rules, situation_of(state, seat))
        finally:
            watch.end()


def _verdict(told: Verdict) -> str:
    if not told.judged:
        return f"{told.words}: not judged; of the whole ones best is: {told.best}"
    if told.right:
        return f"{told.words}: nothing is better"
    return f"{told.words} costs {told.cost}; better: {told.best}"
