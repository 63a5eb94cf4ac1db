"""The mistakes of the detective's cases: their changes to a program, and possible fixes."""

from __future__ import annotations

from typing import Final, NamedTuple


class Change(NamedTuple):
    """A text of a program and its replacement; both may contain `$width` and the like."""

    old: str
    new: str


class Bug(NamedTuple):
    """A mistake in a program.

    Attributes:
        kind: The kind of mistake.
        program: Name of the program.
        change: Its change to the program.
        fix: A change to the program with the mistake that may fix it; a run decides.
        also: Further lines where it can be fixed: those with one of these texts.
    """

    kind: str
    program: str
    change: Change
    fix: Change
    also: tuple[str, ...] = ()


# By program: the module whose parameters are the only ones of an incomplete optimizer.
_LAST: Final = {"points": "head", "letters": "head", "memory": "head", "pictures": "paint"}
_FASTER: Final = Change("lr=$rate", "lr=10 * $rate")
_WIDER: Final = Change("width=$width", "width=2 * $width")
_LOSS: Final = "        loss = loss_of()\n        loss.backward()\n"
_ZERO: Final = "        optimizer.zero_grad()\n"
_STEP: Final = "        optimizer.step()\n"
_LOOP: Final = "    for step in range(steps):\n"
_ADAM: Final = "torch.optim.Adam(model.parameters(), lr=$rate)"
_DECAYS: Final = "torch.optim.Adam(model.parameters(), lr=$rate, weight_decay=1.0)"
# It changes nothing that is learnt, and only looks suspicious.
INNOCENT: Final = Change("yield loss.item()", "yield loss.detach().item()")
_RATE: Final = '        optimizer.param_groups[0]["lr"] *= 0.8\n'


def elsewhere(program: str) -> tuple[Change, ...]:
    """Return changes that one may try on any mistake, each on a line of its own."""
    clip = "loss.backward()\n        nn.utils.clip_grad_norm_(model.parameters(), 1.0)"
    more = Change("fresh(64)", "fresh(256)") if program == "letters" else Change("256", "1024")
    return (_FASTER, _WIDER, more, Change("loss.backward()", clip))


def _of_any(program: str) -> tuple[Bug, ...]:
    """Return the mistakes that each program can have."""
    return (
        Bug(
            "zeroed",
            program,
            Change(_ZERO + _LOSS, _LOSS + _ZERO),
            Change(_ZERO, "        model.zero_grad()\n"),
            ("loss.backward()", "optimizer.step()"),
        ),
        Bug(
            "accumulate",
            program,
            Change(_ZERO + _LOSS, _LOSS),
            Change("loss.backward()", "(loss / 80).backward()"),
            ("for step in", "loss = loss_of()", "loss.backward()", "optimizer.step()"),
        ),
        Bug(
            "decay",
            program,
            Change(_ADAM, _DECAYS),
            Change("weight_decay=1.0", "weight_decay=0.5"),
        ),
        Bug(
            "schedule",
            program,
            Change(_LOOP, _LOOP + _RATE),
            Change("loss.backward()", "(10 * loss).backward()"),
        ),
        Bug(
            "missing",
            program,
            Change("model.parameters()", f"model.{_LAST[program]}.parameters()"),
            _FASTER,
        ),
    )


_BLOCKS: Final = "[Block(width) for _ in range($depth)]"
_ANSWER: Final = "        return self.head(self.norm(state))"

