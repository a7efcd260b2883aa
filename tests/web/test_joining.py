"""What a page loads comes in one piece, and is what its sources say."""

import re

import pytest

from fairdeal.web.pages.joining import joined
from fairdeal.web.pages.render import PAGES, files

SCRIPTS = sorted(name for name in files() if name.endswith(".js"))
SHEETS = sorted(name for name in files() if name.endswith(".css"))


def test_a_sheet_has_what_it_builds_on_once_and_first() -> None:
    sources = {
        "ground.css": "/* The ground.\n   Two lines. */\nbody { margin: 0; }\n",
        "cards.css": '@import "ground.css";\n.card { width: 5px; }\n',
        "table.css": '@import "ground.css";\n@import "cards.css";\n\n  .table { width: 9px; }\n',
    }
    assert joined("table.css", sources) == (
        "body { margin: 0; }\n.card { width: 5px; }\n.table { width: 9px; }\n"
    )


def test_a_module_keeps_its_own_names_to_itself() -> None:
    sources = {
        "low.js": "// Low.\nconst secret = 1;\n/** One. */\nexport const one = () => secret;\n",
        "mid.js": (
            'import { one } from "./low.js";\n\nconst secret = 2;\n'
            "export async function two() {\n  // Why.\n  return one() + secret; // kept\n}\n"
        ),
        "top.js": 'import { one } from "./low.js";\nimport { two } from "./mid.js";\none(two);\n',
    }
    assert joined("top.js", sources).splitlines() == [
        "const from_low=(()=>{",
        "const secret=1;",
        "const one=()=>secret;",
        "return{one};",
        "})();",
        "const from_mid=(()=>{",
        "const{one}=from_low;",
        "const secret=2;",
        "async function two(){",
        "return one() + secret; // kept",
        "}",
        "return{two};",
        "})();",
        "const{one}=from_low;",
        "const{two}=from_mid;",
        "one(two);",
    ]


def test_what_a_script_says_stays_as_it_is() -> None:
    lines = [
        'say("Won : lost", "a \\" , b");',
        "say(`${one ? ` , ${one}` : ' = '} : push`);",
        "const sign = / ?[,:] ?/;",
    ]
    told = joined("top.js", {"top.js": "".join(f"  {line}\n" for line in lines)})
    assert told.splitlines() == ['say("Won : lost","a \\" , b");', *lines[1:]]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_asks_for_no_other_file(name: str) -> None:
    text = files()[name][0].decode()
    assert not re.search(r"^\s*import\b(?!\.)|\bimport\(|\bfrom \"", text, re.MULTILINE)
    # Whatever is taken from a module is offered by it.
    offered = {
        variable: set(names.split(","))
        for variable, names in re.findall(
            r"^const (from_\w+)=\(\(\)=>\{$.*?^return\{([\w$,]*)\};\n\}\)\(\);$",
            text,
            re.MULTILINE | re.DOTALL,
        )
    }
    taken = re.findall(r"^const\{(.*?)\}=(from_\w+);$", text, re.MULTILINE)
    assert {variable for _, variable in taken} == offered.keys()
    for names, variable in taken:
        assert set(names.split(",")) <= offered[variable], (name, variable)


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_source_of_a_script_can_lose_its_indentation(name: str) -> None:
    """A text between backticks over several lines would be changed by it."""
    for line in next(PAGES.glob(f"*/{name}")).read_text(encoding="utf-8").splitlines():
        assert line.count("`") % 2 == 0, line


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_whole(name: str) -> None:
    text = files()[name][0].decode()
    assert "@import" not in text
    assert "/*" not in text
    assert text.count("{") == text.count("}")
    # Every page's sheet has the names of the colours, once.
    part = name in ("cards.css", "staff.css")
    assert text.count("--felt-green:") == (0 if part else 1)
