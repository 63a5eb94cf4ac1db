"""Random expressions of arrays, with their operands as lists."""

from __future__ import annotations

import random
from typing import Any

Case = tuple[str, Any, Any]

_ARITHMETIC = ("+", "-", "*", "/", "//", "%", "<", "<=", "==", "!=", ">", ">=")
_REDUCTIONS = ("sum", "mean", "max", "min", "std", "var", "prod", "any", "all")
_FUNCTIONS = (
    *("exp", "tanh", "sqrt", "log", "abs", "sign", "square", "sin", "cos", "isnan", "isfinite"),
    *("floor", "ceil", "round", "cumsum", "sort", "argsort", "negative", "ravel"),
)
_PLACES = ("0", "-1", "...", "(..., 0)")
_WHOLE = (
    *("a.T", "a.reshape(-1)", "a.T.reshape(-1)", "a.astype(int)", "(a > 0).astype(float)"),
    *("a.reshape(-1, 1) * a.reshape(1, -1)", "a[None] + b", "np.eye(3, k=1) * 2", "~(a > b)"),
    *("np.arange(7) % 3", "np.arange(0.5, 3, 0.25)", "np.linspace(-1, 1, 5)", "a.astype(bool)"),
    *("a.transpose()[::-1]", "a[a > 0]", "np.concatenate([a, a], axis=0)", "np.triu(a + b)"),
    *("np.stack([a, a], axis=-1)", "np.stack([a, b])", "np.outer(a, b)", "np.unique(a)"),
    *("np.repeat(a, 2, axis=0)", "np.expand_dims(a, -1)", "np.swapaxes(a, 0, -1)", "a.flatten()"),
    *("np.broadcast_to(a[:1], a.shape)", "np.tri(3)", "np.ones_like(a) * 2.5", "a.squeeze()"),
    *(
        "np.tensordot(a, a, a.ndim)",
        "np.linalg.norm(a)",
        "np.clip(a, -1, 1)",
    ),
    *("np.maximum(a, b)", "np.minimum(a, 0)", "np.logaddexp(a, b)", "(a > 0) & (a < 2)"),
    *(
        "a.astype(np.float32) * b",
        "a.astype(np.float32) / 3",
        "a.astype(np.float32).sum(0, keepdims=True)",
    ),
    *("np.where(a > 0, 1, b)", "np.add.reduce(a)", "np.array([[1, 2], [3, 4.5]]) ** 2", "a ** 3"),
    *(
        "a.nonzero()[0]",
        "np.abs(a) ** 0.5",
        "-a",
        "+a",
        "np.einsum('i,i->', a.ravel(), a.ravel())",
        "a ** -1",
    ),
)


def random_expressions(chance: random.Random, count: int) -> list[Case]:
    """Return expressions of `a` and `b`, each with both as nested lists."""
    return [_Draw(chance).case() for _ in range(count)]


class _Draw:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def _number(self, kind: str) -> float:
        chance = self._chance
        return chance.randint(-4, 5) if kind == "i" else round(chance.uniform(-3, 3), 3)

    def _array(self, shape: list[int], kind: str) -> Any:
        if not shape:
            return self._number(kind)
        return [self._array(shape[1:], kind) for _ in range(shape[0])]

    def _index(self, shape: list[int]) -> str:
        """Return an index, which is out of bounds now and then."""
        chance, parts = self._chance, []
        for n in shape[: chance.randint(1, len(shape))]:
            ends = f"{chance.randint(-n, n)}:{chance.randint(-n, n)}"
            places = [str(chance.randint(-n, n - 1)) for _ in range(3)]
            slices = (":", "1:", ":-1", "::2", "::-1", ends, "-2:", "5:1:-2")
            weights = (0.3, 0.4, 0.25, 0.05)
            options = (places[0], chance.choice(slices), f"[{', '.join(places)}]", str(n))
            parts.append(chance.choices(options, weights)[0])
        if chance.random() < 0.15:
            parts.insert(chance.randint(0, len(parts)), "None")
        if chance.random() < 0.1:
            parts.append("...")
        return ", ".join(parts)

    def _reduced(self, operand: str, ndim: int) -> str:
        chance = self._chance
        axes = [None, -1, 0, ndim - 1, ndim, *([(0, ndim - 1)] if ndim > 1 else [])]
        axis = chance.choices(axes, (3, 3, 3, 3, 0.5, *([2] if ndim > 1 else [])))[0]
        name, keeps = chance.choice(_REDUCTIONS), chance.random() < 0.4
        return f"({operand}).{name}(axis={axis}, keepdims={keeps})"

    def case(self) -> Case:
        """Return one expression."""
        chance = self._chance
        shape = [chance.randint(1, 4) for _ in range(chance.randint(1, 3))]
        other = [n if chance.random() < 0.6 else 1 for n in shape][chance.randrange(len(shape)) :]
        if chance.random() < 0.05:
            other[-1] += 1  # a shape that rarely fits
        kinds = chance.choice("iff"), chance.choice("iff")
        a, b = self._array(shape, kinds[0]), self._array(other, kinds[1])
        number, operator = self._number(chance.choice("if")), chance.choice(_ARITHMETIC)
        f, i = chance.choice(_FUNCTIONS), self._index(shape)
        rows = [chance.randint(-5, 4) for _ in a]
        expressions = (
            f"a {operator} b",
            f"{number} {chance.choice(_ARITHMETIC[:6])} a",
            f"a {operator} {number}",
            f"np.{f}({chance.choice(['a', 'a - b', 'np.maximum(a, b)', 'abs(a)'])})",
            self._reduced(f"a {chance.choice('+-*')} b", len(shape)),
            f"a.arg{chance.choice(['max', 'min'])}(axis={chance.choice([None, 0, -1])})",
            f"a[{i}]",
            f"changed(a, lambda c: c.__setitem__({chance.choice(_PLACES)}, {number}))",
            f"changed(a, lambda c: np.add.at(c, {rows}, 1))",
            f"np.where(a {chance.choice('<>')} {number}, a, b)",
            chance.choice(_WHOLE),
        )
        chosen = chance.randrange(len(expressions) + 1)
        return (expressions[chosen], a, b) if chosen < len(expressions) else self._product(kinds)

    def _product(self, kinds: tuple[str, str]) -> Case:
        chance = self._chance
        m, k, n = (chance.randint(1, 5) for _ in range(3))
        lead = [chance.randint(1, 3)] if chance.random() < 0.4 else []
        inner = k if chance.random() < 0.95 else k + 1
        left = [*lead, m, k] if chance.random() < 0.8 else [k]
        right = [*(lead if chance.random() < 0.5 else []), inner, n]
        expression = chance.choice(["a @ b", "(a @ b).T", "(a @ b).sum(axis=0)", "np.dot(a, b)"])
        return expression, self._array(left, kinds[0]), self._array(right, kinds[1])
