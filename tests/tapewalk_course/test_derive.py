"""Lines that a reader derives: right ones pass in any style, and mistakes are explained."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapewalk.data import names
from tapewalk_course.derive import session, training
from tapewalk_course.derive.diagnose import diagnose, values_of
from tapewalk_course.derive.expressions import Fault, parse
from tapewalk_course.derive.lines import (
    DIMS,
    KEYS,
    NAMES,
    PATHS,
    draw,
    draws,
    forward,
    reference,
    scope,
)
from tapewalk_course.derive.sentences import helped
from tests.live.in_page import run_programs
from tests.tapewalk_course.derive_mutants import mutant

SIZES = [(7, 6, 4, 3, 3), (4, 5, 6, 5, 3), (6, 9, 2, 2, 3), (8, 3, 5, 4, 3)]
OTHER_DRAWS = [draw(100 + i, sizes, "free" if i % 2 else "") for i, sizes in enumerate(SIZES)]

# Other right formulas, beside the styles that `styles` makes of each reference.
RIGHT = {
    "logprobs": ["-onehot / n", "onehot * (-1 / n)", "(onehot == 1) / -n"],
    "probs": ["dlogprobs * probs**-1", "dlogprobs * probs.reciprocal()", "-onehot / (n * probs)"],
    "counts_sum_inv": []
    + ["np.sum(counts * dprobs, axis=1, keepdims=True)", "(counts * dprobs).sum(1)[:, None]"],
    "counts_sum": ["-counts_sum_inv**2 * dcounts_sum_inv", "-dcounts_sum_inv / counts_sum**2"],
    "counts": ["counts_sum_inv * dprobs + dcounts_sum", "dcounts_sum + dprobs / counts_sum"],
    "norm_logits": ["norm_logits.exp() * dcounts", "dcounts * np.exp(norm_logits)"],
    "logit_maxes": ["-(dnorm_logits.sum(1)[:, None])", "(-dnorm_logits).sum(axis=1, keepdims=True)"],
    "logits": ["dnorm_logits + is_max * dlogit_maxes", "(probs - onehot) / n", "probs / n - onehot / n"],
    "h": ["(W2 @ dlogits.T).T", "np.matmul(dlogits, W2.T)", "dnorm_logits @ W2.T"],
    "W2": ["(dlogits.T @ h).T", "h.transpose(0, 1) @ dlogits"],
    "b2": ["dlogits.sum(axis=0)", "dlogits.mean(0) * n"],
    "hpreact": ["(1 - h) * (1 + h) * dh", "dh - h * h * dh", "dh * (1 - hpreact.tanh()**2)"],
    "bnvar": ["-0.5 * bnvar_inv**3 * dbnvar_inv", "-dbnvar_inv * bnvar_inv**3 / 2"],
    "bndiff2": ["dbnvar / (n - 1) + 0 * bndiff2", "(dbnvar / (n - 1)).expand(bndiff2.shape)"],
    "bndiff": ["dbnraw * bnvar_inv + bndiff * 2 * dbndiff2", "dbnraw * bnvar_inv + 2 * bndiff * dbnvar / (n - 1)"],
    "hprebn": ["dbndiff + dbnmeani / n", "dbndiff - dbndiff.mean(0)"],
    "emb": ["dembcat.reshape(n, BLOCK, D)", "dembcat.view(n, 3, -1)"],
    "C": ["is_letter.T @ demb.view(-1, D)", "F.one_hot(Xb.view(-1), V).T @ demb.reshape(-1, D)"],
    "logits_folded": ["probs / n - onehot / n"],
}  # fmt: skip

# A line, and a part of the sentence about it.
TOLD = [
    ("logits", "dnorm_logits", "`logit_maxes` is also computed from `logits`"),
    ("counts", "counts_sum_inv * dprobs - dcounts_sum", "through `counts_sum` has the opposite sign"),
    ("counts", "counts_sum_inv * dprobs + 2 * dcounts_sum", "through `counts_sum` is counted twice"),
    ("counts", "(counts_sum_inv * dprobs + dcounts_sum) / n", "added, not averaged"),
    ("logits", "dnorm_logits + dlogit_maxes", "`is_max` is missing"),
    ("b2", "dlogits.sum(1)", "You summed over the letters."),
    ("b2", "dlogits.mean(0)", "That is the mean over the examples."),
    ("h", "dlogits @ W2", "The inner axes don’t match: 4×5 @ 3×5."),
    ("W2", "dlogits.T @ h", "transposed"),
    ("hpreact", "(1 - h) * dh", "You have `1 - h`"),
    ("bndiff2", "1 / n * torch.ones_like(bndiff2) * dbnvar", "should be `1 / (n - 1)`"),
    ("counts_sum_inv", "(counts * dprobs).sum(1)", "`keepdim=True` keeps the axis."),
    ("h", "dh", "`dh` is the gradient you are looking for"),
    ("h", "dhpreact", "`dhpreact` isn’t known yet"),
    ("bnvar_inv", "(bndiff - dbnraw).sum(0, keepdim=True)", "You added"),
    ("bnvar", "-3 * (bnvar + 1e-5)**-1.5 * dbnvar_inv", "yours is `6` times that"),
    ("bnvar", "-0.5 * (bnvar + 1e-5)**1.5 * dbnvar_inv", "You have `(bnvar + 1e-5)**1.5`"),
    ("logits", "dnorm_logits + F.one_hot(logits.max(3).indices, V) * dlogit_maxes", "`max` can’t work"),
    ("C", "is_letter.T @ emb.view(-1, D)", "The incoming gradient is `demb`."),
    ("hprebn_folded", reference("hprebn_folded").replace("n / (n - 1) *", ""), "n and n − 1 are swapped"),
]  # fmt: skip


def styles(line: str) -> list[str]:
    """Return ten ways to write the same line."""
    numpy_words = line.replace("keepdim", "keepdims").replace("torch.", "np.").replace("F.", "")
    return [
        line,
        numpy_words,
        line.replace("*", "×").replace("××", "**").replace("-", "−"),
        line.replace("keepdim=True", "True"),
        f"({line})",
        f"-(-({line}))",
        f"n * ({line}) / n",
        f"({line}) * 1 + 0",
        f"0.5 * ({line}) + ({line}) / 2",
        " " + line.replace(" ", "") + " ",
    ]


@pytest.mark.parametrize("key", KEYS)
def test_right_line_passes_in_any_style(key: str) -> None:
    texts = [*styles(reference(key)), *RIGHT.get(key, [])]
    wrong = {text: diagnose(key, parse(text)).kind for text in texts}
    assert {text: kind for text, kind in wrong.items() if kind not in _PASSES} == {}


_PASSES = ("right", "other_formula", "closed_form")


def test_paths_add_up_to_the_true_gradient() -> None:
    for env in [*draws(), *OTHER_DRAWS]:
        for key in KEYS:
            total = sum(path.value(env) for path in PATHS[key])
            np.testing.assert_allclose(total, env["_truth"][key], atol=1e-11)


@pytest.mark.parametrize("name", NAMES)
def test_reference_is_the_slope_of_the_loss(name: str) -> None:
    env, h = draws()[0], 1e-5
    for at in np.ndindex(*env[name].shape):
        ends = [forward(env, (name, at, e))["loss"] for e in (h, -h)]
        slope = (ends[0] - ends[1]) / (2 * h)
        assert slope == pytest.approx(env["_truth"][name][at], rel=1e-5, abs=1e-7)


def _answered(key: str, line: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(session.asked(json.dumps(["answered", key, line, "en"])))
    return answer


@pytest.mark.parametrize(("key", "line", "told"), TOLD)
def test_wrong_line_is_explained(key: str, line: str, told: str) -> None:
    answer = _answered(key, line)
    assert answer["state"] != "right"
    assert told in answer["sentence"]


def test_mutants_are_explained_and_verified_on_other_draws() -> None:
    rng, count = random.Random(3), Counter[str]()
    wrong = []
    for key in NAMES:
        names = [name for name in scope(key, draws()[0]) if name.removeprefix("d") in DIMS]
        made = {mutant(reference(key), names, rng) for _ in range(40)} - {None}
        for line in sorted(str(one) for one in made):
            with np.errstate(all="ignore"):
                outcome = _outcome(key, line)
            count[outcome] += 1
            wrong += [(key, line)] if outcome == "untrue" else []
    assert wrong == []
    judged = count.total() - count["right"] - count["fault"]
    assert count["specific"] >= 0.9 * judged, count


def _outcome(key: str, line: str) -> str:
    """Say if a line is right, can't run, or is explained in a way that holds on other draws."""
    try:
        found = diagnose(key, parse(line))
    except Fault:
        return "fault"
    if found.state == "right":
        return "right"
    if found.kind == "not_finite":
        return "specific"
    if found.predict is None:
        return "partly"
    for env in OTHER_DRAWS:
        if found.slots.get("by_luck") and not env["_free"]:
            continue
        (value,) = values_of(key, parse(line), [env])
        true = env["_truth"][key]
        if found.bring:
            value = found.bring(value, true.shape)
        near = 1e-6 * max(1e-9, float(np.abs(value).max()), float(np.abs(true).max()))
        predicted = np.asarray(found.predict(env)).reshape(-1) + 0 * value.reshape(-1)
        if np.isfinite(value).all() and np.abs(predicted - value.reshape(-1)).max() > near:
            return "untrue"
    return "specific"


