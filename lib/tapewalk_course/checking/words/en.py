"""What every check says, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "passed": "{id} {names}: right, {points} of {of} points",
    "failed": "{id} {names}: not yet, {points} of {of} points",
    "tried": "tried",
    "got": "came",
    "expected": "expected",
    "hint": "hint",
    "and": " and ",
    "right": "{count} inputs, drawn at random. All results agree with {oracles}.",
    "oracle_torch": "PyTorch",
    "oracle_engine": "our engine",
    "oracle_differences": "central differences",
    "oracle_formula": "the formula",
    "oracle_inspect": "tapewalk.inspect",
    "oracle_detective": "the detective",
    "seed": 'The inputs are drawn anew each time. The same again: check("{id}", {names}, '
    "seed={seed})",
    "unlimited": "Nothing can stop an endless loop here: if this takes long, interrupt it.",
    "attempts": "Attempt {count}.",
    "progress": "Module {module}: {bar} {done} of {count} exercises, {points} of {of} points",
    "head_id": "exercise",
    "head_names": "asks for",
    "head_points": "points",
    "head_attempts": "attempts",
    "no_exercise": "there is no exercise {id}; there are {names}",
    "got_slow": "nothing within {seconds} seconds",
    "got_unwritten": "nothing yet: the stub raises NotImplementedError",
    "got_changed": "{names} altered",
    "expects_handed": "{names}, without parentheses",
    "expects_callable": "a function or a class",
    "hint_handed": "Hand in exactly this, after the exercise's number: {names}.",
    "hint_uncalled": "Hand in the function itself, not what it returned: its name, without "
    "parentheses.",
    "hint_unwritten": "Write your code in place of `raise NotImplementedError`, run that cell, "
    "then this one.",
    "hint_switched": "Your function left something switched otherwise than it found it "
    "({names}), so whatever the caller does next behaves differently. Switch for the length of a "
    "`with` block, or switch back at the end.",
    "hint_changed": "Your function wrote into what it was given ({names}), so whoever called it "
    "has lost it. Usually the cause is `+=` or an index on the left: compute a new array instead.",
    "hint_constant": "The same number comes whatever goes in. The result must be computed from "
    "the argument.",
    "hint_raised": "Your code stopped with an error on these inputs. Try it on them in a cell of "
    "its own, and print shapes on the way.",
    "hint_none": "Your function returned None: is there a `return` at its end, on every way "
    "through it?",
    "hint_type": "The result is of another kind than expected. Compare both lines above: number, "
    "array, list, dictionary or tuple?",
    "hint_part_none": "A part of the result is None. Where does it come from? A function without "
    "a `return` gives None, and so does one that works in place, like `np.add.at`.",
    "hint_count": "{count} results are expected, in this order: {parts}.",
    "hint_empty": "It fails only where an array holds nothing. A sum of nothing is 0, a mean of it "
    "is not a number, and the result has a shape all the same.",
    "hint_shape": "The shape is wrong. A gradient has the shape of what it belongs to.",
    "hint_nan": "There is a NaN or an infinity where there should be a number: look for a "
    "division by zero or a number too large for exp.",
    "hint_numbers": "The kind and the shape are right, some numbers are not. Put the inputs in "
    "by hand, and follow one number through your code.",
    "hint_missing": "Some entries are missing from the dictionary.",
    "hint_slow": "It took too long and was stopped. Is there a loop whose end is never reached?",
    "hint_order": "The list is not a topological order: every node once, after all its parents.",
    "hint_leaves": "These are not the leaves that the root reaches. Draw the graph, and go from "
    "the root along every operand that is recorded.",
    "hint_steps": "The engine takes another way. Draw the graph, and at each step write down which "
    "nodes are ready.",
    "hint_answer": "That is not the answer here. Put this case in by hand, and compare what your "
    "function looks at with what both lines above show.",
    "hint_own": "This is the result without the factor {factor} that is in your task: read the "
    "line above its cell again.",
    "hint_no_function": "This has to be a class derived from tapewalk.Function.",
}
