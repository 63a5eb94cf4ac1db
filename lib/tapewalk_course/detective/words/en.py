"""What the gradient detective says, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "right": "Right: {name}.",
    "wrong": "Not this: “{name}”.",
    "report": "The report shows: {shown}.",
    "no_answer": "there is no answer {answer!r}; there are {names}",
    "name_healthy": "nothing is wrong",
    "name_detached": "a branch is detached",
    "name_data": "a layer reads .data",
    "name_frozen": "a layer is frozen",
    "name_unused": "a module is not used",
    "name_tied": "two layers share a weight",
    "name_vanishing": "gradients vanish with depth",
    "name_exploding": "gradients explode: the initial weights are too large",
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
    "why_vanishing": "Each sigmoid multiplies the gradient by at most 0.25, and no skip leads "
    "around it: the first layers get next to nothing.",
    "why_exploding": "Each layer multiplies by weights that are too large, forward and backward: "
    "gradients are far larger than the weights that they are to change.",
    "why_unfused": "need_weights=True, the default, makes nn.MultiheadAttention build the whole "
    "matrix of weights: a softmax between two products, and that matrix is kept for backward.",
    "why_overflow": "float16 ends at 65,504: an activation above it becomes infinite, and infinite "
    "minus infinite is NaN. The loss is NaN then, and so are all gradients.",
    "why_zeroed": "Backward multiplies by the weight. It is 0, so the layer before it, which has "
    "no other way to the loss, gets a gradient of exactly 0, although it has a path.",
    "against_healthy": "read there again, line by line",
    "against_detached": "the path of a detached branch would end after the call of its "
    "layer, in the forward around it",
    "against_data": "if a layer read .data, the paths of its own parameters would be cut inside it",
    "against_frozen": "a frozen parameter would be listed as frozen",
    "against_unused": "the parameters of an unused module would be listed as unused",
    "against_tied": "a shared weight would be listed under two names",
    "against_vanishing": "the first layers would be marked as vanishing",
    "against_exploding": "gradients would be marked as exploding, and still be finite",
    "against_unfused": "one that is not fused would be a softmax between two products",
    "against_overflow": "there would be float16 among the number types, and NaN in the gradients",
    "against_zeroed": "the gradients of the layer before that weight, and only these, would be "
    "exactly 0",
    "all_paths": "all {count} parameters have a path",
    "no_marks": "no gradient is marked",
    "types": "number types: {types}",
    "no_ties": "each parameter has one name",
    "fused": "attention, {fused} of {all} fused",
    "no_signs": "nothing out of order",
    "signs": "something out of order under: {places}",
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
