"""The page about the engine matches the library, or the build stops."""

from __future__ import annotations

import file_map
import pytest
from excerpts import excerpt
from words import WORDS

from tapewalk import Value
from tapewalk.engine import backward
from tapewalk.language import LANGUAGES
from tapewalk.ops import Mul


def test_excerpt_is_source_without_docstring(capsys: pytest.CaptureFixture[str]) -> None:
    excerpt(Mul)
    printed = capsys.readouterr().out
    assert printed.startswith("[`ops/arithmetic.py:")
    assert "class Mul(Function):\n    numpy = np.multiply\n" in printed
    assert "return a * b" in printed


def test_excerpt_names_its_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    excerpt(Value.backward, "for node in reversed", "left = node._left")
    label, _, code = capsys.readouterr().out.partition("\n\n")
    line = int(label.partition(":")[2].partition("`")[0])
    source = (file_map.LIBRARY / "scalar/value.py").read_text(encoding="utf-8").splitlines()
    assert source[line - 1].strip() == "for node in reversed(nodes):"
    assert code.strip().splitlines()[1:-1] == [
        "for node in reversed(nodes):",
        "    left = node._left",
    ]


def test_excerpt_of_a_decorated_function_is_ours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    excerpt(backward.run, "while heap:", "pending.pop(node)")
    printed = capsys.readouterr().out
    assert printed.startswith("[`engine/backward.py:")
    assert "while heap:\n    node: Function = heappop(heap)[1]\n" in printed


def test_missing_line_stops_the_build() -> None:
    with pytest.raises(LookupError, match="no line of Mul holds 'no such line'"):
        excerpt(Mul, "no such line")


def test_file_map_counts_every_module_once(capsys: pytest.CaptureFixture[str]) -> None:
    file_map.file_table("en")
    rows = [row.split("|") for row in capsys.readouterr().out.splitlines() if row.startswith("| `")]
    assert sum(int(row[2]) for row in rows) == file_map.lines_of()


def test_module_missing_from_the_map_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.delitem(WORDS[lang]["holds"], "engine/backward.py")
    with pytest.raises(LookupError, match=r"does not tell of engine/backward\.py"):
        file_map.file_table("en")
