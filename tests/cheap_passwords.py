"""Passwords that cost little to hash, for tests and for the servers that tests start.

A hash as the product makes it takes a quarter of a second of processor time, and hundreds of tests
sign somebody in. Importing this module changes the costs that argon2 is handed, in this process
only. `tests/floor/test_passwords.py` looks at the costs of the product itself.
"""

from functools import partial
from typing import Final

import argon2

from fairdeal.floor.people import passwords

cheap: Final = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
argon2.PasswordHasher = cheap  # type: ignore[assignment,misc] # called like the class
passwords._NO_ACCOUNT = cheap().hash("nobody has this one")  # type: ignore[misc] # a constant there
