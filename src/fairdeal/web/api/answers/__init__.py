"""The answers of the HTTP API, field by field in the order in which they are sent.

The OpenAPI description is made of these types, so that nothing is answered that it does not say.
"""

from fairdeal.web.api.answers.base import *
from fairdeal.web.api.answers.office import *
from fairdeal.web.api.answers.own_play import *
from fairdeal.web.api.answers.people import *
from fairdeal.web.api.answers.rounds import *
from fairdeal.web.api.answers.server import *
from fairdeal.web.api.answers.tables import *
