"""04.7: the reference, and what learners write instead."""

import torch
from torch.nn import functional

from tapewalk_course.solutions.module_04 import mended_forward


def _attended(model, rows, **settings):
    return model.attn(rows, rows, rows, **settings)[0]


def _network(model, x):
    return model.down(functional.gelu(model.up(x)))


def _forward(attended=None, network=_network, skip=lambda x: x):
    def wrong(model, x):
        rows = model.norm(x)
        x = x + (attended or fused)(model, rows)
        return skip(x) + network(model, x)

    return (wrong,)


def fused(model, rows):
    return _attended(model, rows, need_weights=False)


def from_data(model, x):
    hidden = functional.linear(x, model.up.weight.data, model.up.bias.data)
    return model.down(functional.gelu(hidden))


def from_weight_data(model, x):
    hidden = functional.linear(x, model.up.weight.data, model.up.bias)
    return model.down(functional.gelu(hidden))


def as_it_was(model, x):
    rows = model.norm(x)
    x = x + _attended(model, rows).detach()
    return x + from_data(model, x)


DETACHED = (
    lambda model, x: model.down(functional.gelu(model.up(x).detach())),
    lambda model, x: model.down(functional.gelu(model.up(x)).detach()),
    lambda model, x: model.down(
        functional.gelu(functional.linear(x, model.up.weight.detach(), model.up.bias))
    ),
)


def without_history_beside_attention(model, x):
    x = x.detach() + fused(model, model.norm(x))
    return x + _network(model, x)


def without_history_in_the_norm(model, x):
    x = x + fused(model, model.norm(x.detach()))
    return x + _network(model, x)


def in_place(model, x):
    x += fused(model, model.norm(x.clone()))
    return x + _network(model, x)


def twice_and_halved(model, rows):
    return (fused(model, rows) + fused(model, rows)) / 2


def nearly_gelu(model, x):
    return model.down(functional.gelu(model.up(x), approximate="tanh"))


def nothing_recorded(model, x):
    with torch.no_grad():
        return mended_forward(model, x)


def through_products(model, rows):
    return _attended(model, rows, need_weights=True, average_attn_weights=False)


def by_sdpa(model, rows):
    heads, attn = model.attn.num_heads, model.attn
    packed = functional.linear(rows, attn.in_proj_weight, attn.in_proj_bias)
    q, k, v = (part.unflatten(-1, (heads, -1)).transpose(1, 2) for part in packed.chunk(3, -1))
    mixed = functional.scaled_dot_product_attention(q, k, v)
    return attn.out_proj(mixed.transpose(1, 2).flatten(2))


def without_skips(model, x):
    return _network(model, fused(model, model.norm(x)))


def without_first_skip(model, x):
    x = fused(model, model.norm(x))
    return x + _network(model, x)


def without_last_skip(model, x):
    return _network(model, x + fused(model, model.norm(x)))


def evaluates(model, x):
    model.eval()
    return mended_forward(model, x)


REFERENCE = (mended_forward,)
ALSO_RIGHT = [_forward(attended=by_sdpa), (in_place,)]
WRONG = [
    ("history", (nothing_recorded,)),
    ("data", (as_it_was,)),
    ("data", _forward(network=from_weight_data)),
    *(("data", _forward(network=network)) for network in DETACHED),
    ("detached", _forward(attended=lambda model, rows: fused(model, rows).detach())),
    (
        "detached",
        _forward(attended=lambda model, rows: fused(model, rows).detach().requires_grad_()),
    ),
    ("unfused", _forward(attended=_attended)),
    ("unfused", _forward(attended=through_products)),
    ("moved", _forward(attended=lambda model, rows: fused(model, rows.detach()))),
    ("moved", _forward(network=lambda model, x: _network(model, x).detach())),
    ("gradient", _forward(skip=lambda x: x.detach())),
    ("gradient", (without_history_beside_attention,)),
    ("gradient", (without_history_in_the_norm,)),
    ("gradient", _forward(network=lambda model, x: _network(model, x.detach()))),
    ("attention", (lambda model, x: x + _network(model, x),)),
    ("network", (lambda model, x: x + fused(model, model.norm(x)),)),
    ("skips", (without_skips,)),
    ("first_skip", (without_first_skip,)),
    ("last_skip", (without_last_skip,)),
]
GENERIC = [
    ("switched", (evaluates,)),
    ("none", (lambda model, x: None,)),
    ("type", (lambda model, x: mended_forward(model, x).mean(),)),
    ("numbers", (lambda model, x: -mended_forward(model, x),)),
    ("numbers", (lambda model, x: 2 * mended_forward(model, x),)),
    ("numbers", _forward(network=nearly_gelu)),
    ("answer", _forward(attended=twice_and_halved)),
    ("type", (lambda model, x: {"rows": mended_forward(model, x)},)),
    ("type", (lambda model, x: {"loss": 1.0, "missing": (), "attention": ("fused",)},)),
    ("raised", (lambda model, x: model.attention(x),)),
]
