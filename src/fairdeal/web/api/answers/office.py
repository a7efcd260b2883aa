"""Answers of the back office: reports, forms and significant events."""

from fairdeal.web.api.answers.base import Answer, Document, Dollars


class ReportListing(Answer, frozen=True):
    """A report that can be asked for: its name, its title, and what it tells."""

    report: str
    title: str
    about: str


class ReportColumn(Answer, frozen=True):
    """A column of a report: its name in every row, its heading, and what it holds."""

    name: str
    title: str
    kind: str


class ReportProgram(Answer, frozen=True):
    """The program that made a report: its version, and the digest of its files."""

    version: str
    digest: str


class ReportSignature(Answer, frozen=True):
    """A signed line of a report: who, in which role, and when."""

    line: str
    by: str
    role: str
    time: str


class SignificantEvent(Answer, frozen=True):
    """A significant event by its entry's place in the log, and who has acknowledged it."""

    number: int
    time: str
    table: str
    kind: str
    severity: str
    what: str
    who: str
    before: str
    after: str
    acknowledged_by: str | None
    acknowledged: str | None


class ReportDocument(Answer, frozen=True):
    """A report; rows and totals are objects by the names of the columns."""

    report: str
    title: str
    scope: str
    asked: dict[str, str]
    open: bool
    columns: list[ReportColumn]
    rows: list[Document]
    totals: list[Document]
    notes: list[str]
    citation: str
    digest: str
    program: ReportProgram
    signatures: list[ReportSignature]
    waits: list[str]
    remarks: list[str]


class FormField(Answer, frozen=True):
    """A field of a form."""

    field: str
    value: str


class FormChips(Answer, frozen=True):
    """The chips of one denomination on a form."""

    denomination: str
    number: int
    amount: Dollars


class FormText(Answer, frozen=True):
    """A text that somebody wrote on a form."""

    title: str
    text: str


class FormSignature(Answer, frozen=True):
    """A line for a signature; who has signed it, with role and number, is empty if nobody has."""

    line: str
    by: str
    role: str
    number: str
    time: str | None


class FormDocument(Answer, frozen=True):
    """A form; it is open while signatures are missing, and `mark` is what is written across it."""

    form: str
    id: str
    title: str
    mark: str
    open: bool
    fields: list[FormField]
    chips: list[FormChips]
    total: Dollars | None
    texts: list[FormText]
    signatures: list[FormSignature]
    parts: list[str]
    citation: str
    digest: str
    program: ReportProgram
