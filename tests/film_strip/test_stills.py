"""Charts and tables as still pictures of published data, without controls."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from tapewalk import Tensor, trace
from tools.finish.strips import draw_strips

_LIBRARY = 'import {chart, tapeList} from "tapewalk.js"'


def strip(cell: str, data: dict[str, Any], lang: str = "en") -> Tag:
    """Return the strip of a page with one cell, in Quarto's form."""
    names = [{"name": name, "value": value} for name, value in data.items()]
    sources = [
        {"cellName": f"ojs-cell-{i}", "source": code} for i, code in enumerate((_LIBRARY, cell))
    ]
    packed = base64.b64encode(json.dumps({"contents": sources}).encode()).decode()
    page = (
        f'<script type="ojs-define">{json.dumps({"contents": names})}</script>'
        f'<script type="ojs-module-contents">{packed}</script><div id="ojs-cell-1"></div>'
    )
    address = "page.es.html" if lang == "es" else "page.html"
    (drawn,) = draw_strips({address: page})[address].values()
    found = BeautifulSoup(drawn, "html.parser").find("ol", class_="tw-strip")
    if not isinstance(found, Tag):
        raise ValueError("no strip")
    return found


def test_chart_has_every_point_and_no_marker() -> None:
    losses = [4.0, 2.0, "Infinity", 0.5]
    data: dict[str, Any] = {"x": {"label": "step", "values": [1, 2, 3, 4]}}
    data["series"] = [{"label": "loss", "values": losses}]
    drawn = strip("chart(run)", {"run": data})
    assert len(drawn.select("circle")) == 3
    assert len(drawn.select(".tw-gap")) == 1
    assert not drawn.select(".tw-marker, button, input")
    name = drawn.select("svg")[0]["aria-label"]
    assert "4" in name and "0.5" in name


def test_tape_becomes_a_table() -> None:
    x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    walk = trace(x.exp().tanh().sum())
    rows = strip("tapeList(walk)", {"walk": walk}).select("tbody tr")
    assert len(rows) == len(walk["forward"])


def test_long_table_is_left_out() -> None:
    x = Tensor([1.0], requires_grad=True)
    y = x
    for _ in range(80):
        y = y.exp() * 0.1
    with pytest.raises(ValueError, match="no strip"):
        strip("tapeList(walk)", {"walk": trace(y.sum())})
