"""The five edits of the page *value*: what a page checks them with knows right and wrong ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tapewalk_course import lab

FOLDER = Path("modules/01-autograd-engine")
# The lines that the page asks for.
FIXED = [
    (r"\(0\.0, 0\.0\)\) +#.*", "(other.data, self.data))"),
    (r"in tape\(root\): +#.*", "in reversed(tape(root)):"),
    (r"parent\.grad = sent +#.*", "parent.grad += sent"),
    (r" {8}pass +#.*", "        if number.parents:\n            number.grad = 0.0"),
    (r"\(1\.0,\)\) +#.*", "(result,))"),
]


def _cells(text: str) -> tuple[list[str], dict[str, Any]]:
    """Return the live cells of a page, and what it publishes as `edits`."""
    codes = re.findall(r"```\{python\}\n(.*?)```", text, re.S)
    published: dict[str, Any] = {}
    (source,) = [code for code in codes if "publish(edits=" in code]
    exec(source, {"publish": lambda **values: published.update(values)})
    return [code for code in codes if "classes: live" in code], published["edits"]["cells"]


def _numbers(record: dict[str, Any]) -> list[Any]:
    return [(node["value"], node["locals"], node["grad"]) for node in record["nodes"]]


@pytest.mark.parametrize("name", ["value.qmd", "value.es.qmd"])
def test_edits_tell_right_from_unchanged(name: str) -> None:
    cells, edits = _cells((FOLDER / name).read_text("utf-8"))
    assert len(cells) == len(edits) == len(FIXED)
    earlier: list[str] = []
    for cell, edit, (old, new) in zip(cells, edits.values(), FIXED, strict=True):
        fixed, count = re.subn(old, new, cell)
        assert count == 1, old
        known = [_numbers(mistake["record"]) for mistake in edit["mistakes"]]
        for text, is_right in ((cell, False), (fixed, True)):
            engine = "\n".join([edit["before"], *earlier, text, edit["after"]])
            record = lab.watch(engine, edit["program"])
            assert record["error"] is None
            assert (_numbers(record) == _numbers(edit["right"])) is is_right, text
            assert (_numbers(record) in known) is not is_right, text
        earlier.append(fixed)
