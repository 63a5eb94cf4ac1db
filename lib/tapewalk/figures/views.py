"""The views, their options and the texts about them, read from their manifests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapewalk.words import completed

_HERE = Path(__file__).parent
# Beside this module in a wheel, where the views themselves are in a checkout.
_PLACES = (_HERE / "static", _HERE.parents[1] / "diagrams")


@dataclass(frozen=True)
class About:
    """The texts about a view in one language.

    Attributes:
        title: What it is called.
        about: What it shows, in a part of a sentence.
        options: What each option is for.
    """

    title: str
    about: str
    options: Mapping[str, str]


@dataclass(frozen=True)
class View:
    """One export of the bundle.

    Attributes:
        name: What the bundle calls it.
        notebook: What notebooks call it, "" where they do not have it.
        subject: What it shows: "trace", "data", or "" for what needs nothing but options.
        value: What its value is: "step" for most.
        lesson: The page of the course that shows it, with the figure where it is drawn; "" where
            no page does.
        options: The names it takes, each with its type as TypeScript writes it.
        words: What is said of it, by language.
        example: Lines of a Python session that makes one; none keeps it out of the reference.
    """

    name: str
    notebook: str
    subject: str
    value: str
    lesson: str
    options: Mapping[str, str]
    words: Mapping[str, About]
    example: Sequence[str]


def _read() -> dict[str, View]:
    place = next(place for place in _PLACES if (place / "figure" / "options.json").is_file())
    shared = json.loads((place / "figure" / "options.json").read_text("utf-8"))
    manifests = sorted(place.glob("views/*/view.json"))
    views = [_view(json.loads(path.read_text("utf-8")), shared) for path in manifests]
    return {view.name: view for view in views}


def _view(manifest: dict[str, Any], shared: dict[str, Any]) -> View:
    of_all = completed(shared["words"])

    def about(lang: str, own: dict[str, Any]) -> About:
        sentences = {name: of_all[lang][name] for name in manifest["shares"]}
        return About(own["title"], own["about"], sentences | own["options"])

    types = {name: shared["options"][name] for name in manifest["shares"]}
    return View(
        name=manifest["name"],
        notebook=manifest["notebook"],
        subject=manifest["subject"],
        value=manifest["value"],
        lesson=manifest.get("lesson", ""),
        options=types | manifest["options"],
        words={lang: about(lang, own) for lang, own in completed(manifest["words"]).items()},
        example=manifest.get("example", ()),
    )


# By what the bundle calls each.
VIEWS = _read()
