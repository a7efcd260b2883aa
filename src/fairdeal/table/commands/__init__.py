"""What people and devices tell the table.

A command says what is done and nothing else: who gives it, when, and with which key belongs to the
entry around it (`fairdeal.table.entry`). Each module of this package has the commands of one
chapter of the table's life.

Inside the program amounts are cents and cards are numbers; `fairdeal.wire` reads and writes the
JSON. Cards are named only at a table whose cards are named from outside, by a dealer who scans real
ones or by a script.
"""

from fairdeal.table.commands import cards, deal, decisions, devices, floor, irregularities, seats
from fairdeal.table.commands.base import Command as Command
from fairdeal.table.commands.cards import *
from fairdeal.table.commands.deal import *
from fairdeal.table.commands.decisions import *
from fairdeal.table.commands.devices import *
from fairdeal.table.commands.floor import *
from fairdeal.table.commands.irregularities import *
from fairdeal.table.commands.seats import *

_CHAPTERS = (cards, seats, deal, decisions, irregularities, devices, floor)

#: Every command, in the order of the chapters.
COMMANDS: tuple[type[Command], ...] = tuple(
    kind
    for chapter in _CHAPTERS
    for kind in Command.__subclasses__()
    if kind.__module__ == chapter.__name__
)
