"""What a page asks: a line that is opened, a text that was typed, a cell that is nudged."""

from __future__ import annotations

import json

import numpy as np

from tapewalk_course.derive.diagnose import diagnose, values_of
from tapewalk_course.derive.explain import Diagnosis
from tapewalk_course.derive.expressions import (
    Array,
    Fault,
    Node,
    beginning,
    compute,
    place_of,
    shape_of,
    tokens,
)
from tapewalk_course.derive.families import path_families, rest_families, whole_families
from tapewalk_course.derive.lines import (
    DIMS,
    FORWARD,
    KEYS,
    PARAMETERS,
    PATHS,
    draws,
    forward,
    readers,
    scope,
    value_of,
)
from tapewalk_course.derive.sentences import helped, say, sentence, shape_text
from tapewalk_course.derive.training import trained

_CURVE = 24  # parts of the curve of the loss

_FOLDED_CHIPS = {
    "logits_folded": ("probs", "onehot", "logprobs", "counts", "n"),
    "hprebn_folded": ("dhpreact", "bngain", "bnvar_inv", "bnraw", "bndiff", "n"),
}
_MORE_CHIPS = {
    "logprobs": ("onehot",), "logits": ("is_max",), "C": ("is_letter", "D"), "emb": ("BLOCK", "D")
}  # fmt: skip


def listed() -> dict[str, Array]:
    """Return the keys of all lines in their order, and the forward pass, parameters first."""
    lines = [(name, "") for name in PARAMETERS] + list(FORWARD)
    return {"keys": KEYS, "forward": [{"name": name, "text": text} for name, text in lines]}


