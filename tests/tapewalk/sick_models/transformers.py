"""Sick transformers: language models, adapters, mixtures of experts."""

import copy
import math

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn
from torch.utils.checkpoint import checkpoint

from tests.tapewalk.sick_models.cases import call, sick


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
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


class Encoder(nn.Module):
    """The weights of attention are returned for a picture that nobody draws."""

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
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class CrossAttention(nn.Module):
    """Written with einsum, as in many a diffusion repository."""

    def __init__(self, width=24, heads=3):
        super().__init__()
        self.to_q = nn.Linear(width, width, bias=False)
        self.to_k = nn.Linear(width, width, bias=False)
        self.to_v = nn.Linear(width, width, bias=False)
        self.to_out = nn.Linear(width, width)
        self.heads, self.scale = heads, (width // heads) ** -0.5

    def forward(self, x, context):
        b, n, c = x.shape
        q = self.to_q(x).view(b, n, self.heads, -1)
        k = self.to_k(context).view(b, context.shape[1], self.heads, -1)
        v = self.to_v(context).view(b, context.shape[1], self.heads, -1)
        sim = torch.einsum("bnhd,bmhd->bhnm", q, k) * self.scale
        attn = sim.softmax(dim=-1)
        out = torch.einsum("bhnm,bmhd->bnhd", attn, v)
        return x + self.to_out(out.reshape(b, n, c))


@sick("attention not fused", "attn = sim.softmax(dim=-1)")
def einsum_attention():
    model = CrossAttention()
    target = torch.randn(2, 16, 24)
    return call(
        model,
        torch.randn(2, 16, 24),
        torch.randn(2, 7, 24),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-4),
    )


@sick("missing from optimizer")
def decay_groups():
    """Only what decays has a group; norms and biases have been forgotten."""
    model, text = GPT(), words()
    decay = [p for p in model.parameters() if p.dim() >= 2]
    groups = [{"params": decay, "weight_decay": 0.1}]
    optimizer = torch.optim.AdamW(groups, lr=3e-4, betas=(0.9, 0.95))
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


@sick("no longer tied")
def untied_by_copy():
    """The head gets its own copy: the two drift apart."""
    model, text = GPT(), words()
    model.head.weight = nn.Parameter(model.tok.weight.detach().clone())
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


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


@sick("zero gradients")
def lora_of_zeros():
    model, text = GPT(), words()
    model.requires_grad_(False)
    for block in model.blocks:
        block.attn.qkv = LoRALinear(block.attn.qkv)
        block.attn.proj = LoRALinear(block.attn.proj)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-3)
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


class Adapted(nn.Module):
    """Adapters behind each block; the name that is looked for isn't theirs."""

    def __init__(self, width=32):
        super().__init__()
        self.gpt = GPT(width=width)
        self.bottleneck = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 8), nn.GELU(), nn.Linear(8, width))
            for _ in self.gpt.blocks
        )

    def forward(self, tokens):
        x = self.gpt.tok(tokens) + self.gpt.pos(torch.arange(tokens.shape[1]))
        for block, adapter in zip(self.gpt.blocks, self.bottleneck, strict=True):
            x = block(x)
            x = x + adapter(x)
        return self.gpt.head(self.gpt.ln_f(x))


@sick("frozen by accident")
def wrong_name():
    model, text = Adapted(), words()
    for name, parameter in model.named_parameters():
        parameter.requires_grad = "adapter" in name or "ln_f" in name
    optimizer = torch.optim.AdamW(
        [*model.bottleneck.parameters(), *model.gpt.ln_f.parameters()], lr=1e-3
    )
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


class MixtureOfExperts(nn.Module):
    """The experts stand in a plain dict."""

    def __init__(self, width=16, experts=3):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = {i: nn.Linear(width, width) for i in range(experts)}
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, 5)

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        y = torch.stack([expert(x) for expert in self.experts.values()], 1)
        x = self.norm(x + (weights.unsqueeze(-1) * y).sum(1))
        return self.out(x)


@sick("not registered")
def experts_in_a_dict():
    model = MixtureOfExperts()
    target = torch.randint(0, 5, (8,))
    return call(
        model,
        torch.randn(8, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class CheckpointedMLP(nn.Module):
    """Checkpoints around what saves nothing beyond its input."""

    def __init__(self, width=64, depth=4):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.act = nn.GELU()
        self.out = nn.Linear(width, 4)

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False)
            x = self.act(x)
        return self.out(x)


@sick("checkpoint saves nothing", "checkpoint(layer, x, use_reentrant=False)")
def checkpoint_one_linear():
    model = CheckpointedMLP()
    target = torch.randint(0, 4, (32,))
    return call(
        model,
        torch.randn(32, 64),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


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
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


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
    return call(
        model,
        torch.randn(64, 16),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class RoundTripNorm(nn.Module):
    """RMSNorm in float32 within a bfloat16 model, twice around for each half."""

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
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


class Classifier(nn.Module):
    """As a pipeline wants it: probabilities come out."""

    def __init__(self, classes=6):
        super().__init__()
        layer = nn.TransformerEncoderLayer(32, 4, 64, 0.0, batch_first=True)
        self.embed = nn.Embedding(40, 32)
        self.encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.head = nn.Sequential(
            nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, classes), nn.Softmax(dim=-1)
        )

    def forward(self, tokens):
        return {"probabilities": self.head(self.encoder(self.embed(tokens))[:, 0])}


@sick("double softmax")
def bert_probabilities():
    model = Classifier()
    target = torch.randint(0, 6, (5,))
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    return call(
        model,
        torch.randint(0, 40, (5, 8)),
        loss_fn=lambda out: criterion(out["probabilities"], target),
        optimizer=torch.optim.AdamW(model.parameters(), lr=2e-5),
    )


class Distilled(nn.Module):
    def __init__(self, width=64, classes=8):
        super().__init__()
        self.student = nn.Sequential(
            nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, classes)
        )

    def forward(self, x):
        return self.student(x)


@sick("fp16 underflow")
def distilled_in_half():
    model = Distilled().half()
    teacher = copy.deepcopy(model).requires_grad_(False)
    x = torch.randn(128, 64).half()
    with torch.no_grad():
        soft = F.softmax(teacher(x) / 20 + 0.1 * torch.randn(128, 8).half(), -1)

    def loss_fn(logits):
        return 1e-4 * F.kl_div(F.log_softmax(logits / 20, -1), soft, reduction="batchmean")

    return call(model, x, loss_fn=loss_fn, optimizer=torch.optim.SGD(model.parameters(), lr=1.0))


class ScaledResidual(nn.Module):
    """Twelve layers without normalisation, each with weights of spread one."""

    def __init__(self, width=24, depth=12):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        for layer in self.layers:
            nn.init.normal_(layer.weight, std=1.0)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.layers:
            x = x + F.relu(layer(x))
        return self.out(x)


@sick("exploding")
def residuals_without_norm():
    model = ScaledResidual()
    target = torch.randn(16, 1)
    return call(
        model,
        torch.randn(16, 24),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.SGD(model.parameters(), lr=1e-3),
    )
