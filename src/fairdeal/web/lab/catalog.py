"""What the lab may be asked about: the games with their wagers, printed paytables and readings."""

from functools import cache
from typing import Final

from fairdeal.games import GAMES
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.rulebook.paytable import Paytables
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.wager import Wager
from fairdeal.web.lab.documents import (
    LabGame,
    LabGroup,
    LabLine,
    LabMeter,
    LabReading,
    LabTable,
    LabWager,
)
from fairdeal.web.lab.questions import groups_of
from fairdeal.wording.how_to_play import hand_of_wager
from fairdeal.wording.wagers import rules_as_written, wager_titles

#: One unit of the main wagers where nothing else is chosen, in dollars.
_MAIN_STAKE: Final = 10


@cache
def lab_games() -> list[LabGame]:
    """Return every game that the lab may be asked about."""
    return [_game(game) for game in GAMES]


def _game(game: Game) -> LabGame:
    limit = house_rules(game).payout_limit_cents
    main = LabWager(
        wager=MAIN,
        title=_main_title(game),
        unit=game.unit,
        groups=groups_of(game, MAIN),
        stake=_MAIN_STAKE,
        stakes=[],
    )
    return LabGame(
        game=game.name,
        jurisdiction=game.jurisdiction,
        title=game.title,
        place=game.place,
        felt=game.felt.colour,
        payout_limit=None if limit is None else to_json(limit),
        wagers=[main, *(_side(one) for one in game.wagers if one.optional)],
        groups=[_group(game, group) for group in game.paytables.values()],
        readings=[
            LabReading(reading=one.id, question=one.question, choices=dict(one.choices))
            for one in game.readings
            if one.choices
        ],
    )


def _main_title(game: Game) -> str:
    return wager_titles(game, [one.name for one in game.wagers if not one.optional])


def _side(wager: Wager) -> LabWager:
    return LabWager(
        wager=wager.name,
        title=wager.title,
        unit="stake",
        groups=[wager.pays.name],
        stake=to_json(wager.size.default_cents),
        stakes=[to_json(cents) for cents in wager.size.amounts],
    )


def _group(game: Game, group: Paytables) -> LabGroup:
    title = (
        game.wager[group.name].title
        if group.name in game.wager
        else wager_titles(game, [one.name for one in game.wagers if one.pays is group])
    )
    hands = {table.hand for table in group.tables}
    rules = rules_as_written(game)
    return LabGroup(
        group=group.name,
        title=title,
        clause=group.clause,
        tables=[
            LabTable(
                paytable=table.name,
                clause=table.clause,
                hand=hand_of_wager(rules, table.hand) if table.hand and len(hands) > 1 else "",
                lines=[
                    LabLine(hand=line.hand, pays=str(line.pays), clause=line.clause)
                    for line in table.lines
                ],
                meters=[
                    LabMeter(
                        meter=one.name,
                        least=one.least_reset_cents / CENTS,
                        clause=one.clause,
                    )
                    for one in table.meters
                ],
            )
            for table in group.tables
        ],
    )
