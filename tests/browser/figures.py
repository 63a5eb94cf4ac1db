"""Every figure of a page, beside the trace or the data that Python published for it.

Questions are answered in asking.py. That the published data is what Python computes now is a rule
in traces.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.calls import Call, calls
from tests.browser.chart import table_for, table_of
from tests.browser.expression import KINDS, Expression, ways
from tests.browser.ledger import exact_bytes, kept
from tests.browser.matrix import look_along, look_at
from tests.browser.numbers import numbers_in, written
from tests.browser.oracle import Trace, is_plain, trace_again
from tests.browser.score import it_tells_what_was_measured
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.steps import (
    every_step_shows_pythons_numbers,
    keys_lead_to_the_ends_play_and_pause,
    numbers_on_view,
)
from tests.browser.walk import moments

Array = np.ndarray[Any, Any]


def it_shows_what_python_computed(page: Page, call: Call, built: BuiltPage) -> None:
    """Look at one figure of a page, and walk it where it has steps."""
    assert call.view in _CHECKS, f"no rule knows figures of the kind {call.view}"
    _CHECKS[call.view](page, call, built)


def every_labelled_figure_is_a_call(drawn: BuiltPage) -> None:
    labels = {cell.options.get("label") for cell in drawn.source.cells if cell.language == "ojs"}
    found = {call.label for call in calls(drawn)}
    assert {label for label in labels if label and label.startswith("fig-")} <= found


def _check_stepper(page: Page, call: Call, built: BuiltPage) -> None:
    trace, lang = call.given[0], built.lang
    # The one of the home page is no numbered figure.
    stepper = Stepper(page, call.options["id"] if call.label else 0)
    stepper.unlock()
    if is_plain(trace):
        every_step_shows_pythons_numbers(stepper, trace, lang)
        keys_lead_to_the_ends_play_and_pause(stepper)
        return
    stepper.press("Home")
    told = _told(trace, lang)
    # The tape of a whole model is walked in strides.
    steps = list(range(1, len(told) + 1, 1 + len(told) // 60))
    for step, sentence in zip(steps, stepper.sentences(steps), strict=True):
        assert set(told[step - 1]) <= set(numbers_in(sentence)), sentence
    last = stepper.press("End")
    assert last.step == last.last == len(told)
    # A folded part shows no gradient of its own; all of them stand in the table.
    if stepper.element.locator(".tw-group").count() == 0:
        grads = _totals(trace, last.step)
        shown = {i: numbers_in(text)[-1] for i, text in last.gradients.items()}
        assert shown == {i: written(_size(grad), lang) for i, grad in grads.items()}
    stepper.press("t")
    rows = stepper.element.locator("table .tw-grad").all_inner_texts()
    sends = [send for event in trace["backward"] for send in event["sends"]]
    totals = [trace["backward"][0]["grad"], *(send["total"] for send in sends)]
    table = [numbers_in(text)[-1] for text in rows if text]
    assert table == [written(_size(total), lang) for total in totals]


def _check_compare(page: Page, call: Call, built: BuiltPage) -> None:
    """Step both walks: each shows its own numbers, and the shorter one waits at its end."""
    figure = page.locator(f"#{call.options['id']} .tw-compare")
    walks = [moments(walk, built.lang) for walk in (call.given[0], call.options["beside"]["trace"])]
    pair = [Stepper(page, figure.locator(".tw-stepper").nth(i)) for i in range(2)]
    longest = max(map(len, walks))
    leader = pair[0 if len(walks[0]) == longest else 1]
    leader.press("Home")
    for step in range(longest):
        for stepper, expected in zip(pair, walks, strict=True):
            moment = expected[min(step, len(expected) - 1)]
            assert numbers_on_view(stepper.look()) == numbers_on_view(moment), f"step {step}"
        ends = [walk[min(step, len(walk) - 1)].gradients for walk in walks]
        parts = {i for i in ends[0] | ends[1] if _arrived(ends[0], i) != _arrived(ends[1], i)}
        for stepper in pair:
            marked = stepper.element.locator(".tw-node").evaluate_all(_MARKED)
            assert set(marked) == parts, f"step {step}"
        if step < longest - 1:
            leader.press("ArrowRight")


def _check_counter(page: Page, call: Call, built: BuiltPage) -> None:
    """Hold what is counted in all against the edges of the graph, in any order of the walk."""
    edges = [(edge["from"], edge["to"]) for edge in call.given[0]["edges"]]
    nth = [one for one in calls(built) if one.view == "counter"].index(call)
    cells = page.locator("[data-figure=counter]").nth(nth).locator("td > span:first-child")
    root = call.given[0]["nodes"][-1]["id"]
    behind = _connected(root, [(to, at) for at, to in edges])
    sent = [to for at, to in edges if to in behind]
    expected = [len(sent), len(sent) - len(behind - {root})]
    by_leaf = [_connected(int(leaf), edges) for leaf in call.given[0]["grads"]]
    by_leaf = [reached for reached in by_leaf if not {to for _, to in edges} & {min(reached)}]
    carried = sum(at in reached for reached in by_leaf for at, _ in edges)
    expected += [carried, carried - sum(len(reached) - 1 for reached in by_leaf)]
    totals = [numbers_in(text)[-1] for text in cells.all_inner_texts()]
    assert totals == [written(number, built.lang) for number in expected]


def _connected(start: int, edges: list[tuple[int, int]]) -> set[int]:
    """Return a node and all that lie on from it."""
    found, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        new = {to for at, to in edges if at == node} - found
        found |= new
        waiting += new
    return found


_MARKED = """nodes => nodes.flatMap(
  (node, i) => node.classList.contains("is-different") ? [i] : [])"""


def _arrived(gradients: dict[int, str], node: int) -> str | None:
    """Return the total that a node shows, without the parts that it is the sum of."""
    return gradients[node].rpartition("= ")[2] if node in gradients else None


def _told(trace: Trace, lang: str) -> list[list[str]]:
    """Return the numbers that the sentence of each step must tell, from the first operation on."""
    results = [trace["nodes"][node] for node in trace["forward"]]
    forward = [
        [str(n) for n in node["shape"] or []]
        if node["value"] is None
        else [written(node["value"], lang)]
        for node in results
    ]
    backward = [
        [written(_size(event["grad"]), lang), written(_size(send["contribution"]), lang)]
        for event in trace["backward"]
        for send in event["sends"]
    ]
    return [*forward, [written(_size(trace["backward"][0]["grad"]), lang)], *backward]


def _size(grad: Any) -> float:
    """Return what a figure says of a gradient: the number, or the norm of a tensor."""
    return float(grad["norm"] if isinstance(grad, dict) else grad)


def _totals(trace: Trace, step: int) -> dict[int, Any]:
    """Return what has arrived at each node by a step of the way back."""
    sends = [send for event in trace["backward"] for send in event["sends"]]
    totals = {trace["backward"][0]["node"]: trace["backward"][0]["grad"]}
    for send in sends[: step - len(trace["forward"]) - 1]:
        totals[trace["edges"][send["edge"]]["from"]] = send["total"]
    return totals


def _check_graph(page: Page, call: Call, built: BuiltPage) -> None:
    trace = call.given[0]
    figure = page.locator(f"#{call.options['id']} .tw-graph-figure")
    if figure.locator(".tw-group").count():  # a folded part shows no gradient of its own
        figure.locator(".tw-tools .tw-plain-button[aria-disabled=false]").last.press("Enter")
    grads = _totals(trace, int(figure.evaluate("element => element.value")))
    texts = figure.locator(".tw-node").evaluate_all(
        "nodes => nodes.map(node => node.querySelector('.tw-gradient text')?.textContent ?? '')"
    )
    shown = {i: numbers_in(text)[-1] for i, text in enumerate(texts) if numbers_in(text)}
    assert shown == {i: written(_size(grad), built.lang) for i, grad in grads.items()}
    saved = [entry for node in trace["nodes"] for entry in node.get("saved", [])]
    if call.options.get("trays") is False:
        saved = []
    trays = [text for text in figure.locator(".tw-tray text").all_text_contents() if "B" in text]
    assert [numbers_in(text)[-1] for text in trays] == [
        str(entry["bytes"]) for entry in saved if entry["of"] is None
    ]


def _check_expression(page: Page, call: Call, built: BuiltPage) -> None:
    expression = Expression(page, call.options["id"])
    for key in (None, "Home", "ArrowRight", "End", "ArrowLeft"):
        for label in call.options["sliders"] if key else ():
            expression.slider(label).press(key)
        look = expression.look()
        walk = deepcopy(call.given[0])
        for node in walk["nodes"]:
            if node["op"] == "leaf":
                node["value"] = float(look["value"][node["label"]])
        walk = trace_again(walk)
        last = moments(walk, built.lang)[-1]
        assert {kind: look[kind] for kind in KINDS} == {kind: getattr(last, kind) for kind in KINDS}
        rows = [(name, numbers_in(text)) for name, text in look["rows"]]
        assert rows == ways(walk, built.lang)


def _check_chart(page: Page, call: Call, built: BuiltPage) -> None:
    # One without a label is no numbered figure: the first of its page.
    chart = page.locator(f"#{call.label} .tw-chart" if call.label else ".tw-chart").first
    assert table_of(chart) == table_for(call.given[0], built.lang)
    points = chart.locator("> input[type=range]")
    points.press("End")
    last = [series["values"][-1] for series in call.given[0]["series"]]
    told = numbers_in(points.get_attribute("aria-valuetext") or "")
    assert {written(value, built.lang) for value in last if value is not None} <= set(told)


def _check_family(page: Page, call: Call, built: BuiltPage) -> None:
    """Move each slider to its ends: the readings are those of Python's run there."""
    data = call.given[0]
    figure = page.locator(f"#{call.options['id']} .tw-family")
    ranges = figure.locator("input[type=range]")
    at = {slider["name"]: slider.get("at", 0) for slider in data["sliders"]}
    for i, slider in enumerate(data["sliders"]):
        for key, index in (("End", len(slider["values"]) - 1), ("Home", 0), ("ArrowRight", 1)):
            ranges.nth(i).press(key)
            at[slider["name"]] = index
            told = figure.locator(".tw-reading strong").all_inner_texts()
            assert told == [_reading(one, at, built.lang) for one in data["readings"]]


