"""A trace or other data as a table, for front ends that draw neither widgets nor pictures."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from tapewalk.figures.words import say
from tapewalk.language import number, size
from tapewalk.trace.format import Trace

_MOST_ROWS = 60

# The names of the columns, and the rows.
_Table: TypeAlias = tuple[list[str], list[list[str]]]


def text_table(trace: Trace, lang: str) -> str:
    """Return the table as text in columns."""
    head, rows = _head(lang), _rows(trace, lang)
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(_line(line, widths) for line in lines)


def html_table(trace: Trace, lang: str, title: str) -> str:
    """Return the table as HTML."""
    return _html(_head(lang), _rows(trace, lang), lang, title)


def data_table(view: str, data: Mapping[str, Any], lang: str, title: str) -> str | None:
    """Return what a view of other data shows as HTML, `None` if no table shows it.

    Args:
        view: What the bundle calls the view.
        data: Its subject.
        lang: "en" or "es".
        title: The heading above it.
    """
    if view not in _TABLES:
        return None
    heads, rows = _TABLES[view](data, lang)
    return _html(heads, rows[:_MOST_ROWS], lang, "" if view in _WITHOUT_TITLE else title)


def _series(data: Any, lang: str) -> _Table:
    """Return the series of a chart: a row for each place on the x axis."""
    series = data["series"]
    x = {"values": range(len(series[0]["values"])), **data.get("x", {})}
    heads = [str(one.get("label", "")) for one in (x, *series)]
    columns = [one["values"] for one in (x, *series)]
    rows = [[_number(cell, lang) for cell in row] for row in zip(*columns, strict=False)]
    return heads, rows


def _family(data: Mapping[str, Any], lang: str) -> _Table:
    """Return what a family of runs found along one slider, the others as they begin."""
    at = {slider["name"]: slider.get("at", 0) for slider in data["sliders"]}
    fields = [
        (str(one.get("label", "")), set(one["values"]["by"]), one["values"])
        for one in data.get("readings", [])
        if isinstance(one["values"], dict) and "by" in one["values"]
    ]
    fields += [
        (str(mark.get("label") or panel.get("title", "")), {mark["along"]}, mark["y"])
        for panel in data["panels"]
        for mark in panel["marks"]
        if "along" in mark
    ]
    # The slider along which most is known, the first of several.
    along = max(data["sliders"], key=lambda one: sum(one["name"] in by for _, by, _ in fields))
    name, values = along["name"], along["values"]
    heads, columns = [str(along.get("label", name))], [values]
    for label, by, field in fields:
        series = data.get("series", {})
        column = [_at(field, series, at | {name: i}, i) for i in range(len(values))]
        # A curve often shows what a reading says in numbers.
        if name in by and column not in columns:
            heads.append(label)
            columns.append(column)
    return heads, [[_number(cell, lang) for cell in row] for row in zip(*columns, strict=True)]


def _at(field: Any, series: Mapping[str, Any], at: Mapping[str, int], i: int) -> Any:
    """Return a field at some settings: a list that is left then goes along the slider itself."""
    if isinstance(field, dict):
        names = field["by"]
        field = series[field["series"]] if "series" in field else field["values"]
        for name in names:
            field = _entry(field, at[name])
    return _entry(field, i) if isinstance(field, list) else field


def _entry(values: Any, i: int) -> Any:
    return values[i] if isinstance(values, list) and i < len(values) else None


def _checkpoints(data: Mapping[str, Any], lang: str) -> _Table:
    """Return both passes with no result kept: the memory in use after each step.

    A step is written as in "f4:2:34".
    """
    passes = {"f": "forward", "a": "again", "b": "backward"}
    steps = [(step[0], *step[1:].split(":")) for step in data["runs"][""].split()]
    rows = [[say(passes[kind], lang), layer, held] for kind, layer, held, _ in steps]
    return [say(key, lang) for key in ("pass", "layer", "held")], rows


def _jacobian(data: Mapping[str, Any], lang: str) -> _Table:
    """Return the Jacobian of the last network: a sweep back from each output ends with a row."""
    numbers = [sweep[0] for sweep in data["networks"][-1]["backward"]]
    heads = ["", *map(str, range(len(numbers[0])))]
    return heads, [[str(i), *(_number(n, lang) for n in row)] for i, row in enumerate(numbers)]


def _counts(data: Mapping[str, Any], lang: str) -> _Table:
    """Return how often two walks come to the nodes of a stack."""
    keys = ("depths", "visits", "calls")
    rows = [
        [_number(n, lang) for n in row] for row in zip(*(data[key] for key in keys), strict=True)
    ]
    return [say(key, lang) for key in keys], rows


def _cases(data: Mapping[str, Any], lang: str) -> _Table:
    """Return the texts of a program's cases that have no graph."""
    texts = [{one["value"]: one["text"] for one in way["values"]} for way in data["choices"]]
    rows = [
        [*(text[value] for text, value in zip(texts, key.split(" "), strict=True)), case["says"]]
        for key, case in data["cases"].items()
        if "says" in case
    ]
    return [*(str(way["label"]) for way in data["choices"]), say("said", lang)], rows


