"""The digest of an operator's rules, by which papers, records and tables name them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from fairdeal.rulebook.rules import Rules
from fairdeal.wire.rules import rules_document

#: Settings for a live floor are no part of a submission. The day of approval is not known when the
#: regulator approves the digest.
_LEFT_OUT: Final = ("floor", "approved")


def rules_digest(rules: Rules) -> str:
    """Return the digest of an operator's rules; it does not depend on the form of the file."""
    return document_digest(rules_document(rules))


def document_digest(document: Mapping[str, Any]) -> str:
    """Return the digest of rules as a log has them: see `docs/log.md`."""
    counted = {key: value for key, value in document.items() if key not in _LEFT_OUT}
    return sha256(msgspec.json.encode(counted, order="sorted")).hexdigest()
