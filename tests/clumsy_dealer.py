"""People who sit an exam in tests: one who is always right, and one whose errors are known."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from fairdeal.school.questions import Exercise, QuestionKind, Reply


def right_answer(exercise: Exercise) -> Reply:
    """The answer of somebody who knows everything."""
    solution = exercise.solution
    return Reply(choice=solution.key) if solution.cents is None else Reply(cents=solution.cents)


@dataclass
class Ledger:
    """What a clumsy dealer did wrong, written down as it was done."""

    errors: Counter[str] = field(default_factory=Counter)
    overpaid: int = 0
    underpaid: int = 0
    overcollected: int = 0
    undercollected: int = 0
    found: int = 0
    missed: int = 0
    invented: int = 0


class ClumsyDealer:
    """Answers right, but for errors that its own seed draws, and keeps a ledger of them."""

    def __init__(self, seed: int, percent: int = 15) -> None:
        self._random = Random(seed)
        self._percent = percent
        self.ledger = Ledger()

    def answer(self, exercise: Exercise) -> Reply:
        """Answer a question, at times wrongly."""
        if self._random.randrange(100) >= self._percent:
            self.ledger.found += bool(exercise.solution.planted)
            return right_answer(exercise)
        return (
            self._wrong_choice(exercise)
            if exercise.solution.cents is None
            else self._wrong_amount(exercise)
        )

    def _wrong_amount(self, exercise: Exercise) -> Reply:
        solution, ledger = exercise.solution, self.ledger
        assert solution.cents is not None
        off = self._random.choice((-500, -100, 100, 2500))
        off = max(off, -solution.cents) or 100
        kind = exercise.question.kind
        paid = kind in (QuestionKind.PAY, QuestionKind.CASH)
        if paid and off > 0:
            ledger.overpaid += off
        elif paid:
            ledger.underpaid -= off
        elif kind is QuestionKind.COLLECT and off > 0:
            ledger.overcollected += off
        elif kind is QuestionKind.COLLECT:
            ledger.undercollected -= off
        self._err(exercise)
        if self._random.randrange(2):
            return Reply(cents=solution.cents + off)
        return Reply(chips={"coins": solution.cents + off})

    def _wrong_choice(self, exercise: Exercise) -> Reply:
        solution, ledger = exercise.solution, self.ledger
        keys = [one.key for one in exercise.question.choices if one.key != solution.key]
        choice = self._random.choice([key for key in keys if key not in solution.also] or keys)
        if solution.planted:
            ledger.missed += 1
        elif choice in solution.also:
            return Reply(choice=choice)  # another lawful order, and no error
        elif choice in solution.reports:
            ledger.invented += 1
        self._err(exercise)
        return Reply(choice=choice)

    def _err(self, exercise: Exercise) -> None:
        self.ledger.errors[exercise.solution.clause or "the house's own procedure"] += 1
