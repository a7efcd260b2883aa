"""The table sign: the payout odds of every wager on offer, the limits, and notices to players."""

import msgspec

from fairdeal.papers.elements import OddsPanel, PaperHead, head_of, panels_of, split_in_columns
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.clauses import in_order
from fairdeal.wording.felt import felt_of

#: A sign with up to about this many lines has one column in larger letters.
_ONE_COLUMN = 14


class Sign(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a sign."""

    head: PaperHead
    columns: tuple[tuple[OddsPanel, ...], ...]
    #: Notices to players, such as the use of a joker.
    advice: tuple[str, ...]
    #: The clauses that require the sign.
    clauses: tuple[str, ...]


def sign_of(rules: Rules) -> Sign:
    """Return the sign of a table."""
    panels = panels_of(rules)
    heights = [len(panel.rows) + 2 * bool(panel.envy) + len(panel.envy) + 3 for panel in panels]
    places: tuple[tuple[int, ...], ...] = (tuple(range(len(panels))),)
    if sum(heights) > _ONE_COLUMN + 6:
        places = split_in_columns(heights)
    felt, layout = felt_of(rules), rules.game.felt
    asks = [layout.clauses.get("odds"), layout.clauses.get("limit")]
    asks += [words.clause for words in felt.inscriptions]
    return Sign(
        head=head_of(rules),
        columns=tuple(tuple(panels[place] for place in column) for column in places if column),
        advice=tuple(words.words for words in felt.inscriptions),
        clauses=tuple(sorted({clause for clause in asks if clause}, key=in_order)),
    )
