"""The lines: the forward pass, the gradients in their order, and the paths that lead to each.

No gradient is written down but the reference; the paths come from the forward operations.
"""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.expressions import Array, evaluate, one_hot, tokens

FORWARD = (
    ("emb", "C[Xb]"), ("embcat", "emb.view(n, -1)"), ("hprebn", "embcat @ W1 + b1"),
    ("bnmeani", "1 / n * hprebn.sum(0, keepdim=True)"), ("bndiff", "hprebn - bnmeani"),
    ("bndiff2", "bndiff**2"), ("bnvar", "1 / (n - 1) * bndiff2.sum(0, keepdim=True)"),
    ("bnvar_inv", "(bnvar + 1e-5)**-0.5"), ("bnraw", "bndiff * bnvar_inv"),
    ("hpreact", "bngain * bnraw + bnbias"), ("h", "hpreact.tanh()"), ("logits", "h @ W2 + b2"),
    ("logit_maxes", "logits.max(1, keepdim=True).values"),
    ("norm_logits", "logits - logit_maxes"), ("counts", "norm_logits.exp()"),
    ("counts_sum", "counts.sum(1, keepdim=True)"), ("counts_sum_inv", "counts_sum**-1"),
    ("probs", "counts * counts_sum_inv"), ("logprobs", "probs.log()"),
    ("loss", "-logprobs[range(n), Yb].mean()"),
)  # fmt: skip

PARAMETERS = ("C", "W1", "b1", "W2", "b2", "bngain", "bnbias")

# The order of the backward pass; MicroPython's dictionaries have none.
NAMES = (
    "logprobs", "probs", "counts_sum_inv", "counts_sum", "counts", "norm_logits", "logit_maxes",
    "logits", "h", "W2", "b2", "hpreact", "bngain", "bnbias", "bnraw", "bnvar_inv", "bnvar",
    "bndiff2", "bndiff", "bnmeani", "hprebn", "embcat", "W1", "b1", "emb", "C",
)  # fmt: skip

LINES = {
    "logprobs": "-F.one_hot(Yb, V) / n",
    "probs": "dlogprobs / probs",
    "counts_sum_inv": "(counts * dprobs).sum(1, keepdim=True)",
    "counts_sum": "-(counts_sum**-2) * dcounts_sum_inv",
    "counts": "counts_sum_inv * dprobs + torch.ones_like(counts) * dcounts_sum",
    "norm_logits": "counts * dcounts",
    "logit_maxes": "-dnorm_logits.sum(1, keepdim=True)",
    "logits": "dnorm_logits + F.one_hot(logits.max(1).indices, V) * dlogit_maxes",
    "h": "dlogits @ W2.T",
    "W2": "h.T @ dlogits",
    "b2": "dlogits.sum(0)",
    "hpreact": "(1 - h**2) * dh",
    "bngain": "(bnraw * dhpreact).sum(0, keepdim=True)",
    "bnbias": "dhpreact.sum(0, keepdim=True)",
    "bnraw": "bngain * dhpreact",
    "bnvar_inv": "(bndiff * dbnraw).sum(0, keepdim=True)",
    "bnvar": "-0.5 * (bnvar + 1e-5)**-1.5 * dbnvar_inv",
    "bndiff2": "1 / (n - 1) * torch.ones_like(bndiff2) * dbnvar",
    "bndiff": "bnvar_inv * dbnraw + 2 * bndiff * dbndiff2",
    "bnmeani": "-dbndiff.sum(0, keepdim=True)",
    "hprebn": "dbndiff + 1 / n * torch.ones_like(hprebn) * dbnmeani",
    "embcat": "dhprebn @ W1.T",
    "W1": "embcat.T @ dhprebn",
    "b1": "dhprebn.sum(0)",
    "emb": "dembcat.view(emb.shape)",
    "C": "torch.zeros_like(C).index_add(0, Xb.view(-1), demb.view(-1, D))",
}
FOLDED = {
    "logits_folded": "(probs - onehot) / n",
    "hprebn_folded": "bngain * bnvar_inv / n * (n * dhpreact - dhpreact.sum(0) "
    "- n / (n - 1) * bnraw * (dhpreact * bnraw).sum(0))",
}
KEYS = NAMES + ("logits_folded", "hprebn_folded")

