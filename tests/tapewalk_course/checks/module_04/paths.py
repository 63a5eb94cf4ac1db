"""04.2: the reference, and what learners write instead."""

import numpy as np
import torch

from tapewalk import inspect
from tapewalk_course.solutions.module_02 import leaves_reached
from tapewalk_course.solutions.module_04 import without_path


def in_a_list(loss, model):
    leaves = leaves_reached(loss.grad_fn)
    return [name for name, p in model.named_parameters() if p not in leaves]


def from_tensors(loss, model):
    reached = {id(leaf) for leaf in leaves_reached(loss.grad_fn)}
    return [p for p in model.parameters() if id(p) not in reached]


def by_value(loss, model):
    leaves = leaves_reached(loss.grad_fn)
    return [n for n, p in model.named_parameters() if not any(torch.equal(p, v) for v in leaves)]


def those_reached(loss, model):
    missing = without_path(loss, model)
    return [name for name, _ in model.named_parameters() if name not in missing]


def without_backward(loss, model):
    return [name for name, p in model.named_parameters() if p.grad is None]


def after_backward(loss, model):
    loss.backward()
    return [name for name, p in model.named_parameters() if p.grad is None]


def after_clearing(loss, model):
    for p in model.parameters():
        p.grad = None
    return after_backward(loss, model)


def by_size(loss, model):
    for p in model.parameters():
        p.grad = None
    loss.backward()
    return [n for n, p in model.named_parameters() if p.grad is None or p.grad.abs().sum() == 0]


def frozen_only(loss, model):
    return [name for name, p in model.named_parameters() if not p.requires_grad]


def without_frozen(loss, model):
    named = {name: p for name, p in model.named_parameters() if p.requires_grad}
    slopes = torch.autograd.grad(loss, list(named.values()), allow_unused=True)
    return [name for name, slope in zip(named, slopes, strict=True) if slope is None]


def under_every_name(loss, model):
    reached = {id(leaf) for leaf in leaves_reached(loss.grad_fn)}
    named = model.named_parameters(remove_duplicate=False)
    return [name for name, p in named if id(p) not in reached]


REFERENCE = (without_path,)
ALSO_RIGHT = [
    (lambda loss, model: [p.name for p in inspect(loss, model).missing],),
    (lambda loss, model: set(without_path(loss, model)),),
    (after_clearing,),
    (lambda loss, model: (name for name in without_path(loss, model)),),
    (lambda loss, model: dict.fromkeys(without_path(loss, model)).keys(),),
    (lambda loss, model: np.array(without_path(loss, model), dtype=str),),
]
WRONG = [
    ("compared", (in_a_list,)),
    ("compared", (lambda loss, model: [n for n, p in model.named_parameters() if not p.grad],)),
    ("compared", (lambda loss, model: [n for n, p in model.named_parameters() if p.grad == 0],)),
    ("tensors", (from_tensors,)),
    ("equal", (by_value,)),
    ("inverted", (those_reached,)),
    ("grads", (without_backward,)),
    ("stale", (after_backward,)),
    ("zeros", (by_size,)),
    ("frozen_only", (frozen_only,)),
    ("frozen", (without_frozen,)),
    ("names", (under_every_name,)),
]
GENERIC = [
    ("none", (lambda loss, model: without_path(loss, model).sort(),)),
    ("type", (lambda loss, model: len(without_path(loss, model)),)),
    ("type", (lambda loss, model: ", ".join(without_path(loss, model)),)),
    ("type", (lambda loss, model: loss,)),
    ("type", (lambda loss, model: [id(p) for p in from_tensors(loss, model)] + [0],)),
    ("type", (lambda loss, model: list(model.named_parameters()),)),
    ("answer", (lambda loss, model: without_path(loss, model)[:-1],)),
    ("raised", (lambda loss, model: model.parameter_names,)),
]
