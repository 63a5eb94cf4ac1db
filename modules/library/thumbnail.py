"""A graph of numbers as a small picture without words, for a program's card."""

from __future__ import annotations

from typing import Any

from tapewalk import Value, trace
from tapewalk_course.lab.taped import taped

WIDTH, HEIGHT, AIR = 240.0, 126.0, 10.0


def thumbnail(root: Any) -> None:
    """Print the graph of a value or a tensor as SVG: a box for each node, a line for each edge.

    Args:
        root: The value that ends a program, or a tensor of the lab's engine.
    """
    told = trace(root) if isinstance(root, Value) else taped(root, {})
    rank: dict[int, int] = {}
    for node in told["nodes"]:
        sources = [edge["from"] for edge in told["edges"] if edge["to"] == node["id"]]
        rank[node["id"]] = max((rank[one] + 1 for one in sources), default=0)
    # A leaf comes right before its first use.
    for edge in reversed(told["edges"]):
        if told["nodes"][edge["from"]]["op"] == "leaf":
            rank[edge["from"]] = (
                min(rank[other["to"]] for other in told["edges"] if other["from"] == edge["from"])
                - 1
            )
    columns = {r: [one for one in rank if rank[one] == r] for r in sorted(set(rank.values()))}
    across = (WIDTH - 2 * AIR) / len(columns)
    side = max(3.0, min(30.0, across * 0.55, 80 / max(map(len, columns.values()))))
    place = {}
    for nth, column in enumerate(columns.values()):
        for row, one in enumerate(column):
            x = AIR + across * (nth + 0.5)
            place[one] = (x, HEIGHT * (row + 1) / (len(column) + 1))
    parts = []
    for edge in told["edges"]:
        (x, y), (to_x, to_y) = place[edge["from"]], place[edge["to"]]
        bend = (to_x - x) / 2 if edge["slot"] == 0 else (to_x - x) / 3
        parts.append(
            f'<path d="M{x:.1f} {y:.1f}C{x + bend:.1f} {y - 14 * (edge["slot"] == 0):.1f} '
            f'{to_x - bend:.1f} {to_y + 14 * (edge["slot"] == 1):.1f} {to_x:.1f} {to_y:.1f}" '
            'fill="none" stroke="var(--forward)" stroke-width="1.5"/>'
        )
    for node in told["nodes"]:
        x, y = place[node["id"]]
        is_leaf = node["op"] == "leaf"
        fill, stroke, width = ("paper", "leaf", 2.5) if is_leaf else ("surface", "ink", 1.5)
        parts.append(
            f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
            f'height="{side:.1f}" rx="{side / (3 if is_leaf else 8):.1f}" '
            f'fill="var(--{fill})" stroke="var(--{stroke})" stroke-width="{width}"/>'
        )
    drawing = f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true">{"".join(parts)}</svg>'
    print(f"```{{=html}}\n{drawing}\n```")
