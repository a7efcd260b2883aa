"""The state of a table, and the questions that everybody asks of it."""

from fairdeal.table.state.cards import *  # noqa: F403
from fairdeal.table.state.phases import *  # noqa: F403
from fairdeal.table.state.round import *  # noqa: F403
from fairdeal.table.state.structs import *  # noqa: F403
