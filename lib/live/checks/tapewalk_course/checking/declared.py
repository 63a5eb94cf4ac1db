"""What the folders of exercises declare, as tools/assets/lowering.py wrote it for a page."""

import json

from hosted.dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One mistake."""

    _fields = ("name", "words", "codes", "sign", "every", "slow")


class Declared:
    """The mistakes of an exercise, each with the code that makes it."""

    def __init__(self, mistakes):
        self.mistakes = tuple(Entry(**entry) for entry in mistakes)


def solution_in(package):
    """Returns the right solution."""
    return _read(package, "solution.py")


def declared_in(package):
    """Returns what the folder of an exercise declares."""
    return Declared(json.loads(_read(package, "mistakes.json")))


def first_names():
    """Returns the names that the first cells of a page bring: their imports are in the cells."""
    return {}


def _read(package, name):
    with open("/lib/" + package.replace(".", "/") + "/" + name) as file:  # noqa: PTH123
        return file.read()
