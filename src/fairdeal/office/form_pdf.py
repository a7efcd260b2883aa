"""A form as a paper: one page in the look of the operator's other papers, with its digest."""

import msgspec

from fairdeal import __version__
from fairdeal.office.forms.form import UNSIGNED, VOID, OfficeForm
from fairdeal.office.report import Kind, shown_cell
from fairdeal.papers.typesetting import typeset
from fairdeal.program import program_digest


class PaperLine(msgspec.Struct, frozen=True):
    """A line for a signature; `who` is empty where nobody has signed."""

    title: str
    who: str
    about: str
    time: str


class FormPaper(msgspec.Struct, frozen=True):
    """The content of the paper."""

    title: str
    id: str
    mark: str
    waits: str
    version: str
    digest: str
    program: str
    citation: str
    fields: tuple[tuple[str, str], ...]
    chips: tuple[tuple[str, str, str], ...]
    total: str
    texts: tuple[tuple[str, str], ...]
    lines: tuple[PaperLine, ...]
    parts: str


def form_pdf(form: OfficeForm) -> bytes:
    """Return a form as PDF; the same form gives the same bytes."""
    amounts = form.amounts
    total = sum(cents for _, _, cents in amounts)
    paper = FormPaper(
        title=form.title,
        id=form.id,
        mark=form.mark,
        waits="" if not form.waits_for else f"Not signed yet: {', '.join(form.waits_for)}",
        version=__version__,
        digest=form.digest,
        program=program_digest(),
        citation=form.citation,
        fields=form.fields,
        chips=tuple(
            (_chip(text), f"{number:,}", shown_cell(Kind.MONEY, cents))
            for text, number, cents in amounts
        ),
        total="" if form.chips is None else shown_cell(Kind.MONEY, total),
        texts=form.texts,
        lines=tuple(
            PaperLine(
                line.title,
                line.name or ("" if form.mark != VOID else "\N{EN DASH}"),
                ", ".join(part for part in (line.role, line.number) if part),
                shown_cell(Kind.TIME, line.time) + " UTC"
                if line.time is not None
                else ("" if line.name or form.mark == VOID else UNSIGNED),
            )
            for line in form.lines
        ),
        parts="; ".join(form.parts),
    )
    return typeset("office_form", paper)


def _chip(text: str) -> str:
    return "Coins" if text == "0.01" else f"${text}"