def _reading(reading: dict[str, Any], at: dict[str, int], lang: str) -> str:
    """Return what a reading of a family should say."""
    value: Any = reading["values"]
    if isinstance(value, dict):
        names, value = value["by"], value["values"]
        for name in names:
            value = value[at[name]] if value is not None and at[name] < len(value) else None
    if value is None:
        return _RUN_IS_OVER[lang]
    text = value if isinstance(value, str) and value != "Infinity" else written(float(value), lang)
    return " ".join(part for part in (text, reading.get("unit", "")) if part)


_RUN_IS_OVER = {
    "en": "no more: this run has ended",
    "es": "nada más: esta ejecución ha terminado",
}


def _check_variants(page: Page, call: Call, built: BuiltPage) -> None:
    """Choose each value once: program, readings and marked nodes are those of Python's run."""
    data, figure = call.given[0], page.locator(f"#{call.options['id']} .tw-variants")
    chosen = {choice["name"]: choice["values"][0]["value"] for choice in data["choices"]}
    for choice in data["choices"]:
        for one in reversed(choice["values"]):
            chosen[choice["name"]] = one["value"]
            group = figure.get_by_role("group", name=choice["label"], exact=True)
            group.get_by_role("radio", name=one["text"], exact=True).check(force=True)
            case = data["cases"][" ".join(chosen.values())]
            expect(figure).to_have_attribute("data-end", case.get("end", ""))
            if "code" in case:
                expect(figure.locator(".tw-case-code")).to_have_text(case["code"])
            told = figure.locator(".tw-case-reading strong").all_inner_texts()
            assert told == [
                value if isinstance(value, str) else written(value, built.lang)
                for value in (reading["value"] for reading in case.get("readings", []))
            ]
            broken = sum(len(picture.get("broken", [])) for picture in case["pictures"])
            expect(figure.locator(".tw-node.is-broken")).to_have_count(broken)