def test_an_unfinished_line_is_not_called_wrong() -> None:
    line = reference("bndiff")
    for end in range(1, len(line)):
        answer = _answered("bndiff", line[:end])
        is_known = answer["state"] == "fault" and answer["kind"] == "name"
        assert answer["state"] in ("going", "empty", "wrong", "shape") or is_known, line[:end]
    for opened in ("(", "((", f"{line} * ("):
        assert _answered("bndiff", opened)["state"] in ("going", "empty"), opened


def test_help_names_the_line_last() -> None:
    for key in KEYS:
        texts = [helped(key, level, lang) for level in (1, 2, 3) for lang in ("en", "es")]
        assert all(reference(key) not in text for text in texts)
        assert "▢" in texts[-1]


def test_right_lines_train_the_network() -> None:
    lines = {key: reference(key) for key in NAMES}
    first, second = [training.trained(lines, 100, 0.5, begins) for begins in (True, False)]
    assert first["losses"][0] == pytest.approx(np.log(27), abs=0.4)
    assert np.mean(second["losses"][-50:]) < 2.5
    assert all(set(name) <= set(training.LETTERS[1:]) for name in second["names"])
    assert set(training.SOME_NAMES.split()) <= set(names())


def test_micropython_agrees_with_cpython(tmp_path: Path) -> None:
    asked = [["answered", key, line, lang] for key, line, _ in TOLD for lang in ("en", "es")]
    asked += [["answered", key, reference(key), "en"] for key in KEYS]
    trained = [["trained", {key: reference(key) for key in NAMES}, 3, 0.5, True]]
    every = asked + trained
    programs = [f"{_ASK}runner.Answer(asked({json.dumps(json.dumps(one))}))" for one in every]
    results = run_programs(programs, tmp_path, "arrays")
    assert results[-1]["error"] is None, results[-1]["error"]
    losses = json.loads(results.pop()["answer"])["losses"]
    assert losses == pytest.approx(training.trained(*trained[0][1:])["losses"], rel=1e-6)
    for request, result in zip(asked, results, strict=True):
        assert result["error"] is None, (request, result["error"])
        theirs, ours = json.loads(result["answer"]), json.loads(session.asked(json.dumps(request)))
        assert theirs["sentence"] == ours["sentence"], request
        assert theirs["factors"] == ours["factors"], request


_ASK = "import numpy\nimport runner\nfrom tapewalk_course.derive.session import asked\n"
