"""Operations of the lab."""

from typing import Any, Final

from fairdeal.web.api.lab import (
    cancel_lab_job,
    lab_analyze,
    lab_fan,
    lab_meters,
    lab_readings,
    lab_rules,
    lab_target,
    list_lab_games,
    show_lab_job,
)
from fairdeal.web.api.operations import Endpoint, Operation, Parameter
from fairdeal.web.api.routes.parameters import BODY, READ
from fairdeal.web.lab.documents import (
    FanAnswer,
    LabGame,
    LabJob,
    MetersAnswer,
    ReadingsAnswer,
    RulesAnswer,
    TargetAnswer,
)
from fairdeal.web.lab.questions import (
    AnalyzeBody,
    FanBody,
    MetersBody,
    ReadingsBody,
    RulesBody,
    TargetBody,
)
from fairdeal.wire.lab_answers import AnalyzeAnswer

_JOB: Final = Parameter("job", "path", str, "a queued question's id", required=True)


def _question(
    name: str, endpoint: Endpoint, body: Any, answer: Any, queued: Any = LabJob
) -> Operation:
    return Operation(
        "POST",
        f"/api/lab/{name}",
        endpoint,
        answer,
        body=body,
        queued=queued,
        errors=(*READ, *BODY),
    )


OPERATIONS: Final = (
    Operation("GET", "/api/lab", list_lab_games, list[LabGame], errors=(*READ, 403)),
    _question("analyze", lab_analyze, AnalyzeBody, AnalyzeAnswer),
    _question("target", lab_target, TargetBody, TargetAnswer),
    _question("fan", lab_fan, FanBody, FanAnswer),
    _question("readings", lab_readings, ReadingsBody, ReadingsAnswer),
    _question("meters", lab_meters, MetersBody, MetersAnswer, queued=None),
    _question("rules", lab_rules, RulesBody, RulesAnswer, queued=None),
    Operation(
        "GET",
        "/api/lab/jobs/{job}",
        show_lab_job,
        LabJob,
        parameters=(_JOB,),
        errors=(*READ, 403),
    ),
    Operation(
        "POST",
        "/api/lab/jobs/{job}/cancel",
        cancel_lab_job,
        LabJob,
        parameters=(_JOB,),
        errors=(*READ, *BODY),
    ),
)
