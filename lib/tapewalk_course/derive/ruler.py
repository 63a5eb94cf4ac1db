"""How far right and wrong gradients are from autograd's, in float32 on the names model."""

from __future__ import annotations

from typing import Any

from tapewalk_course.derive.lines import FORWARD, LINES, NAMES, PARAMETERS

# By name: the lines that are changed, and the gradient that is measured then.
WRONG = {
    "bessel": ({"bndiff2": "1 / n * torch.ones_like(bndiff2) * dbnvar"}, "hprebn"),
    "variance": ({"bndiff": "bnvar_inv * dbnraw"}, "hprebn"),
    "mean": ({"hprebn": "dbndiff"}, "hprebn"),
    "zeros": ({"hprebn": "torch.zeros_like(hprebn)"}, "hprebn"),
}


def model(seed: int = 0, n: int = 32) -> dict[str, Any]:
    """Return the forward pass of the names model on a batch, with its gradients by autograd."""
    import torch

    from tapewalk.data import contexts, names, split, vocabulary

    generator = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> Any:
        return torch.randn(*shape, generator=generator)

    x, y = (torch.from_numpy(part) for part in contexts(split(names()).train))
    size, width, block, hidden = len(vocabulary(names())), 10, 3, 64
    batch = torch.randint(0, len(x), (n,), generator=generator)
    env: dict[str, Any] = {"n": n, "V": size, "D": width, "BLOCK": block, "H": hidden}
    env["Xb"], env["Yb"] = x[batch], y[batch]
    env["C"], env["W1"] = normal(size, width), normal(width * block, hidden) * (5 / 3) / 30**0.5
    env["b1"], env["W2"] = normal(hidden) * 0.1, normal(hidden, size) * 0.1
    env["b2"] = normal(size) * 0.1
    env["bngain"], env["bnbias"] = normal(1, hidden) * 0.1 + 1, normal(1, hidden) * 0.1
    for name in PARAMETERS:
        env[name].requires_grad_()
    for name, text in FORWARD:
        env[name] = _evaluated(text, env)
        env[name].retain_grad()
    env["loss"].backward()
    return env


def _evaluated(text: str, env: dict[str, Any]) -> Any:
    import torch
    import torch.nn.functional as functional

    return eval(text, {"torch": torch, "F": functional, "range": range}, env)


def by_hand(env: dict[str, Any], changed: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the gradients by the lines, each fed by the ones before it.

    Args:
        env: As `model` returns it.
        changed: Lines in place of the reference's.
    """
    import torch

    own = dict(env)
    with torch.no_grad():
        for name in NAMES:
            own["d" + name] = _evaluated((changed or {}).get(name, LINES[name]), own)
    return {name: own["d" + name] for name in NAMES}


def measured() -> dict[str, Any]:
    """Return how far each right line and each wrong formula is from autograd.

    Returns:
        `dots`: name, whether it is right, its largest difference as it is and divided by the
        largest number of the gradient. `b1` is left out: its gradient is 0 but for rounding.
    """
    env = model()
    right = by_hand(env)
    dots = [_dot(name, right[name], env[name].grad, True) for name in NAMES if name != "b1"]
    for key, (changed, name) in WRONG.items():
        dots.append(_dot(key, by_hand(env, changed)[name], env[name].grad, False))
    return {"dots": dots, "largest": env["hprebn"].grad.abs().max().item()}


def _dot(key: str, made: Any, true: Any, is_right: bool) -> dict[str, Any]:
    apart = (made - true).abs().max().item()
    return {"key": key, "right": is_right, "apart": apart, "share": apart / true.abs().max().item()}


def line_by_line() -> list[str]:
    """Return the gradients that are equal to the last bit when each line is fed by autograd's."""
    import torch

    env = model()
    for name in NAMES:
        env["d" + name] = env[name].grad
    with torch.no_grad():
        own = {name: _evaluated(LINES[name], env) for name in NAMES}
    return [name for name in NAMES if bool((own[name] == env[name].grad).all())]
