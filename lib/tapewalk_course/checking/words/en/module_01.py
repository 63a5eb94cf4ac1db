"""The hints of module 01, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_01.1_swapped": "These are the right slopes in the wrong order: first tanh, then sigmoid.",
    "hint_01.1_tanh_result": "That is tanh itself, not how fast it moves.",
    "hint_01.1_tanh_operand": "You squared the operand x. The slope is made of the result: square "
    "t = tanh(x).",
    "hint_01.1_tanh_square": "That is 1 - t. The result t enters squared.",
    "hint_01.1_tanh_sign": "The sign: tanh is steepest at 0, with slope 1, and flatter everywhere "
    "else.",
    "hint_01.1_sigmoid_result": "That is the sigmoid itself, not how fast it moves.",
    "hint_01.1_sigmoid_operand": "The formula s (1 - s) takes the result s, and you put the "
    "operand x into it.",
    "hint_01.1_sigmoid_factor": "A factor is missing: the slope is s times (1 - s).",
    "hint_01.1_sigmoid_as_tanh": "1 - s ** 2 is the slope of tanh. The sigmoid has one of its own.",
    "hint_01.1_tanh_root": "1 / cosh x is the square root of the slope. Square it: 1 - t² is 1 / "
    "cosh² x.",
    "hint_01.1_sigmoid_mixed": "One of the two factors has the operand in it. In s (1 - s) both "
    "are made of the result.",
    "hint_01.1_sigmoid_sign": "The size is right and the sign is not: the sigmoid rises "
    "everywhere. Two minus signs meet, that of the derivative of 1 / u and that of e⁻ˣ, and "
    "cancel.",
    "hint_01.1_double": "Both slopes are twice too large, or one is. A nudge of h to each side "
    "moves x by 2h in all; and a function of x / 2 has a factor ½ in its slope.",
    "hint_01.1_tanh_twice": "Your sigmoid_slope gives the slope of tanh. The sigmoid has one of "
    "its own.",
    "hint_01.1_sigmoid_twice": "Your tanh_slope gives the slope of the sigmoid. tanh has one of "
    "its own.",
    "hint_01.1_tanh_apart": "That is (1 - t) ** 2. Square t first, then subtract it from 1.",
    "hint_01.1_tanh_as_sigmoid": "t (1 - t) is made as the slope of the sigmoid is. That of tanh "
    "is another one.",
    "hint_01.2_recursion": "Recursion goes one call deeper for every node, and Python stops it "
    "after about a thousand. Keep a list of what is waiting, and loop until it is empty.",
    "hint_01.2_paths": "This graph has {nodes} nodes and millions of paths. Remember which nodes "
    "you have seen, and do not walk from them again.",
    "hint_01.2_twice": "A node stands in your list more than once: a value used twice is still "
    "one node. Remember whom you have seen.",
    "hint_01.2_root": "The root itself is missing: it is the last node of the order.",
    "hint_01.2_leaves": "Leaves are missing. They have no parents, but a place in the order: "
    "the first ones.",
    "hint_01.2_early": "A node stands before one of its parents. Put a node down when all its "
    "parents are down, not when you first meet it: leave it waiting, to be met a second time.",
    "hint_01.2_reversed": "This is the order of the walk back: root first. You were asked for the "
    "tape: parents before what was made from them, the root last.",
    "hint_01.2_equal": "Two nodes with the same number are still two. Remember the nodes "
    "themselves, not what they hold.",
    "hint_01.2_missing": "Nodes are missing. Go on to every one of `.parents`, and put each node "
    "down in the end.",
    "hint_01.3_recursion": "Here every call waits for another one, thousands deep, and Python "
    "stops after about a thousand. The list has the order already: one loop over it from its end "
    "is enough.",
    "hint_01.3_paths": "This graph has {nodes} nodes and millions of paths, and you walk along "
    "each. Let a node send once, when all has arrived: one loop over the order from its end.",
    "hint_01.3_start": "A KeyError: a node had no entry yet when something was added to it. Give "
    "every node 0.0 before the walk.",
    "hint_01.3_missing": "The dictionary lacks nodes. Every node of the order has an entry, the "
    "ones in between and the last one too.",
    "hint_01.3_overwrites": "A gradient that arrived was overwritten by the next one. Where two "
    "paths meet, gradients add up: `+=`.",
    "hint_01.3_returned": "Only the first parent of the last node got something: a `return` "
    "inside the loop ends the walk in its first round. Move it to the left, behind both loops.",
    "hint_01.3_forward": "Only the last node has sent anything. Did you walk from the leaves to "
    "the end, where nothing has arrived yet when a node sends? Walk the order from its end. Or "
    "does a `return` inside the loop end the walk after its first round?",
    "hint_01.3_seed": "Everything is 0. The walk needs a beginning: the last node moves with "
    "itself at rate 1.0.",
    "hint_01.3_local_only": "You added the local gradient alone. Multiply it by what arrived at "
    "the node: that is the chain rule.",
    "hint_01.3_arrived_only": "You passed on what arrived without multiplying it by the local "
    "gradient.",
    "hint_01.3_sum": "You added what arrived and the local gradient. Along a path slopes multiply; "
    "only where paths meet do they add.",
    "hint_01.3_edges": "In a * a there are two edges to a, and each of them sends. A set or a "
    "dictionary of parents loses one: walk the two tuples with zip.",
    "hint_01.3_ones": "Every node began with 1. Only the last one does, since it moves with "
    "itself at rate 1; the others begin with 0 and get what arrives.",
    "hint_01.3_multiplied": "Where paths meet you multiplied. Along a path slopes are "
    "multiplied; what arrives over several paths is added.",
    "hint_01.3_sent_away": "The leaves are right, and every other node has nothing left. Read "
    "its gradient when it sends, and let it stand: every node of the order was asked for.",
    "hint_01.3_keys": "The keys are not the nodes. Take the nodes themselves as keys, not their "
    "names, numbers or places: `grads[number]`.",
    "hint_01.3_wrong_end": "The 1.0 stands at the first number of the order. It belongs to the "
    "last one: that is whose rate is asked for.",
    "hint_01.3_unsent": "Only the last node has a gradient: nothing was sent. Does your loop "
    "include the last node, and does it add to the parents?",
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
    "hint_01.8_recursion": "Recursion ends after about a thousand numbers. Use the order of 01.2, "
    "which needs none.",
    "hint_01.8_paths": "Few numbers, but millions of paths: visit each number once, in the order "
    "of 01.2.",
    "hint_01.8_forward": "The way forward is wrong already: look at `.data` of the last number.",
    "hint_01.8_overwrites": "A gradient was overwritten by the next that arrived: `+=`.",
    "hint_01.8_seed": "All gradients are 0: the number that backward() is called on begins with "
    "1.0. And is what the walk finds written to `.grad`?",
    "hint_01.8_edges": "In a * a only one of the two edges was walked. Keep the parents in a "
    "tuple, not in a set.",
    "hint_01.8_mul": "A product sends to each factor the other factor. You sent to each factor "
    "itself.",
    "hint_01.8_tanh_operand": "The slope of tanh takes the result: 1 - t ** 2, with t, not with x.",
    "hint_01.8_tanh_square": "The slope of tanh is 1 - t ** 2: the square is missing.",
    "hint_01.8_hasty": "A number sent on before everything had arrived at it. Walk the order of "
    "01.2 from its end.",
    "hint_01.8_kept": "At the second walk the numbers in between still had the first one's "
    "gradients, and sent them on again. They begin each walk at 0; only leaves keep theirs.",
    "hint_01.8_cleared": "After two walks the leaves hold one: you clear them too. Leaves add up, "
    "and only their owner clears them.",
    "hint_01.8_leaves_only": "Only the leaves have their gradients. Those in between get theirs "
    "too.",
    "hint_01.8_piled": "After two walks all gradients are doubled. Only those of leaves add up: "
    "numbers in between begin each walk at 0.",
}
