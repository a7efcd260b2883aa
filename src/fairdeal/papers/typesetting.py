"""The press: a template and what stands on it, set as a tagged PDF (PDF/UA-1).

Nothing comes from the machine: the fonts are typst's own, no date is written, and the files of the
document are handed over in memory. So the same content is the same bytes everywhere.
"""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import msgspec

from fairdeal.errors import BadInputError

if TYPE_CHECKING:
    import typst

#: The form that the PDFs keep: tagged, with a title and a language, every picture described.
STANDARD: Final = "ua-1"
#: The fonts that typst brings along; whatever else a machine has is not looked at.
FONTS: Final = ("Libertinus Serif", "DejaVu Sans Mono")


@cache
def templates() -> dict[str, bytes]:
    """The templates by name, the shared ones too."""
    folder = files("fairdeal.papers") / "templates"
    return {
        file.name: file.read_bytes()
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".typ")
    }


@cache
def _fonts() -> "typst.Fonts":
    import typst  # noqa: PLC0415 - heavy: only where a paper is set

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def typeset(template: str, content: msgspec.Struct) -> bytes:
    """A paper as PDF: the template of that name, filled with the content."""
    import typst  # noqa: PLC0415 - heavy: only where a paper is set

    main = f"{template}.typ"
    sources = {name: text for name, text in templates().items() if name != main}
    data = msgspec.json.encode(_with_typographic_quotes(msgspec.to_builtins(content)))
    sources |= {"main.typ": templates()[main], "data.json": data}
    try:
        # Several files in memory are taken as well, which its types do not tell.
        compiler = typst.Compiler(
            sources,  # type: ignore[type-var]
            font_paths=_fonts(),
            ignore_system_fonts=True,
        )
        made = compiler.compile(format="pdf", pdf_standards=STANDARD)
    except typst.TypstError as error:
        # What an operator wrote may hold a letter that no font here has.
        raise BadInputError(f"the {template} cannot be set: {error.message}") from None
    assert isinstance(made, bytes), "a PDF is one document"
    return made


#: Words between single quotes; any other such mark is an apostrophe.
_QUOTED: Final = re.compile(r"(?<![^\s(])'([^']+)'(?![^\s.,;:)])")


def _with_typographic_quotes(value: Any) -> Any:
    """Content with the quotes of a printer, not of a typewriter."""
    if isinstance(value, str):
        return _QUOTED.sub("\u2018\\1\u2019", value).replace("'", "\u2019")
    if isinstance(value, dict):
        return {key: _with_typographic_quotes(inner) for key, inner in value.items()}
    return (
        [_with_typographic_quotes(inner) for inner in value]
        if isinstance(value, list | tuple)
        else value
    )
