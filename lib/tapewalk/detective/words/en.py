"""What the gradient detective says, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "right": "Right: {name}.",
    "wrong": "Not this: {name}.",
    "report": "The report shows: {shown}.",
    "no_answer": "there is no answer {answer!r}; there are {names}",
    "name_healthy": "nothing is wrong",
    "name_detached": "a branch is detached",
    "name_data": "a layer reads .data",
    "name_frozen": "a layer is frozen",
    "name_unused": "a module is not used",
    "name_tied": "two layers share a weight",
    "name_vanishing": "gradients vanish with depth",
    "name_exploding": "gradients explode: the first weights are too large",
    "name_unfused": "attention is not fused",
    "name_overflow": "float16 overflows",
    "name_zeroed": "a weight is all zero",
    "why_healthy": "All parameters have a path, no gradient is marked, attention is fused.",
    "why_detached": "The branch was computed and the loss depends on its numbers, but detach() "
    "gave them back without their graph: its parameters get no gradient.",
    "why_data": ".data is the bare numbers of a parameter: the layer computed with them, and "
    "nothing tells autograd where they came from.",
    "why_frozen": "With requires_grad=False a parameter gets no AccumulateGrad. That may be meant, "
    "as in fine-tuning; check that it is.",
    "why_unused": "The module is in the model, so an optimizer gets its parameters, but forward "
    "never calls it.",
    "why_tied": "Two names stand for one tensor: it has one AccumulateGrad, in which the gradients "
    "of both uses add up.",
    "why_vanishing": "Each sigmoid multiplies the gradient with at most 0.25, and no skip leads "
    "around it: the first layers get next to nothing.",
    "why_exploding": "Each layer multiplies with weights that are too large, forward and backward: "
    "gradients are far larger than the weights that they are to change.",
    "why_unfused": "need_weights=True, the default, makes nn.MultiheadAttention build the whole "
    "matrix of weights: a softmax between two products, and that matrix is kept for backward.",
    "why_overflow": "float16 ends at 65,504: an activation above it becomes infinite, and from "
    "infinite minus infinite come NaN in all gradients.",
    "why_zeroed": "Backward multiplies with the weight. It is 0, so what lies before it gets a "
    "gradient of exactly 0, although it has a path.",
    "against_healthy": "something is out of order: look at these parts",
    "against_detached": "if the path were cut behind a branch, its parameters would have none",
    "against_data": "if a layer read .data, its own parameters would have no path, cut inside it",
    "against_frozen": "a frozen parameter would be listed as frozen",
    "against_unused": "the parameters of an unused module would be listed as unused",
    "against_tied": "a shared weight would be listed under two names",
    "against_vanishing": "the first layers would be marked as vanishing",
    "against_exploding": "gradients would be marked as exploding, and still be finite",
    "against_unfused": "a softmax would stand between two products",
    "against_overflow": "there would be float16 among the number types, and gradients of NaN",
    "against_zeroed": "gradients before the weight would be exactly 0, and only these",
    "all_paths": "all {count} parameters have a path",
    "no_marks": "no gradient is marked",
    "types": "number types {types}",
    "no_ties": "each parameter has one name",
    "fused": "{fused} of {all} attentions are fused",
    "no_signs": "nothing out of order",
    "place_parameters": "parameters without a path",
    "place_tied": "names of parameters",
    "place_attention": "attention",
    "place_gradients": "gradients",
    "and_more": "and {count} more",
    "mark_nan": "NaN or infinite",
    "mark_zero": "all zero",
    "mark_vanishing": "vanishing",
    "mark_exploding": "exploding",
}
