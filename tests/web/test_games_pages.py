"""How to play: every game's page says what the game's data says, and nothing else does."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from web_client import Server

from fairdeal.games import GAMES, registered
from fairdeal.rulebook.game import BetOrFold, Game, Reveal, TakeBack
from fairdeal.rulebook.rules import house_rules
from fairdeal.web.pages.felt_drawing import CLOTHS, CREAM, GOLD, RAIL, box_drawing, table_drawing
from fairdeal.web.pages.games.routes import grids_of
from fairdeal.wire.games import load
from fairdeal.wording.how_to_play import game_summary, hand_of_wager, how_to_play, player_steps
from fairdeal.wording.procedure import all_irregularities
from fairdeal.wording.wagers import rules_as_written
from web.test_lobby import PAGE, words

SVG = "{http://www.w3.org/2000/svg}"
WEB = ROOT / "src" / "fairdeal" / "web"


def name(game: Game) -> str:
    return f"{game.name}-{game.jurisdiction}"


@pytest.fixture(
    params=[*GAMES, "invented"], ids=lambda one: one if one == "invented" else name(one)
)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """Every game, and one that no page was made for."""
    if isinstance(request.param, Game):
        yield request.param
        return
    with registered():
        (found,) = load(ROOT / "tests" / "games" / "three_streets.py")
        yield found


# The pages ----------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.22E")
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_page_says_all_that_the_game_says(server: Server, game: Game) -> None:
    answer = server.public().get(f"/games/{game.name}/{game.jurisdiction}", **PAGE)
    assert answer.status_code == 200
    told = words(answer.text)
    assert game.title in told
    for wager in game.wagers:
        assert wager.title in told
        assert wager.clause in told
        for table in wager.pays.tables:
            for line in table.lines:
                assert re.search(re.escape(line.hand), told, re.IGNORECASE)
                assert str(line.pays) in told
                # The clause of every line is on its payout.
                assert f'title="{line.clause}"' in answer.text
            for meter in table.meters:
                assert meter.clause in told
    for step in game.round:
        assert step.clause in told
        if isinstance(step, BetOrFold):
            assert step.fold_clause in told
    for reading in game.readings:
        assert reading.question in told
        assert reading.answer in told
        assert all(clause in told for clause in reading.clauses)
        assert all(meaning in told for _, meaning in reading.choices)
    for ruling in all_irregularities(rules_as_written(game)):
        assert ruling.clause in told
    for one in game.felt.inscriptions:
        assert one.words in told
    for script in game.dealing.values():
        assert all(deal.clause in told for deal in script)


def test_a_page_without_a_place_is_the_first(server: Server) -> None:
    for one in GAMES:
        first = next(game for game in GAMES if game.name == one.name)
        told = words(server.public().get(f"/games/{one.name}", **PAGE).text)
        assert f"{first.jurisdiction.title()}, {first.text}" in told


def test_other_places_are_named(server: Server) -> None:
    text = server.public().get("/games/run-em-twice/maryland", **PAGE).text
    assert 'href="/games/run-em-twice/pennsylvania"' in text
    assert "as played in Pennsylvania" in words(text)


def test_what_the_tables_here_chose_is_named(server: Server) -> None:
    told = words(server.public().get("/games/let-it-ride", **PAGE).text)
    # As the shipped rules files have it.
    assert "B is in force at Let It Ride 1 and Let It Ride, practice." in told
    assert "E is in force at Let It Ride 1." in told


def test_the_index_leads_to_every_game(server: Server) -> None:
    text = server.public().get("/games", **PAGE).text
    for game in GAMES:
        assert f'href="/games/{game.name}/{game.jurisdiction}"' in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_no_page_knows_a_game_by_name() -> None:
    """A fourth game gets its pages free."""
    known = {word for game in GAMES for word in (game.name, game.title, game.jurisdiction)}
    files = [*WEB.rglob("*.py"), *WEB.rglob("*.html"), *WEB.rglob("*.js"), *WEB.rglob("*.css")]
    files += (ROOT / "src" / "fairdeal" / "wording").glob("*.py")
    mine = [file for file in files if file.name != "openapi.py"]
    named = [(file.name, word) for file in mine for word in known if word in file.read_text()]
    assert named == []


# The words ----------------------------------------------------------------------------------------


def test_every_decision_is_told_in_its_order(game: Game) -> None:
    told = list(player_steps(rules_as_written(game)))
    clauses = [one.clause for one in told]
    for step in game.round:
        if isinstance(step, BetOrFold | TakeBack):
            assert step.clause in clauses
    at = [clauses.index(s.clause) for s in game.round if isinstance(s, BetOrFold | TakeBack)]
    assert at == sorted(at)
    together = " ".join(one.words for one in told)
    for wager in game.wagers:
        assert wager.title in together
    assert together.count(" turned up") == sum(isinstance(step, Reveal) for step in game.round)
    assert "  " not in together


@pytest.mark.clause("MD-RET 11.D(1)")
def test_what_a_fold_costs() -> None:
    folds = {
        game.text: [
            one.fold for one in player_steps(rules_as_written(game)) if one.title.endswith("fold?")
        ]
        for game in GAMES
    }
    assert folds["MD-RET"] == [
        "A fold loses 1st Ante and 2nd Ante. Side bets play on.",
        "A fold loses 1st Ante, 2nd Ante and 1st Run. Side bets play on.",
        "A fold loses 1st Ante, 2nd Ante, 1st Run and 2nd Run. Side bets play on.",
    ]
    assert folds["MD-DD"] == [
        "A fold loses Ante and Bonus.",
        "A fold loses Ante, Bonus and First Draw.",
    ]
    assert folds["MD-LIR"] == []


def test_what_a_wager_looks_at() -> None:
    cross = rules_as_written(next(one for one in GAMES if one.text == "MD-RET"))
    expected = {
        "first-ante": "first run: your two cards with left, right and center",
        "second-run": "second run: your two cards with top, bottom and center",
        "center": "better run: the better of first run and second run",
        "five-card-bonus": "community cards: all five cards of the board",
        "ultimate-pairs": "own cards: your two cards",
        # A hand without a name of its own goes by that of the same cards.
        "progressive": "better run: the better of first run and second run",
    }
    for wager, words_of in expected.items():
        assert hand_of_wager(cross, cross.game.wager[wager].hand) == words_of
    rides = rules_as_written(next(one for one in GAMES if one.text == "MD-LIR"))
    assert hand_of_wager(rides, rides.game.wager["six-card-bonus"].hand) == (
        "six cards: your three cards with the three of the bonus box"
    )


def test_a_grid_of_payouts_says_which_cards_it_is_about() -> None:
    cross = next(one for one in GAMES if one.text == "MD-RET")
    grids = {name: grids_of(cross, group, ()) for name, group in cross.paytables.items()}
    said = {name: [one.of for one in found] for name, found in grids.items()}
    assert said["ultimate-pairs"] == ["own cards: your two cards"]
    assert said["five-card-bonus"] == ["community cards: all five cards of the board"]
    # The main wagers share a table, and each looks at other cards.
    assert said["main"] == [""]


def test_a_game_as_its_text_has_it_and_as_a_table_offers_it() -> None:
    """Before an operator has chosen, the words say what may be; then, what is."""
    game = next(one for one in GAMES if one.text == "MD-LIR")
    written, offered = how_to_play(rules_as_written(game)), how_to_play(house_rules(game))
    assert "on Bet Number 1, Bet Number 2 and Bet Number 3: from the table minimum" in (
        written.moments[0].does
    )
    assert "and where it is offered, add Five Card Bonus ($1)" in written.moments[0].does
    assert "bonus box (where Six Card Bonus is offered)" in written.moments[1].does
    assert "Where Six Card Bonus is offered, the cards" in written.moments[-1].turned
    assert "Bet Number 3: $5 to $500. If you like, add Five" in offered.moments[0].does
    assert not any("is offered" in one.words for one in offered.moments)
    # Without the wager nobody speaks of its cards.
    tables = {n: t for n, t in house_rules(game).paytables.items() if n != "six-card-bonus"}
    plain = how_to_play(replace(house_rules(game), paytables=tables))
    assert not any("bonus box" in one.words for one in plain.moments)
    assert [hand.name for hand in plain.hands] == ["five cards", "three cards"]


def test_a_game_in_one_line() -> None:
    jokers = next(one for one in GAMES if one.deck.jokers)
    assert game_summary(rules_as_written(jokers)).startswith(
        "54 cards, two of them jokers; up to six players"
    )


# The drawings -------------------------------------------------------------------------------------


def texts(drawing: str) -> list[str]:
    root = ElementTree.fromstring(drawing)  # well-formed, or it fails
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]


def test_a_drawing_has_every_area(game: Game) -> None:
    box = box_drawing(game)
    told = " ".join(texts(box))
    for wager in game.wagers:
        for word in wager.title.split():
            assert word in told
    table = table_drawing(game, "Chesapeake & Sons")
    told_there = texts(table)
    assert "CHESAPEAKE & SONS" in told_there
    assert [str(seat) for seat in range(1, game.seats + 1)] == [
        one for one in told_there if one.isdigit()
    ]
    for line in game.felt.lines:
        assert line.title in told_there
    for one in game.felt.inscriptions:
        assert one.words in told_there


def test_a_drawing_leaves_out_what_is_not_offered(game: Game) -> None:
    first = game.wagers[0]
    told = texts(box_drawing(game, offered=[first.name]))
    assert " ".join(one for one in told if one != "Discards") == first.title


def test_nothing_of_a_drawing_lies_outside_it(game: Game) -> None:
    for drawing in (table_drawing(game), box_drawing(game)):
        root = ElementTree.fromstring(drawing)
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        for one in root.iter():
            if one.tag == f"{SVG}rect":
                x, y = float(one.attrib["x"]), float(one.attrib["y"])
                assert 0 <= x <= x + float(one.attrib["width"]) <= wide
                assert 0 <= y <= y + float(one.attrib["height"]) <= high
            elif one.tag == f"{SVG}circle":
                x, y, r = (float(one.attrib[key]) for key in ("cx", "cy", "r"))
                assert r <= x <= wide - r
                assert r <= y <= high - r


def test_seat_one_is_on_the_right() -> None:
    """The dealer faces the players: the dealer's left, where seat 1 is, is their right."""
    for game in GAMES:
        root = ElementTree.fromstring(table_drawing(game))
        found = {"".join(t.itertext()): float(t.attrib["x"]) for t in root.iter(f"{SVG}text")}
        places = [found[str(seat)] for seat in range(1, game.seats + 1)]
        assert places == sorted(places, reverse=True)


def test_a_drawing_needs_no_style() -> None:
    """The policy of the pages allows none, and a printed paper has no style sheet."""
    for game in GAMES:
        assert "style" not in table_drawing(game) + box_drawing(game)


def test_drawings_and_pages_have_the_same_colours() -> None:
    css = (WEB / "pages" / "shared" / "base.css").read_text()
    named = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", css.split("@media")[0]))
    for felt, colour in CLOTHS.items():
        assert named[f"felt-{felt}"] == colour
    assert (named["gold"], named["cream"], named["rail"]) == (GOLD, CREAM, RAIL)


def test_what_a_game_calls_its_things_is_text() -> None:
    drawing = table_drawing(GAMES[0], 'A "<b>" & co')
    assert "<b>" not in drawing
    assert 'A "<B>" & CO' in unescape(drawing)
