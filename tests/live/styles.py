"""Right solutions of eight array exercises: forty of each, in ten styles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import indent

# How a style writes what most solutions need: sums and maxima of rows, which stay columns, sums of
# columns, one-hot rows, transposed arrays and products; `before` defines what these call. What a
# style lacks is as in the first one.
_STYLES: tuple[dict[str, str], ...] = (
    {
        "rows": "({0}).sum(1, keepdims=True)",
        "top": "({0}).max(1, keepdims=True)",
        "cols": "({0}).sum(0)",
        "hot": "np.eye({1})[{0}]",
        "t": "({0}).T",
        "mm": "(({0}) @ ({1}))",
    },
    {
        "rows": "np.sum({0}, axis=1, keepdims=True)",
        "top": "np.max({0}, axis=-1, keepdims=True)",
        "cols": "np.sum({0}, axis=0)",
        "hot": "np.where(np.arange({1}) == {0}[:, np.newaxis], 1.0, 0.0)",
        "t": "np.transpose({0})",
        "mm": "np.matmul({0}, {1})",
    },
    {
        "rows": "({0}).sum(-1)[:, None]",
        "top": "np.amax({0}, 1)[:, None]",
        "cols": "({0}).sum(axis=(0,))",
        "hot": "(np.arange({1})[None, :] == {0}[:, None]) * 1.0",
        "t": "np.swapaxes({0}, 0, 1)",
        "mm": "(({0})[:, :, None] * ({1})[None, :, :]).sum(1)",
    },
    {
        "rows": "np.sum({0}, 1).reshape(-1, 1)",
        "top": "np.sort({0}, axis=1)[:, -1].reshape((len({0}), 1))",
        "cols": "({0}).transpose().sum(axis=1)",
        "hot": "np.identity({1})[{0}, :]",
        "t": "({0}).transpose(1, 0)",
        "mm": "np.dot({0}, {1})",
    },
    {
        "rows": "np.einsum('ij->i', {0})[..., np.newaxis]",
        "top": "np.max({0}, axis=1)[..., np.newaxis]",
        "cols": "np.einsum('ij->j', {0})",
        "t": "np.einsum('ij->ji', {0})",
        "mm": "np.einsum('ij,jk->ik', {0}, {1})",
    },
    {
        "rows": "np.dot({0}, np.ones((({0}).shape[1], 1)))",
        "top": "np.take_along_axis({0}, np.argmax({0}, axis=1)[:, None], axis=1)",
        "cols": "(np.ones(len({0})) @ ({0}))",
        "hot": "np.stack([{0} == k for k in range({1})], axis=1).astype(float)",
        "mm": "np.tensordot({0}, {1}, axes=1)",
    },
    {
        "before": """
def row_sums(x):
    out = np.zeros((x.shape[0], 1))
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, 0] += x[i, j]
    return out
def product(a, b):
    out = np.zeros((a.shape[0], b.shape[1]))
    for i, j in np.ndindex(*out.shape):
        for k in range(len(b)):
            out[i][j] += a[i][k] * b[k][j]
    return out
def one_hot(Y, n):
    out = np.zeros([len(Y), n])
    for i, y in enumerate(Y):
        out[i, y] = 1
    return out
""",
        "rows": "row_sums({0})",
        "top": "np.amax({0}, axis=1, keepdims=True)",
        "cols": "row_sums(({0}).T).ravel()",
        "hot": "one_hot({0}, {1})",
        "mm": "product({0}, {1})",
    },
    {
        "rows": "np.array([[sum(row)] for row in {0}]).reshape(-1, 1)",
        "top": "np.array([max(row.tolist()) for row in {0}])[:, None]",
        "cols": "np.array([sum(column) for column in ({0}).T], dtype=float)",
        "hot": "np.array([[float(k == y) for k in range({1})] for y in {0}])",
        "mm": "np.array([[sum(p * q for p, q in zip(row, column, strict=True)) "
        "for column in ({1}).T] for row in {0}]).reshape(len({0}), ({1}).shape[1])",
    },
    {
        "before": """