def _check_checkpoints(page: Page, call: Call, built: BuiltPage) -> None:
    """Empty and fill trays: what is read is the peak of Python's run for what is kept then."""
    data, figure = call.given[0], page.locator(f"#{call.options['id']} .tw-checkpoints")
    trays = figure.locator("button.tw-keep")
    kept = set(range(1, data["layers"]))
    for layer in (1, 3, 2, 3):
        trays.nth(layer - 1).click()
        kept ^= {layer}
        steps = data["runs"]["".join(map(str, sorted(kept)))].split()
        peak = max(int(step.partition(":")[2]) for step in steps)
        expect(figure.locator(".tw-reading strong").first).to_have_text(written(peak, built.lang))
        expect(figure.locator("rect.tw-heap")).to_have_count(len(steps))


def _check_ledger(page: Page, call: Call, built: BuiltPage) -> None:
    ledger = page.locator(f"#{call.options['id']} .tw-ledger:not(.tw-as-still)")
    expected = kept(call.given[0])
    foot = ledger.locator("tfoot .tw-bytes")
    assert [exact_bytes(cell) for cell in foot.all()] == expected
    sections = ledger.locator(".tw-ledger-section .tw-bytes:nth-child(2)")
    if call.options.get("by", "none") != "none":
        assert sum(exact_bytes(cell) for cell in sections.all()) == expected[0]


