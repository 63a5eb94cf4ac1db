"""The hints of module 02, in English: one for each mistake."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_02.1_leaves": "You counted the leaves too: a weight and a bias in each layer. Asked for "
    "are the nodes that operations left.",
    "hint_02.1_mean": "One node too few, whatever the depth. The mean at the end is an operation "
    "too, and the first layer's nodes are recorded although its rows require no gradient: its "
    "weight does.",
    "hint_02.1_layers": "These are the linear layers alone. The GELUs between them and the mean at "
    "the end leave a node each.",
    "hint_02.1_gelu": "One node too many, whatever the depth. Between n layers there are n - 1 "
    "GELUs, and the rows that go in have no node: they require no gradient.",
    "hint_02.1_modules": "That is our tape, with one node for a linear layer. PyTorch's has four "
    "for one on rows: View, T, Addmm, View.",
    "hint_02.1_view": "One node too many, whatever the depth. The rows that go in require no "
    "gradient, so laying them flat is not recorded: the first View is missing.",
    "hint_02.1_few": "One node too few for each layer. Count again what stands around Addmm, T "
    "included, and the GELUs.",
    "hint_02.2_recursion": "Recursion goes one call deeper for every node, and Python stops it "
    "after about a thousand. Keep a list of what is waiting.",
    "hint_02.2_paths": "Few nodes, but millions of paths: remember which nodes you have seen, and "
    "do not walk from them again.",
    "hint_02.2_pairs": "`next_functions` holds pairs: a node, and which of its results was used. "
    "Write `for node, _ in …`.",
    "hint_02.2_cut": "None stands where an operand has no history, after a `detach` for example. "
    "Pass over it.",
    "hint_02.2_operations": "Operations are in your list. Only a leaf's node has a `.variable`: "
    '`hasattr(node, "variable")`.',
    "hint_02.2_nodes": "These are the nodes of the leaves. You were asked for the tensors: "
    "`node.variable`.",
    "hint_02.2_twice": "A leaf that is used twice stands in your list twice. Remember which nodes "
    "you have seen.",
    "hint_02.2_first": "You went on along the first operand only, or not at all where one of "
    "them is None. Each entry of `next_functions` that is not None is a way on.",
    "hint_02.2_last": "You went along the last operand of each node only. Is something inside the "
    "loop that belongs after it, or the other way round?",
    "hint_02.2_stopped": "You stop at the first None. The operands after it may have a history: "
    "pass over it with `continue`.",
    "hint_02.2_empty": "No leaf came out. Leaves may stand far behind the root: put what you meet "
    "into `waiting` and go on from there. And what was marked as seen before it was looked at is "
    "passed over.",
    "hint_02.2_lone": "One leaf came, and there are more. Does a `return` stand inside the loop?",
    "hint_02.3_twice": "A node runs more than once. It waits until everything has arrived, and "
    "runs once, with the sum.",
    "hint_02.3_unreached": "Nodes run that are not behind the root: nothing is ever sent to them. "
    "Begin at the root.",
    "hint_02.3_waiting": "Nodes are missing: they wait for something that never comes. Count only "
    "senders that are behind the root; others send nothing.",
    "hint_02.3_named": "You compare the names. What counts are the numbers, `nodes[name][0]`: of "
    "all that are ready, the newest.",
    "hint_02.3_oldest": "You take the oldest node that is ready. The engine takes the newest: the "
    "largest number.",
    "hint_02.3_leaves_last": "The operations are right, but all leaves wait for the end. A leaf "
    "counts as newer than everything: it runs as soon as it is ready.",
    "hint_02.3_forward": "This is the tape from its beginning. The walk back begins at the root.",
    "hint_02.3_stack": "You take what became ready last. The engine looks at the numbers: of all "
    "that are ready, the newest.",
    "hint_02.3_queue": "You take what became ready first. The engine looks at the numbers: of all "
    "that are ready, the newest.",
    "hint_02.3_hasty": "A leaf ran before everything had arrived: somebody was still to send to "
    "it. It is ready after the last of its senders.",
    "hint_02.3_doubled": "Where a node uses another one twice, it sends to it twice. Counting and "
    "counting down have to treat that alike.",
    "hint_02.3_missing": "Nodes are missing. Everything behind the root runs, the root and the "
    "leaves included.",
    "hint_02.4_references": "You added up `.bytes`, what each entry looks at. In memory stays "
    "the whole piece, `.storage_bytes`, once for all entries with the same `storage`.",
    "hint_02.4_repeated": "Whole pieces, but each as often as somebody refers to it. Count each "
    "`storage` once.",
    "hint_02.4_everything": "Everything is in your sum: parameters too, and each piece as often as "
    "somebody refers to it.",
    "hint_02.4_parameters": "Parameters are in your sum. They are there anyway: leave out entries "
    "that are `of` one.",
    "hint_02.4_inverted": "These are the parameters. You were asked for what is kept besides: "
    "entries whose `of` is None.",
    "hint_02.4_sizes": "Two pieces of the same size are still two. What tells pieces apart is "
    "`storage`.",
    "hint_02.4_parts": "A view of a part keeps the whole piece in memory: count `storage_bytes`, "
    "not `bytes`.",
    "hint_02.4_views": "One piece counts several times: entries of different `bytes` may refer to "
    "the same piece. `storage` alone tells pieces apart.",
    "hint_02.4_first": "Only the first activation is in your sum. Does the `return` stand inside "
    "the loop?",
    "hint_02.4_largest": "That is the largest piece. All of them stay in memory: add them up.",
    "hint_02.4_unshared": "A piece to which several entries refer is missing from your sum. It "
    "stays in memory too: once.",
    "hint_02.4_keys": "You added up the numbers of the pieces. Their sizes are asked for: with a "
    "dictionary, `.values()`.",
    "hint_02.4_whole": "Pieces of which only a part is looked at are missing. A view of a part "
    "keeps its whole piece.",
    "hint_02.4_kib": "These are KiB. Bytes were asked for.",
    "hint_02.5_numbers": "These are numbers, not bytes: each takes four.",
    "hint_02.5_pairs": "The rows are right. But the softmax keeps its result, a number for each "
    "pair of tokens.",
    "hint_02.5_scores": "The scores are in your sum beside the probabilities. Nobody keeps them: "
    "softmax keeps what it returned.",
    "hint_02.5_heads": "Each head has probabilities of its own: heads · T² for each text.",
    "hint_02.5_texts": "Tokens of different texts do not look at each other: T² for each text, not "
    "(batch · T)².",
    "hint_02.5_input": "You counted `x` three times. The layers q, k and v keep the same tensor.",
    "hint_02.5_rows": "One tensor shaped like `x` is missing. Besides q, k and v, each linear "
    "layer keeps what came in: `x` itself, and what goes into `out`.",
    "hint_02.5_cache": "That is a KV cache. The backward pass needs more: `x`, q, the "
    "probabilities, and what goes into `out`.",
    "hint_02.5_weights": "The four weights are in your sum. They are parameters, there anyway.",
    "hint_02.5_doubles": "Twice too large: a number takes four bytes here, as float32 does.",
    "hint_02.5_batch": "It is right for one text. Each text of the batch has probabilities of "
    "its own.",
    "hint_02.5_masked": "Half of the probabilities are missing. A mask makes numbers zero, and "
    "zeros take as much room.",
    "hint_02.5_linear": "A row for each token is not enough: the softmax keeps a number for each "
    "pair of tokens, T², in each head.",
    "hint_02.5_turned": "Three tensors shaped like `x` too many. Turning or splitting q, k and v "
    "into heads copies nothing.",
    "hint_02.5_result": "One tensor shaped like `x` too many: nobody keeps what `out` returns, and "
    "q, k and v share one `x`.",
    "hint_02.6_written": "The tape still finds something written over: tanh kept its result, and "
    "the doubling was written into it. Put the doubled rows into a new tensor.",
    "hint_02.6_history": "The loss has no history left: what was recorded got lost on the way to "
    "it.",
    "hint_02.6_dropped": "The error is gone, and so is the doubling: these are the losses of rows "
    "that were not doubled.",
    "hint_02.6_cut": "The error is gone because the history is: nothing flows back past your "
    "`detach`, and `up` no longer learns.",
    "hint_02.6_half": "The losses begin right, but half of the doubling is not on the tape: a "
    "summand without history, or an array put into `.data`. So half of the gradient never reaches "
    "`up`. Double with one product, `2 * rows`.",
    "hint_02.6_hidden": "You wrote through `.data`, and the tape did not notice: no error, and "
    "wrong gradients for `up`. What tanh has kept must stay as it is.",
    "hint_02.6_twice": "The rows were doubled twice: these are the losses of four times tanh.",
    "hint_02.6_squared": "You squared the rows. You were asked for their double, `2 * rows`.",
    "hint_02.6_input": "You doubled x, which goes into `up`. You were asked for the double of what "
    "comes out of tanh.",
    "hint_02.6_before": "You doubled what goes into tanh. You were asked for the double of what "
    "comes out.",
    "hint_02.6_kept": "The first loss is right, the later ones are not: gradients of the step "
    "before are still there. Call `optimizer.zero_grad()` before the walk.",
    "hint_02.6_unmoved": "Every loss is the same: nothing moved. The step itself is missing, "
    "`optimizer.step()`.",
    "hint_02.6_after": "You doubled the results, the bias of `down` included. Double the rows "
    "that go into `down`.",
    "hint_02.7_again": "The state still brings the last chunk's graph along, and that one was "
    "freed. Carry over a state without history.",
    "hint_02.7_history": "Nothing leads from the loss to the cell: you cut before the loss. Cut "
    "between two chunks.",
    "hint_02.7_tensors": "The losses came as tensors, each with its graph. Keep the numbers: "
    "`loss.item()`.",
    "hint_02.7_early": "Some chunks are missing. Is the `return` inside the loop?",
    "hint_02.7_kept": "Right up to the second chunk's step: there, the first one's gradients are "
    "still in the sum. Clear them for each chunk.",
    "hint_02.7_retained": "`retain_graph=True` silences the error, and each loss flows back "
    "through all chunks before. Memory and time grow with every chunk; cut the state off instead.",
    "hint_02.7_retained_kept": "`retain_graph=True` silences the error: each loss flows back "
    "through all chunks before. And gradients pile up. Cut the state off, and clear.",
    "hint_02.7_restarted": "Each chunk begins with the first state. Only the history is to go: "
    "the numbers of the state stay.",
    "hint_02.7_unmoved": "The cell does not learn: gradients are cleared between the walk and the "
    "step. Clear before the walk.",
    "hint_02.7_once": "One step at the end. You were asked for one after each chunk.",
    "hint_02.8_history": "The loss has no history: nothing of the student, or of the layers, was "
    "recorded on the way to it.",
    "hint_02.8_cut": "Still cut: `up` gets no gradient. Only the mean is to be a constant; the "
    "rows keep their history.",
    "hint_02.8_through": "Now nothing is cut: the gradient also flows through the mean, which was "
    "to be a constant.",
    "hint_02.8_wrong_side": "You cut off the rows and kept the mean. It is the other way round.",
    "hint_02.8_uncentred": "The mean is no longer taken off.",
    "hint_02.8_mean": "That is the mean of all numbers. You were asked for one for each column: "
    "`mean(0)`.",
    "hint_02.8_teacher": "The student learns, but the teacher collects gradients too. Its way "
    "forward stays under `no_grad`.",
    "hint_02.8_forced": "The error is gone, and the student learns nothing: `requires_grad_` makes "
    "a leaf of the loss, with no history behind it.",
    "hint_02.8_student": "It is the student who is not recorded, and the teacher who is. Only the "
    "teacher belongs under `no_grad`.",
}
