"""Questions about the next step, and about what follows from an irregularity."""

from typing import Final

from fairdeal.school.draws import SeededChoices
from fairdeal.school.lesson import OPENING, WAGERS
from fairdeal.school.plants import REPORTS, Plant
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, RightAnswer
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.decide import clause_of
from fairdeal.table.dry_run import dry_runs, possible
from fairdeal.table.next_step import CUT_DEPTH
from fairdeal.table.questions import to_collect
from fairdeal.table.state import Phase, State, stub_size
from fairdeal.table.walk import Change
from fairdeal.wording.dealer import step_lines

#: The steps that make the cards ready, in the texts' order.
_READY: Final = {
    "receive-decks": "Receive the decks at the table",
    "inspect-cards": "Inspect the cards",
    "spread-cards": "Spread the cards face up for the first player",
    "wash-cards": "Turn the cards down, wash and stack them",
    "shuffle": "Shuffle the cards",
    "cut": "Cut the cards",
    "no-more-bets": 'Announce "no more bets"',
}
#: The steps of a round.
_ROUND: Final = {
    "no-more-bets": 'Announce "no more bets"',
    "collect": "Collect the wagers that go to the inventory before the deal, and count the chips",
    "deal": "Deal the next cards",
    "replace": "Collect the discards, and give as many new cards",
    "count-stub": "Count the stub face down",
    "rack-stub": "Put the stub into the discard rack",
    "reveal": "Turn up the next community cards",
    "show": "Turn up the cards of the next seat",
    "settle": "Settle the wagers of the next seat, its cards as they lie",
    "clear": "Put all cards into the discard rack",
    "shuffle": "Shuffle the cards",
}
_ELSE: Final = {
    "remove-decks": "Change the decks",
    "spread-idle": "Spread the cards for the next player",
    "mark-out-of-order": "Cover the device, or mark it with a sign",
    "timeout": "Make the least costly decision for the player who has left",
    "skipped": "Give the wagers of a skipped seat back",
    "wrong-number": "Call all hands void",
}
#: What may follow from an irregularity.
OUTCOMES: Final = {
    "void": "All hands are void, and every wager goes back",
    "void-deck": "All hands are void, every wager goes back, and the deck leaves the table",
    "set-aside": "The card goes into the discard rack, and the deal goes on",
    "next-card": "The card is used as the next one",
    "shuffle": "The cards are shuffled again",
    "seat-out": "The wagers of that seat go back, and the others play on",
    "given-back": "The wager goes back to the player, and the deal goes on",
    "chip-added": "The missing chip is added, and the deal goes on",
}
#: What may be decided for a player who does not answer.
DECISIONS: Final = {
    "ride": "The bet stays",
    "withdraw": "The bet goes back to the player",
    "fold": "The hand is folded",
    "bet": "The least bet is made for the player",
    "stand": "All cards are kept",
    "void": "All hands are void",
}


def tag_of(command: cmd.Command) -> str:
    """Return the name of a command in documents, which is the key of its step."""
    return str(command.__struct_config__.tag)


def step_words(key: str) -> str:
    """Return the words of a step, without anything that depends on the table."""
    return ({**_ELSE, **_READY, **_ROUND}).get(key, key)


def chapter_of(state: State, command: cmd.Command) -> int:
    """Return the chapter that a step belongs to."""
    ready = tag_of(command) in _READY or tag_of(command) in _ELSE
    opening = state.phase is Phase.OPEN and ready and not isinstance(command, cmd.NoMoreBets)
    return OPENING if opening and not state.rounds else WAGERS


def step_exercise(
    state: State,
    command: cmd.Command,
    plant: Plant | None,
    draws: SeededChoices,
    sees: tuple[str, ...],
) -> Exercise:
    """Return the exercise of the next step; with a `plant`, the right answer is to report it."""
    right = tag_of(command)
    near = _READY if state.phase is Phase.OPEN else _ROUND
    others = draws.shuffled([key for key in near if key != right])[:3]
    report = [plant.key] if plant else []
    reports = draws.shuffled([key for key in REPORTS if key not in report])[: 3 - len(report)]
    steps = draws.shuffled([right, *others])
    reported = draws.shuffled([*report, *reports])
    choices = [Option(key, step_words(key)) for key in steps]
    choices += [Option(key, REPORTS[key]) for key in reported]
    question = Question(
        QuestionKind.STEP, chapter_of(state, command), "What do you do now?", sees, tuple(choices)
    )
    if plant:
        solution = RightAnswer(
            plant_clause(state, plant),
            plant.key,
            planted=plant.key,
            reports=frozenset(reported),
        )
        return Exercise(question, solution)
    also = frozenset(key for key in others if is_lawful(state, key))
    clause = step_lines(state, command)[-1].clause
    return Exercise(question, RightAnswer(clause, right, also=also, reports=frozenset(reported)))


