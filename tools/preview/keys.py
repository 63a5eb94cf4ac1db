"""The one list of YAML keys the preview knows, and the check against it.

A specification is a type, a tuple of types, `ANY`, `Only(values)`, a mapping from keys to
specifications, or a list holding the specification of every item.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.preview.located import Key, Located


@dataclass(frozen=True)
class Only:
    """The values for which the preview and Quarto do the same."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Either:
    """Several specifications, of which one fits by its YAML type."""

    options: tuple[Any, ...]


ANY = object()
_TEXT = (str, int, float)
_FILES = Either((str, [Either((str, {"text": str, "file": str}))], {"text": str, "file": str}))

NAV_ITEM: dict[str, Any] = {
    "text": _TEXT, "href": str, "file": str, "icon": str, "aria-label": str, "rel": str,
    "target": str,
}  # fmt: skip
_SIDEBAR_ITEM: dict[str, Any] = {**NAV_ITEM, "section": str, "auto": str}
_SIDEBAR_ITEM["contents"] = [Either((str, _SIDEBAR_ITEM))]
_FOOTER_PART = Either((str, [Either((str, NAV_ITEM))]))

EXECUTE: dict[str, Any] = {
    "enabled": bool, "echo": bool, "eval": bool, "output": bool, "warning": bool, "error": bool,
    "include": bool, "freeze": Only((False,)), "cache": Only((False,)), "daemon": ANY,
}  # fmt: skip

HTML: dict[str, Any] = {
    "theme": ANY, "css": Either((str, [str])), "toc": bool, "toc-depth": int,
    "number-sections": Only((False,)), "html-math-method": Only(("mathml",)),
    "code-copy": (bool, str), "code-fold": (bool, str), "code-summary": str,
    "anchor-sections": bool, "include-in-header": _FILES, "include-after-body": _FILES,
    "page-layout": Only(("article", "full", "custom")), "fig-width": (int, float),
    "fig-height": (int, float), "fig-format": Only(("svg", "png", "retina")),
    "body-classes": str, "highlight-style": ANY, "syntax-highlighting": ANY,
    "respect-user-color-scheme": Only((True,)), "link-external-newwindow": Only((False,)),
    "smooth-scroll": Only((False,)), "grid": ANY,
}  # fmt: skip

_FORMAT = {"html": Either((HTML, str)), "ipynb": ANY}

_NAVBAR = {
    "title": (str, bool), "logo": str, "logo-alt": str, "logo-href": str, "left": [NAV_ITEM],
    "right": [NAV_ITEM], "tools": [NAV_ITEM], "search": Only((False,)), "background": ANY,
    "foreground": ANY, "pinned": ANY, "collapse-below": ANY, "toggle-position": ANY,
}  # fmt: skip
_SIDEBAR = {
    "id": str, "title": (str, bool), "style": Only(("docked",)),
    "contents": [Either((str, _SIDEBAR_ITEM))], "search": Only((False,)),
    "collapse-level": ANY, "background": ANY, "foreground": ANY, "pinned": ANY, "type": ANY,
    "border": ANY,
}  # fmt: skip

PROJECT_FILE: dict[str, Any] = {
    "project": {
        "type": Only(("website",)), "output-dir": str, "render": [str], "resources": [str],
        "post-render": ANY,
    },
    "website": {
        "title": str, "description": str, "favicon": str, "navbar": _NAVBAR,
        "sidebar": Either((_SIDEBAR, [_SIDEBAR])), "page-navigation": bool,
        "page-footer": Either(
            (str, {"left": _FOOTER_PART, "center": _FOOTER_PART, "right": _FOOTER_PART,
                   "border": ANY, "background": ANY, "foreground": ANY})
        ),
        "search": Only((False,)), "bread-crumbs": Only((False,)), "site-url": str,
        "repo-url": str, "open-graph": Only((False,)), "twitter-card": Only((False,)),
        "reader-mode": Only((False,)), "back-to-top-navigation": Only((False,)),
    },
    "format": _FORMAT, "lang": str, "execute": EXECUTE, "jupyter": ANY,
    **HTML,
}  # fmt: skip

