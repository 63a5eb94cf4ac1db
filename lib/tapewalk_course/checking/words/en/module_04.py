"""The hints of module 04, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
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