# Labels of the axes: n examples, v letters, h neurons, e inputs, b places, d numbers of a letter.
DIMS = {
    "logprobs": "nv", "probs": "nv", "counts_sum_inv": "n1", "counts_sum": "n1", "counts": "nv",
    "norm_logits": "nv", "logit_maxes": "n1", "logits": "nv", "h": "nh", "W2": "hv", "b2": "v",
    "hpreact": "nh", "bngain": "1h", "bnbias": "1h", "bnraw": "nh", "bnvar_inv": "1h",
    "bnvar": "1h", "bndiff2": "nh", "bndiff": "nh", "bnmeani": "1h", "hprebn": "nh",
    "embcat": "ne", "W1": "eh", "b1": "h", "emb": "nbd", "C": "vd",
}  # fmt: skip
SIZES = {"n": "n", "v": "V", "h": "H", "b": "BLOCK", "d": "D"}

# (kind, result, operands …): of a power its base and exponent, of a sum its factor.
OPERATIONS: tuple[tuple[Array, ...], ...] = (
    ("pick", "loss", "logprobs"), ("log", "logprobs", "probs"),
    ("multiply", "probs", "counts", "counts_sum_inv"),
    ("power", "counts_sum_inv", "counts_sum", "counts_sum", -1.0),
    ("sum", "counts_sum", "counts", "1"), ("exp", "counts", "norm_logits"),
    ("subtract", "norm_logits", "logits", "logit_maxes"), ("max", "logit_maxes", "logits"),
    ("matmul", "logits", "h", "W2", "b2"), ("tanh", "h", "hpreact"),
    ("scale", "hpreact", "bngain", "bnraw", "bnbias"),
    ("multiply", "bnraw", "bndiff", "bnvar_inv"),
    ("power", "bnvar_inv", "bnvar", "(bnvar + 1e-5)", -0.5),
    ("sum", "bnvar", "bndiff2", "1 / (n - 1)"), ("power", "bndiff2", "bndiff", "bndiff", 2.0),
    ("subtract", "bndiff", "hprebn", "bnmeani"), ("sum", "bnmeani", "hprebn", "1 / n"),
    ("matmul", "hprebn", "embcat", "W1", "b1"), ("view", "embcat", "emb"), ("index", "emb", "C"),
)  # fmt: skip


class Path:
    """One use of a value: incoming gradient × local factors × a number.

    It is summed over the labels that the value lacks.

    Args:
        through: The value that the use makes.
        ops: The factors: text, labels, and a role: `up`, `factor`, `mask` or `slope`.
        scale: The number.
    """

    def __init__(self, x: str, through: str, ops: list[Array], scale: str = "1") -> None:
        self.x, self.through, self.ops, self.scale = x, through, ops, scale
        self.out = DIMS[x]
        self.space = ""
        for dims in [self.out] + [op[1] for op in ops]:
            self.space += "".join([c for c in dims if c != "1" and c not in self.space])

    def value(self, env: dict[str, Array]) -> Array:
        """Return what arrives along this path."""
        return evaluate(self.scale, env) * self.product(self.factors(env), env)

    def factors(self, env: dict[str, Array]) -> list[Array]:
        """Return the factors in the path's space."""
        return [aligned(evaluate(text, env), dims, self.space) for text, dims, _ in self.ops]

    def whole(self, env: dict[str, Array]) -> Array:
        """Return the product of all factors and the number, before it is summed."""
        out = np.ones(shape_in(self.space, env)) * evaluate(self.scale, env)
        for factor in self.factors(env):
            out = out * factor
        return out

    def product(self, factors: list[Array], env: dict[str, Array]) -> Array:
        """Return a product of factors, summed over what the value lacks, in its shape."""
        out = np.ones(shape_in(self.space, env))
        for factor in factors:
            out = out * factor
        return self.summed(out, env)

    def summed(self, out: Array, env: dict[str, Array], lead: int = 0, how: str = "sum") -> Array:
        """Return the sum over what the value lacks, after `lead` axes of another kind."""
        over = [i + lead for i, c in enumerate(self.space) if c not in self.out]
        for axis in reversed(over):
            out = getattr(out, how)(axis=axis)
        left = [c for c in self.space if c in self.out]
        order = [left.index(c) + lead for c in self.out if c != "1"]
        if len(order) + lead > 1:
            out = out.transpose(list(range(lead)) + order)
        return out.reshape(out.shape[:lead] + shape_in(self.out, env))