def is_lawful(state: State, key: str) -> bool:
    """Return whether the table would accept another step now, which is then lawful too."""
    command = _plain(state, key)
    return command is not None and bool(possible(state, command, AUTOMATIC_DEALER))


def _plain(state: State, key: str) -> cmd.Command | None:
    """Return the command of a step as a dealer would give it now."""
    waiting = to_collect(state)
    commands: dict[str, cmd.Command] = {
        "receive-decks": cmd.ReceiveDecks(),
        "inspect-cards": cmd.InspectCards(),
        "spread-cards": cmd.SpreadCards(),
        "wash-cards": cmd.WashCards(),
        "shuffle": cmd.Shuffle(deck=state.deck or None),
        "cut": cmd.Cut(CUT_DEPTH),
        "no-more-bets": cmd.NoMoreBets(),
        "deal": cmd.Deal(),
        "replace": cmd.Replace(seat=state.turn),
        "count-stub": cmd.CountStub(stub_size(state)),
        "rack-stub": cmd.RackStub(),
        "reveal": cmd.Reveal(),
        "show": cmd.Show(),
        "settle": cmd.Settle(),
        "clear": cmd.Clear(),
    }
    if waiting:
        name = waiting[0].name
        chips = sum(name in state.seats[number].stakes for number in state.playing)
        commands["collect"] = cmd.Collect(name, chips)
    return commands.get(key)


def plant_clause(state: State, plant: Plant) -> str | None:
    """Return the clause of an irregularity: that of its consequences, else that of its report."""
    events = possible(state, plant.command, AUTOMATIC_DEALER)
    cited = (getattr(event, "clause", None) for event in events)
    return next(filter(None, cited), None) or clause_of(state, type(plant.command))


def ruling_exercise(state: State, command: cmd.Command, draws: SeededChoices) -> Exercise:
    """Return the exercise what follows from a reported irregularity, by the table's own rules."""
    run = dry_runs(state, command, AUTOMATIC_DEALER)[-1]
    right = outcome_of(run.changes)
    others = draws.shuffled([key for key in OUTCOMES if key != right])[:3]
    choices = tuple(Option(key, OUTCOMES[key]) for key in draws.shuffled([right, *others]))
    question = Question(QuestionKind.RULING, WAGERS, "What follows from it?", (), choices)
    return Exercise(
        question, RightAnswer(_cited(run.changes) or clause_of(state, type(command)), right)
    )


def outcome_of(changes: tuple[Change, ...]) -> str:
    """Return the consequence of an irregularity as a key of `OUTCOMES`."""
    events = [change.event for change in changes]
    kinds = {type(event) for event in events}
    if ev.RoundVoided in kinds:
        return "void-deck" if ev.DeckRemoved in kinds else "void"
    by_kind: dict[type[ev.Event], str] = {
        ev.PlayerSkipped: "seat-out",
        ev.CardSetAside: "set-aside",
        ev.CardDrawnInError: "next-card",
        ev.ShuffleOrdered: "shuffle",
        ev.ChipAdded: "chip-added",
        ev.WagerReturned: "given-back",
    }
    found = [key for kind, key in by_kind.items() if kind in kinds]
    assert found, f"an irregularity has a consequence, not {sorted(map(str, kinds))}"
    return found[0]


def _cited(changes: tuple[Change, ...]) -> str | None:
    """Return the clause of the consequences: that of the void if there is one."""
    events = [change.event for change in changes]
    void = ev.first_void(events)
    cited = [getattr(event, "clause", None) for event in ([void] if void else events)]
    return next(filter(None, cited), None)


def timeout_exercise(state: State, seat: int, draws: SeededChoices) -> Exercise:
    """Return the exercise which decision is made for a player who does not answer in time."""
    run = dry_runs(state, cmd.Timeout(seat), AUTOMATIC_DEALER)[0]
    kinds = {type(change.event) for change in run.changes}
    right = "stand"
    if ev.BetWithdrawn in kinds:
        right = "withdraw"
    elif ev.HandFolded in kinds:
        right = "fold"
    others = draws.shuffled([key for key in DECISIONS if key != right])[:3]
    choices = tuple(Option(key, DECISIONS[key]) for key in draws.shuffled([right, *others]))
    words = f"Seat {seat} does not answer, and the time is over. What is decided?"
    question = Question(QuestionKind.RULING, WAGERS, words, (), choices, seat)
    return Exercise(question, RightAnswer(clause_of(state, cmd.Timeout), right))
