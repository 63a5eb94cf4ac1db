"""Train the letter GPT of module 02 and write its checkpoints into the course's package.

Run `OPENBLAS_NUM_THREADS=1 python -m tools.letter_gpt`, a minute, when the model or the names
change; more threads make products this small slower. Nothing else runs it.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

import tapewalk_course
from bench.stamping import stamp
from tapewalk import data, models, no_grad, optim
from tapewalk_course.letter_gpt import RECORD, STEPS, WEIGHTS, Array, encode, pack, unit_of, unpack

FOLDER = Path(tapewalk_course.__file__).parent
SEED, BATCH, RATE = 0, 32, 1e-3
LENGTH = 9  # the context, and the symbol after it


def windows(names: list[str]) -> Array:
    """Return every nine symbols in a row of the names, one after the other."""
    symbols = np.array(encode(f".{'.'.join(names)}."))
    return np.lib.stride_tricks.sliding_window_view(symbols, LENGTH)


def train(texts: Array) -> list[dict[str, Array]]:
    """Return the parameters at each step that is kept; the learning rate falls to 0.

    Training starts from weights on a coarse grid, which take little space.
    """
    rng = np.random.default_rng(SEED)
    model = models.MiniGPT(vocab=27, generator=rng)
    first = model.state_dict()
    grid = {name: unit_of(weight, 1) for name, weight in first.items()}
    model.load_state_dict({n: np.round(w / grid[n]) * grid[n] for n, w in first.items()})
    optimizer = optim.Adam(model.parameters(), RATE)
    kept = []
    for step in range(STEPS[-1] + 1):
        if step in STEPS:
            kept.append({name: array.copy() for name, array in model.state_dict().items()})
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / STEPS[-1])
        batch = texts[rng.integers(0, len(texts), BATCH)]
        optimizer.zero_grad()
        model(batch[:, :-1], batch[:, 1:]).backward()
        optimizer.step()
    return kept


def loss_of(weights: dict[str, Array], texts: Array) -> float:
    """Return the mean loss of a checkpoint on texts."""
    model = models.MiniGPT(vocab=27)
    model.load_state_dict(weights)
    with no_grad():
        return round(float(model(texts[:, :-1], texts[:, 1:]).item()), 4)


def main() -> None:
    """Train, write the files, and print losses and size."""
    parts = data.split(data.names())
    kept, unseen = train(windows(parts.train)), windows(parts.dev)
    packed, units = pack(kept)
    losses = [loss_of(unpack(packed, units, place), unseen) for place in range(len(STEPS))]
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {name: a.astype(_smallest(a)) for name, a in packed.items()}
    np.savez_compressed(buffer, **arrays)
    (FOLDER / WEIGHTS).write_bytes(buffer.getvalue())
    about = {
        **stamp(["numpy"]),
        "settings": {"seed": SEED, "batch": BATCH, "rate": RATE, "optimizer": "Adam"},
        "steps": list(STEPS),
        "losses": losses,
        "exact": [loss_of(one, unseen) for one in kept],
        "units": units,
    }
    (FOLDER / RECORD).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(losses, about["exact"], f"{len(buffer.getvalue()) / 1000:.0f} kB")


def _smallest(array: Array) -> type[np.int8] | type[np.int16]:
    return np.int8 if np.abs(array).max() < 128 else np.int16


if __name__ == "__main__":
    main()