def shape_in(dims: str, env: dict[str, Array]) -> tuple[int, ...]:
    """Return the sizes of labels; a 1 stays."""
    width = env["D"] * env["BLOCK"]
    return tuple([1 if c == "1" else width if c == "e" else env[SIZES[c]] for c in dims])


def aligned(value: Array, dims: str, space: str) -> Array:
    """Return an array with its axes in the order of a space, and 1 where it has none."""
    value = np.asarray(value)
    keep = [i for i, c in enumerate(dims) if c != "1"]
    labels = [dims[i] for i in keep]
    value = value.reshape([value.shape[i] for i in keep])
    if len(labels) > 1:
        value = value.transpose([labels.index(c) for c in space if c in labels])
    sizes = iter(value.shape)
    return value.reshape([next(sizes) if c in labels else 1 for c in space])


def _paths(x: str) -> list[Path]:
    out = []
    for kind, y, *a in OPERATIONS:
        if x not in a:
            continue
        up = ("d" + y, DIMS.get(y, ""), "up")
        if kind in ("multiply", "scale", "matmul"):
            other = a[1] if x == a[0] else a[0]
            factors = [up] if x in a[2:] else [up, (other, DIMS[other], "factor")]
            out.append(Path(x, y, factors))
        elif kind == "power":
            exponent = a[2] - 1
            slope = a[1] if exponent == 1 else "%s**%g" % (a[1], exponent)
            out.append(Path(x, y, [up, (slope, DIMS[x], "slope")], "%g" % a[2]))
        elif kind in ("sum", "subtract"):
            scale = a[1] if kind == "sum" else "1" if x == a[0] else "-1"
            out.append(Path(x, y, [up], scale))
        elif kind == "view":
            out.append(Path(x, y, [("dembcat.view(emb.shape)", "nbd", "up")]))
        elif kind == "index":
            out.append(Path(x, y, [("demb", "nbd", "up"), ("F.one_hot(Xb, V)", "nbv", "mask")]))
        elif kind == "pick":
            out.append(Path(x, y, [("onehot", "nv", "mask")], "-1 / n"))
        else:
            text = {"log": "probs**-1", "exp": y, "tanh": "(1 - h**2)", "max": "is_max"}[kind]
            role = "mask" if kind == "max" else "slope"
            out.append(Path(x, y, [up, (text, DIMS[x], role)]))
    return out


PATHS = {x: _paths(x) for x in NAMES}
_NORM = [("bngain", "1h", "factor"), ("bnvar_inv", "1h", "factor")]
PATHS["logits_folded"] = [
    Path("logits", "probs", [("probs", "nv", "factor")], "1 / n"),
    Path("logits", "logprobs", [("onehot", "nv", "mask")], "-1 / n"),
]
_VARIANCE = [("(dhpreact * bnraw).sum(0)", "h", "up"), ("bnraw", "nh", "factor")]
_MEAN = [("dhpreact.sum(0)", "h", "up"), ("hprebn * 0 + 1", "nh", "factor")]
PATHS["hprebn_folded"] = [
    Path("hprebn", "bnraw", [("dhpreact", "nh", "up")] + _NORM),
    Path("hprebn", "bnvar", _VARIANCE + _NORM, "-1 / (n - 1)"),
    Path("hprebn", "bnmeani", _MEAN + _NORM, "-1 / n"),
]


def value_of(key: str) -> str:
    """Return the value whose gradient a line computes, also for a folded line."""
    return key.split("_folded")[0]


def reference(key: str) -> str:
    """Return the line itself."""
    return FOLDED[key] if key in FOLDED else LINES[key]


def readers(x: str) -> list[tuple[str, str]]:
    """Return the forward lines that read a value."""
    return [(y, text) for y, text in FORWARD if ("name", x) in tokens(text)]


