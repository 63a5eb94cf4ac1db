"""A still figure: its key steps as one SVG, drawn by the views themselves in Node."""

from __future__ import annotations

import json
import subprocess
from functools import lru_cache

from tapewalk.figures.bundle import FILM_STRIP, find, node
from tapewalk.trace.format import Trace

_SECONDS = 20


def film_strip(trace: Trace, lang: str) -> str | None:
    """Return the SVG, or None where there is no Node, or it can't draw this trace."""
    program, script = node(), find(FILM_STRIP)
    if program is None or script is None:
        return None
    question = {"trace": trace, "lang": lang}
    return _draw(program, str(script), json.dumps(question, allow_nan=False))


@lru_cache(maxsize=32)
def _draw(program: str, script: str, question: str) -> str | None:
    try:
        done = subprocess.run(
            [program, script],
            input=question,
            capture_output=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    text = done.stdout.strip()
    return text if done.returncode == 0 and text.startswith("<svg") else None
