"""Sets a template and its content as a tagged PDF (PDF/UA-1).

The same content gives the same bytes on every machine: the fonts are typst's own, no date is
written, and the files of the document are passed in memory.
"""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import msgspec

from fairdeal.errors import BadInputError

if TYPE_CHECKING:
    import typst

#: The standard of the PDFs: tagged, with a title, a language and descriptions of pictures.
STANDARD: Final = "ua-1"


@cache
def templates() -> dict[str, bytes]:
    """Return all templates by name, including the shared ones."""
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
    """Return the PDF of a template that is filled with content."""
    import typst  # noqa: PLC0415 - heavy: only where a paper is set

    main = f"{template}.typ"
    sources = {name: text for name, text in templates().items() if name != main}
    data = msgspec.json.encode(_with_typographic_quotes(msgspec.to_builtins(content)))
    sources |= {"main.typ": templates()[main], "data.json": data}
    try:
        # Typst also accepts several files in memory, which its type annotations do not say.
        compiler = typst.Compiler(
            sources,  # type: ignore[type-var]
            font_paths=_fonts(),
            ignore_system_fonts=True,
        )
        pdf = compiler.compile(format="pdf", pdf_standards=STANDARD)
    except typst.TypstError as error:
        # An operator's name may have a letter that the fonts do not have.
        raise BadInputError(f"the {template} cannot be set: {error.message}") from None
    assert isinstance(pdf, bytes), "a PDF is one document"
    return pdf


#: Words between single quotes; any other single quote is an apostrophe.
_QUOTED: Final = re.compile(r"(?<![^\s(])'([^']+)'(?![^\s.,;:)])")


def _with_typographic_quotes(value: Any) -> Any:
    """Return content with typographic quotes in place of straight ones."""
    if isinstance(value, str):
        return _QUOTED.sub("\u2018\\1\u2019", value).replace("'", "\u2019")
    if isinstance(value, dict):
        return {key: _with_typographic_quotes(inner) for key, inner in value.items()}
    return (
        [_with_typographic_quotes(inner) for inner in value]
        if isinstance(value, list | tuple)
        else value
    )
