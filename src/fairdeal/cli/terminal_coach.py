"""The coach at the terminal: hints, the cost of each decision, and a summary at the end."""

from rich.console import Console

from fairdeal.cli.output import TerminalProgress, plain_table, print_table, with_suit_signs
from fairdeal.english import counted
from fairdeal.lab.decisions.coaching import (
    LineAdvice,
    Moves,
    Verdict,
    advice,
    seat_deciding,
    verdict_on,
)
from fairdeal.lab.decisions.decision import Decision
from fairdeal.rulebook.money import dollars
from fairdeal.simulate.coach_advice import coach_advice
from fairdeal.table import events as ev
from fairdeal.table.state import DECISIONS, State


class TerminalCoach:
    """Judges the decisions of one player at a practice table.

    It computes values only for a hint, and after a decision has been made.
    """

    def __init__(self, out: Console, person: str) -> None:
        self._out = out
        self._person = person
        self._pending: list[tuple[State, ev.Event, int]] = []
        self._judged: list[Verdict] = []

    def on_event(self, before: State, event: ev.Event) -> None:
        """Note an event; a decision of the player waits for `judge`."""
        seat = seat_deciding(before, event, self._person)
        if seat is not None:
            self._pending.append((before, event, seat))

    def judge(self) -> None:
        """Print the cost of each decision since the last call."""
        pending, self._pending = self._pending, []
        for before, event, seat in pending:
            verdict = verdict_on(before.version, before, event, seat, *self._decide(before))
            self._judged.append(verdict)
            words = f"  Coach: {_verdict_words(verdict)}{_line_words(verdict.line)}"
            self._out.print(with_suit_signs(self._out, words, "magenta"))

    def hint(self, state: State, seat: int) -> None:
        """Print the value of each choice that the player has now."""
        if not isinstance(state.current, DECISIONS) or state.turn != seat or state.replacing:
            self._out.print("  There is nothing to decide now.", style="magenta")
            return
        coaching = advice(state, seat, *self._decide(state))
        table = plain_table("choice", "worth", "exactly", "", right="worth")
        for choice in coaching.choices:
            worth = f"{'+' if choice.cents > 0 else ''}{choice.dollars}"
            best = "best" if choice.best else ""
            row = (f"  {choice.words}", worth, f"{choice.ev} {state.rules.game.unit}s", best)
            table.add_row(*row, style="bold green" if choice.best else None)
        print_table(self._out, table, drop=("exactly",))
        if coaching.line is not None:
            words = f"  {_line_words(coaching.line).strip()}"
            self._out.print(with_suit_signs(self._out, words, "magenta"))

    def tally(self) -> None:
        """Print how many decisions were best, and the cost of the others."""
        self.judge()
        if not self._judged:
            return
        judged = [one for one in self._judged if one.judged]
        best_count = sum(one.right for one in judged)
        cost = sum(one.cents for one in judged)
        number = counted(len(judged), "decision")
        self._out.print(
            f"Practice: {best_count} of {number} best; the rest cost {dollars(cost)}."
            if best_count < len(judged)
            else f"Practice: {number}, each the best one.",
            style="bold magenta",
        )

    def _decide(self, state: State) -> tuple[Decision, Moves]:
        watch = TerminalProgress("The coach thinks")
        try:
            return coach_advice(state)
        finally:
            watch.end()


def _verdict_words(verdict: Verdict) -> str:
    if not verdict.judged:
        return f"{verdict.words}: not judged; the best bet in whole multiples is: {verdict.best}"
    if verdict.right:
        return f"{verdict.words}: nothing is better"
    return f"{verdict.words} costs {verdict.cost}; better: {verdict.best}"


def _line_words(line: LineAdvice | None) -> str:
    """Return why: the line of the strategy card that applies, and whether best play leaves it."""
    if line is None:
        return ""
    leaves = "; best play leaves the card here" if line.leaves else ""
    return f" (card: {line.when}: {line.do}{leaves})"
