"""Operations of people: sessions, chips and passwords."""

from typing import Final

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.operations import Operation
from fairdeal.web.api.own_play import forget_play, list_own_rounds, show_own_play
from fairdeal.web.api.people import (
    add_chips,
    add_guest,
    add_player,
    set_password,
    show_me,
    sign_in,
    sign_out,
)
from fairdeal.web.api.routes.parameters import ACT, ANY, READ

OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/guests",
        add_guest,
        answers.NewGuest,
        body=bodies.GuestBody,
        status=201,
        errors=(*ACT, 429),
    ),
    Operation(
        "POST",
        "/api/players",
        add_player,
        answers.NewSession,
        body=bodies.PasswordBody,
        status=201,
        errors=(*ACT, 429),
    ),
    Operation(
        "POST",
        "/api/sign-in",
        sign_in,
        answers.NewSession,
        body=bodies.PasswordBody,
        errors=(*ACT, 429),
    ),
    Operation("POST", "/api/sign-out", sign_out, status=204, session=True, errors=(*ANY, 403)),
    Operation("GET", "/api/me", show_me, answers.Me, session=True, errors=READ),
    Operation(
        "POST", "/api/me/chips", add_chips, answers.Me, session=True, errors=(*ANY, 403, 409)
    ),
    Operation(
        "POST",
        "/api/me/password",
        set_password,
        answers.NewSession,
        body=bodies.NewPasswordBody,
        session=True,
        errors=(*ACT, 429),
    ),
    Operation(
        "GET", "/api/me/play", show_own_play, answers.OwnPlay, session=True, errors=(*READ, 429)
    ),
    Operation(
        "GET",
        "/api/me/rounds",
        list_own_rounds,
        session=True,
        errors=(*READ, 429),
        media=("application/x-ndjson",),
    ),
    Operation(
        "POST", "/api/me/play/forget", forget_play, status=204, session=True, errors=(*ANY, 403)
    ),
)
