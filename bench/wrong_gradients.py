"""The names MLP trained with wrong backward passes: `python -m bench.wrong_gradients`.

Trains a model of 64 hidden units for 3,000 steps with the right backward pass and with nine wrong
ones, each at four learning rates and from five seeds (ten minutes), in NumPy on one thread, and
writes the losses and some names into `lib/tapewalk_course/wrong_gradients.json`. Everything is
seeded. Run it from the folder that holds `bench/` and `lib/`:
`PYTHONPATH=lib python -m bench.wrong_gradients`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional

from bench.record import write
from bench.rounds import on_one_thread
from bench.stamping import stamp
from bench.workloads.names_mlp_manual import CONTEXT, EMBEDDING, EPS, LETTERS, Parameters, initial
from bench.workloads.names_mlp_manual import forward as forward_in_torch
from tapewalk import data

# The page that shows it is a notebook too, which has the package but not bench.
RECORD = Path(__file__).parents[1] / "lib" / "tapewalk_course" / "wrong_gradients.json"
HIDDEN, BATCH, STEPS, BLOCK = 64, 32, 3_000, 50
RATES, SEEDS = (0.03, 0.1, 0.3, 1.0), (1, 2, 3, 4, 5)
# The rate falls to a tenth for the last third, as on the page.
SLOWER_FROM = 2_000
CHECKED = (0, 50, 100, 200, 400, 700, 1_000, 1_500, 2_000, 2_500, 3_000)
SAMPLES, LONGEST = 8, 12

MISTAKES = (
    "right", "n", "mean", "variance", "constants", "assign", "b2-sign", "w1-zero", "c-sign", "tanh",
)  # fmt: skip
"""Each backward pass, by what is wrong with it: 1/n for 1/(n - 1), no path through the mean, none
through the variance, neither, `=` for `+=` in dC, the sign of db2, dW1 = 0, the sign of dC, and
tanh's factor forgotten."""

Array = np.ndarray[Any, Any]


class Kept(NamedTuple):
    """The values of a forward pass that the backward pass needs."""

    X: Array
    Y: Array
    embcat: Array
    hprebn: Array
    bnvar_inv: Array
    bnraw: Array
    h: Array
    probs: Array
    loss: float


def forward(parameters: Parameters, X: Array, Y: Array, statistics: Any = None) -> Kept:
    """Run the forward pass.

    Args:
        parameters: Arrays.
        X: Contexts, integers of shape (n, 3).
        Y: The letters that follow, (n,).
        statistics: Mean and variance that batch norm takes instead of the batch's own.
    """
    C, W1, b1, bngain, bnbias, W2, b2 = parameters
    embcat = C[X].reshape(len(Y), -1)
    hprebn = embcat @ W1 + b1
    mean, var = statistics or (hprebn.mean(0), hprebn.var(0, ddof=1))
    bnvar_inv = (var + EPS) ** -0.5
    bnraw = (hprebn - mean) * bnvar_inv
    h = np.tanh(bngain * bnraw + bnbias)
    logits = h @ W2 + b2
    counts = np.exp(logits - logits.max(1, keepdims=True))
    probs = counts / counts.sum(1, keepdims=True)
    loss = float(-np.log(probs[np.arange(len(Y)), Y]).mean())
    return Kept(X, Y, embcat, hprebn, bnvar_inv, bnraw, h, probs, loss)


def backward(parameters: Parameters, t: Kept, wrong: str = "right") -> Parameters:
    """Return the gradients of the parameters.

    Args:
        parameters: Arrays.
        t: What `forward` returned for them.
        wrong: One of `MISTAKES`.
    """
    C, W1, _, bngain, _, W2, _ = parameters
    n = len(t.Y)
    dlogits = t.probs.copy()
    dlogits[np.arange(n), t.Y] -= 1
    dlogits /= n
    dh = dlogits @ W2.T
    dhpreact = dh if wrong == "tanh" else (1 - t.h**2) * dh
    by_mean = 0 if wrong in ("mean", "constants") else dhpreact.sum(0)
    factor = {"n": 1, "variance": 0, "constants": 0}.get(wrong, n / (n - 1))
    by_variance = factor * t.bnraw * (t.bnraw * dhpreact).sum(0)
    dhprebn = bngain * t.bnvar_inv / n * (n * dhpreact - by_mean - by_variance)
    demb = (dhprebn @ W1.T).reshape(-1, EMBEDDING)
    dC = np.zeros_like(C)
    if wrong == "assign":
        dC[t.X.ravel()] = demb
    else:
        np.add.at(dC, t.X.ravel(), demb)
    return Parameters(
        C=-dC if wrong == "c-sign" else dC,
        W1=np.zeros_like(W1) if wrong == "w1-zero" else t.embcat.T @ dhprebn,
        b1=dhprebn.sum(0),
        bngain=(t.bnraw * dhpreact).sum(0, keepdims=True),
        bnbias=dhpreact.sum(0, keepdims=True),
        W2=t.h.T @ dlogits,
        b2=dlogits.sum(0) * (-1 if wrong == "b2-sign" else 1),
    )


