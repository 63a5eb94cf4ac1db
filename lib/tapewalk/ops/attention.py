"""Scaled dot-product attention as one node."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import made_by, place_of, with_history
from tapewalk.ops.activations import Softmax, highest
from tapewalk.ops.broadcast import minus, sum_last, times, unbroadcast


class Attention(Function):
    """softmax(q kᵀ * scale + mask) v as one node.

    With P the softmax and g the gradient of the result: v receives Pᵀ g; the scores receive
    S = P * (g vᵀ - Σ P * (g vᵀ)); q receives S k * scale, k receives Sᵀ q * scale.
    Saves q, k, v, P and the mask.
    Source: Vaswani et al. (2017), Attention Is All You Need, section 3.2.

    Shapes: q (…, t, d), k (…, s, d), v (…, s, e), mask broadcastable to (…, t, s) → (…, t, e).
    """

    category = "fused_attention"

    @quiet
    def forward(self, q: Array, k: Array, v: Array, mask: Array | None, *, scale: float) -> Array:
        """Return the mixture of values for each query; `mask` is added to the scores."""
        scores: Array = np.matmul(q, k.mT)
        scores *= scale
        if mask is not None:
            scores += mask
        # A query that may look at nothing has only -inf: it gets 0, as in PyTorch.
        scores -= np.maximum(highest(scores, scores.ndim - 1), np.finfo(scores.dtype).min)
        p = np.exp(scores, out=scores)
        sums = sum_last(p)
        sums[sums == 0] = 1
        p /= sums
        self.scale = scale
        self.mask_shape = () if mask is None else mask.shape
        self.saved = q, k, v, p, mask
        result: Array = np.matmul(p, v)
        return result

    def backward(self, grad: Array) -> tuple[Any, ...]:
        q, k, v, p, _ = self.saved
        by_v = np.matmul(p.mT, grad)
        s = np.matmul(grad, v.mT)
        s = times(minus(s, np.vecdot(s, p)[..., None]), p)
        mask = self.parents[3]
        by_mask = None if mask is None else unbroadcast(+s, self.mask_shape)  # + makes a copy
        s = times(s, self.scale)
        by_q, by_k = np.matmul(s, k), np.matmul(s.mT, q)
        return (
            unbroadcast(by_q, q.shape),
            unbroadcast(by_k, k.shape),
            unbroadcast(by_v, v.shape),
            by_mask,
        )

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return q, k and v, and P as the softmax of scores that are computed again."""
        parts: Any = zip((*self.saved[:3], self.saved[4]), self.parents, strict=True)
        tensors: Any = [None if a is None else with_history(a, place) for a, place in parts]
        q, k, v, mask = tensors
        scores = np.matmul(q, k.mT) * self.scale
        if mask is not None and mask._requires_grad:
            scores = scores + mask  # a constant one changes no derivative: P is known
        axis = scores.ndim - 1
        p = made_by(Softmax, self.saved[3], place_of(scores), saved=(self.saved[3],), axis=axis)
        return q, k, v, p, mask