def _scores(data: Mapping[str, Any], lang: str) -> _Table:
    """Return what each part of a model stores for backward, in one score or in several."""
    several = data.get("runs") or [{"label": "", "score": data}]
    switches = data.get("switches", [])
    rows = [row for one in several for row in _stored(_name(one, switches), one["score"], lang)]
    return [say(key, lang) for key in ("module", "nodes", "stored")], rows


def _name(run: Mapping[str, Any], switches: Sequence[Mapping[str, Any]]) -> str:
    positions = zip(switches, run.get("at", ()), strict=False)
    chosen = [f"{one['label']} {one['choices'][at]['label']}" for one, at in positions]
    return str(run.get("label") or ", ".join(chosen))


def _stored(name: str, score: Trace, lang: str) -> list[list[str]]:
    counts, sizes = Counter[str](), Counter[str]()
    for node in score["nodes"]:
        counts[node["group"] or "–"] += node["op"] != "leaf"
    for storage in score["storages"]:
        if storage["of"] is None:
            sizes[score["nodes"][storage["node"]]["group"] or "–"] += storage["bytes"]
    before = f"{name}: " if name else ""
    return [
        [f"{before}{group}", number(count, lang=lang), size(sizes[group], lang=lang)]
        for group, count in counts.items()
        if count
    ]


_TABLES: Final[dict[str, Callable[[Mapping[str, Any], str], _Table]]] = {
    "chart": _series,
    "family": _family,
    "checkpoints": _checkpoints,
    "jacobian": _jacobian,
    "pathCount": _counts,
    "variants": _cases,
    "score": _scores,
}
_WITHOUT_TITLE: Final = ("chart", "jacobian")


def _html(heads: Sequence[str], rows: Sequence[Sequence[str]], lang: str, title: str) -> str:
    head = "".join(f'<th scope="col">{html.escape(word)}</th>' for word in heads)
    body = "".join(
        f'<tr><th scope="row">{html.escape(first)}</th>'
        + "".join(f"<td>{html.escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    caption = f"<caption>{html.escape(title)}</caption>" if title else ""
    return (
        f'<table lang="{lang}">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _head(lang: str) -> list[str]:
    return [say(key, lang) for key in ("node", "operation", "value", "gradient")]


def _rows(trace: Trace, lang: str) -> list[list[str]]:
    gradients = {str(event["node"]): event["grad"] for event in trace["backward"]}
    gradients |= trace["grads"]
    rows = [
        [
            node["label"] or f"#{node['id']}",
            node["op"],
            _number(node["value"] if node["value"] is not None else node.get("summary"), lang),
            _number(gradients.get(str(node["id"])), lang),
        ]
        for node in trace["nodes"]
    ]
    return rows if len(rows) <= _MOST_ROWS else [*rows[:_MOST_ROWS], ["…"] * 4]


def _number(amount: Any, lang: str) -> str:
    if amount is None:
        return ""
    if isinstance(amount, dict):
        shape = " × ".join(map(str, amount["shape"]))
        return say("of", lang, shape=shape)
    return amount if isinstance(amount, str) else number(amount, lang=lang)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    names = [cell.ljust(width) for cell, width in zip(cells[:2], widths[:2], strict=True)]
    numbers = [cell.rjust(width) for cell, width in zip(cells[2:], widths[2:], strict=True)]
    return "  ".join([*names, *numbers]).rstrip()