from functools import reduce
def added(parts, out):
    for part in parts:
        out += part
    return out
def halves(x):
    n = len(x) // 2
    if n == 0:
        return x[0] if len(x) else np.zeros(x.shape[1:])
    return halves(x[:n]) + halves(x[n:])
def set_ones(out, *places):
    out[places] = 1
    return out
""",
        "rows": "halves(({0}).T)[:, None]",
        "top": "reduce(np.maximum, list(({0}).T))[:, None]",
        "cols": "added({0}, np.zeros(({0}).shape[1]))",
        "hot": "set_ones(np.zeros((len({0}), {1})), np.arange(len({0})), {0})",
        "mm": "added([({0})[:, k : k + 1] * ({1})[k] for k in range(len({1}))], "
        "np.zeros((len({0}), ({1}).shape[1])))",
    },
    {
        "before": """
class Matrix:
    def __init__(self, x):
        self.x = np.asarray(x)
    @property
    def rows(self):
        return np.add.reduce(self.x, axis=1, keepdims=True)
    @property
    def top(self):
        return np.maximum.reduce(self.x, axis=1, keepdims=True)
    def columns(self):
        return np.add.reduce(self.x)
    def __matmul__(self, other):
        return np.add.reduce(self.x[..., None] * other.x, 1)
    @classmethod
    def hot(cls, Y, n):
        return np.equal.outer(Y, np.arange(n)).astype(np.float64)
""",
        "rows": "Matrix({0}).rows",
        "top": "Matrix({0}).top",
        "cols": "Matrix({0}).columns()",
        "hot": "Matrix.hot({0}, {1})",
        "mm": "(Matrix({0}) @ Matrix({1}))",
    },
)

# Four ways through each exercise that has matrices only.
_WAYS = {
    "03.1": (
        "def shares_backward(dprobs, counts):",
        """
s = «rows counts»
s_inv = s**-1.0
ds = -(s**-2.0) * «rows counts * dprobs»
return s_inv * dprobs + ds
""",
        """
probs = counts / «rows counts»
return (dprobs - «rows dprobs * probs») / «rows counts»
""",
        """
total = «rows counts»
out = np.divide(dprobs, total)
out -= «rows counts * dprobs» / np.square(total)
return out
""",
        """
out = np.zeros_like(counts)
for i, (g, c) in enumerate(zip(dprobs, counts)):
    out[i] = g / c.sum() - (g @ c) / c.sum() ** 2
return out + 0 * «rows counts»
""",
    ),
    "03.2": (
        "def cross_entropy_backward(logits, Y):",
        """
n, letters = logits.shape
powers = np.exp(logits - «top logits»)
return (powers / «rows powers» - «hot Y; letters») / n
""",
        """
safe = logits - «top logits»
dlogits = np.exp(safe - np.log(«rows np.exp(safe)»))
dlogits[range(len(Y)), Y] -= 1.0
dlogits /= len(Y)
return dlogits
""",
        """
n = Y.size
dlogprobs = -(«hot Y; logits.shape[-1]») / n
powers = np.exp(logits - «top logits»)
probs = powers * «rows powers» ** -1
return dlogprobs - probs * «rows dlogprobs»
""",
        """
out = []
for row, y, shift in zip(logits, Y, «top logits»):
    p = np.exp(row - shift)
    p = p / p.sum()
    p[y] = p[y] - 1
    out.append(p / len(logits))
return np.stack(out)
""",
    ),
    "03.3": (
        "def layer_backward(dlogits, h, W2):",
        """
dh = «mm dlogits; «t W2»»
return (1 - h**2) * dh, «mm «t h»; dlogits», «cols dlogits»
""",
        """
dhpreact = (1 - h) * (1 + h) * «mm dlogits; «t W2»»
dW2 = «t «mm «t dlogits»; h»»
return [dhpreact, dW2, «cols dlogits»]
""",
        """
dW2 = np.zeros_like(W2)
for row, g in zip(h, dlogits):
    dW2 += np.outer(row, g)