def by_autograd(parameters: Parameters, X: Array, Y: Array) -> Parameters:
    """Return the gradients that PyTorch computes."""
    leaves = Parameters(*(torch.from_numpy(p).requires_grad_() for p in parameters))
    given = (torch.from_numpy(part) for part in (X, Y))
    forward_in_torch(torch.nn.functional, leaves, *given).loss.backward()
    return Parameters(*(leaf.grad.numpy() for leaf in leaves))


def sample(parameters: Parameters, statistics: Any, seed: int) -> list[str]:
    """Return names drawn from the model, letter by letter."""
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(SAMPLES):
        symbols = [0] * CONTEXT
        while len(symbols) < CONTEXT + LONGEST:
            context = np.array([symbols[-CONTEXT:]])
            probs = forward(parameters, context, np.zeros(1, int), statistics).probs[0]
            # Rounded float32 chances need not add up to 1 closely enough.
            symbols.append(int(rng.choice(LETTERS, p=probs / probs.sum(dtype=float))))
            if symbols[-1] == 0:
                break
        drawn.append(data.vocabulary(data.names()).decode(symbols[CONTEXT:]).rstrip("."))
    return drawn


def train(wrong: str, rate: float, seed: int, examples: dict[str, Any]) -> dict[str, Any]:
    """Train a model, and look at it at the steps of `CHECKED`.

    Args:
        wrong: One of `MISTAKES`.
        rate: The learning rate.
        seed: Of the weights and the batches.
        examples: Contexts and the letters that follow, for `"train"` and `"dev"`.

    Returns:
        The mean loss of the batches of each block of 50, and for each step of `CHECKED` the loss on
        the names of `dev` and some names of the model.
    """
    X, Y = examples["train"]
    parameters, rng = initial(seed, HIDDEN), np.random.default_rng(1_000 + seed)
    losses, dev, names = [], [], []
    for step in range(STEPS + 1):
        if step in CHECKED:
            hprebn = forward(parameters, X, Y).hprebn
            statistics = hprebn.mean(0), hprebn.var(0, ddof=1)
            dev.append(round(forward(parameters, *examples["dev"], statistics).loss, 4))
            names.append(" ".join(name or "·" for name in sample(parameters, statistics, seed)))
        rows = rng.integers(0, len(Y), BATCH)
        kept = forward(parameters, X[rows], Y[rows])
        losses.append(kept.loss)
        used = rate if step < SLOWER_FROM else rate / 10
        for p, gradient in zip(parameters, backward(parameters, kept, wrong), strict=True):
            p -= np.float32(used) * gradient
    blocks = np.array(losses[:STEPS]).reshape(-1, BLOCK).mean(1)
    return {"blocks": blocks, "dev": dev, "names": names}


def differences(examples: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return how far each tensor's gradient is from PyTorch's, at the start and on one batch.

    Returns:
        By mistake and by tensor, the largest difference; and as `"size"` the largest entry of each.
    """
    X, Y = (part[:BATCH] for part in examples["train"])
    parameters = initial(SEEDS[0], HIDDEN)
    kept, true = forward(parameters, X, Y), by_autograd(parameters, X, Y)

    def largest(arrays: Any) -> dict[str, float]:
        return {
            f"d{name}": float(f"{np.abs(array).max():.2g}")
            for name, array in zip(Parameters._fields, arrays, strict=True)
        }

    def away(wrong: str) -> Any:
        mine = backward(parameters, kept, wrong)
        return (one - other for one, other in zip(mine, true, strict=True))

    return {"size": largest(true)} | {wrong: largest(away(wrong)) for wrong in MISTAKES}


def main() -> None:
    """Train all of them and write the record."""
    on_one_thread("bench.wrong_gradients")
    torch.set_num_threads(1)
    parts = data.split(data.names())
    examples = {part: data.contexts(getattr(parts, part)) for part in ("train", "dev")}
    runs = []
    for rate in RATES:
        for wrong in MISTAKES:
            found = [train(wrong, rate, seed, examples) for seed in SEEDS]
            blocks = np.mean([one["blocks"] for one in found], axis=0)
            runs.append({
                "rate": rate, "gradient": wrong, "blocks": np.round(blocks, 3).tolist(),
                "dev": [one["dev"] for one in found], "names": found[0]["names"],
            })  # fmt: skip
            print(rate, wrong, [one["dev"][-1] for one in found], file=sys.stderr)
    write(RECORD, {
        **stamp(("tapewalk", "numpy", "torch")),
        "training": {
            "hidden": HIDDEN, "batch": BATCH, "steps": STEPS, "block": BLOCK, "rates": RATES,
            "slower from": SLOWER_FROM, "seeds": SEEDS, "checked": CHECKED,
        },
        "differences": differences(examples),
        "runs": runs,
    })  # fmt: skip


if __name__ == "__main__":
    main()
