"""03.8: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import (
    batch_norm_backward,
    cross_entropy_backward,
    layer_backward,
    rows_backward,
    step_by_hand,
)


def _forward(parameters, xb, yb):
    table, w1, b1, w2, b2, bngain, bnbias = parameters.values()
    embcat = table[xb].reshape(len(yb), -1)
    hprebn = embcat @ w1 + b1
    root = (hprebn.var(0) + 1e-5) ** -0.5
    h = np.tanh(bngain * (hprebn - hprebn.mean(0)) * root + bnbias)
    logits = h @ w2 + b2
    powers = np.exp(logits - logits.max(1, keepdims=True))
    probs = powers / powers.sum(1, keepdims=True)
    return -np.log(probs[np.arange(len(yb)), yb]).mean(), (embcat, hprebn, root, h, logits)


def _gradients(
    parameters, xb, yb, kept, norm=batch_norm_backward, rows=rows_backward, times=lambda n: 1
):
    table, w1, _, w2, _, bngain, _ = parameters.values()
    embcat, hprebn, root, h, logits = kept
    dlogits = times(len(yb)) * cross_entropy_backward(logits, yb)
    dhpreact, dw2, db2 = layer_backward(dlogits, h, w2)
    dhprebn, dbngain, dbnbias = norm(dhpreact, hprebn, bngain)
    demb = (dhprebn @ w1.T).reshape(*xb.shape, -1)
    return {
        "C": rows(demb, xb, len(table)),
        "W1": embcat.T @ dhprebn,
        "b1": dhprebn.sum(0),
        "W2": dw2,
        "b2": db2,
        "bngain": dbngain,
        "bnbias": dbnbias,
    }


def _move(parameters, gradients, rate):
    for name, gradient in gradients.items():
        parameters[name] -= rate * gradient


def _step(move=_move, **how):
    def step(parameters, xb, yb, rate):
        loss, kept = _forward(parameters, xb, yb)
        move(parameters, _gradients(parameters, xb, yb, kept, **how), rate)
        return loss

    return (step,)


def new_names_only(parameters, gradients, rate):
    for name, parameter in parameters.items():
        parameter = parameter - rate * gradients[name]


def first_only(parameters, gradients, rate):
    for name, gradient in gradients.items():
        parameters[name] -= rate * gradient
        return


def all_but_the_table(parameters, gradients, rate):
    _move(parameters, {name: each for name, each in gradients.items() if name != "C"}, rate)


def all_but_the_first_bias(parameters, gradients, rate):
    _move(parameters, {name: each for name, each in gradients.items() if name != "b1"}, rate)


def written_over(demb, xb, letters):
    made = np.zeros((letters, demb.shape[2]))
    made[xb] = demb
    return made


def passed_over(dhpreact, hprebn, bngain):
    return dhpreact, *batch_norm_backward(dhpreact, hprebn, bngain)[1:]


def statistics_constant(dhpreact, hprebn, bngain):
    root = (hprebn.var(0) + 1e-5) ** -0.5
    return bngain * root * dhpreact, *batch_norm_backward(dhpreact, hprebn, bngain)[1:]


def weights_first(parameters, xb, yb, rate):
    loss, kept = _forward(parameters, xb, yb)
    gradients = _gradients(parameters, xb, yb, kept)
    parameters["W1"] -= rate * gradients.pop("W1")
    gradients["C"] = _gradients(parameters, xb, yb, kept)["C"]
    _move(parameters, gradients, rate)
    return loss


def loss_afterwards(parameters, xb, yb, rate):
    step_by_hand(parameters, xb, yb, rate)
    return _forward(parameters, xb, yb)[0]


def letters_moved(parameters, xb, yb, rate):
    loss = step_by_hand(parameters, xb, yb, rate)
    xb[:] = xb + 1
    return loss


REFERENCE = (step_by_hand,)
ALSO_RIGHT = [
    _step(),
    _step(move=all_but_the_first_bias),
    (lambda *given: np.asarray(step_by_hand(*given)),),
]
WRONG = [
    ("unmoved", _step(move=new_names_only)),
    ("one_moved", _step(move=first_only)),
    ("table_unmoved", _step(move=all_but_the_table)),
    ("uphill", _step(move=lambda parameters, gradients, rate: _move(parameters, gradients, -rate))),
    (
        "rate_ignored",
        _step(move=lambda parameters, gradients, rate: _move(parameters, gradients, 1)),
    ),
    ("summed", _step(times=lambda n: n)),
    ("overwrites", _step(rows=written_over)),
    ("skipped", _step(norm=passed_over)),
    ("constants", _step(norm=statistics_constant)),
    ("early", (weights_first,)),
    ("loss_after", (loss_afterwards,)),
]
GENERIC = [
    ("changed", (letters_moved,)),
    ("none", (lambda *given: step_by_hand(*given) and None,)),
    ("type", (lambda *given: [step_by_hand(*given)],)),
    ("type", (lambda *given: np.array(str(step_by_hand(*given))),)),
    ("type", (lambda *given: np.array([step_by_hand(*given)]),)),
    ("numbers", _step(times=lambda n: 1.5)),
    ("raised", (lambda parameters, xb, yb, rate: parameters.C,)),
]
