"""A mini-GPT: as small as possible, with every part of a large one."""

from __future__ import annotations

import numpy as np

from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.engine.memory import Array
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.nn import functional
from tapewalk.nn.activations import GELU
from tapewalk.nn.attention import MultiHeadAttention
from tapewalk.nn.layers import Embedding, LayerNorm, Linear, ModuleList
from tapewalk.nn.module import Module
from tapewalk.ops.broadcast import all_below
from tapewalk.tensor.operands import as_array
from tapewalk.tensor.tensor import Tensor


class FeedForward(Module):
    """The same small network at every place: a wider row, GELU, and a row of the old length.

    Args:
        d_model: Length of a row.
        d_ff: Its length in between.
        generator: A NumPy generator or a seed for the first weights.
    """

    def __init__(self, d_model: int, d_ff: int, generator: Seed = None) -> None:
        super().__init__()
        rng = generator_of(generator)
        self.up = Linear(d_model, d_ff, generator=rng)
        self.gelu = GELU()
        self.down = Linear(d_ff, d_model, generator=rng)

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of the same length."""
        return self.down(self.gelu(self.up(x)))


class Block(Module):
    """A block of a Transformer that normalises first: attention is added, then a feed-forward.

    Args:
        d_model: Length of a row.
        heads: Number of attention heads.
        d_ff: Length of a row inside the feed-forward.
        fused: Whether the core of attention is one node.
        generator: A NumPy generator or a seed for the first weights.
    """

    def __init__(
        self, d_model: int, heads: int, d_ff: int, fused: bool = False, generator: Seed = None
    ) -> None:
        super().__init__()
        rng = generator_of(generator)
        self.ln1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, heads, fused=fused, generator=rng)
        self.ln2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff, rng)

    def forward(self, x: Tensor, mask: object = None) -> Tensor:
        """Return rows of the same length; `mask` is added to the scores."""
        x = x + self.attention(self.ln1(x), mask)
        added: Tensor = self.feed_forward(self.ln2(x))
        return x + added


class MiniGPT(Module):
    """A small GPT: scores for the next token, at each position of a text.

    Source of its form: Radford et al. (2019), Language Models are Unsupervised Multitask Learners.

    Args:
        vocab: Number of tokens in the vocabulary.
        d_model: Length of a row.
        heads: Number of attention heads; each works on d_model / heads numbers.
        layers: Number of blocks.
        d_ff: Length of a row inside the feed-forward networks.
        context: The largest number of tokens in a text.
        fused: Whether the core of attention is one node.
        generator: A NumPy generator or a seed for the initial weights.

    Raises:
        ValueError: `heads` does not divide `d_model`.

    Example:
        >>> model = MiniGPT(generator=0)
        >>> sum(p.numel() for p in model.parameters())
        166656
        >>> model([[1, 2, 3]]).shape
        (1, 3, 512)
        >>> model([[1, 2, 3]], targets=[[2, 3, 4]]).shape
        ()
    """

    def __init__(
        self,
        vocab: int = 512,
        d_model: int = 64,
        heads: int = 4,
        layers: int = 2,
        d_ff: int = 256,
        context: int = 8,
        fused: bool = False,
        generator: Seed = None,
    ) -> None:
        super().__init__()
        self.vocab, self.context = vocab, context
        rng = generator_of(generator)
        self.token_embedding = Embedding(vocab, d_model, generator=rng)
        self.position_embedding = Embedding(context, d_model, generator=rng)
        self.blocks = ModuleList([Block(d_model, heads, d_ff, fused, rng) for _ in range(layers)])
        self.ln = LayerNorm(d_model)
        self.head = Linear(d_model, vocab, generator=rng)

    def forward(self, tokens: object, targets: object = None) -> Tensor:
        """Return the scores of all tokens at each position, or the loss if targets are given.

        Args:
            tokens: Integers from 0 to vocab - 1, shape (batch, time).
            targets: The next token at each position, shape (batch, time).

        Returns:
            Scores, shape (batch, time, vocab); with targets their mean cross-entropy, shape ().

        Raises:
            TypeError: The tokens are not integers.
            ShapeError: They don't have two axes, exceed `context`, or don't match the targets.
            IndexError: One of them, or a target, is not in the vocabulary.
        """
        ids = self._checked(as_array(tokens))
        time = ids.shape[1]
        x = self.token_embedding(ids) + self.position_embedding(np.arange(time))
        mask = np.triu(np.full((time, time), -np.inf, x.dtype), 1)  # no position looks ahead
        for block in self.blocks:
            x = block(x, mask)
        logits: Tensor = self.head(self.ln(x))
        if targets is None:
            return logits
        right = as_array(targets)
        if right.shape != ids.shape:
            raise ShapeError(
                f"each token has one target, the token that follows: got tokens {ids.shape} and "
                f"targets {right.shape}."
            )
        return functional.cross_entropy(logits.view(-1, self.vocab), right.reshape(-1))

    def _checked(self, ids: Array) -> Array:
        """Return the tokens; raise an error if they are not tokens."""
        if ids.dtype.kind not in "iu":
            raise PromotionError(f"tokens are integers, got dtype {ids.dtype}.")
        if ids.ndim != 2:
            raise ShapeError(
                f"tokens have the shape (batch, time), got {ids.shape}. Usually a single text "
                "lacks its batch axis: write tokens[None]."
            )
        if ids.shape[1] > self.context:
            raise ShapeError(
                f"this model has rows for {self.context} places (context={self.context}), got "
                f"{ids.shape[1]} tokens: cut the text, or build it with a larger context."
            )
        if not all_below(ids, self.vocab):
            text, place = np.argwhere((ids < 0) | (ids >= self.vocab))[0]
            raise IndexError(
                f"tokens[{text}, {place}] is {ids[text, place]}: the vocabulary has the tokens 0 "
                f"to {self.vocab - 1}. Usually the text was split with another vocabulary."
            )
        return ids
