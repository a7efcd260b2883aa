"""The table of the HTTP API's operations, of which its routes and its description are made."""

from typing import Final

from fairdeal.web.api.routes import acts, lab, limits, office, people, rounds, server, tables

#: In the order in which the description lists them.
OPERATIONS: Final = (
    *people.OPERATIONS,
    *tables.OPERATIONS,
    *acts.OPERATIONS,
    *rounds.OPERATIONS,
    *office.OPERATIONS,
    *limits.OPERATIONS,
    *lab.OPERATIONS,
    *server.OPERATIONS,
)