dh = «mm dlogits; «t W2»»
dh -= dh * h * h
return dh, dW2, «cols dlogits»
""",
        """
db2 = np.zeros(W2.shape[1]) + «cols dlogits»
slope = np.ones(h.shape) - np.power(h, 2)
dhpreact = slope * «t «mm W2; «t dlogits»»»
return *(dhpreact, «mm «t h»; dlogits»), db2
""",
    ),
    "03.4": (
        "def scaled_backward(dbnraw, bndiff):",
        """
n = len(bndiff)
bnvar = «cols bndiff**2» / (n - 1)
dvar = -0.5 * (bnvar + 1e-5) ** -1.5 * «cols bndiff * dbnraw»
return (bnvar + 1e-5) ** -0.5 * dbnraw + 2 * bndiff * dvar / (n - 1)
""",
        """
n, width = bndiff.shape
inv = 1 / np.sqrt(«cols np.square(bndiff)» / (n - 1) + 1e-5)
return inv * (dbnraw - bndiff * inv**2 * «cols bndiff * dbnraw» / (n - 1))
""",
        """
inv = («cols bndiff * bndiff» / (bndiff.shape[0] - 1) + 1e-5) ** -0.5
out = inv[None] * dbnraw
out -= bndiff * («cols dbnraw * bndiff» * inv**3 / (len(bndiff) - 1))[None, :]
return out
""",
        """
columns = []
for x, g, total in zip(«t bndiff», «t dbnraw», «cols bndiff**2»):
    var = total / (len(x) - 1) + 1e-5
    columns.append(g * var**-0.5 - x * (g * x).sum() * var**-1.5 / (len(x) - 1))
return «t np.array(columns)»
""",
    ),
    "03.5": (
        "def batch_norm_backward(dhpreact, hprebn, bngain):",
        """
n = len(hprebn)
diff = hprebn - «cols hprebn» / n
inv = («cols diff**2» / n + 1e-5) ** -0.5
raw = diff * inv
d = bngain * inv / n * (n * dhpreact - «cols dhpreact» - raw * «cols raw * dhpreact»)
return d, («cols raw * dhpreact»)[None], («cols dhpreact»).reshape(1, -1)
""",
        """
inv = 1 / np.sqrt(hprebn.var(0) + 1e-5)
raw = (hprebn - hprebn.mean(0)) * inv
dgain, dbias = (np.expand_dims(x, 0) for x in («cols raw * dhpreact», «cols dhpreact»))
d = dhpreact - dbias / len(raw) - raw * dgain / len(raw)
return bngain * inv * d, dgain, dbias
""",
        """
n, width = hprebn.shape
centre = np.eye(n) - 1 / n
diff = «mm centre; hprebn»
inv = (np.mean(diff * diff, axis=0, keepdims=True) + 1e-5) ** -0.5
draw = dhpreact * bngain
ddiff = draw * inv - diff * inv**3 * «cols draw * diff» / n
gains = np.sum(dhpreact * diff * inv, 0, keepdims=True)
return «mm centre; ddiff», gains, dhpreact.sum(axis=0, keepdims=True)
""",
        """
out = [np.zeros_like(hprebn), np.zeros_like(bngain), np.zeros_like(bngain)]
for j in range(hprebn.shape[1]):
    x, g = hprebn[:, j], dhpreact[:, j]
    inv = (x.var() + 1e-5) ** -0.5
    raw = (x - x.mean()) * inv
    out[0][:, j] = bngain[0, j] * inv * (g - g.mean() - raw * (raw * g).mean())
    out[1][0, j] = (raw * g).sum()
