"""The certificate of a table test: person, game, rules, examiner, and errors by clause."""

import msgspec

from fairdeal.papers.elements import PaperHead, head_of
from fairdeal.papers.typesetting import typeset
from fairdeal.rulebook.money import dollars
from fairdeal.school.exam import Exam, Sitting, result_of
from fairdeal.school.lesson import CHAPTERS
from fairdeal.school.marking import failures, time_words


class CertificateRow(msgspec.Struct, frozen=True):
    """A line of the certificate: what was examined, and what came of it."""

    what: str
    result: str


class Certificate(msgspec.Struct, frozen=True, rename="kebab"):
    """The content of a certificate."""

    head: PaperHead
    person: str
    role: str
    passed: bool
    examiner: str
    signed: str
    chapters: tuple[str, ...]
    rows: tuple[CertificateRow, ...]
    clauses: tuple[CertificateRow, ...]
    failures: tuple[str, ...]
    #: The digest of the exam's document, and its seed, by which anybody marks it again.
    document: str
    seed: str


def certificate_of(
    exam: Exam, document: str, examiner: str, signed: str, *, passed: bool
) -> Certificate:
    """Return the certificate of an exam that an examiner has signed; `document` is its digest."""
    sitting = Sitting(exam)
    result, marks = result_of(sitting), sitting.marks
    rows = (
        CertificateRow("Rounds dealt", str(exam.rounds)),
        CertificateRow("Questions", str(marks.asked)),
        CertificateRow("Errors", str(marks.errors)),
        CertificateRow("Paid too much", dollars(marks.overpaid)),
        CertificateRow("Paid too little", dollars(marks.underpaid)),
        CertificateRow("Collected too much", dollars(marks.overcollected)),
        CertificateRow("Collected too little", dollars(marks.undercollected)),
        CertificateRow("Irregularities found", f"{marks.found} of {marks.planted}"),
        CertificateRow("Irregularities invented", str(marks.invented)),
        CertificateRow("Time", time_words(marks.seconds)),
    )
    return Certificate(
        head=head_of(sitting.rules),
        person=exam.person.name,
        role="floorperson" if exam.role == "floor" else "dealer",
        passed=passed,
        examiner=examiner,
        signed=signed,
        chapters=tuple(one.title for one in CHAPTERS if one.number in exam.chapters),
        rows=rows,
        clauses=tuple(
            CertificateRow(clause, str(count)) for clause, count in marks.errors_by_clause.items()
        ),
        failures=tuple(failures(marks, exam.limits)) if not result.passed else (),
        document=document,
        seed=exam.seed,
    )


def certificate_pdf(certificate: Certificate) -> bytes:
    """Return a certificate as PDF; the same certificate gives the same bytes."""
    return typeset("certificate", certificate)
