"""The dealer's card: the dealing procedure step by step, and the irregularities on the back."""

import msgspec

from fairdeal.papers.elements import PaperHead, head_of, own_irregularities, own_procedure
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.procedure import DEALING_WORDS, SHUFFLING_WORDS, ProcedureSection, Ruling


class DealersCard(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a dealer's card."""

    head: PaperHead
    way: str
    parts: tuple[ProcedureSection, ...]
    rulings: tuple[Ruling, ...]


def dealers_card_of(rules: Rules) -> DealersCard:
    """Return the dealer's card of a table."""
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    seats = "one seat" if rules.seats == 1 else f"{rules.seats} seats"
    return DealersCard(
        head=head_of(rules),
        way=f"Dealt {DEALING_WORDS[rules.dealing]}, shuffled {SHUFFLING_WORDS[rules.shuffling]}; "
        f"{decks} of {len(rules.game.deck)} cards, {seats}",
        parts=own_procedure(rules),
        rulings=own_irregularities(rules),
    )
