"""The graphs of the gallery, by keyboard alone, against Python's own traces."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tapewalk import Value, trace
from tests.browser.axe import violations
from tests.browser.leaves import ADD, add_graph, expect_value, leaf_of
from tests.browser.numbers import exact, numbers_in, written
from tests.browser.oracle import run_program
from tests.browser.questions import questions
from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage, Site, galleries
from tests.browser.visit import OpenOnce, OpenPage, Visit, until_fine

Trace = dict[str, Any]

VIEW = "graph"
ENGLISH, SPANISH = galleries(VIEW)
# Where graphs of other programs are put.
HOMES = {ENGLISH: "index.html", SPANISH: "index.es.html"}
WORDS = {ENGLISH: "{} nodes", SPANISH: "{} nodos"}
LOST = {"en": "no path leads to the loss", "es": "no hay camino hasta la pérdida"}


@pytest.fixture
def open_page(open_page: OpenPage, open_once: OpenOnce) -> OpenPage:
    """A gallery as the tests before left it, unless a test asks for another window or address."""

    def opened(built: BuiltPage, fragment: str = "", **options: Any) -> Visit:
        return open_page(built, fragment, **options) if fragment or options else open_once(built)

    return opened


@cache
def _traces(address: str) -> dict[str, Trace]:
    return run_program(BuiltPage(None, address).source)  # type: ignore[arg-type]


class Figure:
    """A graph on a page."""

    def __init__(self, page: Page, id: str) -> None:
        self.page = page
        self.element = page.locator(f"#{id} .tw-graph-figure")
        expect(self.element.locator(".tw-node").first).to_be_attached()

    @property
    def stage(self) -> Locator:
        return self.element.locator(".tw-stage")

    def enter(self) -> str:
        """Go with Tab from the tools to the drawing; return what is said of its first box.

        With Shift, for a leaf takes the keys alone for itself.
        """
        self.element.locator(".tw-tools button, .tw-tools select").last.focus()
        self.page.keyboard.press("Tab")
        return self.press("Shift+Home")

    def press(self, key: str) -> str:
        """Press a key where the focus is; return the name of the box that has it then."""
        self.page.keyboard.press(key)
        return str(self.page.evaluate("document.activeElement.getAttribute('aria-label')"))

    def names(self) -> list[str]:
        names: list[str] = self.element.locator(".tw-node").evaluate_all(
            "nodes => nodes.map(node => node.getAttribute('aria-label'))"
        )
        return names

    def reached(self) -> set[str]:
        """Return the names of all boxes that arrow keys lead to from the first."""
        names, keys = {self.enter()}, ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight")
        queue: list[list[str]] = [[]]
        for way in queue:
            for key in keys:
                self.press("Shift+Home")
                for step in [*way, key]:
                    name = self.press(f"Shift+{step}")
                if name not in names:
                    names.add(name)
                    queue.append([*way, key])
        return names


def _gallery(site: Site, open_page: OpenPage, address: str, *, at: str = "", **more: Any) -> Page:
    return open_page(site.page(address), at, **more).page


def _texts(figure: Figure, selector: str) -> list[str]:
    texts: list[str] = figure.element.locator(".tw-node").evaluate_all(
        "(nodes, selector) => nodes.map(node => node.querySelector(selector)?.textContent ?? '')",
        selector,
    )
    return texts


def test_arrow_keys_lead_to_every_node_with_its_exact_numbers(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace, built = _traces(address)["graphOfNumbers"], site.page(address)
    figure = Figure(_gallery(site, open_page, address), "fig-graph-numbers")
    expect(figure.element).to_contain_class("is-live")
    reached = figure.reached()
    assert len(reached) == len(trace["nodes"])
    gradients = {event["node"]: event["grad"] for event in trace["backward"]}
    gradients |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    for node in trace["nodes"]:
        # Of a leaf that can be moved, that is said first.
        own = f"{node['label']} ="
        (name,) = [name for name in reached if name.split(". ")[-1].startswith(own)]
        told = numbers_in(name)
        assert told == [exact(n, built.lang) for n in (node["value"], gradients[node["id"]])]


def _expect_graph(graph: Locator, walk: Trace, lang: str) -> None:
    """Expect every number that is drawn, at the end, to be of this trace."""
    gradients = {event["node"]: event["grad"] for event in walk["backward"]}
    gradients |= {int(leaf): grad for leaf, grad in walk["grads"].items()}
    for node in walk["nodes"]:
        box = graph.locator(f'.tw-node[data-node="{node["id"]}"]')
        expect(box.locator(".tw-value .tw-number")).to_have_text(written(node["value"], lang))
        total = written(gradients[node["id"]], lang)
        expect(box.locator(".tw-gradient .tw-number")).to_have_text(total)
    for i, edge in enumerate(walk["edges"]):
        line = graph.locator(f'.tw-edge[data-edge="{i}"]')
        expect(line.locator(".tw-local text")).to_have_text(f"× {written(edge['local'], lang)}")


def _numbers(a: float, b: float) -> Trace:
    one, other = Value(a, label="a"), Value(b, label="b")
    return trace((one + other) * other)


def test_leaves_are_dragged_moved_by_keys_and_typed(
    site: Site, open_page: OpenPage, address: str
) -> None:
    page, lang = _gallery(site, open_page, address), site.page(address).lang
    graph = page.locator("#fig-graph-numbers .tw-graph-figure")
    graph.scroll_into_view_if_needed()
    expect(graph).to_contain_class("is-live")
    a, b = leaf_of(graph), leaf_of(graph, 1)
    box = a.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.mouse.down()
    # 40 pixels are a sixth of the scale, which is 6 long.
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 3, steps=4)
    expect_value(a, 3.0, lang)
    page.mouse.up()
    _expect_graph(graph, _numbers(3.0, 3.0), lang)
    for key in ("ArrowUp", "ArrowLeft", "PageDown"):
        b.press(key)
    expect_value(b, 2.0, lang)
    b.press("4")
    field = graph.locator(".tw-typed")
    field.fill("1,25" if lang == "es" else "1.25")
    field.press("Enter")
    _expect_graph(graph, _numbers(3.0, 1.25), lang)
    expect(b).to_be_focused()
    b.press("t")
    cells = graph.locator("table td").all_inner_texts()
    assert exact(5.3125, lang) in cells
    page.keyboard.press("t")
    graph.locator(".tw-afresh").click()
    _expect_graph(graph, _numbers(2.0, 3.0), lang)
    assert violations(graph) == []


def test_a_graph_stops_where_the_engine_refuses_and_goes_on(
    site: Site, open_page: OpenPage
) -> None:
    page = _gallery(site, open_page, HOMES[SPANISH])
    x = Value(0.5, label="x")
    graph = add_graph(page, trace(x.log() * x), step=1000)
    said, leaf = graph.locator(".tw-said"), leaf_of(graph)
    expect(said).to_be_hidden()
    leaf.press("Home")
    expect(said).to_contain_text("log necesita un número positivo")
    expect(graph.locator(".is-broken")).to_have_count(1)
    expect(graph.locator(".tw-node.has-gradient")).to_have_count(0)
    leaf.press("End")
    x = Value(3.5, label="x")
    _expect_graph(graph, trace(x.log() * x), "es")
    expect(said).to_be_hidden()
    expect(graph.locator(".is-broken")).to_have_count(0)


def test_leaves_are_found_beside_folded_groups_and_in_large_graphs(
    site: Site, open_page: OpenPage
) -> None:
    page = _gallery(site, open_page, HOMES[ENGLISH])

    def program(a: float, b: float) -> Trace:
        one, other = Value(a, label="a"), Value(b, label="b")
        part = one
        for _ in range(42):
            part = part * 1.01
        return trace((part + other) * other)

    walk = program(2.0, 3.0)
    for node in [node for node in walk["nodes"] if node["op"] == "mul"][:20]:
        node["group"] = "part"
    for options in ({}, {"fold": False}):
        graph = add_graph(page, walk, **options)
        b = leaf_of(graph, 1)
        b.press("ArrowUp")
        expect_value(b, 3.1, "en")
        moved = program(2.0, 3.1)["nodes"][-1]
        root = graph.locator(f'.tw-node[data-node="{moved["id"]}"] .tw-value .tw-number')
        expect(root).to_have_text(written(moved["value"], "en"))
        if not options:
            # Opened, the group is drawn anew, with the leaves as they are and where they were.
            graph.locator(".tw-group").press("Enter")
            expect(graph.locator(".tw-group-frame")).to_have_count(1)
            expect_value(leaf_of(graph, 1), 3.1, "en")
            expect(graph.locator(".is-handle")).to_have_count(2)


def test_a_graph_that_waits_or_is_said_not_to_move_has_no_handles(
    site: Site, open_page: OpenPage
) -> None:
    page = _gallery(site, open_page, HOMES[ENGLISH])
    graph = page.locator("#fig-test .tw-graph-figure")
    for options in ({"live": False}, {"asks": True}):
        page.evaluate(ADD, [_numbers(2.0, 3.0), options, "graph"])
        expect(graph.locator(".tw-leaf")).to_have_count(2)
        leaf_of(graph).press("ArrowUp")
        expect(leaf_of(graph)).to_have_attribute("role", "img")
    page.locator("#fig-test .tw-lock button").click()
    expect(graph.locator(".is-handle")).to_have_count(2)


def test_arrivals_are_numbered_in_the_order_of_the_walk(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace = _traces(address)["graphOfNumbers"]
    figure = Figure(_gallery(site, open_page, address), "fig-graph-numbers")
    shown = figure.element.locator(".tw-edge").evaluate_all(
        "edges => edges.map(edge => edge.querySelector('.tw-arrival text')?.textContent ?? null)"
    )
    arrivals: dict[int, list[int]] = {}
    for event in trace["backward"]:
        for send in event["sends"]:
            arrivals.setdefault(trace["edges"][send["edge"]]["from"], []).append(send["edge"])
    for edges in arrivals.values():
        for nth, edge in enumerate(edges, 1):
            assert shown[edge] == (str(nth) if len(edges) > 1 else None)


def test_tensors_show_the_norms_that_python_computed(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace, built = _traces(address)["graphOfLayer"], site.page(address)
    figure = Figure(_gallery(site, open_page, address), "fig-graph-layer")
    step = int(figure.element.evaluate("element => element.value"))
    sends = [send for event in trace["backward"] for send in event["sends"]]
    totals: dict[int, Any] = {trace["backward"][0]["node"]: trace["backward"][0]["grad"]}
    for send in sends[: step - len(trace["forward"]) - 1]:
        totals[trace["edges"][send["edge"]]["from"]] = send["total"]
    assert 1 < len(totals) < len(trace["nodes"]), "in the middle of the way back"
    for node, text in zip(trace["nodes"], _texts(figure, ".tw-gradient .tw-number"), strict=True):
        total = totals.get(node["id"])
        norm = total["norm"] if isinstance(total, dict) else total
        assert numbers_in(text) == ([] if norm is None else [written(norm, built.lang)])
    trays = figure.element.locator(".tw-tray text").all_text_contents()
    saved = [entry for node in trace["nodes"] for entry in node["saved"]]
    assert [numbers_in(text)[-1] for text in trays if "B" in text] == [
        str(entry["bytes"]) for entry in saved if entry["of"] is None
    ]


def test_enter_opens_a_group_and_closes_it_again(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace, words = _traces(address)["graphOfModel"], WORDS[address]
    assert len(trace["nodes"]) > 100
    figure = Figure(_gallery(site, open_page, address), "fig-graph-model")
    first = figure.enter()
    size = sum(node["group"] == "embedding" for node in trace["nodes"])
    assert first.startswith(f"embedding {words.format(size)}")
    before = figure.names()
    inside = figure.press("Enter")
    assert "embedding.weight" in inside
    assert len(figure.names()) == len(before) - 1 + size
    assert figure.press("Enter") == first
    assert figure.names() == before


def test_a_folded_group_holds_every_node_of_its_part(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace, words = _traces(address)["graphOfModel"], WORDS[address]
    figure = Figure(_gallery(site, open_page, address), "fig-graph-model")
    (block,) = [name for name in figure.names() if name.startswith("blocks 0")]
    size = sum((node["group"] or "").startswith("blocks 0") for node in trace["nodes"])
    assert words.format(size) in block


def test_an_address_opens_groups_at_a_step(site: Site, open_page: OpenPage, address: str) -> None:
    at = "#fig-graph-model?open=blocks 0 / attention,head&step=40"
    figure = Figure(_gallery(site, open_page, address, at=at), "fig-graph-model")
    frames = figure.element.locator(".tw-group-frame").evaluate_all(
        "frames => frames.map(frame => frame.dataset.group)"
    )
    assert frames == ["blocks 0", "blocks 0 / attention", "head"]
    assert figure.element.evaluate("element => element.value") == 40


def test_the_graph_keeps_the_step_of_the_stepper_it_follows(
    site: Site, open_page: OpenPage, address: str
) -> None:
    page = _gallery(site, open_page, address)
    stepper = page.locator("#fig-graph-steps .tw-stepper")
    stepper.locator("input[type=range]").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    followers = page.locator("#sec-graph .tw-graph-figure")
    expect(followers).to_have_count(4)
    assert followers.last.evaluate("element => element.value") == 1
    now = ".tw-group.is-now-forward"
    assert stepper.locator(now).count() == followers.last.locator(now).count() == 1


def test_a_stepper_over_folded_groups_tells_every_gradient(
    site: Site, open_page: OpenPage, address: str
) -> None:
    trace, built = _traces(address)["graphOfModel"], site.page(address)
    page = _gallery(site, open_page, address)
    stepper = page.locator("#fig-graph-steps .tw-stepper")
    stepper.locator("input[type=range]").focus()
    page.keyboard.press("End")
    sends = [(event, send) for event in trace["backward"] for send in event["sends"]]
    # From the end, since the way back is what is new here.
    for event, send in reversed(sends):
        said = numbers_in(str(stepper.locator(".tw-said").text_content()))
        for amount in (event["grad"], send["contribution"]):
            norm = amount["norm"] if isinstance(amount, dict) else amount
            assert written(norm, built.lang) in said
        assert stepper.locator(".tw-node.is-now-backward").count() == 1
        page.keyboard.press("ArrowLeft")
    assert stepper.evaluate("element => element.value") == len(trace["forward"]) + 1


def test_the_wheel_scrolls_the_page_and_zooms_only_with_ctrl(
    site: Site, open_page: OpenPage
) -> None:
    page = _gallery(site, open_page, ENGLISH)
    figure = Figure(page, "fig-graph-model")
    figure.stage.scroll_into_view_if_needed()
    figure.stage.hover()
    start = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function("start => scrollY > start", arg=start)
    svg = figure.stage.locator("svg")
    width = svg.evaluate("svg => svg.getBoundingClientRect().width")
    figure.enter()
    page.keyboard.press("+")
    larger = svg.evaluate("svg => svg.getBoundingClientRect().width")
    assert larger == pytest.approx(1.25 * width, rel=0.01)
    page.keyboard.press("0")
    height = svg.evaluate("svg => svg.getBoundingClientRect().height")
    assert height <= figure.stage.evaluate("stage => stage.clientHeight") + 1


@pytest.mark.parametrize(
    ("address", "theme", "width"),
    [(ENGLISH, "light", 390), (SPANISH, "dark", 1280)],
)
def test_nothing_is_wrong_for_assistive_technology_or_too_small_to_touch(
    site: Site, open_page: OpenPage, address: str, theme: str, width: int
) -> None:
    page = _gallery(site, open_page, address, theme=theme, width=width)
    for id in ("fig-graph-numbers", "fig-graph-layer", "fig-graph-model"):
        figure = Figure(page, id)
        assert violations(figure.element) == []
        targets = figure.element.locator("button:not([hidden]), select, .tw-group, .tw-fold")
        sizes = targets.evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
        )
        assert min(min(size) for size in sizes) >= 44, sizes
    assert until_fine(page, lambda: too_wide(page)) == []


@pytest.mark.parametrize("ending", ["", ".es"])
def test_what_a_cut_takes_away_is_struck_out_once_it_was_answered(
    site: Site, open_page: OpenPage, ending: str
) -> None:
    built = site.page(f"modules/04-graph-introspection/leaves{ending}.html")
    page = open_page(built, "#sec-branch").page
    (question,) = [each for each in questions(built) if each.id == "leaves-branch"]
    struck = page.locator("#fig-whole .tw-node.is-lost")
    expect(page.locator("#fig-whole .tw-node").first).to_be_attached()
    expect(struck).to_have_count(0)
    question.give(page, question.answer, built.lang)
    expect(struck).not_to_have_count(0)
    # The cut stands where something leads on: at the edge of what is gone, and nowhere else.
    expect(page.locator("#fig-whole .tw-edge.is-lost .tw-lost-cross")).not_to_have_count(0)
    said = struck.evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    assert all(LOST[built.lang] in label for label in said), said
    assert violations(page.locator("#fig-whole")) == []
