"""Environments for learning agents: one table or thousands of copies, with the exact regret of
every decision.

Importing this package registers the environments with Gymnasium, and so does an id with its name:
`gymnasium.make("fairdeal.learn:fairdeal/LetItRide-MD-A-v0")`.
"""

import gymnasium

from fairdeal.learn.catalog import ENVIRONMENTS
from fairdeal.learn.environment import RoundEnv
from fairdeal.learn.exploit import Exploitation, exploit
from fairdeal.learn.policies import best_policy
from fairdeal.learn.seats import player
from fairdeal.learn.table import TableEnv, table_env
from fairdeal.learn.vector import RoundVectorEnv

__all__ = [
    "ENVIRONMENTS",
    "Exploitation",
    "RoundEnv",
    "RoundVectorEnv",
    "TableEnv",
    "best_policy",
    "exploit",
    "player",
    "table_env",
]

for _id in ENVIRONMENTS:
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="fairdeal.learn.environment:RoundEnv",
            vector_entry_point="fairdeal.learn.vector:RoundVectorEnv",
            kwargs={"environment": _id},
        )
