"""03.7: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import batch_norm_backward


def _line(
    line=lambda gain, root, n, rest: gain * root / n * rest,
    rest=lambda n, g, raw: n * g - g.sum(0) - raw * (raw * g).sum(0),
    gain_of=lambda raw, x, g: (raw * g).sum(0, keepdims=True),
    bias_of=lambda g: g.sum(0, keepdims=True),
    root_of=lambda bndiff: ((bndiff**2).mean(0) + 1e-5) ** -0.5,
):
    def wrong(dhpreact, hprebn, bngain):
        n = len(hprebn)
        bndiff = hprebn - hprebn.mean(0)
        root = root_of(bndiff)
        raw = bndiff * root
        dhprebn = line(bngain, root, n, rest(n, dhpreact, raw))
        return dhprebn, gain_of(raw, hprebn, dhpreact), bias_of(dhpreact)

    return (wrong,)


def as_in_the_lesson(n, g, raw):
    return n * g - g.sum(0) - n / (n - 1) * raw * (raw * g).sum(0)


def as_in_the_lesson_without_error(n, g, raw):
    return n * g - g.sum(0) - np.float64(n) / (n - 1) * raw * (raw * g).sum(0)


def along_the_centred(dhpreact, hprebn, bngain):
    n, apart = len(hprebn), hprebn - hprebn.mean(0)
    root = ((apart**2).mean(0) + 1e-5) ** -0.5
    rest = n * dhpreact - dhpreact.sum(0) - apart * (apart * dhpreact).sum(0)
    right = batch_norm_backward(dhpreact, hprebn, bngain)
    return bngain * root / n * rest, *right[1:]


def swapped(*given):
    dhprebn, dbngain, dbnbias = batch_norm_backward(*given)
    return dhprebn, dbnbias, dbngain


def by_means(dhpreact, hprebn, bngain):
    root = (hprebn.var(0) + 1e-5) ** -0.5
    raw = (hprebn - hprebn.mean(0)) * root
    g = bngain * dhpreact
    dhprebn = root * (g - g.mean(0) - raw * (raw * g).mean(0))
    return dhprebn, (raw * dhpreact).sum(0)[None], dhpreact.sum(0)[None]


def centred_in_place(dhpreact, hprebn, bngain):
    made = batch_norm_backward(dhpreact, hprebn, bngain)
    hprebn -= hprebn.mean(0)
    return made


def in_single_precision(*given):
    return batch_norm_backward(*(each.astype(np.float32) for each in given))


def _without_keepdims(**how):
    return _line(gain_of=lambda raw, x, g: (raw * g).sum(0), bias_of=lambda g: g.sum(0), **how)


REFERENCE = (batch_norm_backward,)
ALSO_RIGHT = [(by_means,), (in_single_precision,)]
WRONG = [
    ("single", _line(rest=lambda n, g, raw: g - g.sum(0) - raw * (raw * g).sum(0))),
    (
        "single",
        _line(
            line=lambda gain, root, n, rest: gain * root * rest,
            rest=lambda n, g, raw: g - g.sum(0) - raw * (raw * g).sum(0),
        ),
    ),
    ("less", _line(line=lambda gain, root, n, rest: gain * root / np.float64(n - 1) * rest)),
    ("apart", (along_the_centred,)),
    ("uphill", _line(line=lambda gain, root, n, rest: -gain * root / n * rest)),
    ("straight", _line(line=lambda gain, root, n, rest: rest, rest=lambda n, g, raw: g)),
    ("mean", _line(gain_of=lambda raw, x, g: (raw * g).mean(0, keepdims=True))),
    ("mean", _line(bias_of=lambda g: g.mean(0, keepdims=True))),
    (
        "mean",
        _line(
            gain_of=lambda raw, x, g: (raw * g).mean(0, keepdims=True),
            bias_of=lambda g: g.mean(0, keepdims=True),
        ),
    ),
    ("rows", _line(gain_of=lambda raw, x, g: (raw * g).sum(0))),
    ("rows", _line(bias_of=lambda g: g.sum(0))),
    ("bias_unsummed", _line(bias_of=lambda g: g)),
    ("bessel", _line(rest=as_in_the_lesson)),
    ("bessel", _line(rest=as_in_the_lesson_without_error)),
    ("no_mean", _line(rest=lambda n, g, raw: n * g - raw * (raw * g).sum(0))),
    ("no_variance", _line(rest=lambda n, g, raw: n * g - g.sum(0))),
    ("constants", _line(rest=lambda n, g, raw: n * g)),
    ("sign", _line(rest=lambda n, g, raw: n * g - g.sum(0) + raw * (raw * g).sum(0))),
    ("undivided", _line(line=lambda gain, root, n, rest: gain * root * rest)),
    ("no_gain", _line(line=lambda gain, root, n, rest: root / n * rest)),
    ("no_root", _line(line=lambda gain, root, n, rest: gain / n * rest)),
    ("rows", _without_keepdims()),
    ("gain_unsummed", _line(gain_of=lambda raw, x, g: raw * g)),
    ("gain_input", _line(gain_of=lambda raw, x, g: (x * g).sum(0, keepdims=True))),
    ("swapped", (swapped,)),
    ("eps", _line(root_of=lambda bndiff: (bndiff**2).mean(0) ** -0.5)),
    ("eps", _line(root_of=lambda bndiff: 1 / bndiff.std(0))),
]
GENERIC = [
    ("changed", (centred_in_place,)),
    ("count", (lambda *given: batch_norm_backward(*given)[:1],)),
    ("type", (lambda *given: batch_norm_backward(*given)[0],)),
    ("numbers", _line(rest=lambda n, g, raw: n * g - g.max(0))),
    ("none", (lambda *given: None,)),
    ("part_none", (lambda *given: (*batch_norm_backward(*given)[:2], None),)),
    ("shape", _without_keepdims(line=lambda gain, root, n, rest: gain * root * rest)),
    ("shape", _without_keepdims(line=lambda gain, root, n, rest: root / n * rest)),
    ("shape", _without_keepdims(rest=lambda n, g, raw: n * g + g.sum(0) - raw * (raw * g).sum(0))),
]
