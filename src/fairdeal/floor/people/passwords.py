"""Passwords: their length, and their argon2 hashes."""

from typing import Final

from fairdeal.errors import BadInputError

LEAST_PASSWORD: Final = 8
MAX_PASSWORD: Final = 256


def check_password(password: object) -> str:
    """Return a password of an allowed length; `BadInputError` for any other value."""
    if not isinstance(password, str) or not LEAST_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise BadInputError(f"a password has {LEAST_PASSWORD} to {MAX_PASSWORD} characters")
    return password


def hash_password(password: str) -> str:
    """Return the argon2 hash of a password."""
    from argon2 import PasswordHasher  # noqa: PLC0415 - slow to load, and often not needed

    return PasswordHasher().hash(password)


def verify_password(hashed: str | None, password: str) -> bool:
    """Return whether a password fits a hash. Without a hash it takes as long, so that the time does
    not tell whether a name exists.
    """
    from argon2 import PasswordHasher  # noqa: PLC0415 - slow to load, and often not needed
    from argon2.exceptions import Argon2Error  # noqa: PLC0415 - as above

    try:
        PasswordHasher().verify(hashed or _NO_ACCOUNT, password)
        return hashed is not None
    except Argon2Error:
        return False


#: The hash of an unknown password, which is checked for names that do not exist.
_NO_ACCOUNT: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$Z3Vlc3NpbmdpcyBpZGxl$"
    "W3OVvy1m8cWrg5Jc5vLxzXGdPzq5hXlV1dBZ0uIyXyE"
)
