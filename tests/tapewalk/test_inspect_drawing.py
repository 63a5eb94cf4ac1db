"""Graphs in the language of Graphviz, drawn where something draws them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tapewalk import Tensor, inspect
from tapewalk.figures import bundle
from tapewalk.inspect import draw_dot
from tapewalk.language import set_language

_SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "_GRAPHVIZ", Path("nowhere"))


def test_drawing_has_each_node_and_arrow() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    dot = inspect((x.exp() * x).sum()).to_dot()
    svg = draw_dot(dot).svg
    assert svg is not None
    kinds = [group.get("class") for group in ElementTree.fromstring(svg).iter(f"{_SVG}g")]
    nodes = re.findall(r"^  (n\d+) \[", dot, re.M)
    assert (kinds.count("node"), kinds.count("edge")) == (len(nodes), dot.count("->"))


def test_drawing_leaves_out_node_names() -> None:
    one, two = (
        draw_dot(f'digraph {{ {n}1 [label="a"]; {n}2 [label="b"]; {n}1 -> {n}2 }}')
        for n in (14071942, 93)
    )
    assert one.svg == two.svg


def test_boxes_are_as_wide_as_their_labels() -> None:
    label = "NativeLayerNormBackward0"
    svg = draw_dot(f"digraph {{ node [shape=box fontname=monospace fontsize=10] {label} }}").svg
    assert svg is not None
    polygons = ElementTree.fromstring(svg).iter(f"{_SVG}polygon")
    xs = [float(point.split(",")[0]) for p in polygons for point in str(p.get("points")).split()]
    assert max(xs) - min(xs) > 6.0 * len(label)


def test_invalid_graph_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match="could not draw this graph:\nsyntax error in line 1"):
        draw_dot("digraph {")


@pytest.mark.usefixtures("no_program")
def test_drawing_without_graphviz_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    undrawn = draw_dot("digraph { a -> b }")
    set_language("es")
    try:
        assert undrawn._repr_mimebundle_() == {"text/plain": repr(undrawn)}
        assert "no está instalado" in repr(undrawn)
    finally:
        set_language(None)
    assert undrawn.svg is None


@pytest.mark.usefixtures("no_program")
def test_installed_graphviz_draws_outside_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dot = tmp_path / "dot"
    dot.write_text('#!/bin/sh\necho "<?xml?><svg>$1 $(cat)</svg>"\n')
    dot.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert draw_dot("digraph {}").svg == "<svg>-Tsvg digraph {}</svg>\n"
