"""The names MLP with its backward pass by hand, in the few lines that training needs.

The names are those of the lesson: `W1` for a parameter, `dW1` for its gradient. The forward passes
run with PyTorch's tensors and with tapewalk's; the backward passes take PyTorch's, no autograd.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

LETTERS, CONTEXT, EMBEDDING, HIDDEN, EPS = 27, 3, 10, 200, 1e-5


class Parameters(NamedTuple):
    """The parameters, as tensors or arrays; a matrix has a row for each input."""

    C: Any
    W1: Any
    b1: Any
    bngain: Any
    bnbias: Any
    W2: Any
    b2: Any


def initial(seed: int, hidden: int = HIDDEN) -> Parameters:
    """Return the arrays to start from, float32.

    The weights before tanh have the scale that keeps its output spread, (5/3) / √inputs. What
    could start at 0 or 1 starts near it: at exactly 0 a wrong gradient could look right.

    Args:
        seed: Of the draw.
        hidden: Neurons of the hidden layer.
    """
    rng = np.random.default_rng(seed)
    fan_in = CONTEXT * EMBEDDING

    def draw(*shape: int, scale: float = 0.1, around: float = 0.0) -> Any:
        return (rng.standard_normal(shape) * scale + around).astype(np.float32)

    return Parameters(
        C=draw(LETTERS, EMBEDDING, scale=1.0),
        W1=draw(fan_in, hidden, scale=(5 / 3) / fan_in**0.5),
        b1=draw(hidden),
        bngain=draw(1, hidden, around=1.0),
        bnbias=draw(1, hidden),
        W2=draw(hidden, LETTERS),
        b2=draw(LETTERS),
    )


def forward(f: Any, parameters: Parameters, X: Any, Y: Any, statistics: Any = None) -> Any:
    """Run the forward pass to train with: the same model in fewer steps.

    Args:
        f: `torch.nn.functional`, or tapewalk's.
        parameters: Its tensors.
        X: Contexts, integers of shape (n, 3).
        Y: The letters that follow, (n,).
        statistics: Mean and variance that batch norm takes instead of the batch's own.

    Returns:
        The values that backward needs, by name, and `loss`.
    """
    C, W1, b1, bngain, bnbias, W2, b2 = parameters
    n = len(Y)
    embcat = C[X].view(n, -1)
    hprebn = embcat @ W1 + b1
    mean, var = statistics or (hprebn.mean(0, keepdim=True), hprebn.var(0, keepdim=True))
    bnvar_inv = (var + EPS) ** -0.5
    bnraw = (hprebn - mean) * bnvar_inv
    h = (bngain * bnraw + bnbias).tanh()
    logits = h @ W2 + b2
    loss = f.cross_entropy(logits, Y)
    return SimpleNamespace(
        X=X,
        Y=Y,
        n=n,
        embcat=embcat,
        hprebn=hprebn,
        bnvar_inv=bnvar_inv,
        bnraw=bnraw,
        h=h,
        logits=logits,
        loss=loss,
    )


def cross_entropy_backward(logits: torch.Tensor, Y: torch.Tensor) -> torch.Tensor:
    """Return the gradient of the mean cross-entropy with respect to the logits, in one line.

    Args:
        logits: Of shape (n, 27).
        Y: The right letters, (n,).
    """
    return (F.softmax(logits, 1) - F.one_hot(Y, logits.shape[1])) / len(Y)


def batch_norm_backward(
    dhpreact: torch.Tensor, bngain: torch.Tensor, bnraw: torch.Tensor, bnvar_inv: torch.Tensor
) -> torch.Tensor:
    """Return the gradient with respect to the input of batch norm, in one line.

    Its variance is divided by n - 1.

    Args:
        dhpreact: The gradient of its output, (n, hidden).
        bngain: Its gain, (1, hidden).
        bnraw: Its output before gain and bias, (n, hidden).
        bnvar_inv: 1 / √(variance + ε), (1, hidden).
    """
    n = len(bnraw)
    return bngain * bnvar_inv / n * (n * dhpreact - dhpreact.sum(0) - n / (n - 1) * bnraw * (dhpreact * bnraw).sum(0))  # fmt: skip # noqa: E501


@torch.no_grad()
def backward(parameters: Parameters, t: Any) -> Parameters:
    """Return the gradients of the parameters, with cross-entropy and batch norm in a line each."""
    C, W1, b1, bngain, bnbias, W2, b2 = parameters
    dlogits = cross_entropy_backward(t.logits, t.Y)
    dh = dlogits @ W2.T
    dhpreact = (1.0 - t.h**2) * dh
    dhprebn = batch_norm_backward(dhpreact, bngain, t.bnraw, t.bnvar_inv)
    demb = (dhprebn @ W1.T).view(-1, EMBEDDING)
    return Parameters(
        C=torch.zeros_like(C).index_add_(0, t.X.view(-1), demb),
        W1=t.embcat.T @ dhprebn,
        b1=dhprebn.sum(0),
        bngain=(t.bnraw * dhpreact).sum(0, keepdim=True),
        bnbias=dhpreact.sum(0, keepdim=True),
        W2=t.h.T @ dlogits,
        b2=dlogits.sum(0),
    )
