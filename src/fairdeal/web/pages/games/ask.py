"""The page that answers "what should I do with these cards?" at any decision of a game."""

from typing import Any, NamedTuple

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from fairdeal.cards import card_text
from fairdeal.errors import FairdealError, NoGameError
from fairdeal.games import find_game
from fairdeal.lab.card_lines.line import CardLine, card_line
from fairdeal.lab.decisions.coaching import decision_at
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, decision_points, find_point
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import client_network_of, service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.games.figures import paytable_of, printed_rules
from fairdeal.web.pages.shell import page_response
from fairdeal.wire.situation import read_situation, situation_of_options
from fairdeal.wording.player import PLAIN_WORDS

#: The longest text of a field: every card of a deck, and more.
_LONGEST = 200


class Point(NamedTuple):
    """A decision of the game, as the form explains it, and how many cards are up then."""

    title: str
    board: int


class AnswerRow(msgspec.Struct, frozen=True):
    """A choice, its exact value in units, and what it costs against the best."""

    words: str
    value: str
    exact: str
    cost: str
    best: bool


async def ask(request: Request) -> Response:
    """Answer with the form, and with the values of the situation that was typed in."""
    try:
        game = find_game(request.path_params["game"], request.path_params["jurisdiction"])
    except NoGameError as error:
        raise Problem(404, "unknown", str(error)) from None
    query = request.query_params
    rules = _rules(game, query.get("paytable", ""))
    values: dict[str, Any] = {"rows": (), "best": "", "line": None, "problem": "", "leaves": False}
    if query.get("cards", "").strip():
        service_of(request).limits.count_record_read(client_network_of(request))
        try:
            situation = _situation(game, query)
            decision, line = await LAB_WORKER.submit(lambda: _answer(rules, situation))
            values |= {
                "rows": _rows(decision),
                "best": _title_words(rules, situation, decision.best),
                "line": line,
                "leaves": line is not None and line.left_by(decision),
            }
        except ModuleNotFoundError:
            values["problem"] = "the lab is not installed here: no values are known"
        except FairdealError as error:
            values["problem"] = str(error)
    points = decision_points(game)
    tables = [paytable_of(one) for one in printed_rules(game)]
    return page_response(
        request,
        "ask.html",
        game=game,
        asked=query,
        points=[Point(_title(game, point.wager), point.board) for point in points],
        boards=sorted({point.board for point in points}),
        bets=sorted({(name, game.wager[name]) for point in points for name in point.bets}, key=str),
        backs=[game.wager[name] for name in dict.fromkeys(n for p in points for n in p.take_backs)],
        draws=bool(game.draws),
        tables=tables if len(tables) > 1 else (),
        paytable=paytable_of(rules),
        **values,
    )


def _rules(game: Game, paytable: str) -> Rules:
    found = printed_rules(game)
    return next((one for one in found if paytable_of(one) == paytable), found[0])


def _title(game: Game, wager: str) -> str:
    return game.wager[wager].title if wager else "Draw"


def _situation(game: Game, query: QueryParams) -> Situation:
    """Return the situation of the form's fields. Bets count only for decisions that come after
    them.
    """
    fields = {
        name: query.get(name, "").strip()[:_LONGEST] for name in ("cards", "board", "discards")
    }
    drawn = bool(game.draws) and "drawn" in query
    document = situation_of_options(
        cards=fields["cards"],
        board=fields["board"] or None,
        discards=fields["discards"] if drawn else None,
    )
    plain = read_situation(document)
    points = [p for p in decision_points(game) if p.board == len(plain.board)]
    point = next((p for p in points if bool(p.draws) == drawn), None)
    if point is None:
        find_point(game, plain)
        raise Problem(400, "malformed", "no decision of the game has these cards")
    bets = {
        name: int(query.get(name, "1")) for name in point.bets if query.get(name, "1").isdigit()
    }
    withdrawn = [name for name in point.take_backs if query.get(name)]
    situation = read_situation({**document, "bets": bets, "withdrawn": withdrawn})
    find_point(game, situation)
    return situation


def _answer(rules: Rules, situation: Situation) -> tuple[Decision, CardLine | None]:
    return decision_at(rules, situation), card_line(rules, situation)


def _rows(decision: Decision) -> list[AnswerRow]:
    """Return the choices in words, the best first."""
    ranked = sorted(decision.choices, key=lambda one: one.ev, reverse=True)
    top = decision.best.ev
    return [
        AnswerRow(
            _words(one),
            f"{float(one.ev):+.4f}",
            str(one.ev),
            "" if one.ev == top else f"{float(top - one.ev):.4f}",
            one.ev == top,
        )
        for one in ranked
    ]


def _title_words(rules: Rules, situation: Situation, choice: Choice) -> str:
    """Return the best choice as a whole answer, with the wager that it is about."""
    words, wager = _words(choice), find_point(rules.game, situation).wager
    if choice.action in ("draw", "fold") or not wager:
        return words
    title = rules.game.wager[wager].title
    match choice.action:
        case "ride":
            return f"Let {title} ride"
        case "withdraw":
            return f"Withdraw {title}"
        case _:
            return f"{words} on {title}"


def _words(choice: Choice) -> str:
    """Return a choice in the words of its button."""
    if choice.action == "draw":
        discard = choice.discard or ()
        return f"Discard {' '.join(map(card_text, discard))}" if discard else "Keep all"
    return PLAIN_WORDS.get(choice.action) or f"Bet {choice.times or 1}x"
