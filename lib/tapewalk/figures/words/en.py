"""The few words that Python itself says about a figure, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "node": "node",
    "operation": "operation",
    "value": "value",
    "gradient": "gradient",
    "of": "of shape {shape}",
    "module": "module",
    "nodes": "nodes",
    "stored": "stored for backward",
    "forward": "forward",
    "again": "again",
    "backward": "backward",
    "pass": "pass",
    "layer": "layer",
    "held": "results in memory",
    "depths": "steps",
    "visits": "visits with the tape",
    "calls": "visits along every path",
    "said": "what it says",
    "run": "Run this cell in Jupyter, VS Code or Colab to answer.",
    "run_figure": "Run this cell in Jupyter, VS Code or Colab to see it.",
    "figure": "Figure",
    "waiting": "Decide now, then run the next cells: after that your answer can be checked.",
    "later": "This figure appears when the next cells have run.",
    "reload": "A still picture: this page was open before anywidget was installed. For figures "
    "that move, reload the page and run all cells again.",
    "advice": "Figures are still pictures here, because anywidget is missing. To make them move: "
    'pip install "tapewalk[widgets]", then restart the kernel.',
    "trouble": "This figure can't be drawn from what the notebook saved. Run its cell again.",
}
