"""The words of every check, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "passed": "{id} {names}: right, {points} of {of} points",
    "failed": "{id} {names}: not yet, {points} of {of} points",
    "stages": "stages",
    "tried": "input",
    "got": "result",
    "expected": "expected",
    "hint": "hint",
    "and": " and ",
    "right": "{count} inputs, drawn at random. All results agree with {oracles}.",
    "oracle_torch": "PyTorch",
    "oracle_engine": "our engine",
    "oracle_differences": "central differences",
    "oracle_formula": "the formula",
    "oracle_inspect": "tapewalk.inspect",
    "seed": 'New inputs are drawn each time. To repeat these: check("{id}", {names}, seed={seed})',
    "unlimited": "Nothing can stop an endless loop here: if this takes long, interrupt it.",
    "attempts": "Attempt {count}.",
    "progress": "Module {module}: {bar} {done} of {count} exercises, {points} of {of} points",
    "head_id": "exercise",
    "head_names": "asks for",
    "head_points": "points",
    "head_attempts": "attempts",
    "no_exercise": "there is no exercise {id}; the exercises are {names}",
    "got_slow": "nothing within {seconds} seconds",
    "got_unwritten": "nothing yet: the stub raises NotImplementedError",
    "got_changed": "{names} altered",
    "expects_handed": "{names}, without parentheses",
    "expects_callable": "a function or a class",
    "hint_handed": "After the exercise's number, pass exactly this: {names}.",
    "hint_uncalled": "Pass the function itself, not its result: its name, without parentheses.",
    "hint_unwritten": "Write your code in place of `raise NotImplementedError`, run that cell, "
    "then this one.",
    "hint_switched": "Your function changed a setting and did not restore it "
    "({names}), so whatever the caller does next behaves differently. Change it only inside a "
    "`with` block, or restore it at the end.",
    "hint_changed": "Your function wrote into its arguments ({names}), so the caller "
    "has lost them. Usually the cause is `+=`, an index on the left, or an in-place method "
    "such as `reverse`, `sort` or `pop`: make a new array or list instead.",
    "hint_constant": "Your function returns the same number for every input. Compute it from "
    "the argument.",
    "hint_raised": "Your code stopped with an error on these inputs. Try it on them in a cell of "
    "its own, and print shapes on the way.",
    "hint_none": "Your function returned None: is there a `return` at its end, on every path "
    "through it?",
    "hint_type": "The result has a different type from the expected one. Compare both lines above: "
    "number, array, list, dictionary or tuple?",
    "hint_part_none": "A part of the result is None. Where does it come from? A function without "
    "a `return` gives None, and so does one that works in place, like `np.add.at`.",
    "hint_count": "{count} results are expected, in this order: {parts}.",
    "hint_empty": "It fails only for an empty array. The sum of an empty array is 0, its mean "
    "is NaN, and the result still needs the right shape.",
    "hint_shape": "The shape is wrong. A gradient has the shape of its value.",
    "hint_nan": "There is a NaN or an infinity where there should be a number: look for a "
    "division by zero or a number too large for exp.",
    "hint_numbers": "The type and the shape are right, but some numbers are not. Try the inputs "
    "by hand, and follow one number through your code.",
    "hint_missing": "Some entries are missing from the dictionary.",
    "hint_slow": "It took too long and was stopped. Is there a loop that never ends?",
    "hint_order": "The list is not a topological order: every node once, after all its parents.",
    "hint_leaves": "These are not the leaves that the root reaches. Draw the graph, and go from "
    "the root along every operand that is recorded.",
    "hint_steps": "The engine's order differs. Draw the graph, and at each step write down which "
    "nodes are ready.",
    "hint_answer": "That is not the right answer here. Work through this case by hand: what does "
    "your function have to look at to give the expected answer above?",
    "hint_own": "This is the result without the factor {factor} of your task: read the "
    "line above its cell again.",
    "hint_no_function": "This has to be a class derived from tapewalk.Function.",
    "in_part": "Right: {right}. In `{part}`: ",
    "in_parts": "In `{part}`: ",
    "hint_printed": "Your function prints, and returns None: `print` only shows a result, `return` "
    "gives it to the caller.",
    "hint_negative": "Every number has the opposite sign. Look for a missing minus sign, or for a "
    "difference taken the wrong way round.",
    "hint_times": "Every number is `{n}` times too large. Is there a sum where a mean is needed, a "
    "division that is missing, or a factor that is there twice?",
    "hint_over": "Every number is `{n}` times too small. Is there a mean where a sum is needed, a "
    "factor that is missing, or a division that is there twice?",
    "hint_bessel": "Every number is off by the ratio of `{n}` to `{n}` - 1: one of them is "
    "used in place of the other, as in the two kinds of variance.",
    "hint_ratio": "Every number is {ratio} times the expected one, on every input that failed: a "
    "constant factor is missing, or there is one too many.",
    "hint_zero": "Every number is 0. Is the result computed and then lost, or read before it is "
    "computed?",
    "hint_squared": "Every number is the square of the expected one: something is multiplied by "
    "itself, or a root is missing.",
    "hint_signs": "Every number has the right size, and some have the wrong sign.",
    "hint_offset": "Every number differs from the expected one by {offset}: a term is missing, or "
    "there is one too many.",
    "hint_rounded": "The digits after the decimal point are lost. Look for `//`, `int`, `round`, "
    "or an array of integers.",
    "hint_near": "Every number is right to within 1 %. Look for a rounded constant, a term "
    "that is usually small, or finite differences with a large step.",
    "hint_input": "This is `{name}` itself, unchanged.",
    "hint_single": "The result is one number, but an array of shape {wanted} is expected: is there "
    "a sum or a mean too many, or is it another result, such as the loss?",
    "hint_shaped_like": "The result has the shape {came}, like `{name}`, and should have {wanted}.",
    "hint_uniform": "All the numbers are the same, and the expected ones are not: is there a sum "
    "over too many axes?",
    "hint_transposed": "The result is transposed: its rows are the expected columns. A `.T` is "
    "missing, or there is one too many, or a product has its factors in the wrong order.",
    "hint_reversed": "Along axis {axis} the numbers are in reverse order.",
    "hint_shifted": "Along axis {axis} everything is shifted by one position. Look at where "
    "your indices or slices begin and end, or whether something is computed a step too early or "
    "too late.",
    "hint_reordered": "The numbers are right, but they are in other places.",
    "hint_diagonal": "Everything is right except the diagonal.",
    "hint_edge": "Everything is right except `{index}`. Does a loop or a slice begin too late or "
    "end too early?",
    "hint_unfilled": "Some numbers are right, and the others are 0: part of the result is never "
    "computed, or is overwritten.",
    "hint_unmasked": "Some numbers are right, and the others should be 0: a mask or a condition is "
    "missing.",
    "hint_some": "Numbers that are right: {fine} of {all}. The first wrong one is at `{place}`: "
    "follow it through your code.",
    "hint_entries": "Wrong: {names}. The others are right. What do the wrong ones have in common?",
    "hint_first": "Only the first input gives the right result. Does your code contain something "
    "that fits only that one, such as a size, or keep something from one call to the next?",
    "hint_sum": "The result has the shape {came} and should have {wanted}: summed over axis "
    "{axis}, it would be right.",
    "hint_mean": "The result has the shape {came} and should have {wanted}: with the mean over "
    "axis {axis}, it would be right.",
    "hint_oversum": "The result has the shape {came} and should have {wanted}: your code also sums "
    "over axis {axis}, and should not.",
    "hint_overmean": "The result has the shape {came} and should have {wanted}: your code also "
    "takes the mean over axis {axis}, and should not.",
    "hint_reshaped": "The numbers are right, the shape is not: {came} instead of {wanted}. A "
    "reduction with `keepdims=True` keeps an axis of length 1; `reshape` changes a shape.",
    "hint_stretched": "The shape is {came} instead of {wanted}: the right numbers are there, but "
    "repeated, because they were broadcast.",
    "hint_unstretched": "The shape is {came} instead of {wanted}: every number is right, but the "
    "result still has to be broadcast to that shape.",
    "hint_outer": "The shape is {came} instead of {wanted}. Usually (n,) met (n, 1), and each was "
    "broadcast against the other: `keepdims=True` or `[:, None]` gives both the same shape.",
    "hint_axis": "The shape is {came} instead of {wanted}: a sum, mean or maximum runs over the "
    "wrong axis.",
    "hint_swapped": "The results are right, but in the wrong order. Return them in this one: "
    "{parts}.",
    "hint_function": "The result is a function. Call it: parentheses are missing.",
    "hint_text": "The number is right, but it is text.",
    "hint_wrapped": "The right result is wrapped in a `{came}`. Look for a comma after it, or for "
    "brackets around it.",
    "hint_listed": "The numbers are right, but in a `{came}`; `{wanted}` is expected.",
    "hint_kind": "The result is a `{came}`; `{wanted}` is expected.",
    "hint_lacking": "Missing: {lacking}.",
    "hint_extra": "These do not belong in the result: {extra}.",
    "hint_other": "Missing: {lacking}. These do not belong in the result: {extra}.",
    "hint_twice": "More than once in the result: {extra}.",
    "hint_backwards": "The list is right, but in reverse order.",
    "hint_raised_truth": "`if`, `and` and `not` need a single True or False, and a comparison of "
    "arrays gives one for each entry. Use `.all()`, `.any()` or `np.where`.",
    "hint_raised_nothing": "Your code uses a None as if it were a value. It may come from a "
    "function without a `return`, from a method that works in place, such as `.sort()`, or from a "
    "`.grad` that is not there yet.",
    "hint_raised_called": "There are parentheses after something that is not a function. Is an "
    "operator missing before them, or has a function's name been given to a variable?",
    "hint_raised_arguments": "A function was called with arguments that it does not take, or "
    "without one that it needs. Compare the call with the function's first line. The first line "
    "of your own function has to be the same as in the stub.",
    "hint_raised_single": "The functions of `math`, and `float`, take a single number, and this is "
    "an array. NumPy has the same functions for arrays: `np.exp`, `np.log`, `np.tanh`.",
    "hint_raised_subscript": "There are square brackets after something that has no entries, such "
    "as a number or a function. Print it to see what it is.",
    "hint_raised_integer": "Your code uses a list or another object where it needs a whole number. "
    "For `axis`, NumPy takes a number or a tuple of numbers: `tuple(…)`.",
    "hint_raised_iterate": "A loop, `zip` or an assignment goes through something that is a single "
    "object. A tuple of one needs a comma: `(x,)`.",
    "hint_raised_unpack": "An assignment unpacks an object that has more or fewer entries than "
    "there are names on the left.",
    "hint_raised_shapes": "In the line above, two shapes do not match. Print both: an axis may be "
    "missing (`keepdims=True`), or a matrix may need to be transposed.",
    "hint_raised_unbound": "`{name}` is used before it has a value on this path through your "
    "function: is it set only inside an `if` or a loop?",
    "hint_raised_name": "Nothing here is called `{name}`. Is it misspelled, or defined in a cell "
    "that has not run, or is its module missing in front of it, as in `np.exp`?",
    "hint_raised_attribute": "A `{owner}` has no `.{name}`. Is the name misspelled, or is the "
    "object not the one that you expect?",
    "hint_raised_index": "An index goes past the end: entries are counted from 0, so the last one "
    "is `len(…) - 1`.",
    "hint_raised_axis": "Your code names an axis that this array does not have. Print its shape: "
    "axes are counted from 0.",
    "hint_raised_key": "The dictionary has no entry `{name}`. Print its keys, or ask with `in` or "
    "`.get` first.",
    "hint_raised_zero": "Your code divides by 0 on these inputs. Which input is 0, or which sum "
    "or length?",
    "hint_raised_depth": "Your function calls itself more than a thousand times, one call inside "
    "another. Is the end of the recursion missing? For a long chain, use a loop and a list.",
    "hint_raised_import": "This module cannot be imported here: `{name}`.",
    "hint_sized": "Every number is {ratio} times the expected one, and `{n}` is {size}: is there a "
    "sum where a mean is needed, or a mean where a sum is needed?",
}