def _check_score(page: Page, call: Call, built: BuiltPage) -> None:
    figure = page.locator(f"#{call.options['id']} .tw-score:not(.tw-as-still)")
    it_tells_what_was_measured(figure, call.given[0], built.lang)


def _check_matrix(page: Page, call: Call, built: BuiltPage) -> None:
    trace, element = call.given[0], page.locator(f"#{call.options['id']} .tw-matrix")
    if "rows" in trace:
        ((_, plain),) = look_at(element).items()
        numbers = [number for row in trace["rows"] for number in row]
        assert plain["texts"] == [written(float(number), built.lang) for number in numbers]
        return
    known = _arrays(trace)
    if call.options.get("view") == "softmax":
        known |= _softmax(known, trace)
    for tensors in look_along(element):
        for title, tensor in tensors.items():
            wholes = _expected(known, title, tensor["shape"])
            assert any(_is_shown(tensor["texts"], whole, built.lang) for whole in wholes), (
                title,
                tensor,
                wholes,
            )
    # At the end of the last calculation, every cell is there.
    assert all("" not in tensor["texts"] for tensor in tensors.values())
    if call.options.get("view") == "product":
        left, top, result = (_expected(known, title, t["shape"])[0] for title, t in tensors.items())
        np.testing.assert_allclose(left @ top, result, rtol=1e-5, atol=1e-7)


def _is_shown(seen: list[str], whole: Array, lang: str) -> bool:
    """Tell whether the cells that are filled show a tensor's entries."""
    # A row that stands in for several is drawn again for each, and so is a column.
    times = len(seen) // whole.size
    whole = whole.repeat(times, -1) if whole.shape[-1] == 1 else np.tile(whole, (times, 1))
    texts = [written(float(number), lang) for number in whole.reshape(-1)]
    return all(text in ("", expected) for text, expected in zip(seen, texts, strict=True))


def _softmax(known: dict[str, list[Array]], trace: Trace) -> dict[str, list[Array]]:
    """Return what stands between scores and their gradient: probabilities and one-hot."""
    (name,) = (name for name in known if f"∂{name}" in known and known[name][0].ndim == 2)
    (z, *_), (grad, *_) = known[name], known[f"∂{name}"]
    p = np.exp(z - z.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    return {"p": [p], "one-hot": [np.rint(p - len(z) * grad)]}


def _arrays(trace: Trace) -> dict[str, list[Array]]:
    """Return the tensors of a trace by the titles that figures give them.

    A gradient may be shown as a whole, or as what comes along one edge.
    """
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    grads |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    found = {}
    for node in trace["nodes"]:
        if node["label"] and "summary" in node:
            found[node["label"]] = [_array(node["summary"])]
            if node["id"] in grads:
                sent = [
                    send["contribution"]
                    for event in trace["backward"]
                    for send in event["sends"]
                    if trace["edges"][send["edge"]]["from"] == node["id"]
                ]
                arrived = [grads[node["id"]], *sent]
                found[f"∂{node['label']}"] = [_array(grad) for grad in arrived]
    return found


def _array(summary: dict[str, Any]) -> Array:
    return np.array([float(v) for v in summary["values"]]).reshape(summary["shape"])


def _expected(known: dict[str, list[Array]], title: str, shape: str) -> list[Array]:
    """Return what a figure may show under a title: tensors as they are, or transposed."""
    arrays = known[title] if title in known else [a.T for a in known[title.removesuffix("ᵀ")]]
    assert list(arrays[0].shape) == [int(n) for n in re.findall(r"\d+", shape)], title
    return arrays


def _check_progress(page: Page, call: Call, built: BuiltPage) -> None:
    rows = page.locator(".tw-progress li")
    parts = call.given[0]
    assert rows.count() == len(parts)
    for row, part in zip(rows.all(), parts, strict=True):
        if "href" in part:
            assert (built.file.parent / part["href"]).is_file()
            assert row.locator("a").get_attribute("href") == part["href"]
        told = numbers_in(row.locator("span").last.inner_text())
        assert told == ["0", str(len(part["questions"]))]


_CHECKS: dict[str, Callable[[Page, Call, BuiltPage], None]] = {
    "stepper": _check_stepper,
    "compare": _check_compare,
    "counter": _check_counter,
    "graph": _check_graph,
    "expression": _check_expression,
    "variants": _check_variants,
    "chart": _check_chart,
    "checkpoints": _check_checkpoints,
    "family": _check_family,
    "ledger": _check_ledger,
    "score": _check_score,
    "matrix": _check_matrix,
    "progress": _check_progress,
}
