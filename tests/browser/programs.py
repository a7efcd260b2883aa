"""Programs of servers whose cards are fixed, so that no page depends on which cards fell."""

from typing import Final

#: Players have longer than a second to reveal their words: on a busy machine a page may take that.
_PATIENT: Final = """
from fairdeal.floor.floor import FloorSettings
FloorSettings.word_seconds = property(lambda _settings: 20)
"""

#: Every deck lies in the same order, whatever the house's secret and the players' words. The proof
#: of such a round does not hold.
SAME_CARDS: Final = f"""
from fairdeal.play import fairness
order = fairness.fair_order
fairness.fair_order = lambda deck, *rest: order(deck, "5e" * 32, "t1", "t1-1", "", rest[-1])
fairness.cut_depth = lambda size, *_: size // 2
# Whoever imports these names before they are replaced deals other cards.
from fairdeal.play import sources
assert sources.fair_order is fairness.fair_order
{_PATIENT}
# A server whose shuffle was changed refuses to start.
from fairdeal.floor import known_answers
known_answers.wrong_answers = lambda: []
from fairdeal.cli import main
main()
"""

#: The house's secrets are always the same: the cards of a round follow from its table, its number
#: and the players' words, and its proof holds.
SAME_SECRETS: Final = f"""{_PATIENT}
import secrets
secrets.token_hex = lambda count: "5e" * count
from fairdeal.cli import main
main()
"""

#: Every deck lies suit by suit, from the deuce to the ace: the first five cards of a round are a
#: straight flush. The proof of such a round does not hold.
SUIT_BY_SUIT: Final = SAME_CARDS.replace(
    'order(deck, "5e" * 32, "t1", "t1-1", "", rest[-1])',
    "tuple(sorted(deck.cards, key=lambda card: (card % 4, card // 4)))",
)
