"""Sentences about a line: a diagnosis, its slots, and the words of a language."""

from __future__ import annotations

from tapewalk_course.derive.explain import Diagnosis
from tapewalk_course.derive.expressions import Array
from tapewalk_course.derive.lines import DIMS, PATHS, readers, reference, value_of
from tapewalk_course.derive.words import en, es

WORDS: dict[str, dict[str, str]] = {"en": en.WORDS, "es": es.WORDS}

# What the third help leaves blank in each line.
_BLANK = {
    "logprobs": "F.one_hot(Yb, V)", "probs": "/ probs", "counts_sum_inv": "counts",
    "counts": "dprobs",
    "counts_sum": "counts_sum**-2", "norm_logits": "counts", "logit_maxes": ".sum(1, keepdim=True)",
    "logits": "F.one_hot(logits.max(1).indices, V)", "h": "W2.T", "W2": "h.T", "b2": ".sum(0)",
    "hpreact": "1 - h**2", "bngain": "bnraw", "bnbias": ".sum(0, keepdim=True)", "bnraw": "bngain",
    "bnvar_inv": "bndiff", "bnvar": "(bnvar + 1e-5)**-1.5", "bndiff2": "1 / (n - 1)",
    "bndiff": "2 * bndiff", "bnmeani": ".sum(0, keepdim=True)", "hprebn": "1 / n", "embcat": "W1.T",
    "W1": "embcat.T", "b1": ".sum(0)", "emb": ".view(emb.shape)", "C": "Xb.view(-1)",
    "logits_folded": "onehot", "hprebn_folded": "n / (n - 1) * bnraw",
}  # fmt: skip


def say(word: str, lang: str, **slots: Array) -> str:
    """Return a sentence; what a language lacks is said in English."""
    return WORDS.get(lang, WORDS["en"]).get(word, WORDS["en"][word]).format(**slots)


def shape_text(shape: tuple[int, ...]) -> str:
    """Return a shape as 4×5; a number has 1."""
    return "×".join([str(m) for m in shape]) or "1"


def number_text(x: float, lang: str) -> str:
    """Return a number with four digits, as a language writes it."""
    text = ("%.4g" % x).replace("-", "−")
    return text.replace(".", say("decimal", lang))


def listed(names: list[str], lang: str) -> str:
    """Return names as code, joined."""
    return say("and", lang).join(["`" + name + "`" for name in names])


def sentence(key: str, found: Diagnosis, lang: str) -> str:
    """Return the sentence that a reader sees about a line."""
    x, slots = value_of(key), found.slots
    if found.state == "right":
        many = found.kind == "right" and len(PATHS[key]) == 2
        return say("right_paths" if many else found.kind, lang)
    luck = say("by_luck", lang) if slots.get("by_luck") else ""
    if found.state == "shape":
        return _of_shape(key, found, lang)
    if found.kind == "paths":
        return _after(luck, _of_paths(key, found.factors or [], lang))
    if found.kind == "parts":
        out = []
        for through, kind, own in slots["parts"]:
            if kind in ("path_missing", "path_right", "path_wrong"):
                out.append(say(kind, lang, p=through, x=x))
            else:
                part = Diagnosis("wrong", kind, **_without(own, "right", "missing"))
                out.append(say("path_wrong", lang, p=through) + " " + _of_factors(key, part, lang))
        return " ".join(out)
    return _after(luck, _of_factors(key, found, lang))


def _after(head: str, rest: str) -> str:
    """Return two parts as one sentence, if the first one ends with a colon."""
    return head + rest[:1].lower() + rest[1:] if head else rest


def _without(slots: dict[str, Array], *names: str) -> dict[str, Array]:
    return {k: v for k, v in slots.items() if k not in names and k not in ("cost", "predict")}


def _of_shape(key: str, found: Diagnosis, lang: str) -> str:
    x, slots, kind = value_of(key), found.slots, found.kind
    yours, needed = slots["yours"], slots["needed"]
    say_shape = {
        "x": x, "yours": shape_text(yours), "needed": shape_text(needed),
        "holds": say("holds_" + DIMS[x], lang),
    }  # fmt: skip
    if "first" in slots:
        rest = Diagnosis("wrong", kind, **_without(slots, "first"))
        rest.factors = found.factors
        first = say("shape_first", lang, **say_shape)
        return _after(first, sentence(key, rest, lang))
    if kind == "axis":
        keep = say("keep" if len(yours) < len(needed) else "lose", lang)
        return say("axis", lang, keep=keep, **say_shape)
    if kind == "known":
        return say("shape_known", lang, by=slots["by"], **say_shape)
    if kind == "wrong_sum":
        over = say("and", lang).join([say(c, lang) for c in slots["over"]])
        need = say("and", lang).join([say(c, lang) for c in slots["need"]])
        if not slots["over"]:
            kind = "unsummed"
        elif not slots["need"]:
            kind = "sum_too_many"
        return say(kind, lang, over=over, need=need, **say_shape)
    return say(kind, lang, **say_shape)


