"""Operations of players' own limits, and of exclusions."""

from typing import Final

from fairdeal.web.api import answers, bodies
from fairdeal.web.api.exclusions import exclude_person, list_exclusions, readmit_person
from fairdeal.web.api.operations import Operation
from fairdeal.web.api.play_limits import begin_cool_off, change_limit, show_limits
from fairdeal.web.api.routes.parameters import ACT, READ

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/me/limits",
        show_limits,
        answers.OwnLimits,
        session=True,
        errors=(*READ, 403),
    ),
    Operation(
        "POST",
        "/api/me/limits",
        change_limit,
        answers.OwnLimits,
        body=bodies.LimitBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/me/cool-off",
        begin_cool_off,
        answers.OwnLimits,
        body=bodies.CoolOffBody,
        session=True,
        errors=ACT,
    ),
    Operation(
        "GET",
        "/api/exclusions",
        list_exclusions,
        list[answers.Excluded],
        session=True,
        errors=(*READ, 403),
    ),
    Operation(
        "POST",
        "/api/exclusions",
        exclude_person,
        answers.Excluded,
        body=bodies.ExcludeBody,
        status=201,
        session=True,
        errors=ACT,
    ),
    Operation(
        "POST",
        "/api/exclusions/readmit",
        readmit_person,
        body=bodies.ReadmitBody,
        status=204,
        session=True,
        errors=ACT,
    ),
)
