"""Where the game's text speaks of a command: what a refusal cites that is about who gives it, or
about its moment, and not about what it says.
"""

from collections.abc import Callable, Sequence
from typing import Final

from fairdeal.rulebook.game import Game, Step
from fairdeal.table import commands as cmd
from fairdeal.table.questions import next_deal, to_collect
from fairdeal.table.state import State, dealing_clauses, wrong_number_clause


def clause_of(state: State, kind: type[cmd.Command]) -> str | None:
    """Return the clause of the game's text that is nearest to a kind of command in this state."""
    nearest = _NEAREST.get(kind)
    if nearest and (clause := nearest(state)):
        return clause
    part, _, name = kind.under.rpartition(".")
    procedure = state.rules.game.procedure
    holder: object = {"": procedure, "irregular": procedure.irregular}.get(part)
    cited: str | None = getattr(holder or dealing_clauses(state), name)
    return cited


def _of_step(
    kind: Callable[[Game], Sequence[Step]], clause: str = "clause"
) -> Callable[[State], str | None]:
    """Return a function that gives the clause of the current step if it is of a kind, and otherwise
    that of the round's first such step.
    """

    def found(state: State) -> str | None:
        steps = kind(state.rules.game)
        step = state.current if state.current in steps else next(iter(steps), None)
        return getattr(step, clause, None)

    return found


def _called_again(state: State) -> str | None:
    step = state.current
    return step.clause if step is not None and step in state.rules.game.calls else None


def _deal(state: State) -> str:
    return (next_deal(state) or state.deal_steps[0]).clause


def _collect(state: State) -> str | None:
    """Return the clause of the stakes that are collected next, or of the first that are ever
    collected.
    """
    clauses = dealing_clauses(state).collect
    first = next((wager.name for wager in to_collect(state)), next(iter(clauses), ""))
    return clauses.get(first)


def _asked(state: State) -> str | None:
    if state.asked is None:
        return None
    return state.asked.clause or state.rules.game.procedure.place


def _skipped(state: State) -> str:
    return state.rules.game.procedure.irregular.skipped or wrong_number_clause(state)


#: For commands of which the text speaks in more than one place, or not in every game. What a player
#: decides is the player's by the rules of conduct, whichever question it answers.
_NEAREST: Final[dict[type[cmd.Command], Callable[[State], str | None]]] = {
    cmd.NoMoreBets: _called_again,
    cmd.Collect: _collect,
    cmd.CorrectChips: _collect,
    cmd.Deal: _deal,
    cmd.RuleCount: lambda state: dealing_clauses(state).floor_rules,
    cmd.Replace: _of_step(lambda game: game.draws, "replace_clause"),
    cmd.Reveal: _of_step(lambda game: game.reveals),
    cmd.Show: _of_step(lambda game: game.settlements),
    cmd.Settle: _of_step(lambda game: game.settlements),
    cmd.WrongNumber: wrong_number_clause,
    cmd.ExposedCommunity: lambda state: state.rules.game.procedure.irregular.exposed_community,
    cmd.Skipped: _skipped,
    cmd.Forfeit: lambda state: state.rules.game.procedure.forfeit,
    cmd.Confirm: _asked,
    cmd.Deny: _asked,
}
