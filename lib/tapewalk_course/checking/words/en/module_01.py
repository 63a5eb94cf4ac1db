"""The hints of module 01, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_01.4_unchanged": "The gradient came back as it was. Where an array was repeated, its "
    "gradient has to be summed.",
    "hint_01.4_mean": "That is the mean. A number that was used n times gets all n contributions: "
    "their sum.",
    "hint_01.4_keepdims": "The numbers are right, but axes of length 1 are gone. Keep them: "
    "`keepdims=True`.",
    "hint_01.4_first": "You took the first of the copies. The others contribute too: sum them.",
    "hint_01.4_only_front": "The axes in front are summed, those of length 1 in the shape are "
    "not: along them the array was stretched.",
    "hint_01.4_only_stretched": "The axes of length 1 are summed, those that broadcasting put in "
    "front are not.",
    "hint_01.4_first_axis": "You always sum over the first axis. Which axes were repeated follows "
    "from the two shapes.",
    "hint_01.4_everything": "You summed over all axes. Only those along which the array was "
    "repeated belong in the sum.",
    "hint_01.4_one_front": "Of the axes in front, only the first is summed. There may be several.",
    "hint_01.4_one_stretched": "Of the axes of length 1, only the first is summed. Is the `return` "
    "inside the loop?",
    "hint_01.4_shifted": "You numbered the axes as in `shape`, but while there were still axes in "
    "front these numbers mean others. Sum the axes in front first.",
    "hint_01.5_swapped": "Both gradients are right, and in the wrong order: first that of X, then "
    "that of W.",
    "hint_01.5_factors": "The inner lengths do not fit. Write down the shapes of G, X and W: only "
    "one product of G with W has the shape of X, and only one of X with G that of W.",
    "hint_01.5_transposed": "The gradient of W is transposed: with (n, k) for X and (n, m) for G, "
    "it has to be (k, m). Swap the factors.",
    "hint_01.5_mean": "You divided by the size of the batch. If the loss is a mean, that factor "
    "is in G already.",
    "hint_01.5_ones": "G is not used: you sent back what a G of ones would bring. G is what "
    "arrives.",
    "hint_01.5_front_mean": "You took the mean over the axes in front. W was used once for each "
    "of them, and uses add up: take the sum.",
    "hint_01.5_unsummed": "With axes in front of X, W was used once for each of them: its "
    "gradient is their sum. You have unbroadcast.",
    "hint_01.5_axes": "It works for two axes and not for three. `.T` turns all axes around: swap "
    "the last two only, `swapaxes(-1, -2)`, and sum the gradient of W over those in front. If you "
    "lay X flat, lay its gradient back into the shape of X.",
    "hint_01.5_one_front": "It works with one axis in front of the last two, not with two of them. "
    "Sum the gradient of W over all the axes in front.",
    "hint_01.6_no_arriving": "That is the local gradient alone. Multiply it by the gradient that "
    "arrives.",
    "hint_01.6_of_result": "You took the sigmoid of the result. The slope of softplus is the "
    "sigmoid of the operand: save x.",
    "hint_01.6_result": "You multiplied by softplus itself. Its slope is the sigmoid of x.",
    "hint_01.6_derived_again": "s (1 - s) is the slope of the sigmoid. The sigmoid is already the "
    "slope of softplus.",
    "hint_01.6_mirrored": "The sign of x: your slope falls where softplus becomes steeper.",
    "hint_01.6_no_slope": "What arrives goes on unchanged, as if the slope were 1 everywhere.",
    "hint_01.6_shared": "Two nodes share what they keep, so the first one sees what the second "
    "saved. Keep it with `self.save_for_backward(…)`, not on the class nor in a global.",
    "hint_01.6_summed": "backward has to return an array of the operand's shape, each entry for "
    "itself: nothing is summed here.",
    "hint_01.6_nothing": "No gradient arrived at x: what does your backward return?",
    "hint_01.6_clamped": "Right for small numbers. For 1000 your result stops at a limit that you "
    "set by hand, and softplus goes on: there it is nearly x. np.logaddexp(0, x) needs no limit.",
    "hint_01.6_overflow": "Right for small numbers, not for 1000: exp(1000) is too large for a "
    "float. np.logaddexp(0, x) never computes it; for the slope, 1 / (1 + exp(-x)) "
    "comes out right.",
    "hint_01.6_no_result": "forward returned None, or an array with None in it: is there a "
    "`return` at its end?",
    "hint_01.6_unsaved": "`saved_tensors` is empty: call `self.save_for_backward(…)` in forward.",
    "hint_01.6_unpacked": "`self.saved_tensors` is a tuple, even of one array: take it out with "
    "`(x,) = self.saved_tensors`. And return the gradient as an array, not in a list.",
    "hint_01.7_unrecorded": "The loss has no history: its way forward was not recorded, so "
    "nothing leads back. Call `loss_of()` and `backward()` outside `no_grad`; only the step "
    "belongs inside.",
    "hint_01.7_recorded": "The step itself was recorded. Make it inside `with no_grad():`.",
    "hint_01.7_no_loss": "The step has to return the loss, as a number: `loss.item()`.",
    "hint_01.7_tensor": "The loss came as a tensor, with its graph attached. Return the number: "
    "`loss.item()`.",
    "hint_01.7_unmoved": "The parameters have not moved. `p = p - …` makes a new tensor and leaves "
    "the old one alone: write into it, `p -= …`. Or were the gradients cleared before the step?",
    "hint_01.7_uphill": "The loss grows: you go with the gradient. It points uphill.",
    "hint_01.7_kept": "The gradients of the step before are still there and are added to the new "
    "ones. Clear them before `backward()`.",
    "hint_01.7_cleared_late": "You clear after the step: then the first step finds what an earlier "
    "walk left. Clear before `backward()`.",
    "hint_01.7_one_moved": "Only the first parameter moved. Is the `return` inside the loop?",
    "hint_01.7_loss_after": "That is the loss after the step. You were asked for the one that the "
    "step was computed from: it costs nothing more.",
    "hint_01.7_rate_ignored": "The steps have the length of the gradient: multiply by the rate.",
    "hint_01.7_doubled": "The step goes twice as far as it should. Gradients add up: does "
    "backward run twice before the step?",
    "hint_01.7_divided": "The smaller the rate, the longer your step: the gradient is divided by "
    "it. Multiply.",
    "hint_01.7_no_gradient": "Something is None where an array should be. Before the first "
    "`backward()`, `.grad` is None, and so it is once cleared: clear with `p.grad = None`, then "
    "walk back, and step last.",
}
