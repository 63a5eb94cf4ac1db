"""Cuts a block into what both languages share and what each says in its own words."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tools.preview.errors import Place, stop
from tools.twins.blocks import Block

# What a reader reads of the front matter, of a cell's options, of a diagram's options.
_OF_THE_PAGE = ("title", "subtitle", "description", "pagetitle")
_OF_A_CELL = ("fig-cap", "fig-alt", "tbl-cap", "code-summary")
_OF_A_DIAGRAM = (
    *("question", "say", "hint", "right", "text", "unit"),
    *("title", "label", "caption", "placeholder", "alt"),
)

# What a diagram's data name and nobody reads: a slider, what a mark is, its colour.
_OF_CODE = ("name", "along", "handle", "kind", "colour", "by")

_STRING = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`'
# What stands in a template's ${…} is code again: such a template is looked into.
_WHOLE_STRING = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\$]|\\.|\$(?!\{))*`'
_OJS = re.compile(
    rf"(?P<before>\b(?:{'|'.join(_OF_A_DIAGRAM)}):\s*)(?P<string>{_STRING})"
    rf"|(?P<code>{_WHOLE_STRING})|(?P<comment> *(?://[^\n]*|/\*.*?\*/))",
    re.DOTALL,
)
# A file or a language that is named, a comment.
_OTHER_CODE = re.compile(r"\S+\.ipynb|(?<=lang: )\w+| *(?<!\S)# .*")
_YAML = re.compile(
    r"^(?P<before>(?:#\||//\|)? ?(?P<key>[\w-]+):[ ]*)(?P<value>.*(?:\n(?:(?:#\||//\|) )? +.*)*)",
    re.MULTILINE,
)
_HEADING = re.compile(r"(#+ )(.*?)((?: \{[^}]*\})?\n)\Z")
_ITEM = re.compile(r"(\s*(?:[-*+]|\d+[.)]|:) +)(.*?)(\n)\Z", re.DOTALL)
# What begins with `_` is for both languages.
_INCLUDE = re.compile(r"(\{\{< include )((?:[^\s/]*/)*[^\s/_][^\s/]*\.qmd)( >\}\}\n)\Z")
_RULE = re.compile(r"[|:\- \n]+\Z")
_OPTION = re.compile(r"\s*(?:#\||//\|)")
_NAME = re.compile(r"""["'][\w.-]+["']\Z""")
_MARK = re.compile(r" *(?:#|//) traducir\Z")


@dataclass(frozen=True)
class Piece:
    """A piece of a block.

    Attributes:
        kind: "shared", "language", "link" (a file of words to include), or whose words it holds:
            "prose", "value", "string", "ojs string", "comment", "ojs comment".
        text: The piece as it is written.
        untranslated: Whether a mark at the end of its line says that it waits for its words.
    """

    kind: str
    text: str
    untranslated: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether both languages have the same bytes here."""
        return self.kind == "shared"

    @property
    def has_words(self) -> bool:
        """Whether each language has its own words here."""
        return not self.is_shared and bool(self.text.strip())

    @property
    def shape(self) -> tuple[str, str]:
        """What it must be alike in both languages."""
        return self.kind, self.text if self.is_shared else ""


def included(text: str) -> list[str]:
    """Returns the paths of the files of words that a page includes, as it writes them."""
    found = (_INCLUDE.match(line) for line in text.splitlines(keepends=True))
    return [match[2] for match in found if match]


def pieces(block: Block) -> list[Piece]:
    """Returns the pieces of a block, in order: shared ones end where a line does.

    Raises:
        BuildError: A cell is no Python.
    """
    try:
        cut = list(_cut(block))
    except (tokenize.TokenError, SyntaxError) as error:
        message = f"this cell is no Python: {error.args[0]}"
        raise stop(Place(Path(), block.line), message) from error
    return list(_by_line(_marks_taken(cut)))


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
    """Yields the words, which are given by their start, their end and their kind, and the rest."""
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
    """Yields where the strings and comments are; strings side by side are one.

    A comment's distance from its line is the comment's own. One word between brackets that take
    an element is a name; so is what a diagram's data call a slider, wherever the cell says it
    again but as the text of something.
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
    """Returns the strings, each with the key it belongs to, "[]" for an element, and comments."""
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
            # A list holds several of what its key names.
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


def _marks_taken(cut: list[Piece]) -> list[Piece]:
    """Returns the pieces without marks that close a line of code; its strings carry them."""
    taken: list[Piece] = []
    for piece in cut:
        if not _MARK.match(piece.text):
            taken.append(piece)
            continue
        for position in range(len(taken) - 1, -1, -1):
            earlier = taken[position]
            if earlier.kind.endswith("string"):
                taken[position] = replace(earlier, untranslated=True)
            if earlier.is_shared and "\n" in earlier.text:
                break
    return taken
