"""What is held during a training step of a GPT: formulas for its bytes.

What is saved is exact: tests compare it with hooks on PyTorch's saved tensors. The gradients that
exist only for a moment are an estimate; of 32 measured peaks none was off by more than 6 percent.
`lib/diagrams/views/held/bytes.js` has the same formulas for handles that move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

BANDS: Final = (
    "parameters",
    "moments",
    "copies",
    "gradients",
    "inputs",
    "norms",
    "attention",
    "probabilities",
    "feedForward",
    "logits",
    "passing",
)
FORWARD: Final = ("ln1", "qkv", "scores", "y", "out", "ln2", "up", "down")


@dataclass(frozen=True)
class Setting:
    """A GPT, its batch, and how it is trained.

    Attributes:
        tokens: Tokens of a text.
        texts: Texts of a batch.
        layers: Blocks.
        width: Length of a row.
        heads: Heads of the attention.
        vocab: Tokens in the vocabulary.
        tied: Whether the head uses the embedding's weights, and no bias.
        fused: Whether attention is one operation.
        checkpoint: Whether each block runs a second time in the backward pass.
        half: Whether autocast uses bfloat16.
        adam: Whether the optimizer is Adam, not SGD.
    """

    tokens: int
    texts: int
    layers: int
    width: int
    heads: int
    vocab: int
    tied: bool = False
    fused: bool = False
    checkpoint: bool = False
    half: bool = False
    adam: bool = True

    def but(self, **changes: Any) -> Setting:
        """Return the same setting with changes."""
        return replace(self, **changes)

    @property
    def rows(self) -> int:
        """The number of tokens in a batch."""
        return self.texts * self.tokens


LETTERS: Final = Setting(tokens=8, texts=1, layers=2, width=64, heads=4, vocab=27)
GPT2: Final = Setting(1024, 8, 12, 768, 12, 50257, tied=True)
SEVEN: Final = Setting(2048, 1, 32, 4096, 32, 50257, tied=True)


class Moment(NamedTuple):
    """A line of the step while it runs.

    Attributes:
        phase: "forward", "again", "backward" or "step".
        line: Which line of the model.
        block: The number of its block.
        width: Its share of the arithmetic; all of the forward pass is 1.
        held: Bytes of each of `BANDS`.
    """

    phase: str
    line: str
    block: int
    width: float
    held: dict[str, float]

    @property
    def total(self) -> float:
        """All bytes that are held."""
        return sum(self.held.values())


def parameters(s: Setting) -> int:
    """Return how many parameters the model has."""
    d = s.width
    block = 12 * d * d + 13 * d
    head = 0 if s.tied else s.vocab * d + s.vocab
    return s.vocab * d + s.tokens * d + s.layers * block + 2 * d + head


def block_saved(s: Setting) -> dict[str, float]:
    """Return the bytes that a block saves without a checkpoint, by band."""
    size, row = (2 if s.half else 4), s.rows * s.width
    pairs = s.texts * s.heads * s.tokens**2
    return {
        "norms": 16 * row + 16 * s.rows,
        "attention": 4 * size * row,
        "probabilities": 4 * s.heads * s.rows if s.fused else pairs * (6 if s.half else 4),
        "feedForward": 8 * size * row,
        "copies": 24 * s.width**2 if s.half else 0,
    }


def saved(s: Setting) -> dict[str, float]:
    """Return the bytes that the whole model saves for its backward pass, by band."""
    size, row = (2 if s.half else 4), s.rows * s.width
    bands = dict.fromkeys(("inputs", "norms", "attention", "probabilities", "feedForward"), 0.0)
    bands["copies"] = 2 * s.width * s.vocab if s.half else 0
    if s.checkpoint:
        bands["inputs"] = s.layers * 4 * row
    else:
        for band, count in block_saved(s).items():
            bands[band] += s.layers * count
    bands["norms"] += 4 * row + 8 * s.rows + size * row
    bands["logits"] = 4 * s.rows * s.vocab + 16 * s.rows + 8 * s.tokens + 4
    return bands


def kv_cache(s: Setting) -> int:
    """Return the bytes of the keys and values that the same texts need when a model generates."""
    return 2 * s.layers * s.rows * s.width * (2 if s.half else 4)


def step(s: Setting) -> list[Moment]:
    """Return the moments of one training step."""
    b, lines = block_saved(s), _Lines(s)
    row, size = 4 * s.rows * s.width, (2 if s.half else 4)
    short, logits = size * s.rows * s.width, 4 * s.rows * s.vocab
    tokens = 16 * s.rows + 8 * s.tokens
    state = {"done": 0, "gradients": 0.0, "inputs": 0.0}
    moments: list[Moment] = []

    def add(phase: str, line: str, block: int, width: float, more: Bands, passing: float) -> None:
        done = 0 if s.checkpoint else state["done"]
        held = {band: done * b.get(band, 0) + more.get(band, 0) for band in BANDS}
        held["parameters"] = 4 * lines.count
        held["moments"] = 8 * lines.count if s.adam else 0
        held["gradients"], held["inputs"] = state["gradients"], state["inputs"]
        held["logits"] += tokens
        held["passing"] = passing
        moments.append(Moment(phase, line, block, width, held))

    head_copy = 2 * s.width * s.vocab if s.half else 0
    top: Bands = {"norms": row + 8 * s.rows + short, "copies": head_copy}
    add("forward", "embed", 0, lines.width("embed"), {}, 2 * row)
    for block in range(s.layers):
        state["inputs"] += row if s.checkpoint else 0
        for line in FORWARD:
            more = lines.so_far[line]
            if s.checkpoint:
                extra = lines.only_now(line)
                more = {"copies": (block + 1) * b["copies"]}
            else:
                extra = lines.passing[line]
            add("forward", line, block, lines.width(line), more, extra)
        state["done"] += 1
    cached = head_copy + (s.layers * b["copies"] if s.checkpoint else 0)
    at_head: Bands = {**top, "copies": cached}
    share = 0.5 if s.half else 1
    add("forward", "head", 0, lines.width("head"), at_head, logits * share)
    at_loss: Bands = {**at_head, "logits": logits + 4}
    add("forward", "loss", 0, lines.width("loss"), at_loss, logits * (share + 1 if s.half else 1))
    add("backward", "loss", 0, 2 * lines.width("loss"), {**top, "logits": logits + 4}, 2 * logits)
    state["gradients"] += 4 * (s.width * s.vocab + (0 if s.tied else s.vocab))
    add("backward", "head", 0, 2 * lines.width("head"), top, logits + row)
    for block in reversed(range(s.layers)):
        state["done"] -= 1
        if s.checkpoint:
            state["inputs"] -= row
            for line in FORWARD:
                extra = row + lines.passing[line]
                add("again", line, block, lines.width(line), lines.so_far[line], extra)
        before = state["gradients"]
        for line, passing, part in lines.backward:
            state["gradients"] = before + part * lines.block_gradients
            width = 2 * lines.width(line) + lines.again(line)
            add("backward", line, block, width, lines.so_far[line], passing)
        state["gradients"] = before + lines.block_gradients
    table = 4 * s.width * s.vocab
    state["gradients"] += table + 4 * s.width * s.tokens - (table if s.tied else 0)
    extra = row + (table if s.tied else 0)
    add("backward", "embed", 0, 2 * lines.width("embed"), {}, extra)
    for passing in (4 * lines.count if s.adam else 0, 0):
        add("step", "step", 0, 0.1, {"logits": -tokens}, passing)
    return moments


def peak(s: Setting) -> Moment:
    """Return the moment at which most is held."""
    return max(step(s), key=lambda moment: moment.total)


def work(s: Setting) -> float:
    """Return the arithmetic of forward and backward pass; a forward pass is 1."""
    return sum(moment.width for moment in step(s) if moment.phase != "step")


Bands = dict[str, float]


class _Lines:
    """What each line of a block saves, needs in passing and computes."""

    def __init__(self, s: Setting) -> None:
        b, self.fused, self.saved = block_saved(s), s.fused, block_saved(s)
        self.count = parameters(s)
        self.block_gradients = 4 * (12 * s.width**2 + 13 * s.width)
        size = 2 if s.half else 4
        row, r = 4 * s.rows * s.width, size * s.rows * s.width
        wide = 4 * r
        scores = 0 if s.fused else 4 * s.texts * s.heads * s.tokens**2
        q = 0 if s.fused else 3 * r
        self.row = row
        self.so_far = self._so_far(b)
        self.passing = dict.fromkeys(FORWARD, 0.0)
        self.passing |= {"scores": q + scores * (1 if s.half else 2), "y": q}
        self.passing |= {"out": r + row, "down": r}
        self.backward = (
            ("down", row + wide, 0.33),
            ("up", row + 2 * wide, 0.67),
            ("ln2", 3 * row, 0.67),
            ("out", row + 2 * r, 0.75),
            ("y", row + r + scores, 0.75),
            ("scores", row + r + q / 3 + (1.5 if s.half else 2) * scores, 0.75),
            ("qkv", row + 4 * r, 1),
            ("ln1", 3 * row, 1),
        )
        self._count_work(s)

    def _so_far(self, b: Bands) -> dict[str, Bands]:
        parts = {
            "ln1": {"norms": b["norms"] / 2},
            "qkv": {"attention": b["attention"] * 0.75},
            "scores": {"probabilities": b["probabilities"]},
            "y": {"attention": b["attention"]},
            "ln2": {"norms": b["norms"]},
            "up": {"feedForward": b["feedForward"] / 2},
            "down": {"feedForward": b["feedForward"]},
        }
        total: Bands = {"copies": b["copies"]}
        return {line: (total := total | parts.get(line, {})) for line in FORWARD}

    def _count_work(self, s: Setting) -> None:
        linear, pairs = 2 * s.rows * s.width**2, 2 * s.rows * s.tokens * s.width
        self.work = dict.fromkeys((*FORWARD, "embed", "head", "loss"), 0)
        self.work |= {"qkv": 3 * linear, "out": linear, "up": 4 * linear, "down": 4 * linear}
        self.work["scores"] = 2 * pairs if s.fused else pairs
        self.work["y"] = 0 if s.fused else pairs
        self.work["head"] = 2 * s.rows * s.width * s.vocab
        block = sum(self.work[line] for line in FORWARD)
        self.all_work, self.lines = s.layers * block + self.work["head"], s.layers * 8 + 3

    def width(self, line: str) -> float:
        """Return a line's share of the forward pass; a small part is shared out equally."""
        if line == "loss":
            return 0.045
        return 0.93 * self.work[line] / self.all_work + 0.07 / self.lines

    def again(self, line: str) -> float:
        """Return what fused attention computes a second time in the backward pass."""
        if not (self.fused and line == "scores"):
            return 0
        return 0.93 * (self.work["scores"] / 2) / self.all_work

    def only_now(self, line: str) -> float:
        """Return what a checkpointed block holds at a line of its first run."""
        b = self.saved
        in_use = sum(self.so_far[line].values()) - b["copies"] - self.row
        if line in ("ln2", "up", "down"):
            in_use -= b["norms"] / 2 + b["attention"] + b["probabilities"] - self.row
        return max(0, in_use) + self.passing[line]
