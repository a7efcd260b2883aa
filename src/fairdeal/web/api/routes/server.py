"""Operations of the server itself."""

from typing import Final

from fairdeal.web.api import answers
from fairdeal.web.api.operations import Operation
from fairdeal.web.api.server_state import show_health, show_metrics

OPERATIONS: Final = (
    Operation("GET", "/healthz", show_health, answers.Health, also=(503,)),
    Operation("GET", "/metrics", show_metrics, errors=(429,), media=("text/plain",)),
)