PAGE: dict[str, Any] = {
    "title": _TEXT, "subtitle": _TEXT, "description": _TEXT, "pagetitle": str, "lang": str,
    "sidebar": (str, bool), "format": Either((str, _FORMAT)), "execute": EXECUTE, "jupyter": ANY,
    "search": bool, "aliases": Only(()), "image": str, "page-navigation": bool,
    "order": (int, float), **HTML,
    # The course's own: shown through {{< meta … >}}, read by nothing else.
    "minutes": ANY, "keywords": ANY, "date": ANY, "author": ANY,
}  # fmt: skip

PYTHON_CELL: dict[str, Any] = {
    "label": str, "echo": bool, "output": Only((True, False, "asis")), "include": bool,
    "eval": bool, "error": bool, "warning": bool, "code-fold": (bool, str), "code-summary": str,
    "fig-cap": str, "fig-alt": str, "tbl-cap": str, "tags": [str], "classes": (str, list),
}  # fmt: skip

OJS_CELL: dict[str, Any] = {
    "label": str, "echo": bool, "output": bool, "eval": bool, "code-fold": (bool, str),
    "code-summary": str, "fig-cap": str, "tbl-cap": str, "classes": (str, list),
    # `include: false` leaves the source of an OJS cell in Quarto's page: echo and output hide it.
    "include": Only((True,)),
}  # fmt: skip


def check(located: Located, spec: dict[str, Any], what: str) -> Iterator[tuple[Key, str]]:
    """Yield every key of `located` that the specification doesn't hold, with a sentence.

    Args:
        located: The parsed YAML.
        spec: One of this module's tables.
        what: What is being read, for the sentence: "a page's front matter".
    """
    yield from _check(located.data, spec, (), what)


def _check(value: Any, spec: Any, key: Key, what: str) -> Iterator[tuple[Key, str]]:
    if spec is ANY or value is None:
        return
    if isinstance(spec, Either):
        spec = _fitting(value, spec)
    if isinstance(spec, Only):
        if not any(value is v or (value == v and type(value) is type(v)) for v in spec.values):
            allowed = ", ".join(_yaml(v) for v in spec.values) or "nothing"
            yield key, f"`{_dotted(key)}: {_yaml(value)}`: the preview supports {allowed} here"
    elif isinstance(spec, dict):
        yield from _check_mapping(value, spec, key, what)
    elif isinstance(spec, list):
        if not isinstance(value, list):
            yield key, f"`{_dotted(key)}` should be a list"
            return
        for index, item in enumerate(value):
            yield from _check(item, spec[0], (*key, index), what)
    elif not _is_a(value, spec):
        yield key, f"`{_dotted(key)}: {_yaml(value)}` should be {_type_names(spec)}"


def _check_mapping(
    value: Any, spec: dict[str, Any], key: Key, what: str
) -> Iterator[tuple[Key, str]]:
    if not isinstance(value, dict):
        yield key, f"`{_dotted(key)}` should be a group of `key: value` lines"
        return
    for name, inner in value.items():
        where = (*key, str(name))
        if name in spec:
            yield from _check(inner, spec[name], where, what)
            continue
        close = difflib.get_close_matches(str(name), spec, n=1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        yield (
            where,
            (
                f"`{_dotted(where)}` in {what} may be known to Quarto, but not to this preview"
                f"{hint} (the keys it knows: tools/preview/keys.py)"
            ),
        )


def _fitting(value: Any, either: Either) -> Any:
    """Return the option whose YAML type is that of `value`, else the first one."""
    for option in either.options:
        if isinstance(option, dict) and isinstance(value, dict):
            return option
        if isinstance(option, list) and isinstance(value, list):
            return option
        if isinstance(option, type | tuple) and _is_a(value, option):
            return option
    return either.options[0]


def _is_a(value: Any, types: Any) -> bool:
    accepted = types if isinstance(types, tuple) else (types,)
    # In Python True is an int; in YAML it is not.
    return (bool in accepted) if isinstance(value, bool) else isinstance(value, accepted)


def _dotted(key: Key) -> str:
    return ".".join(str(part) for part in key if not isinstance(part, int))


def _yaml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type_names(types: Any) -> str:
    names = {str: "text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    accepted = types if isinstance(types, tuple) else (types,)
    return " or ".join(dict.fromkeys(names[t] for t in accepted))
