"""Sick transformers: language models, adapters, mixtures of experts."""

import math

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn
from torch.utils.checkpoint import checkpoint

from bench.sick_models.cases import call, sick


class Attention(nn.Module):
    def __init__(self, width, heads, fused=True):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.heads, self.fused = heads, fused

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (
            y.view(b, t, self.heads, c // self.heads).transpose(1, 2)
            for y in self.qkv(x).split(c, -1)
        )
        if self.fused:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            att = (q @ k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
            att = att.masked_fill(torch.ones(t, t).tril() == 0, float("-inf"))
            y = F.softmax(att, dim=-1) @ v
        return self.proj(y.transpose(1, 2).reshape(b, t, c))


class Block(nn.Module):
    def __init__(self, width, heads, fused=True):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = Attention(width, heads, fused)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, words=40, length=16, width=32, depth=2, heads=4, fused=True):
        super().__init__()
        self.tok = nn.Embedding(words, width)
        self.pos = nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width, heads, fused) for _ in range(depth))
        self.ln_f = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.tok.weight
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.02)

    def forward(self, tokens):
        x = self.tok(tokens) + self.pos(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.ln_f(x))


def next_word(text):
    return lambda logits: F.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())


def words(count=40, rows=2, length=17):
    return torch.randint(0, count, (rows, length))


@sick("attention not fused", "F.softmax(att, dim=-1)")
def gpt_by_hand():
    model, text = GPT(fused=False), words()
    return call(model, text[:, :-1], loss_fn=next_word(text))


class Encoder(nn.Module):
    """Asks for the weights of attention and does not use them."""

    def __init__(self, width=32, classes=3):
        super().__init__()
        self.embed = nn.Embedding(50, width)
        self.attn = nn.MultiheadAttention(width, 4, batch_first=True)
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, classes)

    def forward(self, tokens):
        x = self.embed(tokens)
        y, weights = self.attn(x, x, x, need_weights=True, average_attn_weights=False)
        x = self.norm(x + y)
        return self.out(x.mean(1))


@sick("attention not fused", "self.attn(x, x, x, need_weights=True")
def weights_for_nobody():
    model = Encoder()
    target = torch.randint(0, 3, (4,))
    return call(
        model,
        torch.randint(0, 50, (4, 10)),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
    )


class LoRALinear(nn.Module):
    """A low-rank change of a frozen layer; both factors begin at zero."""

    def __init__(self, base, rank=4, alpha=8):
        super().__init__()
        self.base = base
        self.base.requires_grad_(False)
        self.a = nn.Parameter(torch.empty(rank, base.in_features))
        self.b = nn.Parameter(torch.empty(base.out_features, rank))
        nn.init.zeros_(self.a)
        nn.init.zeros_(self.b)
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.a.T @ self.b.T)


class CheckpointedGPT(GPT):
    """Checkpoints the additions, not the blocks."""

    def forward(self, tokens):
        x = self.tok(tokens) + self.pos(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            branch = block.attn(block.ln1(x))
            x = checkpoint(torch.add, x, branch, use_reentrant=False)
            x = x + block.mlp(block.ln2(x))
        return self.head(self.ln_f(x))


@sick("checkpoint saves nothing", "checkpoint(torch.add, x, branch")
def checkpoint_an_addition():
    model, text = CheckpointedGPT(), words()
    return call(model, text[:, :-1], loss_fn=next_word(text))


class SwiGLU(nn.Module):
    """Two branches of which each gets its own copy of the input."""

    def __init__(self, width=32, hidden=64):
        super().__init__()
        self.gate = nn.Linear(width, hidden, bias=False)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)
        self.norm = nn.RMSNorm(width)

    def forward(self, x):
        y = self.norm(x)
        up = self.up(y.clone())
        gate = F.silu(self.gate(y))
        return x + self.down(gate * up)


@sick("stored twice", "self.up(y.clone())")
def swiglu_copies():
    model = nn.Sequential(nn.Linear(16, 32), SwiGLU(), SwiGLU(), nn.Linear(32, 1))
    target = torch.randn(64, 1)
    return call(model, torch.randn(64, 16), loss_fn=lambda out: F.mse_loss(out, target))


class RoundTripNorm(nn.Module):
    """RMSNorm in float32 within a bfloat16 model, with one cast there and back too many."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float().to(torch.bfloat16).float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6)
        return (self.weight * y).to(x.dtype)


@sick("dtype round trip", "x.float().to(torch.bfloat16).float()")
def norm_round_trip():
    model = nn.Sequential(nn.Linear(16, 32), RoundTripNorm(32), nn.GELU(), nn.Linear(32, 4))
    model = model.to(torch.bfloat16)
    target = torch.randint(0, 4, (16,))
    return call(
        model,
        torch.randn(16, 16, dtype=torch.bfloat16),
        loss_fn=lambda logits: F.cross_entropy(logits.float(), target),
    )