out[2] += «cols dhpreact»
return tuple(out)
""",
    ),
}

# The others: ten ways to write one part, by four to write the other.
_PARTS = {
    "01.3": (
        "def unbroadcast(gradient, shape):",
        (
            "g = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))",
            "g = np.sum(gradient, axis=tuple(i for i in range(gradient.ndim - len(shape))))",
            "g = gradient\nwhile g.ndim > len(shape):\n    g = g.sum(0)",
            "g = gradient\nfor _ in range(np.ndim(g) - len(shape)):\n    g = np.add.reduce(g)",
            "g = gradient.reshape((-1, *gradient.shape[gradient.ndim - len(shape):])).sum(axis=0)",
            "def front(g):\n    if g.ndim == len(shape):\n        return g\n"
            "    return front(sum(g, np.zeros(g.shape[1:])))\n"
            "g = front(gradient)",
            "extra = len(gradient.shape) - len(shape)\n"
            "g = gradient.sum(axis=tuple([*range(extra)])) if extra else gradient",
            "from functools import reduce\n"
            "g = reduce(lambda g, _: g.sum(axis=0), range(gradient.ndim - len(shape)), gradient)",
            "g = np.zeros(gradient.shape[gradient.ndim - len(shape):])\n"
            "for place in np.ndindex(*gradient.shape[: gradient.ndim - len(shape)]):\n"
            "    g = g + gradient[place]",
            "class Gradient:\n    def __init__(self, g):\n        self.g = g\n"
            "    def without(self, n):\n"
            "        return self if n == 0 else Gradient(self.g.sum(axis=0)).without(n - 1)\n"
            "g = Gradient(gradient).without(gradient.ndim - len(shape)).g",
        ),
        (
            "return g.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)",
            "for i, n in enumerate(shape):\n    if n == 1:\n"
            "        g = np.sum(g, axis=i, keepdims=True)\nreturn g",
            "ones = [i for i in range(len(shape)) if shape[i] == 1 != g.shape[i]]\n"
            "return np.reshape(g.sum(axis=tuple(ones)), shape)",
            "for i in range(-len(shape), 0):\n    if g.shape[i] > shape[i]:\n"
            "        g = np.expand_dims(np.sum(g, i), i)\nassert g.shape == shape\nreturn g",
        ),
    ),
    "01.4": (
        "def matmul_backward(G, X, W):",
        (
            "dW = (X.swapaxes(-1, -2) @ G).reshape((-1, *W.shape)).sum(0)",
            "dW = X.reshape(-1, X.shape[-1]).T @ G.reshape(-1, G.shape[-1])",
            "dW = np.einsum('...ij,...ik->...jk', X, G)\n"
            "dW = dW.reshape((-1, *W.shape)).sum(axis=0)",
            "k, m = W.shape\nflat = np.reshape(X, (-1, k))\n"
            "dW = np.dot(flat.transpose(), np.reshape(G, (-1, m)))",
            "dW = np.tensordot(X, G, (tuple(range(X.ndim - 1)), tuple(range(G.ndim - 1))))",
            "dW = unbroadcast(np.matmul(np.swapaxes(X, -2, -1), G), W.shape)",
            "dW = np.zeros(W.shape)\n"
            "for x, g in zip(X.reshape(-1, len(W)), G.reshape(-1, W.shape[1])):\n"
            "    dW += np.outer(x, g)",
            "axes = tuple(range(X.ndim - 1))\n"
            "dW = np.sum(X[..., :, None] * G[..., None, :], axis=axes)",
            "dW = np.empty_like(W)\nfor i, j in np.ndindex(W.shape):\n"
            "    dW[i, j] = (X[..., i] * G[..., j]).sum()",
            "def total(x, g):\n"
            "    return x.T @ g if x.ndim == 2 else sum(total(p, q) for p, q in zip(x, g))\n"
            "dW = total(X, G)",
        ),
        (
            "return G @ W.T, dW",
            "return np.matmul(G, W.swapaxes(0, 1)), dW",
            "dX = (G[..., None, :] * W).sum(-1)\nreturn (dX, dW)",
            "return [np.einsum('...ij,kj->...ik', G, W), dW]",
        ),
    ),
    "03.6": (
        "def step_by_hand(parameters, Xb, Yb, rate):",
        (
            "np.add.at(dC, Xb, demb)",
            "for context, rows in zip(Xb, demb):\n    for letter, row in zip(context, rows):\n"
            "        dC[letter] += row",
            "for i in range(Xb.shape[0]):\n    for j in range(Xb.shape[1]):\n"
            "        dC[Xb[i, j]] = dC[Xb[i, j]] + demb[i, j]",
            "dC = np.eye(len(C))[Xb.reshape(-1)].T @ demb.reshape(-1, C.shape[1])",
            "for letter in range(len(C)):\n    dC[letter] = demb[Xb == letter].sum(0)",
            "flat = Xb.ravel()\n"
            "dC = np.stack([np.bincount(flat, weights=column, minlength=len(C))\n"
            "               for column in demb.reshape(len(flat), -1).T], axis=-1)",
            "order = np.argsort(Xb, axis=None)\nrows = demb.reshape(-1, C.shape[1])[order]\n"
            "for letter, row in zip(Xb.ravel()[order], rows):\n    dC[int(letter)] += row",
            "dC += ((np.arange(len(C))[:, None, None] == Xb)[..., None] * demb).sum(axis=(1, 2))",
            "sums = {}\nfor place in np.ndindex(Xb.shape):\n    letter = int(Xb[place])\n"
            "    sums[letter] = sums.get(letter, 0) + demb[place]\n"
            "for letter, row in sums.items():\n    dC[letter, :] = row",
            "dC = sum(np.eye(len(C))[Xb[:, j]].T @ demb[:, j] for j in range(Xb.shape[1]))",
        ),
        (
            "for name, d in zip(parameters, (dC, dW1, db1, dW2, db2, dgain, dbias), strict=True):\n"
            "    parameters[name] = parameters[name] - rate * d\nreturn loss",
            "for p, d in zip(parameters.values(), [dC, dW1, db1, dW2, db2, dgain, dbias]):\n"
            "    p -= rate * d\nreturn float(loss)",
            "new = [p - rate * d for p, d in zip((C, W1, b1, W2, b2, bngain, bnbias),\n"
            "                                    (dC, dW1, db1, dW2, db2, dgain, dbias))]\n"
            "parameters.update(zip(parameters.keys(), new))\nreturn loss.item()",
            "grads = dict(C=dC, W1=dW1, b1=db1, W2=dW2, b2=db2, bngain=dgain, bnbias=dbias)\n"
            "for name in list(grads):\n    parameters[name] += -rate * grads[name]\n"
            "return np.asarray(loss)",
        ),
    ),
}
_MIDDLE = """
dlogits = cross_entropy_backward(logits, Yb)
dhpreact, dW2, db2 = layer_backward(dlogits, h, W2)
dhprebn, dgain, dbias = batch_norm_backward(dhpreact, hprebn, bngain)
dW1, db1 = embcat.T @ dhprebn, dhprebn.sum(0)
dC, demb = np.zeros_like(C), (dhprebn @ W1.T).reshape(emb.shape)
"""
IDS = (*sorted(_PARTS), *sorted(_WAYS))
_MACRO = re.compile(r"«(\w+) ([^«»]*)»")


def solutions(id: str, forward: str) -> Iterator[str]:
    """Yield the solutions of an exercise.

    Args:
        id: Its number.
        forward: The forward pass that the stub of 03.6 gives.
    """
    if id in _WAYS:
        head, *ways = _WAYS[id]
        for writes in _STYLES:
            before = f"import numpy as np\n{writes.get('before', '')}"
            for way in ways:
                yield f"{before}{head}\n{indent(_written(way, writes), '    ')}"
        return
    head, ones, others = _PARTS[id]
    for one in ones:
        for other in others:
            text = f"{forward}{_MIDDLE}{one}\n{other}" if id == "03.6" else f"{one}\n{other}"
            yield f"import numpy as np\n{head}\n{indent(text, '    ')}"


def _written(text: str, writes: dict[str, str]) -> str:
    """Return a text in which a style has written what is between « and »."""
    writes = _STYLES[0] | writes
    while _MACRO.search(text):
        text = _MACRO.sub(lambda found: writes[found[1]].format(*found[2].split("; ")), text)
    return text
