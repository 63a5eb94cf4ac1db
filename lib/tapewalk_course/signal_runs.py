"""Histograms of deep networks, layer by layer, as a `family` takes them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

GAINS = [0.5, 0.8, 1.0, 1.25, 1.5, 5 / 3, 2.0, 3.0, 5.0]
DEPTHS = [6, 12, 24]
FUNCTIONS = ["tanh", "relu", "linear"]
ROWS, FROM, TO = 24, -6, 2
SHADES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Layers = dict[str, "list[torch.Tensor]"]


def _histogram(values: torch.Tensor) -> str:
    """Return how many numbers have which power of ten, relative to the most frequent one."""
    import torch

    powers = values.abs().clamp_min(1e-30).log10().clamp(FROM, TO - 1e-6)
    counts = torch.histc(powers, ROWS, FROM, TO)
    return "".join(SHADES[round(63 * (n / counts.max()).item())] for n in counts)


def _short(x: float) -> float:
    return float(f"{x:.3g}")


def histograms(run: Callable[..., Layers], words: dict[str, str]) -> dict[str, Any]:
    """Return the family of all gains, depths, functions, with and without normalisation.

    Args:
        run: Returns `h` and `dh` by layer, from a gain, a depth, a function, and whether to
            normalise.
        words: What the figure says.
    """
    names = ["normalise", "function", "depth", "gain"]
    values = [[words["no"], words["yes"]], FUNCTIONS, DEPTHS, [_short(gain) for gain in GAINS]]
    labels = [words[name] for name in names]
    at = [0, 0, 0, 5]
    found: dict[str, list[Any]] = {key: [] for key in ("h", "dh", "h_ratio", "dh_ratio", "flat")}
    for normalise, function in product((False, True), FUNCTIONS):
        for gain in GAINS:
            runs = [run(gain, depth, function, normalise) for depth in DEPTHS]
            # A deeper network begins with the layers of a less deep one.
            found["h"].append("".join(map(_histogram, runs[-1]["h"])))
            found["dh"].append(["".join(map(_histogram, one["dh"])) for one in runs])
            spread = [
                {key: [t.std().item() for t in one[key]] for key in ("h", "dh")} for one in runs
            ]
            found["h_ratio"].append([_short(one["h"][-1] / one["h"][0]) for one in spread])
            found["dh_ratio"].append([_short(one["dh"][0] / one["dh"][-1]) for one in spread])
            flat = [(one["h"][-1].abs() > 0.97).float().mean().item() for one in runs]
            found["flat"].append([round(100 * share) for share in flat])

    order = ["normalise", "function", "gain", "depth"]

    def nested(flat: list[Any]) -> list[Any]:
        size = len(GAINS)
        by_function = [flat[i : i + size] for i in range(0, len(flat), size)]
        return [by_function[: len(FUNCTIONS)], by_function[len(FUNCTIONS) :]]

    def panel(key: str, colour: str, by: list[str]) -> dict[str, Any]:
        mark = {
            "kind": "histograms", "colour": colour, "y": [10.0**FROM, 10.0**TO], "rows": ROWS,
            "layers": {"by": ["depth"], "values": DEPTHS},
            "levels": {"by": by, "values": nested(found[key])},
        }  # fmt: skip
        return {
            "name": key, "title": words[key], "tab": words[f"{key}_tab"], "least": 110, "wide": 700,
            "x": {"label": words["layer"]}, "y": {"log": True}, "marks": [mark],
        }  # fmt: skip

    def reading(key: str, colour: str, unit: str = "") -> dict[str, Any]:
        numbers = {"by": order, "values": nested(found[key])}
        return {"label": words[key], "colour": colour, "unit": unit, "values": numbers}

    return {
        "sliders": [
            {"name": name, "label": label, "values": list_, "at": start, "choice": name != "gain"}
            for name, label, list_, start in zip(names, labels, values, at, strict=True)
        ],
        "panels": [panel("h", "forward", order[:3]), panel("dh", "backward", order)],
        "readings": [
            reading("h_ratio", "forward"),
            reading("dh_ratio", "backward"),
            reading("flat", "ink", "%"),
        ],
    }
