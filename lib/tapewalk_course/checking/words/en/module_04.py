"""The hints of module 04, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_04.7_history": "The result has no history: nothing was recorded on the way to it.",
    "hint_04.7_data": "Parameters of `up` have no path: `.data` and `detach` hand on numbers "
    "without their history. Call the layer itself, and use what it returns.",
    "hint_04.7_detached": "Parameters of `attn` have no path: what attention gives is cut off "
    "before it is added. `requires_grad_()` behind it would not mend that.",
    "hint_04.7_unfused": "Every parameter has its path, but attention is not fused: without being "
    "told, `nn.MultiheadAttention` makes its weights, and keeps them.",
    "hint_04.7_moved": "Now something is cut elsewhere: look at the names without a path, and who "
    "comes after them.",
    "hint_04.7_gradient": "Loss and paths are right, but the gradient is not: one of several ways "
    "back is cut. Is there still a `detach`?",
    "hint_04.7_attention": "The attention is gone. It is to stay, with its history.",
    "hint_04.7_network": "The network of `up` and `down` is gone. It is to stay, with its history.",
    "hint_04.7_skips": "The additions are gone: both parts are to be added to what went into them.",
    "hint_04.7_first_skip": "The first addition is gone: what attention gives is to be added to x.",
    "hint_04.7_last_skip": "The second addition is gone: what `down` gives is to be added to x.",
    "hint_04.8_no_gradient": "A parameter without a path has no `.gradient`: it is None, and None "
    "has no mark. `report.marked` lists only those that have one.",
    "hint_04.8_attribute": "You asked the report for something that it does not have. It has "
    "`missing`, `parameters`, `attention` and `marked`.",
    "hint_04.8_words": "That is none of the answers. They are the keys of `detective.answers()`, "
    "not the sentences, and not what the report calls it.",
    "hint_04.8_tied": "Every parameter has a path and none is marked, and yet this model is not "
    "healthy: one parameter has a second name, in `.also`.",
    "hint_04.8_unfused": "Every parameter has a path and none is marked, and yet this model is "
    "not healthy: look at `report.attention`.",
    "hint_04.8_frozen": "A frozen layer may be meant, but a diagnosis says it: its parameters are "
    "in `report.missing`, with a status of their own.",
    "hint_04.8_quiet": "Called healthy, and it is not. Four places may show something: `missing`, "
    "`parameters` with `.also`, `attention`, `marked`.",
    "hint_04.8_missing": "Parameters without a path, but not for this reason. Each has its "
    "`.status`: frozen, unused, inside its module, after its call.",
    "hint_04.8_marked": "Gradients are marked, but it is another sickness. Several marks may "
    "stand in one report: the gravest first, NaN before all others.",
    "hint_04.8_alarmed": "Nothing is wrong with this one: every parameter has its path, no "
    "gradient is marked, attention is fused. A number type alone is no sickness.",
}
