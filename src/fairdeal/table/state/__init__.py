"""The state of a table, and the questions that everybody asks of it."""

from fairdeal.table.state.cards import *
from fairdeal.table.state.phases import *
from fairdeal.table.state.round import *
from fairdeal.table.state.structs import *
