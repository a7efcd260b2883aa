"""The rack card for players: how to play and what is paid, on one sheet that is folded once."""

from collections.abc import Iterator

import msgspec

from fairdeal.english import all_of
from fairdeal.papers.elements import OddsPanel, PaperHead, head_of, panels_of, split_in_columns
from fairdeal.papers.geometry import FeltShape
from fairdeal.papers.layout import board_and_seat_shapes
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.wording.felt import felt_of
from fairdeal.wording.how_to_play import how_to_play

_ODDS_WORDS = {
    Form.TO: "“2 to 1” pays two dollars on each dollar of the wager, which comes back as well.",
    Form.FOR: "“9 for 1” pays nine dollars in all; the wager does not come back.",
    Form.METER: "“100% of” a meter pays what the meter shows when your turn comes.",
    Form.PUSH: "“Push” gives the wager back, and nothing more.",
}


class RackCard(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a rack card."""

    head: PaperHead
    steps: tuple[str, ...]
    columns: tuple[tuple[OddsPanel, ...], ...]
    advice: tuple[str, ...]
    #: The shapes of the board and of a player's areas, in millimetres on the table.
    places: tuple[tuple[FeltShape, ...], ...]
    #: Explanations of the forms of odds that the card uses.
    terms: tuple[str, ...]


def rack_card_of(rules: Rules) -> RackCard:
    """Return the rack card of a table."""
    panels = panels_of(rules)
    places = split_in_columns([len(panel.rows) + len(panel.envy) + 3 for panel in panels])
    if len(panels) <= 2:
        places = (tuple(range(len(panels))), ())
    forms = {line.pays.form for terms in rules.terms.values() for line in terms.table.lines}
    return RackCard(
        head=head_of(rules),
        steps=tuple(_steps(rules)),
        columns=tuple(tuple(panels[place] for place in column) for column in places if column),
        places=board_and_seat_shapes(rules),
        advice=tuple(words.words for words in felt_of(rules).inscriptions),
        terms=tuple(words for form, words in _ODDS_WORDS.items() if form in forms),
    )


def _steps(rules: Rules) -> Iterator[str]:
    """Yield the steps of a round, and the hands that are paid; the odds are in other columns."""
    guide = how_to_play(rules)
    *before, last = guide.moments
    for moment in before:
        yield moment.words
    if last.turned:
        yield last.turned
    main = {wager.title for wager in guide.wagers if not wager.side}
    for hand in guide.hands:
        if playing := [title for title in hand.wagers if title in main]:
            verb = "plays" if len(playing) == 1 else "play"
            the = "" if hand.words == hand.made_of else "the "
            yield f"{all_of(playing)} {verb} {the}{hand.words}."
    yield guide.folding