def forward(
    given: dict[str, Array], nudged: tuple[str, Array, float] | None = None
) -> dict[str, Array]:
    """Return all values of the forward pass and the loss.

    Args:
        given: Sizes, letters and parameters.
        nudged: A value, a place in it, and how much is added there before the pass goes on.
    """
    env = dict(given)

    def put(name: str, value: Array) -> None:
        if nudged and nudged[0] == name:
            value = value.copy()
            value[nudged[1]] = value[nudged[1]] + nudged[2]
        env[name] = value

    for name in PARAMETERS:
        put(name, env[name])
    for name, text in FORWARD[:-1]:
        if name == "logits" and env.get("_tie"):
            value = env["h"] @ env["W2"] + env["b2"]
            value[:, 2] = value[:, 0]  # equal to the last bit
            put(name, value)
        else:
            put(name, evaluate(text, env))
    env["loss"] = float(-(env["onehot"] * env["logprobs"]).sum() / env["n"])
    env["is_max"] = one_hot(env["logits"].argmax(1), env["V"])
    return env


def draw(seed: int, sizes: tuple[int, ...], kind: str = "") -> dict[str, Array]:
    """Return values and gradients of one draw.

    Args:
        seed: Of the random numbers.
        sizes: n, V, H, D and BLOCK.
        kind: `small`, a neuron of small variance; `tie`, two largest scores in a row; `free`,
            incoming gradients are random, as if under another loss.
    """
    rng = np.random.default_rng(seed)
    n, V, H, D, BLOCK = sizes
    env: dict[str, Array] = {"n": n, "V": V, "H": H, "D": D, "BLOCK": BLOCK, "_tie": "tie" in kind}

    def normal(*shape: int) -> Array:
        return rng.normal(size=shape)

    letters = rng.integers(0, V, size=(n, BLOCK))
    letters[0, 0] = letters[0, 1] = letters[1, 0] = 1  # used twice, in a context and across
    env["Xb"], env["Yb"] = letters, rng.integers(0, V, size=(n,))
    env["C"] = normal(V, D)
    env["W1"], env["b1"] = normal(D * BLOCK, H) * (D * BLOCK) ** -0.5, normal(H)
    env["W2"], env["b2"] = normal(H, V), normal(V)
    env["bngain"], env["bnbias"] = 1 + 0.3 * normal(1, H), 0.3 * normal(1, H)
    if "small" in kind:
        env["W1"][:, 0] = env["W1"][:, 0] * 1e-3
    if "tie" in kind:
        env["b2"][0] = env["b2"][2] = 3.0
    env["onehot"] = one_hot(env["Yb"], V)
    env["is_letter"] = one_hot(letters.reshape(-1), V)
    env = forward(env)
    env["_free"] = "free" in kind
    if env["_free"]:
        for x in NAMES:
            env["d" + x] = normal(*env[x].shape)
    truth = {}
    for key in KEYS:
        truth[key] = evaluate(reference(key), env)
        if not env["_free"] and key in NAMES:
            env["d" + key] = truth[key]
    env["_truth"] = truth
    return env


DRAWS = (
    (11, (4, 5, 3, 2, 3), ""),
    (14, (5, 7, 4, 2, 3), "free"),
    (12, (5, 7, 4, 3, 3), "small"),
    (13, (6, 4, 7, 3, 3), "tie"),
    (15, (6, 5, 3, 4, 3), "free tie"),
)
_drawn: list[dict[str, Array]] = []


def draws() -> list[dict[str, Array]]:
    """Return the draws on which each line is judged; the first one is shown."""
    if not _drawn:
        _drawn.extend([draw(*one) for one in DRAWS])
    return _drawn


def scope(key: str, env: dict[str, Array]) -> dict[str, Array]:
    """Return the names that a line may use: what is known when the backward pass has come there."""
    x = value_of(key)
    known = NAMES[: NAMES.index(x)] if key in NAMES else ("hpreact",) if x == "hprebn" else ()
    later = {"d" + y for y in NAMES if y not in known}
    return {k: v for k, v in env.items() if k[0] != "_" and k not in later}
