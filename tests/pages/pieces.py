"""The pieces of a block: those that both languages share, and the words of each language."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.pages.blocks import Block
from tools.preview.errors import Place, stop

# The translated keys of the front matter, of a cell's options, of a diagram's options.
_OF_THE_PAGE = ("title", "subtitle", "description", "keywords", "pagetitle")
_OF_A_CELL = ("fig-cap", "fig-alt", "tbl-cap", "code-summary")
_OF_A_DIAGRAM = (
    *("question", "say", "hint", "right", "text", "unit"),
    *("title", "label", "caption", "placeholder", "alt"),
)

# Keys of a diagram's data with names instead of words: a slider, the kind of a mark, its colour.
_OF_CODE = ("name", "along", "handle", "kind", "colour", "by")

_STRING = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`'
# The text in a template's ${…} is code again, so such a template is split further.
_WHOLE_STRING = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\$]|\\.|\$(?!\{))*`'
_OJS = re.compile(
    rf"(?P<before>\b(?:{'|'.join(_OF_A_DIAGRAM)}):\s*)(?P<string>{_STRING})"
    rf"|(?P<code>{_WHOLE_STRING})|(?P<comment> *(?://[^\n]*|/\*.*?\*/))",
    re.DOTALL,
)
# The name of a file or a language, and comments.
_OTHER_CODE = re.compile(r"\S+\.ipynb|(?<=lang: )\w+| *(?<!\S)# .*")
_YAML = re.compile(
    r"^(?P<before>(?:#\||//\|)? ?(?P<key>[\w-]+):[ ]*)(?P<value>.*(?:\n(?:(?:#\||//\|) )? +.*)*)",
    re.MULTILINE,
)
_HEADING = re.compile(r"(#+ )(.*?)((?: \{[^}]*\})?\n)\Z")
_ITEM = re.compile(r"(\s*(?:[-*+]|\d+[.)]|:) +)(.*?)(\n)\Z", re.DOTALL)
# Names that begin with `_` are for both languages.
_INCLUDE = re.compile(r"(\{\{< include )((?:[^\s/]*/)*[^\s/_][^\s/]*\.qmd)( >\}\}\n)\Z")
_RULE = re.compile(r"[|:\- \n]+\Z")
_OPTION = re.compile(r"\s*(?:#\||//\|)")
_NAME = re.compile(r"""["'][\w.-]+["']\Z""")


@dataclass(frozen=True)
class Piece:
    """A piece of a block.

    Attributes:
        kind: "shared", "language", "link" (a file of words to include), or whose words it holds:
            "prose", "value", "string", "ojs string", "comment", "ojs comment".
        text: The piece as it is written.
    """

    kind: str
    text: str

    @property
    def is_shared(self) -> bool:
        """Whether both languages have the same bytes here."""
        return self.kind == "shared"

    @property
    def shape(self) -> tuple[str, str]:
        """The properties that must be the same in both languages."""
        return self.kind, self.text if self.is_shared else ""


def pieces(block: Block) -> list[Piece]:
    """Return the pieces of a block, in order: shared ones end where a line does.

    Raises:
        BuildError: A cell is not valid Python.
    """
    try:
        cut = list(_cut(block))
    except (tokenize.TokenError, SyntaxError) as error:
        message = f"this cell is no Python: {error.args[0]}"
        raise stop(Place(Path(), block.line), message) from error
    return list(_by_line(cut))


def _cut(block: Block) -> Iterator[Piece]:
    text = block.text
    if block.kind == "front matter":
        yield from _yaml(text, _OF_THE_PAGE)
    elif block.is_cell or (block.kind == "code" and block.key == "python"):
        yield from _code(text, python=block.kind != "ojs")
    elif block.kind == "code":
        yield from _words_between(text, ((*m.span(), "value") for m in _OTHER_CODE.finditer(text)))
    elif block.kind == "structure" and (match := _INCLUDE.match(text)):
        yield Piece("shared", match[1])
        yield Piece("link", match[2])
        yield Piece("shared", match[3])
    elif block.kind in ("structure", "formula") or (block.kind == "row" and _RULE.match(text)):
        yield Piece("shared", text)
    elif (match := _HEADING.match(text)) or (match := _ITEM.match(text)):
        yield Piece("shared", match[1])
        yield Piece("prose", match[2])
        yield Piece("shared", match[3])
    elif block.kind == "row" and text.endswith("|\n"):
        yield Piece("prose", text[:-2])
        yield Piece("shared", "|\n")
    else:
        yield Piece("prose", text[:-1])
        yield Piece("shared", "\n")


def _code(text: str, python: bool) -> Iterator[Piece]:
    lines = text.splitlines(keepends=True)
    start = 1
    while start < len(lines) - 1 and _OPTION.match(lines[start]):
        start += 1
    yield Piece("shared", lines[0])
    yield from _yaml("".join(lines[1:start]), _OF_A_CELL)
    code = "".join(lines[start:-1])
    yield from _words_between(code, _python_words(code) if python else _ojs_words(code))
    yield Piece("shared", lines[-1])


def _yaml(text: str, words: tuple[str, ...]) -> Iterator[Piece]:
    end = 0
    for match in _YAML.finditer(text):
        if match["key"] == "lang":
            yield Piece("shared", text[end : match.start("value")])
            yield Piece("language", match["value"])
        elif match["key"] in words:
            yield Piece("shared", text[end : match.start("value")])
            yield Piece("value", match["value"])
        else:
            continue
        end = match.end()
    yield Piece("shared", text[end:])


def _words_between(text: str, words: Iterable[tuple[int, int, str]]) -> Iterator[Piece]:
    """Yield the words, given by their start, end and kind, and the text between them."""
    end = 0
    for start, after, kind in words:
        yield Piece("shared", text[end:start])
        yield Piece(kind, text[start:after])
        end = after
    yield Piece("shared", text[end:])


def _ojs_words(code: str) -> Iterator[tuple[int, int, str]]:
    for match in _OJS.finditer(code):
        if not match["code"]:
            kind = "string" if match["string"] else "comment"
            yield (*match.span(kind), f"ojs {kind}")


def _python_words(code: str) -> Iterator[tuple[int, int, str]]:
    """Yield the positions of strings and comments; adjacent strings are one.

    The space before a comment belongs to it. One word between brackets that take
    an element is a name; so is a slider's name in a diagram's data, wherever the cell repeats it
    except as a text.
    """
    strings, comments = _strings_and_comments(code)
    names = {code[start:after] for start, after, key in strings if key in _OF_CODE}
    for start, after, key in strings:
        text = code[start:after]
        is_again = not key and text in names
        is_code = key in (*_OF_CODE, "[]") or is_again
        if not (is_code and _NAME.match(text)):
            comments.append((start, after, "string"))
    yield from sorted(comments)


def _strings_and_comments(
    code: str,
) -> tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]]:
    """Return the strings, each with its key ("[]" for an element), and the comments."""
    offsets = [0]
    for line in code.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    strings: list[tuple[int, int, str]] = []
    comments: list[tuple[int, int, str]] = []
    string: tuple[int, int] | None = None
    before: list[str] = ["", "", ""]
    listed = ""
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        start, after = (offsets[row - 1] + column for row, column in (token.start, token.end))
        name = tokenize.tok_name[token.type]
        depth += (name == "FSTRING_START") - (name == "FSTRING_END")
        if depth or name in ("STRING", "FSTRING_END"):
            string = (string[0] if string else start, after)
            continue
        if name == "NL" and string:
            continue
        if string:
            is_element = before[2] == "[" and token.string == "]"
            key = before[1].strip("\"'") if before[2] == ":" else listed
            if is_element and re.search(r"[\w)\]]\Z", before[1]):
                key = "[]"
            strings.append((*string, key))
            before = [*before[1:], code[slice(*string)]]
            string = None
        if name == "COMMENT":
            comments.append((len(code[:start].rstrip(" ")), after, "comment"))
        elif token.string.strip():
            # The elements of a list have the list's key.
            if token.string == "[" and before[2] == ":":
                listed = before[1].strip("\"'")
            elif token.string in "[]{}()":
                listed = ""
            before = [*before[1:], token.string]
    return strings, comments


def _by_line(cut: list[Piece]) -> Iterator[Piece]:
    for piece in cut:
        if not piece.is_shared:
            yield piece
            continue
        for line in piece.text.splitlines(keepends=True):
            yield Piece("shared", line)
