"""02.5: the reference, and what learners write instead."""

from tapewalk_course.solutions.module_02 import attention_bytes


def _formula(
    rows=5, pairs=lambda batch, tokens, heads: batch * heads * tokens**2, weights=0, size=4
):
    def wrong(batch, tokens, d_model, heads):
        numbers = rows * batch * tokens * d_model + pairs(batch, tokens, heads)
        return size * (numbers + weights * d_model * d_model)

    return (wrong,)


def _no_pairs(batch, tokens, heads):
    return 0


REFERENCE = (attention_bytes,)
WRONG = [
    ("numbers", _formula(size=1)),
    ("pairs", _formula(pairs=_no_pairs)),
    ("scores", _formula(pairs=lambda batch, tokens, heads: 2 * batch * heads * tokens**2)),
    ("heads", _formula(pairs=lambda batch, tokens, heads: batch * tokens**2)),
    ("texts", _formula(pairs=lambda batch, tokens, heads: heads * (batch * tokens) ** 2)),
    ("input", _formula(rows=7)),
    ("rows", _formula(rows=4)),
    ("result", _formula(rows=6)),
    ("cache", _formula(rows=2, pairs=_no_pairs)),
    ("weights", _formula(weights=4)),
    ("doubles", _formula(size=8)),
    ("batch", _formula(pairs=lambda batch, tokens, heads: heads * tokens**2)),
    ("masked", _formula(pairs=lambda b, tokens, heads: b * heads * tokens * (tokens + 1) // 2)),
    ("linear", _formula(rows=6, pairs=_no_pairs)),
    ("turned", _formula(rows=8)),
]
GENERIC = [
    ("none", (lambda batch, tokens, d_model, heads: None,)),
    ("numbers", _formula(rows=11)),
    ("raised", (lambda batch, tokens, d_model: 0,)),
]