def prepared(key: str, i: int) -> dict[str, Array]:
    """Compute one part of what a line needs, so that the next answer is quick.

    The parts are small: a key that is pressed meanwhile waits for one of them.
    """
    families = whole_families(key) + rest_families(key)
    for k in range(len(PATHS[key])):
        families = families + path_families(key, k)
    families[i % len(families)].matrix(draws()[i // len(families)])
    return {"more": i + 1 < len(families) * len(draws())}


def opened(key: str, lang: str) -> dict[str, Array]:
    """Return what a page shows of a line before anything is typed."""
    x, texts = value_of(key), dict(FORWARD)
    truth = draws()[0]["_truth"][key]
    said = say("empty", lang, d="d" + x, size=truth.size, holds=say("holds_" + DIMS[x], lang))
    if key != x:
        said += " " + say("folded_" + x, lang)
    return {
        "x": x,
        "shape": shape_of(truth),
        "truth": truth.reshape(-1).tolist(),
        "paths": [{"through": p.through, "text": texts.get(p.through, "")} for p in PATHS[key]],
        "chips": chips(key),
        "sentence": said,
    }


def chips(key: str) -> list[dict[str, Array]]:
    """Return the names that a line may need, with their shapes: first what comes in.

    They are the names in the forward lines that read the value, so no chip gives away a line.
    """
    env, x = draws()[0], value_of(key)
    known = scope(key, env)
    names = list(_FOLDED_CHIPS.get(key, ()))
    if not names:
        for y, text in readers(x):
            operands = [name for kind, name in tokens(text) if kind == "name"]
            names += ["d" + y] + operands + [y]
        names += _MORE_CHIPS.get(key, ()) + ("n",)
    once = [name for i, name in enumerate(names) if name not in names[:i] and name in known]
    return [{"text": name, "shape": shape_of(known[name])} for name in once]


def answered(key: str, text: str, lang: str) -> dict[str, Array]:
    """Return what a page shows of a text: its value, tiles, paths, and a sentence."""
    out: dict[str, Array] = {"state": "empty", "tiles": [], "factors": None}
    if not text.strip():
        return out
    try:
        tree, whole = _readable(key, text, out)
        if tree is None:
            out["state"], out["sentence"] = "going", _named(out) or say("start", lang)
            return out
        _judge(key, tree, whole, out, lang)
    except Fault as fault:
        slots = {k: shape_text(v) if isinstance(v, tuple) else v for k, v in fault.slots.items()}
        out["state"], out["kind"] = "fault", fault.kind
        out["sentence"] = say(fault.kind, lang, **slots)
        if out.get("tree"):
            _tile(out["tree"], out["tiles"], draws()[0], key)
    out.pop("tree", None)
    return out


def _readable(key: str, text: str, out: dict[str, Array]) -> tuple[Node | None, bool]:
    """Return what can be computed of a text; a name that is still being typed is left out."""
    given = tokens(text)
    known = scope(key, draws()[0])
    last = given[-1] if given else ("", "")
    before = given[-2:-1] == [("sign", ".")]
    is_whole = before and last[1] in ("T", "mT", "values", "indices", "shape")
    if last[0] == "name" and last[1] not in known and not is_whole and text[-1:] != " ":
        names = [] if before else sorted([n for n in known if n.startswith(last[1])], key=len)
        if names or before:
            out["names"] = names
            tree, _ = beginning(text.rstrip()[: -len(last[1])].rstrip())
            return tree, False
    return beginning(text)


def _judge(key: str, tree: Node, whole: bool, out: dict[str, Array], lang: str) -> None:
    env, x = draws()[0], value_of(key)
    out["tree"] = tree
    value = values_of(key, tree, [env])[0]
    needed = shape_of(env["_truth"][key])
    if whole:
        found = diagnose(key, tree)
    else:
        values = values_of(key, tree, draws())
        truth = [e["_truth"][key] for e in draws()]
        equal = all(
            shape_of(v) == shape_of(t) and float(np.abs(v - t).max()) < 1e-9
            for v, t in zip(values, truth)
        )
        found = Diagnosis("going", "agrees" if equal else "going")
    out["state"], out["kind"], out["factors"] = found.state, found.kind, found.factors
    if found.state == "right":
        out["factors"] = ["1"] * len(PATHS[key])
    elif "through" in found.slots and found.slots.get("right"):
        out["factors"] = ["1" if p.through in found.slots["right"] else "?" for p in PATHS[key]]
    by_luck = bool(found.slots.get("by_luck"))
    shown = draws()[1] if by_luck else env
    if by_luck:
        value = values_of(key, tree, [shown])[0]
        out["truth"] = shown["_truth"][key].reshape(-1).tolist()
        compute(tree, scope(key, shown))
        needed = shape_of(shown["_truth"][key])
    out["byLuck"], out["shape"], out["needed"] = by_luck, shape_of(value), needed
    out["value"] = [x if abs(x) < 1e300 else None for x in value.reshape(-1).tolist()]
    _tile(tree, out["tiles"], shown, key)
    if found.state == "going":
        kind = "fits" if found.kind == "going" and shape_of(value) == needed else found.kind
        slots = {"yours": shape_text(shape_of(value)), "needed": shape_text(needed)}
        out["sentence"] = _named(out) or say(kind, lang, d="d" + x, **slots)
    else:
        out["sentence"] = sentence(key, found, lang)


def _named(out: dict[str, Array]) -> str:
    """Return a few names that begin as the one that is being typed, as code."""
    return ", ".join(["`" + name + "`" for name in out.get("names", [])[:4]])


def _tile(
    tree: Node, out: list[dict[str, Array]], env: dict[str, Array], key: str, edge: str = ""
) -> None:
    """Append the tiles of a tree: each name in its shape, and the signs between."""
    kind, parts = tree.kind, tree.parts
    plain = parts and parts[0].kind == "name"
    if kind in ("name", "number", "function") or (kind in ("call", "attribute", "index") and plain):
        try:
            value = compute(tree, scope(key, env))
            out.append({"text": _plain(tree), "shape": shape_of(value), "edge": edge})
        except Fault:
            out.append({"text": _plain(tree), "bad": True})
    elif kind == "signed":
        out.append({"sign": tree.text})
        _tile(parts[0], out, env, key)
    elif kind == "binary":
        left, right = shape_of(parts[0].value), shape_of(parts[1].value)
        ends = "", ""
        if tree.text == "@":
            meets = left[-1:] == right[:1]
            ends = ("meets-right", "meets-left") if meets else ("apart-right", "apart-left")
        else:
            meets = all(m == k or 1 in (m, k) for m, k in zip(reversed(left), reversed(right)))
        _tile(parts[0], out, env, key, ends[0])
        out.append({"sign": tree.text, "bad": not meets})
        _tile(parts[1], out, env, key, ends[1])
    elif kind == "group":
        out.append({"sign": "("})
        _tile(parts[0], out, env, key)
        out.append({"sign": ")"})
    elif parts:
        _tile(parts[0], out, env, key)
        rest = Node(kind, tree.text, [Node("name", "")] + parts[1:], tree.options)
        out.append({"sign": _plain(rest)})


def _plain(tree: Node) -> str:
    """Return a short part of an expression as text."""
    kind, parts = tree.kind, [_plain(p) for p in tree.parts]
    if kind in ("name", "number", "slice"):
        return tree.text
    options = [key + "=" + _plain(value) for key, value in tree.options.items()]
    if kind == "attribute":
        return parts[0] + "." + tree.text
    if kind == "call":
        return parts[0] + "." + tree.text + "(" + ", ".join(parts[1:] + options) + ")"
    if kind == "function":
        return tree.text + "(" + ", ".join(parts + options) + ")"
    if kind == "index":
        return parts[0] + "[" + ", ".join(parts[1:]) + "]"
    if kind == "binary":
        return parts[0] + " " + tree.text + " " + parts[1]
    if kind == "signed":
        return tree.text + parts[0]
    return tree.text[:1] + ", ".join(parts) + tree.text[1:]


def nudged(key: str, at: int) -> dict[str, Array]:
    """Return the loss around one number of a value, and its slope there.

    Args:
        key: The line.
        at: Which number, counted along the rows.
    """
    env, x = draws()[0], value_of(key)
    place = place_of(at, shape_of(env[x]))
    reach = 1.5
    if x in ("probs", "counts", "counts_sum", "counts_sum_inv", "bnvar"):
        reach = min(1.0, 0.8 * float(env[x][place]))  # a logarithm or a root comes after it
    steps = [reach * (2 * i / _CURVE - 1) for i in range(_CURVE + 1)]
    h = 1e-5 * min(1.0, reach)
    curve = [forward(env, (x, place, e))["loss"] for e in steps]
    ends = [forward(env, (x, place, e))["loss"] for e in (h, -h)]
    slope = (ends[0] - ends[1]) / (2 * h)
    return {"place": place, "steps": steps, "curve": curve, "loss": env["loss"], "slope": slope}


def asked(request: str) -> str:
    """Return the answer to a request, both as JSON: the name of a function and its arguments."""
    name, *given = json.loads(request)
    with np.errstate(all="ignore"):
        return json.dumps(_ASKED[name](*given))


_ASKED: dict[str, Array] = {
    "listed": listed,
    "prepared": prepared,
    "opened": opened,
    "answered": answered,
    "nudged": nudged,
    "helped": lambda key, level, lang: {"sentence": helped(key, level, lang)},
    "trained": trained,
}
