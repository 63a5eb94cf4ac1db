"""What a wrong line may be: relations to the paths, as matrices with a candidate a row.

All candidates of a family are computed at once, so that a keystroke costs a few products.
"""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.expressions import Array, evaluate
from tapewalk_course.derive.lines import (
    DIMS,
    NAMES,
    aligned,
    draws,
    scope,
    shape_in,
)

NEAR = 1e-9


# Numbers by which a line may be too large, with what each costs.
_COSTS = {
    "1": 0, "n": 1, "1 / n": 1, "n - 1": 2, "1 / (n - 1)": 2, "n / (n - 1)": 2, "(n - 1) / n": 2,
    "V": 2, "1 / V": 2, "H": 3, "1 / H": 3, "n * V": 3, "1 / (n * V)": 3, "n**2": 3, "1 / n**2": 3,
    "(n - 1)**2": 3, "1 / (n - 1)**2": 3, "n * (n - 1)": 3, "1 / (n * (n - 1))": 3, "D": 3,
    "1 / D": 3, "n + 1": 3, "1 / (n + 1)": 3, "V / n": 3, "n / V": 3,
    "H / n": 3, "n / H": 3, "n - 2": 3, "1 / (n - 2)": 3, "1 - n": 3, "1 / (1 - n)": 3,
    "(n - 1) / V": 4, "(n - 1) / H": 4, "V * (n - 1)": 4, "H * (n - 1)": 4, "n * H": 4,
    "1 / (n * H)": 4, "(n - 1) / (n * V)": 4, "(n - 1) / n**2": 4, "n**2 / (n - 1)": 4,
    "(n + 1) / n": 4, "n / (n + 1)": 4, "(n - 1) / (n + 1)": 4, "(n + 1) * (n - 1)": 4,
    "V - 1": 4, "1 / (V - 1)": 4, "n**3": 4, "D * BLOCK": 4, "1 / (D * BLOCK)": 4, "2 - n": 4,
    "n - 3": 4, "1 / (n - 3)": 4, "1 / (H - 1)": 4, "H - 1": 4,
}  # fmt: skip
# Sorted, since MicroPython's dictionaries have an order of their own.
_BASE = sorted([(cost, text) for text, cost in _COSTS.items()])
_TIMES = (1, -1, 2, -2, 0.5, -0.5, 3, -3, 1 / 3, -1 / 3, 1.5, -1.5, 4, -4, 0.25, -0.25, 0.75)
_FRACTIONS = {0.5: "1/2", -0.5: "-1/2", 1 / 3: "1/3", -1 / 3: "-1/3", 0.25: "1/4", -0.25: "-1/4"}

_FUNCTIONS: dict[str, Array] = {
    "1 / {}": lambda t: 1 / t, "{}**2": lambda t: t * t,
    "1 / {}**2": lambda t: 1 / (t * t), "{}**3": lambda t: t**3, "1 / {}**3": lambda t: t**-3.0,
    "{}**0.5": lambda t: t**0.5, "{}**-0.5": lambda t: t**-0.5, "{}**1.5": lambda t: t**1.5,
    "{}**-1.5": lambda t: t**-1.5, "{}**-2.5": lambda t: t**-2.5, "{}**-0.75": lambda t: t**-0.75,
    "1 - {}": lambda t: 1 - t, "1 + {}": lambda t: 1 + t, "1 - {}**2": lambda t: 1 - t * t,
    "1 + {}**2": lambda t: 1 + t * t, "2 - {}**2": lambda t: 2 - t * t,
    "1 - {}**3": lambda t: 1 - t**3, "1 - {}**4": lambda t: 1 - t**4,
    "1 / (1 - {}**2)": lambda t: 1 / (1 - t * t), "{}**4": lambda t: t**4,
    "exp({})": lambda t: np.exp(t), "log({})": lambda t: np.log(t),
    "tanh({})": lambda t: np.tanh(t),
    "{} * (1 - {})": lambda t: t * (1 - t),
    "1 - tanh({})**2": lambda t: 1 - np.tanh(t) ** 2, "abs({})": lambda t: np.abs(t),
}  # fmt: skip
FUNCTIONS = [(form, _FUNCTIONS[form]) for form in sorted(_FUNCTIONS)]
_OF_GRADIENTS = ("1 / {}", "{}**2")


def named(factors: list[float], envs: list[dict[str, Array]]) -> tuple[str, float] | None:
    """Return the simplest expression in the sizes that gives these factors, one a draw."""
    if max(abs(c) for c in factors) < 1e-11:
        return "0", 0.0
    for (cost, text), sizes in zip(_BASE, zip(*[_sizes(env) for env in envs])):
        first, last = factors[0] / sizes[0], factors[-1] / sizes[-1]
        if abs(first - last) > 1e-8 * abs(first):
            continue  # nearly all of them, so the others cost nothing
        for times in _TIMES:
            if abs(first - times) > 3e-9 * abs(times):
                continue
            if all(abs(c - times * s) <= 3e-9 * abs(c) for c, s in zip(factors, sizes)):
                more = 0.0 if times == 1 else 0.5 if times == -1 else 1.0
                return _product(times, text), cost + more
    if max(factors) - min(factors) <= 3e-9 * abs(factors[0]):
        return "%.10g" % factors[0], 4.0
    return None


