"""02.4 and 02.5: the bytes that a tape keeps, counted, and foreseen for attention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, nn
from tapewalk.graph import Node, Saved, saved_bytes, walk
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Mistake
from tapewalk_course.checking.oracles import torch


@travels
class Entries(tuple[Saved, ...]):
    """What nodes keep; shown by what is counted."""

    def __repr__(self) -> str:
        return "\n".join(
            f"storage={entry.storage} bytes={entry.bytes} storage_bytes={entry.storage_bytes}"
            + (f" of={entry.of!r}" if entry.of else "")
            for entry in self
        )


# ---- 02.4 ----


def _draw_entries(rng: np.random.Generator) -> list[Case]:
    ledgers = [*(_drawn(rng) for _ in range(4)), _kept_by(rng), Entries()]
    return [Case({"entries": entries}) for entries in ledgers]


def _drawn(rng: np.random.Generator) -> Entries:
    """Returns a ledger with everything that can be miscounted.

    A piece kept twice, two pieces of one size, views of a part of a piece, a parameter.
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
        # The first piece is looked at as a whole and as a half, the second as a whole twice.
        part = 2 if n == 0 and len(entries) >= len(pieces) else parts[n]
        entries.append(_entry(storages[n], size, size // part, name))
    return Entries(entries[n] for n in rng.permutation(len(entries)))


def _entry(storage: int, size: int, part: int, name: str | None) -> Saved:
    return Saved(None, (part // 4,), "float32", part, name, storage, size)


def _kept_by(rng: np.random.Generator) -> Entries:
    """Returns what the nodes of an attention layer of ours keep."""
    heads, tokens = int(rng.integers(2, 4)), int(rng.integers(3, 9))
    layer = nn.MultiHeadAttention(4 * heads, heads, generator=rng)
    rows = Tensor(np.ones((1, tokens, 4 * heads), np.float32))
    return Entries(entry for node in walk(layer(rows), layer) for entry in node.saved)


def _call_entries(work: Sequence[Any], case: Case) -> Any:
    return case.hand(work[0], entries=list(case.inputs["entries"]))


def _by_library(case: Case) -> int:
    node = Node(0, "", None, None, None, None, tuple(case.inputs["entries"]), ())
    return saved_bytes([node]).activations


def _by_unique(case: Case) -> int:
    owned = [(e.storage, e.storage_bytes) for e in case.inputs["entries"] if e.of is None]
    pieces = np.unique(np.array(owned, dtype=int).reshape(-1, 2), axis=0)
    return int(pieces[:, 1].sum())


def _sum(
    size: Callable[[Saved], int] = lambda entry: entry.storage_bytes,
    key: Callable[[int, Saved], Any] = lambda n, entry: entry.storage,
    only: Callable[[Saved], bool] = lambda entry: entry.of is None,
) -> Callable[[Case], int]:
    """Returns what another count gives, by default the right one; the last of a key counts."""

    def gives(case: Case) -> int:
        entries = [entry for entry in case.inputs["entries"] if only(entry)]
        return sum({key(n, entry): size(entry) for n, entry in enumerate(entries)}.values())

    return gives


def _part(entry: Saved) -> int:
    return entry.bytes


def _largest_parts(case: Case) -> int:
    """Returns what comes if of each piece the largest part counts."""
    largest: dict[int, int] = {}
    for entry in case.inputs["entries"]:
        if entry.of is None:
            largest[entry.storage] = max(entry.bytes, largest.get(entry.storage, 0))
    return sum(largest.values())


def _activations(case: Case) -> list[Saved]:
    return [entry for entry in case.inputs["entries"] if entry.of is None]


def _first(case: Case) -> int:
    return next((entry.storage_bytes for entry in _activations(case)), 0)


def _largest(case: Case) -> int:
    return max((entry.storage_bytes for entry in _activations(case)), default=0)


def _unshared(case: Case) -> int:
    """Returns what comes if a piece that several entries refer to doesn't count at all."""
    storages = [entry.storage for entry in _activations(case)]
    return sum(e.storage_bytes for e in _activations(case) if storages.count(e.storage) == 1)


ACTIVATIONS: Final = Exercise(
    id="02.4",
    takes=("activation_bytes",),
    points=2,
    counts=True,
    draw=_draw_entries,
    call=_call_entries,
    oracles={"engine": _by_library, "formula": _by_unique},
    mistakes=(
        Mistake("references", _sum(_part, lambda n, entry: n)),
        Mistake("repeated", _sum(key=lambda n, entry: n)),
        Mistake("everything", _sum(key=lambda n, entry: n, only=lambda entry: True)),
        Mistake("parameters", _sum(only=lambda entry: True)),
        Mistake("inverted", _sum(only=lambda entry: entry.of is not None)),
        Mistake("sizes", _sum(key=lambda n, entry: entry.storage_bytes)),
        Mistake("parts", _sum(_part)),
        Mistake("parts", _largest_parts),
        Mistake("first", _first),
        Mistake("largest", _largest),
        Mistake("unshared", _unshared),
        Mistake("keys", lambda case: sum({entry.storage for entry in _activations(case)})),
        Mistake("whole", _sum(only=lambda e: e.of is None and e.bytes == e.storage_bytes)),
        Mistake("kib", lambda case: _by_library(case) / 1024),
        Mistake("views", _sum(key=lambda n, entry: (entry.storage, entry.bytes))),
        Mistake("views", _sum(_part, key=lambda n, entry: (entry.storage, entry.bytes))),
    ),
)


# ---- 02.5 ----


def _draw_attention(rng: np.random.Generator) -> list[Case]:
    cases = []
    for batch, heads in ((1, 1), (1, 2), (2, 3), (3, 2)):
        cases.append(
            Case(
                {
                    "batch": batch,
                    "tokens": int(rng.integers(5, 20)),
                    "d_model": heads * int(rng.integers(2, 6)),
                    "heads": heads,
                }
            )
        )
    return cases


def _call_attention(work: Sequence[Any], case: Case) -> Any:
    return work[0](*case.inputs.values())


def _by_engine(case: Case) -> int:
    batch, tokens, d_model, heads = case.inputs.values()
    layer = nn.MultiHeadAttention(d_model, heads, generator=0)
    rows = Tensor(np.ones((batch, tokens, d_model), np.float32))
    return saved_bytes(walk(layer(rows), layer)).activations


def _by_torch(case: Case) -> int | None:
    pytorch = torch()
    if pytorch is None:
        return None
    from tapewalk.twins.mini_gpt import Attention

    batch, tokens, d_model, heads = case.inputs.values()
    layer = Attention(d_model, heads, fused=False)
    rows, mask = pytorch.ones(batch, tokens, d_model), pytorch.zeros(tokens, tokens)
    return saved_bytes(walk(layer(rows, mask), layer)).activations


def _numbers(
    rows: int = 5,
    pairs: Callable[[int, int, int], int] = lambda batch, tokens, heads: batch * heads * tokens**2,
    size: int = 4,
    weights: int = 0,
    biases: int = 0,
) -> Callable[[Case], int]:
    """Returns what another formula gives, by default the right one.

    Args:
        rows: How many tensors of the shape of `x` are kept.
        pairs: How many numbers there are for pairs of tokens.
        size: Bytes of a number.
        weights: How many matrices of d_model × d_model are counted.
        biases: How many biases of d_model are.
    """

    def gives(case: Case) -> int:
        batch, tokens, d_model, heads = case.inputs.values()
        numbers: int = rows * batch * tokens * d_model + pairs(batch, tokens, heads)
        return size * (numbers + weights * int(d_model) ** 2 + biases * int(d_model))

    return gives


def _half_of_pairs(batch: int, tokens: int, heads: int, diagonal: int = 0) -> int:
    return batch * heads * tokens * (tokens + diagonal) // 2


ATTENTION: Final = Exercise(
    id="02.5",
    takes=("attention_bytes",),
    points=2,
    counts=True,
    draw=_draw_attention,
    call=_call_attention,
    oracles={"engine": _by_engine, "torch": _by_torch},
    mistakes=(
        Mistake("numbers", _numbers(size=1)),
        Mistake("pairs", _numbers(pairs=lambda batch, tokens, heads: 0)),
        Mistake(
            "scores", _numbers(pairs=lambda batch, tokens, heads: 2 * batch * heads * tokens**2)
        ),
        Mistake("heads", _numbers(pairs=lambda batch, tokens, heads: batch * tokens**2)),
        Mistake(
            "texts", _numbers(pairs=lambda batch, tokens, heads: heads * (batch * tokens) ** 2)
        ),
        Mistake("input", _numbers(rows=7)),
        Mistake("rows", _numbers(rows=4)),
        Mistake("result", _numbers(rows=6)),
        Mistake("cache", _numbers(rows=2, pairs=lambda batch, tokens, heads: 0)),
        Mistake("weights", _numbers(weights=4)),
        Mistake("weights", _numbers(weights=4, biases=4)),
        Mistake("doubles", _numbers(size=8)),
        Mistake("batch", _numbers(pairs=lambda batch, tokens, heads: heads * tokens**2)),
        Mistake("masked", _numbers(pairs=_half_of_pairs)),
        Mistake(
            "masked", _numbers(pairs=lambda b, tokens, heads: _half_of_pairs(b, tokens, heads, 1))
        ),
        Mistake("linear", _numbers(rows=6, pairs=lambda batch, tokens, heads: 0)),
        Mistake("turned", _numbers(rows=8)),
    ),
)
