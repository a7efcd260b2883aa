"""People who sit an exam in tests: one who is always right, and one whose errors are known."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from fairdeal.school.asks import Answer, Kind, Put


def right_answer(put: Put) -> Answer:
    """The answer of somebody who knows everything."""
    truth = put.truth
    return Answer(choice=truth.key) if truth.cents is None else Answer(cents=truth.cents)


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

    def answer(self, put: Put) -> Answer:
        """Answer a question, at times wrongly."""
        if self._random.randrange(100) >= self._percent:
            self.ledger.found += bool(put.truth.planted)
            return right_answer(put)
        return self._wrong_choice(put) if put.truth.cents is None else self._wrong_amount(put)

    def _wrong_amount(self, put: Put) -> Answer:
        truth, ledger = put.truth, self.ledger
        assert truth.cents is not None
        off = self._random.choice((-500, -100, 100, 2500))
        off = max(off, -truth.cents) or 100
        paid = put.ask.kind is not Kind.COLLECT
        if off > 0 and paid:
            ledger.overpaid += off
        elif paid:
            ledger.underpaid -= off
        elif off > 0:
            ledger.overcollected += off
        else:
            ledger.undercollected -= off
        self._err(put)
        if self._random.randrange(2):
            return Answer(cents=truth.cents + off)
        return Answer(chips={"coins": truth.cents + off})

    def _wrong_choice(self, put: Put) -> Answer:
        truth, ledger = put.truth, self.ledger
        keys = [one.key for one in put.ask.choices if one.key != truth.key]
        choice = self._random.choice([key for key in keys if key not in truth.also] or keys)
        if truth.planted:
            ledger.missed += 1
        elif choice in truth.also:
            return Answer(choice=choice)  # another lawful order, and no error
        elif choice in truth.reports:
            ledger.invented += 1
        self._err(put)
        return Answer(choice=choice)

    def _err(self, put: Put) -> None:
        self.ledger.errors[put.truth.clause or "the house's own procedure"] += 1