def _sizes(env: dict[str, Array]) -> Array:
    """Return the numbers of the base in a draw; kept with it, as each keystroke needs them."""
    kept = env.setdefault("_kept", {})
    if "sizes" not in kept:
        kept["sizes"] = [float(evaluate(text, env)) for _, text in _BASE]
    return kept["sizes"]


def _product(times: float, text: str) -> str:
    number = _FRACTIONS.get(times, "%g" % times)
    if times == 1:
        return text
    if text == "1":
        return number
    return "-(" + text + ")" if times == -1 else number + " * (" + text + ")"


class Family:
    """Candidates of one kind, with their values in any draw.

    Args:
        labels: The kind, the slots and the cost of each candidate.
        values: Computes the values of all candidates from a draw; the first axis counts them.
    """

    def __init__(self, labels: list[Array], values: Array) -> None:
        self.labels, self.values = labels, values
        self.least = min(cost for *_, cost in labels)

    def matrix(self, env: dict[str, Array]) -> Array:
        """Return the values, a candidate a row; kept with the draw."""
        return self._kept(env)[0]

    def _kept(self, env: dict[str, Array]) -> Array:
        """Return the values, and of each candidate its largest number and the sum of squares."""
        kept = env.setdefault("_kept", {})
        if id(self) not in kept:
            with np.errstate(all="ignore"):
                rows = self.values(env).reshape(len(self.labels), -1)
                kept[id(self)] = rows, np.abs(rows).max(axis=1), (rows * rows).sum(axis=1)
        return kept[id(self)]

    def fits(self, ys: list[Array], envs: list[dict[str, Array]], below: float) -> list[Array]:
        """Return the candidates of which ys are a multiple: cost, label, name of factor, number.

        Those that cost `below` or more are left out.
        """
        if below <= self.least:
            return []
        alive: list[int] | None = None
        found: dict[int, list[Array]] = {}
        for y, env in zip(ys, envs):
            factors, empty = self._factors(y.reshape(-1), env, alive)
            for k, factor in factors:
                found.setdefault(k, []).append((factor, env))
            alive = sorted([k for k, _ in factors] + empty)
            if not alive:
                return []
        out = []
        for k in alive or []:
            pairs = found.get(k)
            if not pairs or self.labels[k][2] >= below:
                continue
            name = named([c for c, _ in pairs], [e for _, e in pairs])
            if name and name[0] != "0":
                out.append((self.labels[k][2] + 0.8 * name[1], self.labels[k], name[0], k))
        return out

    def _factors(
        self, y: Array, env: dict[str, Array], alive: list[int] | None
    ) -> tuple[list[tuple[int, float]], list[int]]:
        """Return the candidates that y is a multiple of, with its factor; those that are 0 too."""
        rows, largest, squares = self._kept(env)
        if alive is not None:
            some = np.array(alive)
            rows, largest, squares = rows[some], largest[some], squares[some]
        where = range(len(self.labels)) if alive is None else alive
        most = float(np.abs(y).max())
        with np.errstate(all="ignore"):
            if most <= 1e-12:
                empty = [where[i] for i in (largest <= 1e-13).nonzero()[0].tolist()]
            else:
                empty = []
            product = rows @ y
            # Few are nearly parallel to y, and only of those each number is compared.
            parallel = product * product >= (1 - 1e-9) * float(y @ y) * squares
            near = (parallel * (largest > 1e-12)).nonzero()[0]
            if len(near) == 0:
                return [], empty
            rows, factor = rows[near], product[near] / squares[near]
            apart = np.abs(y.reshape(1, -1) - factor.reshape(-1, 1) * rows).max(axis=1)
            fit = (apart <= NEAR * max(most, 1e-9)).tolist()
        pairs = zip(near.tolist(), factor.tolist(), fit)
        return [(where[i], c) for i, c, is_fit in pairs if is_fit], empty


def variables(key: str, space: str) -> list[tuple[str, str]]:
    """Return the known values and gradients that can be factors in a space, with their labels."""
    known = scope(key, draws()[0])
    out = [(v, DIMS[v]) for v in NAMES if v in known]
    out += [("(bnvar + 1e-5)", "1h"), ("onehot", "nv"), ("is_max", "nv")]
    out += [("d" + v, DIMS[v]) for v in NAMES if "d" + v in known]
    return [(v, d) for v, d in out if all(c in space for c in d if c != "1")]


def bank(key: str, space: str) -> tuple[list[tuple[str, str]], Array]:
    """Return all functions of known values, by name and value, and how a draw computes them."""
    known = variables(key, space)
    plain = [v for v, _ in known if v[0] != "d"]
    labels = [(v, "{}") for v, _ in known]
    for form, _ in FUNCTIONS:
        labels += [(v, form) for v in plain]
        if form in _OF_GRADIENTS:
            labels += [(v, form) for v, _ in known if v[0] == "d"]

    def values(env: dict[str, Array]) -> Array:
        kept = env.setdefault("_kept", {})
        if (key, space) not in kept:
            first = np.zeros((len(known),) + shape_in(space, env))
            for i, (v, dims) in enumerate(known):
                first[i] = aligned(evaluate(v, env), dims, space) + 0.0
            parts = [first]
            for form, f in FUNCTIONS:
                parts.append(f(first[: len(plain)]))
                if form in _OF_GRADIENTS and len(known) > len(plain):
                    parts.append(f(first[len(plain) :]))
            kept[key, space] = np.concatenate(parts)
        return kept[key, space]

    return labels, values
