"""What a plan says, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "peak": "Peak of a training step: {peak}, in the {phase}; the budget is {budget}.",
    "forward": "forward pass",
    "backward": "backward pass",
    "step": "optimizer's step",
    "parts": "At the peak: {parts}.",
    "parameter": "parameters {size}",
    "gradient": "gradients {size}",
    "optimizer": "optimizer {size}",
    "input": "inputs and buffers {size}",
    "saved": "saved for backward {size}",
    "other": "temporary {size}",
    "fits": "It fits as it is.",
    "would": "It fits with {count} of the changes below: {peak}.",
    "lacks": "It does not fit: {peak} even with every change that helps. Use smaller batches, "
    "a smaller model, or several devices.",
    "none": "There is nothing to propose.",
    "table": "What lowers the peak, the cheapest first",
    "change": "change",
    "saves": "saves",
    "alone": "peak with it alone",
    "work": "arithmetic",
    "then": "peak in the plan",
    "fused_step": "optimizer's step as one kernel",
    "attention": "fused attention × {count}",
    "autocast": "autocast to bfloat16",
    "checkpoint": "checkpoint {where} × {count}",
    "offload": "saved tensors on the CPU",
    "bus": "{size} to the CPU and back",
}
