"""The hints of module 03, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_03.1_sign": "The sign: there is a minus in front of the mean. A higher log-probability "
    "of the right letter lowers the loss.",
    "hint_03.1_sum": "That is the gradient of a sum. The loss is a mean over the n rows, so each "
    "row counts 1/n.",
    "hint_03.1_whole_columns": "`[:, Y]` takes whole columns. Of each row one entry was picked: "
    "pair the rows with their letters, `[np.arange(n), Y]`.",
    "hint_03.1_everywhere": "Every entry got something. The loss never looked at the entries that "
    "were not picked: they get 0.",
    "hint_03.1_entries": "You divided by the number of all entries. One number of each row goes "
    "into the mean: n of them.",
    "hint_03.1_letters": "You divided by the number of letters. The mean goes over the rows: n of "
    "them.",
    "hint_03.1_less_one": "You divided by n - 1. That belongs to a variance; a mean is divided by "
    "n.",
    "hint_03.1_only_picked": "These are the gradients of the picked entries alone. The others "
    "have one too, it is 0: the result has the shape of `logprobs`.",
    "hint_03.1_probs": "That is one step too far: you divided by the probabilities, which is the "
    "backward pass through the logarithm. You were asked for the gradient of the "
    "log-probabilities.",
    "hint_03.2_keepdims": "The shapes do not fit: what belongs to a whole row has the shape "
    "(n, 1). A sum keeps it with `keepdims=True`; without it comes (n,), and next to (n, 1) that "
    "becomes (n, n), as does a product with `@`.",
    "hint_03.2_one_path": "This is the path straight through the product. But `counts` also went "
    "into the sum: add what comes back from there.",
    "hint_03.2_sum_only": "This is the path through the sum alone. `counts` is also a factor of "
    "the product: `counts_sum_inv * dprobs` belongs to it. Was it overwritten?",
    "hint_03.2_multiplied": "You multiplied the two contributions. Along one path gradients are "
    "multiplied; these are two paths, and where they meet they are added.",
    "hint_03.2_sign": "The sign of the path through the sum: the slope of 1 / s is -1 / s².",
    "hint_03.2_power": "The power in the slope of 1 / s: it is -1 / s², with the square of the "
    "sum.",
    "hint_03.2_axis": "You summed over axis 0, the examples. `counts_sum_inv` was stretched along "
    "its row, so its gradient is a sum over the row, axis 1.",
    "hint_03.2_unsummed": "`counts_sum_inv` has one number for each row, used in the whole row. "
    "Its gradient is the sum of these uses: (n, 1).",
    "hint_03.3_sum": "The loss is a mean over the n examples: divide by n.",
    "hint_03.3_softmax_only": "These are the probabilities, divided by n. At the right letter of "
    "each row, 1 has to be taken away first.",
    "hint_03.3_sign": "The sign: a gradient points uphill. More for the right letter lowers the "
    "loss, so its number has to be negative.",
    "hint_03.3_whole_columns": "`[:, Y]` takes 1 away in whole columns. Each row has one right "
    "letter: `[np.arange(n), Y]`, or rows of `np.eye`.",
    "hint_03.3_half": "Only what you take away is divided by n, the probabilities are not. The "
    "mean divides both: are parentheses missing?",
    "hint_03.3_entries": "You divided by the number of all scores. The mean goes over the n "
    "examples.",
    "hint_03.3_letters": "You divided by the number of letters. The mean goes over the examples: n "
    "of them.",
    "hint_03.3_softmax": "These are the probabilities alone. Take 1 away at the right letter of "
    "each row, then divide by n.",
    "hint_03.3_everywhere": "You took 1 away from every probability. Only the right letter of each "
    "row loses it: `[np.arange(n), Y]`.",
    "hint_03.3_columns": "Your columns sum to one, not your rows. Softmax goes over the letters "
    "of each example: axis 1.",
    "hint_03.3_scores": "You subtracted one-hot from the scores. Turn them into probabilities "
    "first.",
    "hint_03.3_one_maximum": "Right, as long as the rows are alike. You subtracted the same "
    "number from all of them, and a row far below it becomes all zeros: take the maximum of each "
    "row, `max(1, keepdims=True)`.",
    "hint_03.3_overflow": "Right for small scores. exp(1000) is too large for a float: subtract "
    "the maximum of each row first, which changes no probability.",
    "hint_03.5_overwrites": "Each row that arrives is written over the one before: `dC[Xb] = "
    "demb` does that, and so does `dC[Xb] += demb`, which reads before it writes. `np.add.at` "
    "adds them one by one.",
    "hint_03.5_mean": "You divided by how often a row was looked up. Each use adds its part: a "
    "sum, no mean.",
    "hint_03.5_looked_up": "Rows that nobody looked up are missing. They have a gradient too, 0: "
    "the result has a row for each letter of the table.",
    "hint_03.5_first_place": "Only the first place of each context counts in your sum. All three "
    "were looked up.",
    "hint_03.5_last_place": "Only the last place of each context counts in your sum. Was "
    "something overwritten, or is it outside of the loop?",
    "hint_03.5_summed_first": "You added up the places of a context first, and gave each of its "
    "letters the whole. Each place gives its own row to its own letter.",
    "hint_03.5_uses": "You counted how often each row was looked up. What is added there is what "
    "arrived: rows of `demb`.",
    "hint_03.5_transposed": "The result is transposed: a row for each letter, a column for each "
    "number in it.",
    "hint_03.5_bounds": "An index outside of an array: how many rows did you give `dC`? The table "
    "has `letters` of them, whichever are looked up.",
    "hint_03.6_straight": "This is the path straight through, as if the variance were a constant. "
    "`bndiff` goes into it too.",
    "hint_03.6_variance_only": "This is the path through the variance alone. Straight through, "
    "`bnvar_inv * dbnraw`, belongs to it: add the two.",
    "hint_03.6_n": "Nearly: you divided by n in the backward pass, and the variance was divided "
    "by n - 1 on the way there. The gradient takes the factor that the line has.",
    "hint_03.6_two": "The slope of a square is twice the number: a factor 2 is missing in the "
    "path through the variance.",
    "hint_03.6_sign": "The sign of the path through the variance: the larger the variance, the "
    "smaller its inverse root, so there is a minus.",
    "hint_03.6_power": "The power in the slope of the inverse root. That of v ** -0.5 is -0.5 * v "
    "** -1.5.",
    "hint_03.6_unsummed": "`bnvar_inv` has one number for each column, used by every row. Its "
    "gradient is the sum of these uses, over axis 0.",
    "hint_03.6_eps": "Right, except where the variance is small. On the way there 1e-5 was added "
    "to it, so the slope is taken there too: `(bnvar + 1e-5) ** -1.5`.",
    "hint_03.6_mean": "That is one step too far: you went back through the mean as well. Asked "
    "for is the gradient of `bndiff`.",
    "hint_03.7_bessel": "That is the line of the lesson, where the variance is divided by n - 1. "
    "Here it is divided by n, so one factor is gone.",
    "hint_03.7_single": "The first term in the parentheses is n times too small against the other "
    "two: it is `n * dhpreact`, or take means in place of the two sums.",
    "hint_03.7_less": "You divided by n - 1. This variance is divided by n, and so is the way "
    "back.",
    "hint_03.7_apart": "The last term goes along `bnraw`, what has been normalised; you took "
    "`bndiff`, which is only centred.",
    "hint_03.7_uphill": "The whole of `dhprebn` has the other sign.",
    "hint_03.7_straight": "`dhpreact` went through unchanged, as if nothing had been normalised. "
    "Go back through the gain, then through the four steps before it.",
    "hint_03.7_mean": "A gradient of gain or bias is a mean in yours. Each of the two serves all "
    "rows, and uses add up: take the sum.",
    "hint_03.7_no_mean": "The path through the mean is missing: subtract `dhpreact.sum(0)`.",
    "hint_03.7_no_variance": "The path through the variance is missing: what points along `bnraw` "
    "has to go.",
    "hint_03.7_constants": "You took mean and variance for constants. They are made of the same "
    "rows: two terms are missing in the parentheses.",
    "hint_03.7_sign": "The sign of the last term: what points along `bnraw` is removed, not added.",
    "hint_03.7_undivided": "A division by n is missing: each term in the parentheses is n times "
    "too large.",
    "hint_03.7_no_gain": "The gain is missing: it stands between `bnraw` and `hpreact` as a "
    "factor, so it does in the backward pass.",
    "hint_03.7_no_root": "`bnvar_inv` is missing: it stretches the rows on the way there, so it "
    "does in the backward pass.",
    "hint_03.7_rows": "The numbers are right. But gain and bias have the shape (1, width), and so "
    "have their gradients: `keepdims=True`.",
    "hint_03.7_gain_unsummed": "One gain serves all rows, so its gradient is the sum of what each "
    "of them gives.",
    "hint_03.7_bias_unsummed": "One bias serves all rows, so its gradient is the sum of what each "
    "of them gives.",
    "hint_03.7_gain_input": "The gain multiplies `bnraw`, what has been normalised, and not "
    "`hprebn`.",
    "hint_03.7_swapped": "The gradients of gain and bias are in each other's place.",
    "hint_03.7_eps": "Right, except where the variance is small, or 0: 1e-5 is missing under the "
    "root. The `bnvar_inv` above has it.",
    "hint_03.8_unmoved": "The parameters have not moved. `W1 = W1 - …` gives a name to a new "
    "array, and the dictionary keeps the old one: write into `parameters[name]`.",
    "hint_03.8_one_moved": "`C` has moved, the other six have not. Is the `return` inside the "
    "loop?",
    "hint_03.8_table_unmoved": "Six parameters move, the table does not. What comes back to "
    "`embcat` goes on to `C`: `rows_backward`.",
    "hint_03.8_uphill": "Your losses rise from step to step: the rate times the gradient is "
    "subtracted, not added.",
    "hint_03.8_rate_ignored": "Each step is one whole gradient long, whatever the rate: multiply "
    "by `rate`.",
    "hint_03.8_summed": "Your steps are n times too long: the loss is a mean, and dividing by n "
    "comes in with `dlogits`.",
    "hint_03.8_overwrites": "All is right but the table: of rows that were looked up more than "
    "once, one use counts. They add up, as in 03.5.",
    "hint_03.8_skipped": "You passed over batch norm: what arrives at `hpreact` is not yet what "
    "arrives at `hprebn`.",
    "hint_03.8_constants": "In the backward pass through batch norm you took mean and variance for "
    "constants. Use 03.7.",
    "hint_03.8_early": "`W1` moved before the backward pass had used it: `embcat` got a product "
    "with the new weights. All gradients first, then the step.",
    "hint_03.8_loss_after": "That is the loss after the step. You were asked for the one that the "
    "step was computed from.",
}
