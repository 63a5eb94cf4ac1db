"""A reader's own 26 lines as the backward pass of a network that learns names."""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.expressions import Array, evaluate, one_hot
from tapewalk_course.derive.lines import DIMS, KEYS, PARAMETERS, forward

# Some of the names of the course; a page that waits for no download has room for these.
SOME_NAMES = """
aaron adena ailene albino alexia allan alverta amee andria anna anyelo ariela arnita assunta
avery barbera belia bertie billie boyce brenna bruce calista candyce carlos carroll cecelia
chanda chelo chin cinthya clement collen corinne crystle dalton dannie darline dean deetta
deloise denver dian dixie dora dotty earlean edmundo elanor elidia elliott elvie emilio erin
ethan evelin fannie fidela francie gail genaro gertrud glenn gregory hans heidi hien hosea
ilda irene isolina jacob james janey jaunita jeffrey jeremy jestine joaquin johnny jordon judi
junko kandice karlyn kathie keena keneth kiera korey kyla lala laronda lauran lavonda leena
lenora lesli librada ling lois loreta louisa lucila lura mabelle maicol mamen marcia mariah
marisa marnie marylyn maxi melanie mercy michel millard mirna mona myesha nakisha natosha
neomi nicola noel nury olive oswaldo pamila paula pete polly rachell raquel regan renetta
rickie rocio ronald roscoe roxann russel sally sang sebrina shala shantel shavon shelly
sherron sidney solange stacy sumiko synthia tamesha tara tegan terica
"""
LETTERS = ".abcdefghijklmnopqrstuvwxyz"
_BATCH, _CONTEXT, _WIDTH, _HIDDEN = 32, 3, 6, 48
_LONGEST = 10


def contexts() -> tuple[Array, Array]:
    """Return the letters before each letter of the names, and the letters, as numbers."""
    before, after = [], []
    for name in SOME_NAMES.split():
        seen = [0] * _CONTEXT
        for letter in name + ".":
            at = LETTERS.index(letter)
            before.append(seen)
            after.append(at)
            seen = seen[1:] + [at]
    return np.array(before), np.array(after)


class Training:
    """A network with the names of the forward pass, and how far it has come."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(7)
        self.before, self.after = contexts()
        V, H, D, inputs = len(LETTERS), _HIDDEN, _WIDTH, _WIDTH * _CONTEXT
        self.env: dict[str, Array] = {
            "V": V, "H": H, "D": D, "BLOCK": _CONTEXT,
            "C": self._normal(V, D),
            "W1": self._normal(inputs, H) * inputs**-0.5, "b1": np.zeros((H,)),
            "W2": self._normal(H, V) * 0.1, "b2": np.zeros((V,)),
            "bngain": np.ones((1, H)), "bnbias": np.zeros((1, H)),
        }  # fmt: skip

    def _normal(self, *shape: int) -> Array:
        return self.rng.normal(size=shape)

    def _ran(self, before: Array, after: Array) -> dict[str, Array]:
        V, env = len(LETTERS), dict(self.env)
        env["n"], env["Xb"], env["Yb"] = len(after), before, after
        env["onehot"], env["is_letter"] = one_hot(after, V), one_hot(before.reshape(-1), V)
        return forward(env)

    def step(self, lines: dict[str, str], rate: float) -> float:
        """Take one step with the gradients of these lines; return the loss before it."""
        rows = self.rng.integers(0, len(self.after), size=(_BATCH,))
        env = self._ran(self.before[rows], self.after[rows])
        for key in KEYS:
            if key in DIMS:
                env["d" + key] = evaluate(lines[key], env)
        for name in PARAMETERS:
            self.env[name] = self.env[name] - rate * env["d" + name]
        return float(env["loss"])

    def written(self, count: int) -> list[str]:
        """Return names that the network writes; a single one is normalised as all of the data."""
        seen = self._ran(self.before, self.after)
        mean, spread = seen["bnmeani"], seen["bnvar_inv"]
        context, out = np.zeros((count, _CONTEXT), int), [""] * count
        for _ in range(_LONGEST):
            emb = self.env["C"][context].reshape(count, -1)
            raw = (emb @ self.env["W1"] + self.env["b1"] - mean) * spread
            h = np.tanh(self.env["bngain"] * raw + self.env["bnbias"])
            scores = h @ self.env["W2"] + self.env["b2"]
            parts = np.exp(scores - scores.max(axis=1, keepdims=True)).tolist()
            letters = [self._drawn(row) for row in parts]
            ends = [name[-1:] == "." for name in out]
            out = [
                name if is_end else name + LETTERS[at]
                for name, is_end, at in zip(out, ends, letters)
            ]
            context = np.array([row[1:] + [at] for row, at in zip(context.tolist(), letters)])
        return [name.rstrip(".") for name in out]

    def _drawn(self, parts: list[float]) -> int:
        left = float(self.rng.random()) * sum(parts)
        for at, part in enumerate(parts):
            left -= part
            if left < 0:
                return at
        return 0


_TRAININGS: list[Training] = []


def trained(lines: dict[str, str], steps: int, rate: float, begins: bool) -> dict[str, Array]:
    """Return the loss of each step with a reader's own lines, and what the network writes then.

    Args:
        lines: The gradient of each value.
        steps: How many steps to take.
        rate: The learning rate.
        begins: Whether the network is a new one, and not that of the last request.
    """
    if begins or not _TRAININGS:
        _TRAININGS[:] = [Training()]
    network = _TRAININGS[0]
    losses = [network.step(lines, rate) for _ in range(steps)]
    return {"losses": losses, "names": network.written(8)}
