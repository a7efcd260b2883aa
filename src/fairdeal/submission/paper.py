"""An operator's Rules Submission as a file: its values, the lines they stand on, and findings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import NotMoneyError
from fairdeal.rulebook.money import MAX_STAKE, dollars, parse_amount
from fairdeal.submission.lines import Path, line_of


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: the clause it breaks (None where no text speaks) and its place."""

    clause: str | None
    field: str
    line: int
    message: str


@dataclass
class Paper:
    """The submission being read, and what was found so far."""

    document: dict[str, Any]
    lines: dict[Path, int]
    findings: list[Finding] = field(default_factory=list)

    def find(self, path: Path, message: str, clause: str | None = None) -> None:
        """Write a finding down."""
        self.findings.append(Finding(clause, ".".join(path), line_of(self.lines, path), message))

    def get(self, path: Path, *, clause: str | None = None, required: bool = True) -> Any:
        """The value at a path, or None; a missing one is found where it is required."""
        value: Any = self.document
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None and required:
            self.find(path, f"{path[-1]} is missing", clause)
        return value

    def table(self, name: str) -> dict[str, Any] | None:
        """A table of the file, None where it is not there or is no table at all."""
        value = self.document.get(name)
        return value if isinstance(value, dict) else None

    def is_no_table(self, name: str) -> bool:
        """Whether something else stands there; that is one finding, and none follows from it."""
        return name in self.document and self.table(name) is None

    def choice(self, key: str, choices: Sequence[str]) -> str | None:
        """One of a few names, or None where it is none of them."""
        value = self.get((key,))
        if value is None or (isinstance(value, str) and value in choices):
            return value
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        hint = hint or f": choose {one_of(choices)}"
        self.find((key,), f"{key} cannot be {quoted(value)}{hint}")
        return None

    def whole(
        self,
        key: str,
        low: int,
        high: int,
        clause: str | None = None,
        *,
        absent: str | None = None,
        required: bool = True,
    ) -> int | None:
        """A whole number between bounds, or None; `absent` is cited where it is missing."""
        value = self.get((key,), clause=absent, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.find((key,), f"{key} must be a whole number, not {quoted(value)}")
        elif not low <= value <= high:
            allowed = str(low) if low == high else f"{low} to {high}"
            self.find((key,), f"{key} is {quoted(value)}, allowed is {allowed}", clause)
        else:
            return value
        return None

    def money(self, path: Path, *, clause: str | None = None, most: int = MAX_STAKE) -> int | None:
        """An amount in cents, or None."""
        value = self.get(path)
        if value is None:
            return None
        what = " ".join(reversed(path[1:])) if len(path) > 1 else path[0]
        try:
            cents = parse_amount(value)
        except NotMoneyError as error:
            self.find(path, f"{what} {error}, not {quoted(value)}")
            return None
        if not 0 < cents <= most:
            message = "must be above zero" if cents <= 0 else f"is over {dollars(most)}"
            self.find(path, f"{what} {message}", clause)
            return None
        return cents
