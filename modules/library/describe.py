"""The reference: each entry as markdown, with words in the page's language."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator

from catalog import ROOMS, entries
from docstrings import Description, Item, describe, path_of
from words import WORDS

from tapewalk.inspect.rules import rules
from tapewalk.inspect.words import say
from tapewalk.language import LANGUAGES, page_ending

_CODE = re.compile(r"(`+[^`]+`+)")
_SPECIAL = re.compile(r"([\\*_{}\[\]<>$^~@|#])")


def reference(room: str, lang: str) -> None:
    """Print the entries of a room as markdown: links to them, then the entries.

    Args:
        room: One of `catalog.ROOMS`.
        lang: The language of the page. Docstrings are English and marked as such.
    """
    described = [describe(name, thing, _public_classes()) for name, thing in entries(room)]
    lines = _table(described, lang) if room == "ops" else _entries(described, lang)
    print("\n".join(lines))


def overview(lang: str) -> None:
    """Print every name of every package as a link to its entry.

    Args:
        lang: The language of the page.
    """
    for room in ROOMS:
        page = f"reference-{room}{page_ending(lang)}.qmd"
        links = [
            f"[`{name}`]({page}#{ref_id(name)}){{#{ref_id(name)}}}" for name, _ in entries(room)
        ]
        print(f"## {WORDS[lang]['rooms'][room]} {{#sec-{room}}}\n")
        print(f"::: {{.ref-index}}\n{' '.join(links)}\n:::\n")
        print(f"[{WORDS[lang]['rooms'][room]}, {WORDS[lang]['labels']['in full']}]({page})\n")


def command_line(parser: ArgumentParser, lang: str) -> None:
    """Print the arguments and options of a command, read from its own parser.

    Args:
        parser: The command's parser.
        lang: The language of the page, and of the parser's words.
    """
    print(_code(parser.format_usage().partition(": ")[2].strip()))
    for action in parser._actions:  # argparse has no public list of them
        if action.help and action.dest != "help":
            names = [f"`{name}`" for name in action.option_strings] or [
                f"`{action.metavar or action.dest}`"
            ]
            kind = action.metavar if action.option_strings and action.metavar else ""
            told = " ".join([", ".join(names), *([f"[`{kind}`]{{.ref-type}}"] if kind else [])])
            choices = (
                f" ({', '.join(f'`{choice}`' for choice in action.choices)})"
                if action.choices
                else ""
            )
            print(f"{told}\n:   {_escaped(action.help)}{choices}\n")


def kinds_of_findings(lang: str) -> None:
    """Print every kind of finding of `inspect`: what is found, from when on, and when wrongly.

    Args:
        lang: The language of the page.
    """
    labels = WORDS[lang]["labels"]
    print("::: {.ref-members}\n")
    for rule in rules().values():
        cause = rule.cause_in(lang, defaultdict(lambda: "…"))
        told = [_escaped(cause[0].upper() + cause[1:])]
        told += [f"{labels['limit']}: {limit}." for limit in [rule.limit_in(lang)] if limit]
        alarm = rule.false_alarms.get(lang)
        told += [f"{labels['false alarm']}: {alarm}."] if alarm else []
        told += [f"{labels['example']}: `{rule.example}`"] if rule.example else []
        print(f"`{rule.kind}` [{say(rule.confidence, lang)}]{{.ref-type}}\n:   {' '.join(told)}\n")
    print(":::\n")


def ref_id(name: str, member: str = "") -> str:
    """Return the id of an entry: `ref-nn-linear`, `ref-tensor-backward`.

    Members keep their capitals, since `T` and `t` differ.
    """
    entry = "ref-" + name.lower().replace(".", "-").replace("_", "-")
    return f"{entry}-{member}" if member else entry


def _public_classes() -> frozenset[str]:
    things = [thing for room in ROOMS for _, thing in entries(room)]
    return frozenset(path_of(thing) for thing in things if isinstance(thing, type))


def _entries(described: list[Description], lang: str) -> Iterator[str]:
    links = [f"[`{one.name}`](#{ref_id(one.name)})" for one in described]
    yield f"::: {{.ref-index}}\n{' '.join(links)}\n:::\n"
    for one in described:
        yield f"## `{one.name}` {{#{ref_id(one.name)} .ref-entry}}\n"
        yield _code(one.signature)
        yield from _body(one, lang)
        if one.members:
            yield f"[{WORDS[lang]['labels']['members']}]{{.ref-label}}\n"
        for summary, members in one.members:
            yield from _english(_prose(summary), lang)
            yield "::: {.ref-members}\n"
            for member in members:
                yield from _member(one.name, member, lang)
            yield ":::\n"


def _member(owner: str, one: Description, lang: str) -> Iterator[str]:
    """Yield a member as an item of a definition list."""
    yield f"[`{' '.join(one.signature.split())}`]{{#{ref_id(owner, one.name)}}}\n"
    text = "\n".join(_body(one, lang))
    if one.alias_of:
        text = f"{WORDS[lang]['labels']['alias']} `{one.alias_of}`."
    yield ":   " + text.strip().replace("\n", "\n    ") + "\n"


def _body(one: Description, lang: str) -> Iterator[str]:
    """Yield the parts of the docstring: text, arguments, results, example."""
    yield from _english(_prose(one.text), lang)
    for kind, items in one.sections.items():
        yield f"[{WORDS[lang]['labels'][kind]}]{{.ref-label}}\n"
        yield from _english("\n\n".join(_definition(item) for item in items), lang)
    if one.example:
        yield f"[{WORDS[lang]['labels']['example']}]{{.ref-label}}\n"
        yield _code(one.example)


def _code(code: str) -> str:
    """Return a code block whose fence is longer than any in the code."""
    fence = max(re.findall("`{3,}", code), key=len, default="``") + "`"
    return f"{fence}python\n{code}\n{fence}\n"


def _definition(item: Item) -> str:
    """Return a line of a list of arguments, errors or results."""
    kind = f" [`{item.type}`]{{.ref-type}}" if item.type else ""
    text = _prose(item.text).replace("\n", "\n    ")
    return f"`{item.name}`{kind}\n:   {text}" if item.name else f"{kind.strip()} {text}".strip()


def _table(described: list[Description], lang: str) -> Iterator[str]:
    """Yield the operations as a definition list: names and their rules."""
    lines = [
        f"[`{one.name.rpartition('.')[2]}`]{{#{ref_id(one.name)}}}\n:   "
        + _prose(one.text).replace("\n", "\n    ")
        for one in described
    ]
    yield from _english("\n\n".join(lines), lang, " .ref-members")


def _english(text: str, lang: str, classes: str = "") -> Iterator[str]:
    """Yield a part of a docstring, marked as English on pages in other languages."""
    marks = (classes + ("" if lang == LANGUAGES[0] else f' lang="{LANGUAGES[0]}"')).strip()
    if text:
        yield f"::: {{{marks}}}\n{text}\n:::\n" if marks else f"{text}\n"


def _prose(text: str) -> str:
    """Return a docstring's text as markdown: code in backticks stays, the rest is plain."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(_escaped(" ".join(paragraph.split())) for paragraph in paragraphs)


def _escaped(line: str) -> str:
    parts: Iterable[str] = _CODE.split(line)
    plain = "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in parts)
    # A formula such as "-x" at the start of a line would begin a list.
    return re.sub(r"^([-+])", r"\\\1", plain)
