"""The lab's words about bugs and programs, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "overwrite_title": "= instead of +=",
    "overwrite_why": "A number that is used twice gets two gradients. With = the second one "
    "replaces the first; they should add up.",
    "overwrite_hint": "Look at a number that is used twice. Which of its incoming gradients is "
    "left?",
    "hasty_title": "A hasty order",
    "hasty_why": "Each number sends its gradient on as soon as the walk first reaches it. "
    "Anything that arrives "
    "later is not sent on.",
    "hasty_hint": "One number has its full gradient, but its operands don't. When did it send?",
    "paths_title": "Every path walked",
    "paths_why": "The walk does not remember which numbers it has seen, so a number that two paths "
    "reach is put into the order twice. Each time it sends everything it has by then.",
    "paths_hint": "The gradients are too large. How often does each number send?",
    "set_title": "Parents in a set",
    "set_why": "A set contains each thing once, so in a · a one of the two edges is lost. A set "
    "has no order either: with two different parents, their slopes may change places.",
    "set_hint": "Try a number that is multiplied by itself. How many edges should there be?",
    "uncleared_title": "Nothing cleared",
    "uncleared_why": "The intermediate numbers still have the gradient of the first walk, and the "
    "second walk sends it on once more.",
    "uncleared_hint": "One walk is right. What does the second walk begin with?",
    "recursion_title": "A recursive walk",
    "recursion_why": "The function calls itself once for each number on the way down. Python stops "
    "that at some depth, and a long calculation is a deep graph.",
    "recursion_hint": "Every number is right whenever there is a result. What about a long "
    "calculation?",
    "factor_title": "A forgotten factor",
    "factor_why": "In a product, the slope of the second factor is the value of the first. Here it "
    "is always 1.",
    "factor_hint": "Only one operation is wrong. Compare the two factors of a product.",
    "forward_title": "From the wrong end",
    "forward_why": "In the order, a number comes after all that it uses. Read from its beginning, "
    "it lets the leaves send first, when they have nothing yet.",
    "forward_hint": "How far does the 1 of the result get? Which numbers had sent before it "
    "arrived?",
    "exp_title": "A slope of 1 for exp",
    "exp_why": "The slope of exp is exp itself: its local gradient is its result, not always 1.",
    "exp_hint": "Only one operation is wrong. Which numbers of the neuron are off, and at which "
    "node does that begin?",
    "seed_title": "The wrong start",
    "seed_why": "The walk begins with ∂d/∂d, which is 1 whatever d is. Here it begins with the "
    "value of d, and every gradient is multiplied by it.",
    "seed_hint": "Divide each gradient by the right one. Is the quotient the same everywhere?",
    "leaves_title": "Leaves cleared too",
    "leaves_why": "Over several walks, leaves add up what they get. Cleared before each walk, they "
    "forget the earlier ones.",
    "leaves_hint": "One walk is right. What should a leaf have after two?",
    "sum_title": "A minus in the sum",
    "sum_why": "In a sum each operand has the slope 1. Here the second one gets −1, as in a "
    "difference.",
    "sum_hint": "Look at the signs. Which operation flips one?",
    "swapped_title": "Factors swapped",
    "swapped_why": "In a product, each factor's slope is the value of the other one, and here each "
    "gets its own.",
    "swapped_hint": "Two numbers seem to have each other's gradient. Where do they meet?",
    "plus_title": "Plus instead of times",
    "plus_why": "The chain rule multiplies the incoming gradient by the local gradient. Here it is "
    "added.",
    "plus_hint": "What is sent when the local gradient is 3 and a 1 arrives?",
    "diamond_program": "Diamond",
    "square_program": "a · a",
    "neuron_program": "Neuron",
    "residual_program": "Residual chain",
    "twice_program": "Two walks",
    "deep_program": "2,000 deep",
}
