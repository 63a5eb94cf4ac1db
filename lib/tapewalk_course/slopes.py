"""A result as a curve of one number, with gradients as tangents: data for the view `family`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_FINE = 36


def slope_family(
    title: str,
    sliders: Mapping[str, Sequence[float]],
    begin: Mapping[str, float],
    result: Callable[..., float],
    gradients: Mapping[str, Callable[..., float]],
    *,
    called: Mapping[str, str],
    top: float,
    bottom: float = 0.0,
) -> dict[str, Any]:
    """Return a family over some numbers: the result as a curve of the last one, and its tangents.

    Args:
        title: The quantity that the curve shows.
        sliders: The values of each number, by its name; the curve runs along the last one.
        begin: The value at which each slider begins.
        result: Computes the result; called with the numbers by their names.
        gradients: By label, the slope of each tangent. All but the last are dashed.
        called: The displayed names, and that of the result under `"result"`.
        top: The upper end of the axis of results.
        bottom: Its lower end.

    Example:
        >>> made = slope_family("a²", {"a": [0, 1, 2]}, {"a": 2}, lambda a: a * a,
        ...     {"slope": lambda a: 2 * a}, called={"result": "y"}, top=4)
        >>> [reading["values"]["values"] for reading in made["readings"]]
        [[0, 1, 4], [0, 2, 4]]
    """
    *others, moved = sliders
    places = sliders[moved]
    step = (places[-1] - places[0]) / _FINE
    fine = [places[0] + i * step for i in range(_FINE + 1)]

    def everywhere(function: Callable[..., Any], names: Sequence[str], **settings: float) -> Any:
        if not names:
            return function(**settings)
        first, *rest = names
        return [everywhere(function, rest, **settings, **{first: at}) for at in sliders[first]]

    def by_all(function: Callable[..., float]) -> dict[str, Any]:
        return {"by": [*sliders], "values": everywhere(function, [*sliders])}

    def curve(**settings: float) -> list[float]:
        return [result(**settings, **{moved: at}) for at in fine]

    at, results = {"by": [moved], "values": [*places]}, by_all(result)
    colours = ["forward"] * (len(gradients) - 1) + ["backward"]
    slopes = [
        {"label": label, "colour": colour, "of": "tangent", "values": by_all(gradient)}
        for colour, (label, gradient) in zip(colours, gradients.items(), strict=True)
    ]
    lines = {"by": others, "values": everywhere(curve, others)} if others else curve()
    ends = {"from": places[0], "to": places[-1]}
    return {
        "sliders": [
            {
                "name": name,
                "label": called.get(name, name),
                "values": [*values],
                "at": list(values).index(begin[name]),
            }
            for name, values in sliders.items()
        ],
        "panels": [
            {
                "title": title,
                "x": {"label": called.get(moved, moved), **ends},
                "y": {"label": called["result"], "from": bottom, "to": top},
                "marks": [
                    {"kind": "line", "colour": "muted", "x": fine, "y": lines},
                    *(
                        {
                            "kind": "tangent",
                            "label": slope["label"],
                            "colour": slope["colour"],
                            "x": at,
                            "y": results,
                            "slope": slope["values"],
                            "dashed": slope["colour"] != "backward",
                        }
                        for slope in slopes
                    ),
                    {"kind": "dots", "colour": "ink", "handle": moved, "x": at, "y": results},
                ],
            }
        ],
        "readings": [
            {"label": called["result"], "colour": "ink", "values": results},
            *slopes,
        ],
    }
