"""What the product's hashes of passwords cost, in a process in which no test made them cheaper."""

import subprocess
import sys

from conftest import ROOT

PROGRAM = """
from unittest.mock import patch
import argon2
from fairdeal.floor.people.passwords import hash_password, verify_password
made, found = hash_password("correct horse"), []
print(made)
print(verify_password(made, "correct horse"), verify_password(made, "correct house"))
with patch.object(argon2.PasswordHasher, "verify", lambda _, hashed, said: found.append(hashed)):
    print(verify_password(None, "correct horse"))
print(*found)
"""


def test_a_guess_is_dear_whether_the_name_exists_or_not() -> None:
    """RFC 9106 recommends argon2id with 64 MiB, three passes and four lanes where memory is scarce;
    a name that does not exist costs the same, so that the time of an answer tells nothing.
    """
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    made, verified, nobody, compared = ran.stdout.splitlines()
    costs = "$argon2id$v=19$m=65536,t=3,p=4$"
    assert made.startswith(costs)
    assert verified == "True False"
    assert nobody == "False"
    assert compared.startswith(costs)
