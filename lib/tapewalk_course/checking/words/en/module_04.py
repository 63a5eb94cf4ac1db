"""The hints of module 04, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_04.6_sound": "Sound layers are in your dictionary, with None. Leave them out.",
    "hint_04.6_tolerance": "Small is not 0: a gradient of 1e-15 is not exactly 0, however small. "
    "Ask with `== 0`, without a tolerance.",
    "hint_04.6_squares": "The squares are too small or too large for single precision: 1e-30 is "
    "not 0, and 1e25 is not infinite, but their squares are. Compute in double precision: "
    "`.double()`.",
    "hint_04.6_nans": "A NaN or an infinity went unnoticed: every comparison with NaN is false. "
    "Ask for it first: `isfinite`.",
    "hint_04.6_infinite": "An infinity went unnoticed: `isnan` is false for it. `isfinite` is "
    'false for both, and both are "nan" here and stay out of the median.',
    "hint_04.6_zeros": "A gradient that is exactly 0 is a case of its own: nothing fades there, "
    "something multiplies by 0.",
    "hint_04.6_any_zero": "One entry that is 0 is sound. Only if all of them are, the gradient is "
    "0: `all`, not `any`.",
    "hint_04.6_lower": "Of an even number of sizes, the median is the mean of the two middle ones. "
    "`torch.median` takes the lower one, an index `len // 2` the upper; `statistics.median` "
    "takes the mean.",
    "hint_04.6_kept": "NaN or infinite sizes got into the median, and no comparison with it "
    "holds. Take the sizes that are finite and not 0.",
    "hint_04.6_kept_zeros": "Zeros are in your median. Where half the layers are dead, it is 0, "
    "and nothing is smaller than that.",
    "hint_04.6_average": "You compare with the mean. One layer that explodes drags it along, and "
    "all others look small: take the median.",
    "hint_04.6_own": "A small gradient of small weights is sound: it vanishes only if it is small "
    "against its own weights too.",
    "hint_04.6_middle": "You compare with the layer's own weights only. A gradient vanishes if it "
    "is small against the other layers' as well.",
    "hint_04.6_either": "Both must hold for a gradient that vanishes: small against the median "
    "and against its own weights. You joined them with `or`.",
    "hint_04.6_factor": "Your limits are at another factor: 1,000 upwards, a thousandth downwards, "
    "both of sizes, not of their squares.",
    "hint_04.6_fixed": "1,000 is a factor, not a size. A gradient explodes if it is above 1,000 "
    "times the size of its own weights.",
    "hint_04.6_large": "You compare with the median. A gradient explodes if it is large against "
    "the weights that it is to change.",
    "hint_04.6_root": "You compare means of squares. The size is the root of it: without the root, "
    "a factor of 1,000 becomes one of about 32.",
    "hint_04.6_size": "Your size is another one: a norm, a mean, a maximum, a deviation. Asked for "
    "is the root of the mean of the squared entries.",
    "hint_04.6_signs": "Entries of both signs cancel out in a sum and in a mean. For the size, "
    "square them first; a gradient is 0 if every entry is.",
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
