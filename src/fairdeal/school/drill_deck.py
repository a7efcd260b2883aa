"""A deck of decisions for the drill: one file for each game and paytable, which a browser loads.

The files are shipped, so that the first decision appears at once and the page requests nothing
between two decisions. Each line of the strategy card has a few situations with the exact cost of
every choice, rounded to a ten-millionth of a unit.
"""

import msgspec

#: Costs are whole numbers of this part of a unit.
COST_PARTS = 10_000_000


class DrillLine(msgspec.Struct, frozen=True):
    """A line of the card.

    `share` is the number of decisions in a million that it applies to, counted in random rounds.
    `price` is the average cost of the second-best choice, in parts of a unit.
    """

    when: str
    do: str
    share: int
    price: int


class DrillSection(msgspec.Struct, frozen=True):
    """A decision of the game: its question, the names of the cards of the board that are up, its
    buttons, and the lines of the card. `most` is how many cards may be discarded.
    """

    question: str
    note: str
    board: tuple[str, ...]
    buttons: tuple[str, ...]
    most: int
    lines: tuple[DrillLine, ...]


class DrillDecision(msgspec.Struct, frozen=True, array_like=True):
    """A situation: the places of its section and line, own cards, board, cards thrown before, bets
    made before in words, and the cost of each choice: of each button, then of each discard in the
    order of `itertools.combinations` by size. `card` is the place among the costs of what a player
    does who follows the strategy card.
    """

    section: int
    line: int
    cards: str
    board: str
    thrown: str
    before: str
    costs: tuple[int, ...]
    card: int


class DrillDeck(msgspec.Struct, frozen=True):
    """All decisions of one game and paytable, with the words around them.

    `cost` says what following the card costs. `grid` has the card's first decision for two own
    cards, a row and a column for each rank from the ace down, with suited hands above the diagonal;
    it is empty for other games.
    """

    id: str
    game: str
    place: str
    paytable: str
    unit: str
    #: The colour of the game's felt.
    felt: str
    page: str
    rounds: int
    cost: str
    grid: tuple[tuple[str, ...], ...]
    sections: tuple[DrillSection, ...]
    decisions: tuple[DrillDecision, ...]
