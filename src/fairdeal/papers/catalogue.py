"""The papers there are, and how each is made."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.papers.dealers_card import dealers_card_of
from fairdeal.papers.layout import layout_of
from fairdeal.papers.math_report import math_report_of
from fairdeal.papers.rack_card import rack_card_of
from fairdeal.papers.sign import sign_of
from fairdeal.papers.submission import submission_of
from fairdeal.papers.typesetting import typeset
from fairdeal.rulebook.rules import Rules


class Paper(NamedTuple):
    """A paper: its name (of the file and of the template), its title, what it is for, and what
    stands on it.
    """

    name: str
    title: str
    about: str
    content: Callable[[Rules], msgspec.Struct]
    #: Whether the lab is asked, which may take minutes the first time.
    long: bool = False

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.pdf"

    def make(self, rules: Rules) -> bytes:
        """The paper of a table, as PDF: the same rules are the same bytes."""
        return typeset(self.name.replace("-", "_"), self.content(rules))


PAPERS: Final = {
    paper.name: paper
    for paper in (
        Paper("sign", "Table sign", "odds, limits and advice, to post at the table", sign_of),
        Paper("layout", "Table layout", "every area and inscription, to scale", layout_of),
        Paper("rack-card", "Rack card", "how to play and what is paid, to fold once", rack_card_of),
        Paper(
            "dealers-card",
            "Dealer's card",
            "the procedure step by step, and irregularities",
            dealers_card_of,
        ),
        Paper(
            "submission",
            "Rules Submission",
            "all choices, readings and procedures, to sign and file",
            submission_of,
        ),
        Paper(
            "math-report",
            "Math report",
            "exact returns, volatility and strategy, as a PAR sheet",
            math_report_of,
            long=True,
        ),
    )
}


def choose_papers(names: Iterable[str] | None) -> list[Paper]:
    """The papers of these names, in their own order; all where none is named."""
    wanted = None if names is None else list(names)
    for name in wanted or ():
        if name not in PAPERS:
            hint = did_you_mean(name, PAPERS) or f": choose {one_of(list(PAPERS))}"
            raise BadInputError(f"there is no paper {quoted(name)}{hint}")
    return [paper for name, paper in PAPERS.items() if wanted is None or name in wanted]
