"""The list of all papers, and the function that makes each."""

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
    """A paper: its name (of the file and the template), title, purpose and content."""

    name: str
    title: str
    about: str
    content: Callable[..., msgspec.Struct]
    #: Whether it needs figures of the lab, which may take minutes the first time.
    long: bool = False

    @property
    def file(self) -> str:
        """Return the name of the PDF file."""
        return f"{self.name}.pdf"

    def make(self, rules: Rules, *, solve: bool = False) -> bytes:
        """Return the paper as PDF; the same rules give the same bytes.

        With `solve` the figures of a math report are computed anew, and no shipped or stored
        figure is used.
        """
        content = self.content(rules, solve=True) if solve and self.long else self.content(rules)
        return typeset(self.name.replace("-", "_"), content)


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
    """Return the papers of these names in the order of `PAPERS`; all papers for None."""
    wanted = None if names is None else list(names)
    for name in wanted or ():
        if name not in PAPERS:
            hint = did_you_mean(name, PAPERS) or f": choose {one_of(list(PAPERS))}"
            raise BadInputError(f"there is no paper {quoted(name)}{hint}")
    return [paper for name, paper in PAPERS.items() if wanted is None or name in wanted]
