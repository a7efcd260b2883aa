"""The names that people type: what their documentation shows is so, and a table can be played."""

import doctest
from typing import Any

import pytest

import fairdeal
import fairdeal.front
from fairdeal.games import NAMES


@pytest.mark.parametrize("module", [fairdeal, fairdeal.front], ids=lambda module: module.__name__)
def test_what_the_documentation_shows_is_so(module: Any) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted
    assert not ran.failed


@pytest.mark.parametrize("name", fairdeal.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(fairdeal, name) is not None
    assert name in dir(fairdeal)


def test_no_other_name_is() -> None:
    with pytest.raises(AttributeError, match="no attribute 'tabel'"):
        fairdeal.tabel  # noqa: B018 - it is not there


@pytest.mark.parametrize("game", NAMES)
def test_a_round_is_played_by_its_actions(game: str) -> None:
    table = fairdeal.Table(game, seed=7)
    table.sit(1, "ann")
    table.deal()
    assert table.actions == [], "no round is on"
    view = table.view("player:ann")
    amounts = {
        action["wager"]: action["least"]
        for action in view["actions"]
        if not table.state.rules.game.wager[action["wager"]].side
    }
    table.do({"do": "place-bets", "seat": 1, "amounts": amounts})
    table.deal()
    assert len(table.cards(1)) == table.state.rules.game.own_cards
    for _ in range(10):
        if not table.actions:
            break
        table.do(table.actions[-1])
        table.deal()
    assert (table.actions, table.state.rounds) == ([], 1)
    assert table.told()
    assert table.next


def test_what_is_no_command_is_refused_with_a_sentence() -> None:
    table = fairdeal.Table("let-it-ride", named=True)
    with pytest.raises(fairdeal.FairdealError, match="is no command"):
        table.do(7)  # type: ignore[arg-type] # on purpose
    with pytest.raises(fairdeal.Refused) as refusal:
        table.do({"do": "deal"})
    assert refusal.value.clause