BUGS: Final = (
    *(bug for program in _LAST for bug in _of_any(program)),
    Bug(
        "detach",
        "points",
        Change("self.head(x)", "self.head(x.detach())"),
        Change("x.detach()", "x.data"),
    ),
    Bug(
        "detach",
        "pictures",
        Change("self.decode(z)", "self.decode(z.detach())"),
        Change("z.detach()", "z.data.clone()"),
    ),
    Bug(
        "data",
        "letters",
        Change("self.place[: text.shape[1]]", "self.place.data[: text.shape[1]]"),
        Change("self.place.data[", "self.place.detach()["),
    ),
    Bug(
        "data",
        "points",
        Change("        return self.head(x)", "        x = x.data\n        return self.head(x)"),
        Change("x = x.data", "x = x.detach().clone()"),
        ("self.head(x)",),
    ),
    Bug(
        "no_grad",
        "points",
        Change(
            "            x = block(x)\n",
            "            with torch.no_grad():\n                x = block(x)\n",
        ),
        Change("torch.no_grad()", "torch.inference_mode()"),
    ),
    Bug(
        "no_grad",
        "pictures",
        Change(
            "        z = self.encode(x)\n",
            "        with torch.no_grad():\n            z = self.encode(x)\n",
        ),
        Change("self.decode(z)", "self.decode(z.requires_grad_())"),
    ),
    Bug(
        "unused",
        "letters",
        Change("        x = x + y\n", "        x = self.norm(x)\n"),
        Change("x = self.norm(x)\n", "x = self.norm(x + y)\n"),
        ("self.head(x)",),
    ),
    Bug(
        "unused",
        "points",
        Change("        return x + self.down(h)\n", "        return x\n"),
        Change("        return x\n", "        return self.down(h)\n"),
    ),
    Bug(
        "unused",
        "memory",
        Change(
            "state = self.cell(self.sign(now), state)", "out = self.cell(self.sign(now), state)"
        ),
        Change("self.norm(state)", "self.norm(out)"),
        ("self.norm(state)",),
    ),
    Bug(
        "list",
        "points",
        Change(f"nn.ModuleList({_BLOCKS})", _BLOCKS),
        Change(_BLOCKS, f"tuple({_BLOCKS})"),
    ),
    Bug(
        "frozen",
        "letters",
        Change("torch.zeros(length, width))", "torch.zeros(length, width), requires_grad=False)"),
        Change("requires_grad=False", "requires_grad=True"),
    ),
    Bug(
        "frozen",
        "pictures",
        Change("        self.open = ", "        self.requires_grad_(False)\n        self.open = "),
        Change("        self.requires_grad_(False)", "        self.eval()"),
    ),
    Bug(
        "softmax_twice",
        "points",
        Change("return self.head(x)", "return self.head(x).softmax(-1)"),
        Change(".softmax(-1)", ".log_softmax(-1)"),
        ("F.cross_entropy(",),
    ),
    Bug(
        "softmax_twice",
        "memory",
        Change(_ANSWER, _ANSWER + ".softmax(-1)"),
        Change(".softmax(-1)", ".log_softmax(-1)"),
        ("F.cross_entropy(",),
    ),
    Bug(
        "sigmoid_twice",
        "pictures",
        Change("return self.paint(h)", "return torch.sigmoid(self.paint(h))"),
        Change(
            "return torch.sigmoid(self.paint(h))",
            "h = self.paint(h)\n        return h if self.training else torch.sigmoid(h)",
        ),
        ("F.binary_cross_entropy_with_logits",),
    ),
    Bug(
        "in_place",
        "letters",
        Change("        x = x + y\n", "        x += y\n"),
        Change("x += y\n", "x.add_(y)\n"),
    ),
    Bug(
        "in_place",
        "points",
        Change("return x + self.down(h)", "return x.add_(self.down(h))"),
        Change("x.add_(self.down(h))", "x.add_(self.down(h).clone())"),
    ),
    Bug(
        "dead",
        "pictures",
        Change(
            "        self.code = nn",
            "        nn.init.constant_(self.enter.bias, -10.0)\n        self.code = nn",
        ),
        Change("-10.0", "-5.0"),
    ),
    Bug(
        "dead",
        "points",
        Change(
            "        self.down = nn",
            "        nn.init.constant_(self.up.bias, -10.0)\n        self.down = nn",
        ),
        _WIDER,
    ),
    Bug(
        "kept",
        "memory",
        Change(_ANSWER, "        self.first = state[:1]\n" + _ANSWER),
        Change("loss.backward()", "loss.backward(retain_graph=True)"),
        ("self.first.expand",),
    ),
    Bug(
        "shuffled",
        "points",
        Change(
            "points, arms = fresh(256)",
            "points, arms = fresh(256)\npoints = points[torch.randperm(256)]",
        ),
        Change(
            "points = points[torch.randperm(256)]",
            "order = torch.randperm(256)\npoints, arms = points[order], arms[order]",
        ),
    ),
    Bug(
        "shuffled",
        "memory",
        Change(
            "signs, first = fresh(256)",
            "signs, first = fresh(256)\nsigns = signs[torch.randperm(256)]",
        ),
        Change("signs = signs[torch.randperm(256)]", "first = signs[:, 0]"),
    ),
    Bug(
        "shift",
        "letters",
        Change("target[:, $period - 1 :].flatten())", "text[:, $period - 1 :].flatten())"),
        Change("is_causal=True", "is_causal=False"),
    ),
    Bug(
        "same_batch",
        "letters",
        Change(
            "    text, target = fresh(64)", "    torch.manual_seed(0)\n    text, target = fresh(64)"
        ),
        Change("torch.manual_seed(0)", "torch.manual_seed(42)"),
        ("text, target = fresh(64)",),
    ),
    Bug(
        "truncated",
        "memory",
        Change("self.cell(self.sign(now), state)", "self.cell(self.sign(now), state.detach())"),
        Change("state.detach()", "state.data"),
    ),
    Bug(
        "skipped",
        "memory",
        Change(_STEP, "        if step % 10 == 9:\n            optimizer.step()\n"),
        Change("step % 10 == 9", "step % 10 == 0"),
        ("optimizer.zero_grad()",),
    ),
    Bug(
        "skipped",
        "points",
        Change(_STEP, "        if step % 20 == 19:\n            optimizer.step()\n"),
        Change("step % 20 == 19", "step % 20 == 0"),
        ("optimizer.zero_grad()",),
    ),
    Bug(
        "scaled",
        "points",
        Change(
            "points, arms = fresh(256)",
            "points, arms = fresh(256)\npoints = (points - points.mean(0)) / points.std(0)",
        ),
        Change("(points - points.mean(0)) / points.std(0)", "points - points.mean(0)"),
    ),
    Bug(
        "scaled",
        "pictures",
        Change(
            "pictures, wanted = fresh(256)",
            "pictures, wanted = fresh(256)\npictures = pictures / 255",
        ),
        Change("pictures / 255", "pictures / 256"),
    ),
    Bug(
        "merged",
        "letters",
        Change("self.place[: text.shape[1]]", "self.place[:1]"),
        Change("self.place[:1]", "self.place[1:2]"),
        ("self.place = ",),
    ),
    Bug(
        "merged",
        "memory",
        Change("self.sign(now)", "self.sign(now // 2)"),
        Change("self.sign(now // 2)", "self.sign(now % 2)"),
    ),
    Bug(
        "rate",
        "points",
        Change("lr=$rate", "lr=100 * $rate"),
        Change("lr=100 * $rate", "lr=200 * $rate"),
    ),
    Bug(
        "rate",
        "pictures",
        Change("lr=$rate", "lr=1e-6"),
        Change("lr=1e-6", "lr=1e-5"),
    ),
)
