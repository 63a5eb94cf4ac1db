"""04.4: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_04 import attention_path


def _path(
    asks=lambda need_weights: need_weights, drops=None, masks=("learned",), plain_first=False
):
    def drops_some(dropout, training):
        return dropout > 0 and training

    def wrong(need_weights, dropout, training, mask):
        plain = (drops or drops_some)(dropout, training) or mask in masks
        if plain and plain_first:
            return "plain_path"
        if asks(need_weights):
            return "need_weights"
        return "plain_path" if plain else "fused"

    return (wrong,)


REFERENCE = (attention_path,)
WRONG = [
    ("unknown", (lambda *given: attention_path(*given).replace("_", " "),)),
    ("asked", _path(asks=lambda need_weights: True)),
    ("asked", (lambda *given: "need_weights",)),
    ("inverted", _path(asks=lambda need_weights: not need_weights)),
    ("always", _path(asks=lambda need_weights: False)),
    ("order", _path(plain_first=True)),
    ("evaluated", _path(drops=lambda dropout, training: dropout > 0)),
    ("trained", _path(drops=lambda dropout, training: training)),
    ("dropout", _path(drops=lambda dropout, training: False)),
    ("masked", _path(masks=("bool", "float", "learned"))),
    ("floats", _path(masks=("float", "learned"))),
    ("learned", _path(masks=())),
]
GENERIC = [
    ("none", (lambda *given: None,)),
    ("type", (lambda *given: attention_path(*given) == "fused",)),
    ("type", (lambda *given: np.array(["fused", "plain_path"]),)),
    ("answer", (lambda *given: "fused",)),
    ("raised", (lambda need_weights, dropout, training: "fused",)),
]