def _of_paths(key: str, factors: list[str], lang: str) -> str:
    x, paths = value_of(key), PATHS[key]
    if len(set(factors)) == 1:
        c = factors[0]
        return say("sign_all" if c == "-1" else "path_mean" if c == "1 / n" else "scale", lang, c=c)
    good = [p.through for p, c in zip(paths, factors) if c == "1"]
    out = [say("path_have", lang, good=listed(good, lang)).strip()] if good else []
    kinds = {"0": "path_missing", "-1": "path_sign", "2": "path_twice"}
    for path, c in zip(paths, factors):
        if c != "1":
            bessel = c in ("(n - 1) / n", "n / (n - 1)")
            kind = kinds.get(c, "path_bessel" if bessel else "path_times")
            out.append(say(kind, lang, p=path.through, x=x, c=c))
    return " ".join(out)


def _of_factors(key: str, found: Diagnosis, lang: str) -> str:
    x, slots, kind = value_of(key), dict(found.slots), found.kind
    factor = slots.get("factor", "1")
    slots["x"], slots["c"] = x, factor
    head = ""
    for name in ("right", "missing"):
        if slots.get(name) and "through" in slots:
            good = listed(slots[name], lang)
            head = say(name + "_head", lang, good=good, p=slots["through"])
    tail = say("times", lang, c=factor) if factor != "1" else ""
    if kind == "scale":
        kind, tail = _scale(key, slots, lang), ""
        slots["p"] = slots.get("through") or PATHS[key][0].through
    elif kind in ("known", "added") and factor != "1":
        kind, tail = kind + "_times", ""
    elif kind == "constant_added":
        tail = ""
    elif kind == "reduced":
        kind = "reduced_" + slots["how"]
    elif kind == "factors_added" and slots["how"] == "-":
        kind = "factors_subtracted"
    elif kind == "cell":
        slots["cell"] = "[" + ", ".join([str(i) for i in slots["cell"]]) + "]"
        slots["yours"] = number_text(slots["yours"], lang)
        slots["slope"] = number_text(slots["slope"], lang)
    return _after(head, say(kind, lang, **slots)) + tail


def _scale(key: str, slots: dict[str, Array], lang: str) -> str:
    """Return which sentence a factor gets."""
    c, path = slots["factor"], PATHS[key][0]
    one = len(PATHS[key]) == 1 or "through" in slots
    line = slots.get("line", path.scale if one else "1")
    if c == "-1":
        return ("sign_missing" if line.startswith("-") else "sign_extra") if one else "sign_all"
    if not one and c == "1 / n":
        return "path_mean"
    over = [label for label in path.space if label not in path.out]
    if over and c == "1 / " + {"n": "n", "v": "V", "h": "H"}.get(over[0], ""):
        slots["over"] = say(over[0], lang)
        return "mean"
    if one and line not in ("1", "-1"):
        slots["line"] = line
        return "number"
    return "scale"


def helped(key: str, level: int, lang: str) -> str:
    """Return the first, second or third help for a line."""
    x = value_of(key)
    if level == 3:
        line, blank = reference(key), _BLANK[key]
        return say("help_3", lang, x=x, blank=line.replace(blank, "▢", 1))
    if key != x:
        return say("folded_" + x, lang)
    if level == 1:
        lines = [y + " = " + text for y, text in readers(x)]
        count = say("help_1_one" if len(lines) == 1 else "help_1_two", lang)
        return say("help_1", lang, x=x, count=count, readers=listed(lines, lang))
    out = []
    for path in PATHS[key]:
        factors = [text.replace(".view(emb.shape)", "") for text, _, _ in path.ops]
        parts = " × ".join(["`" + f + "`" for f in factors])
        if path.scale != "1":
            parts += ", " + say("help_2_times", lang, c="`" + path.scale + "`")
        over = say("and", lang).join([say(c, lang) for c in path.space if c not in path.out])
        summed = say("help_2_sum", lang, over=over) if over else ""
        out.append(say("help_2_path", lang, p=path.through, factors=parts, sum=summed))
    text = "; ".join(out) + "."
    return text[:1].upper() + text[1:]
