"""02.3: the bytes that a tape saves."""

from __future__ import annotations

from typing import Final

import numpy as np

from tapewalk import Tensor, nn
from tapewalk.graph import Node, Saved, saved_bytes, walk
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder


@travels
class Entries(tuple[Saved, ...]):
    """The saved tensors of nodes; displayed by what is counted."""

    def __repr__(self) -> str:
        return "\n".join(
            f"storage={entry.storage} bytes={entry.bytes} storage_bytes={entry.storage_bytes}"
            + (f" of={entry.of!r}" if entry.of else "")
            for entry in self
        )


def _draw(rng: np.random.Generator) -> list[Case]:
    ledgers = [*(_drawn(rng) for _ in range(4)), _kept_by(rng), Entries()]
    return [Case({"entries": entries}) for entries in ledgers]


def _drawn(rng: np.random.Generator) -> Entries:
    """Return saved tensors with everything that can be miscounted.

    A piece saved twice, two pieces of one size, views of a part of a piece, a parameter.
    """
    sizes = [int(size) * 16 for size in rng.integers(2, 60, 4)]
    pieces: list[tuple[int, str | None]] = [(size, None) for size in (*sizes[:3], sizes[0])]
    pieces += [(sizes[3], "W")]
    storages = [int(storage) for storage in rng.permutation(len(pieces))]
    parts = [1, 1, 4, *(int(part) for part in rng.choice([1, 1, 2, 4], 2))]
    again = [0, 1, 4, int(rng.integers(len(pieces)))]
    entries: list[Saved] = []
    for n in (*range(len(pieces)), *again):
        size, name = pieces[n]
        # The first piece has views of the whole and of a half, the second two views of the whole.
        part = 2 if n == 0 and len(entries) >= len(pieces) else parts[n]
        own = size // part
        entries.append(Saved(None, (own // 4,), "float32", own, name, storages[n], size))
    return Entries(entries[n] for n in rng.permutation(len(entries)))


def _kept_by(rng: np.random.Generator) -> Entries:
    """Return the saved tensors of one of our attention layers."""
    heads, tokens = int(rng.integers(2, 4)), int(rng.integers(3, 9))
    layer = nn.MultiHeadAttention(4 * heads, heads, generator=rng)
    rows = Tensor(np.ones((1, tokens, 4 * heads), np.float32))
    return Entries(entry for node in walk(layer(rows), layer) for entry in node.saved)


def _by_engine(case: Case) -> int:
    node = Node(0, "", (), "", None, None, tuple(case.inputs["entries"]), ())
    return saved_bytes([node]).activations


def _by_formula(case: Case) -> int:
    owned = [(e.storage, e.storage_bytes) for e in case.inputs["entries"] if e.of is None]
    pieces = np.unique(np.array(owned, dtype=int).reshape(-1, 2), axis=0)
    return int(pieces[:, 1].sum())


EXERCISE: Final = Exercise(
    id="02.3",
    takes=("activation_bytes",),
    points=2,
    counts=True,
    draw=_draw,
    call=lambda work, case: case.call(work[0], entries=list(case.inputs["entries"])),
    oracles={"engine": _by_engine, "formula": _by_formula},
    mistakes=Folder(__name__),
    factor=Factor((("return sum", "return {c} * sum"),)),
)
