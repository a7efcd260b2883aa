"""Reads the day on which the regulator approved a rules file, and the operator's license number."""

from datetime import date, datetime
from typing import Final

from fairdeal.english import quoted
from fairdeal.wire.fields import Fields

APPROVAL_KEYS: Final = ("approved", "license")
MAX_LICENSE_LENGTH: Final = 60


def read_approved(fields: Fields) -> str | None:
    """Return the day of approval, such as 2026-01-31; None if the rules are not approved yet.

    In TOML it is a date. JSON has no dates, so a log has it as text.
    """
    value = fields.get(("approved",), required=False)
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and len(value) == len("2026-01-31"):
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            pass
    message = f"approved is a day, such as 2026-01-31, not {quoted(value)}"
    fields.report(("approved",), message)
    return None


def read_license(fields: Fields) -> str:
    """Return the number of the operator's license; an empty text if it is not given."""
    value = fields.get(("license",), required=False)
    if value is None:
        return ""
    if not (isinstance(value, str) and value.strip() and len(value) <= MAX_LICENSE_LENGTH):
        most = f"a text of at most {MAX_LICENSE_LENGTH} characters"
        fields.report(("license",), f"license must be {most}, not {quoted(value)}")
        return ""
    return value
