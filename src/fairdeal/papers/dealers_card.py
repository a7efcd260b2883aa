"""The dealer's card: the procedure of the chosen way of dealing, step by step with clauses, and on
its back what to do when something goes wrong.
"""

import msgspec

from fairdeal.papers.elements import PaperHead, head_of
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.procedure import (
    DEALING_WORDS,
    SHUFFLING_WORDS,
    ProcedureSection,
    Ruling,
    irregularities,
    procedure,
)


class DealersCard(msgspec.Struct, frozen=True, rename="kebab"):
    """What stands on a dealer's card."""

    head: PaperHead
    way: str
    parts: tuple[ProcedureSection, ...]
    rulings: tuple[Ruling, ...]


def dealers_card_of(rules: Rules) -> DealersCard:
    """The dealer's card of a table."""
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    seats = "one seat" if rules.seats == 1 else f"{rules.seats} seats"
    return DealersCard(
        head=head_of(rules),
        way=f"Dealt {DEALING_WORDS[rules.dealing]}, shuffled {SHUFFLING_WORDS[rules.shuffling]}; "
        f"{decks} of {len(rules.game.deck)} cards, {seats}",
        parts=procedure(rules),
        rulings=irregularities(rules),
    )
