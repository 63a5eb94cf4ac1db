"""What a report says, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "title": "Backward graph: {nodes} nodes, {operations} operations and {leaves} leaves",
    "stamp": "{versions}, on {device}; depth {depth}, width {width}",
    "value": "loss {value}",
    "freed": "backward() has freed this graph: its nodes can be counted, what they saved is gone.",
    "unreadable": "Saved values were written over: {names}. Backward will refuse to run.",
    "unknown_note": "Unknown: {names}. The table of categories does not list them, or the graph "
    "does not show what they are for.",
    "compiled": "Compiled: {count}. What torch.compile compiled is one node; eager=True shows its "
    "operations.",
    "inferred": "Residual additions that are inferred: {count}. The input they add has no node.",
    "dtypes": "Number types: {names}.",
    "findings_none": "Nothing looks wrong",
    "findings_one": "One thing looks wrong",
    "findings_several": "{count} things look wrong",
    "no_optimizer": "Not judged: what the optimizer trains. Pass optimizer=….",
    "no_calls": "Not judged: what only the calls tell, such as a detach and its line. They can be "
    "watched where a model or a function of PyTorch is given, and no part of it is compiled.",
    "no_gradients": "Not judged: the size of the gradients. Pass gradients=True.",
    "score": "The step on a time axis",
    "graph": "The graph",
    "undrawn_page": "This installation holds no drawings; the tables tell the rest.",
    "no_score": "The step was not measured: score=True asks for it, and its backward pass has to "
    "run.",
    "fix": "Fix:",
    "lesson": "Lesson:",
    "cause_nan_loss": "the loss is {value}; {operation} made the first number that is not finite.",
    "fix_nan_loss": "keep its input where it is defined: clamp(min=…) before a log or a division, "
    "logits and a loss that takes them instead of exp.",
    "cause_nan_gradient": "the gradients of {names} are not finite; {operation} made the first "
    "such number.",
    "fix_nan_gradient": "the slope is infinite there, as that of a root at 0: add a small number "
    "inside, sqrt(x + 1e-12), and not around it.",
    "cause_written_over": "what {names} keeps for backward was written over; "
    "written in place at {writes}.",
    "fix_written_over": "write x = x + y in the place of x += y, or clone what is written to.",
    "cause_argmax": "{operation} has no slope: {names} get no gradient through it.",
    "fix_argmax": "feed the loss with the scores themselves; choose only where nothing is learnt "
    "from the choice.",
    "cause_detached": "{operation} cuts the path of {names}.",
    "fix_detached": "remove it, or freeze on purpose with requires_grad_(False).",
    "cause_no_grad_block": "nothing is recorded while {names} are used.",
    "fix_no_grad_block": "take this call out of no_grad(), or freeze on purpose with "
    "requires_grad_(False).",
    "cause_not_called": "a module is never called, so that {names} stay as they are.",
    "fix_not_called": "call it in forward, or remove it.",
    "cause_list_of_modules": "{attribute} is a plain list or dict: the parameters in it, {count}, "
    "are none of the model's.",
    "fix_list_of_modules": "nn.ModuleList(…) or nn.ModuleDict(…) around it; optimizer, to() and "
    "state_dict() then find them.",
    "cause_result_unused": "what {names} compute never reaches the loss.",
    "fix_result_unused": "use the result in what forward returns.",
    "cause_not_in_optimizer": "the optimizer lacks {names}: {count} of {all} parameters.",
    "fix_not_in_optimizer": "make the optimizer from model.parameters(), after the last layer is "
    "in its place.",
    "cause_strangers_in_optimizer": "tensors in the optimizer that are none of the model's: "
    "{count}. It trains something else.",
    "fix_strangers_in_optimizer": "make the optimizer after the model was copied, moved or "
    "changed.",
    "cause_no_rate": "the learning rate is 0 in {count} of {all} groups.",
    "fix_no_rate": "set lr; a schedule may have ended, or not begun.",
    "cause_frozen_in_optimizer": "frozen, and in the optimizer all the same: {names}. They do not "
    "learn.",
    "fix_frozen_in_optimizer": "requires_grad_(True), or leave them out of the optimizer.",
    "cause_twice_in_optimizer": "twice in the optimizer: {names}. Each step moves them twice.",
    "fix_twice_in_optimizer": "give each parameter once.",
    "cause_softmax_twice": "{loss} takes logits and gets what {maker} gave: squeezed twice, its "
    "gradients are small.",
    "fix_softmax_twice": "give it the scores, without softmax or sigmoid before it.",
    "cause_sigmoid_twice": "{loss} takes logits and gets what {maker} gave.",
    "fix_sigmoid_twice": "give it the scores; keep the sigmoid for predictions.",
    "cause_softmax_no_log": "{loss} takes logarithms and gets what {maker} gave.",
    "fix_softmax_no_log": "log_softmax before nll_loss, or cross_entropy in the place of both.",
    "cause_one_class": "{operation} runs over an axis with one entry, {shape}: it gives the same "
    "whatever it gets.",
    "fix_one_class": "binary_cross_entropy_with_logits for one output, or as many outputs as "
    "classes.",
    "cause_broadcast_loss": "{operation} compares {a} with {b}: each with each, not pairwise.",
    "fix_broadcast_loss": "bring both to one shape: squeeze(-1) one, or unsqueeze(-1) the other.",
    "cause_softmax_over_batch": "{operation} runs along the first axis of {shape}: examples of a "
    "batch compete.",
    "fix_softmax_over_batch": "dim=-1, the axis of the classes.",
    "cause_no_slope": "the slope of {operation} is 0 everywhere: so are the gradients of {names}.",
    "fix_no_slope": "let the gradient pass beside it: x + (x.round() - x).detach().",
    "cause_same_weights": "all entries of {name} are {value}: its units get one gradient and stay "
    "the same.",
    "fix_same_weights": "start from random numbers: nn.init.kaiming_uniform_ or the layer's own.",
    "cause_dead": "{share} of the {units} units are 0 for every example of the batch.",
    "fix_dead": "look at bias and rate first; a smaller rate, LeakyReLU or GELU wakes them.",
    "cause_underflow": "up to {share} of the entries of half-precision gradients are 0 ({names}): "
    "they are below what float16 can hold.",
    "fix_underflow": "scale the loss (torch.amp.GradScaler), or use bfloat16.",
    "cause_zero_gradient": "the gradients of {names} are 0 in every entry.",
    "fix_zero_gradient": "look for a factor of 0, a mask that covers all, or weights that start "
    "at 0 above.",
    "cause_exploding": "the gradients of {names} are far above the others: rms {rms}, the median "
    "is {middle}.",
    "fix_exploding": "smaller initial weights, a normalisation, or clip_grad_norm_.",
    "cause_vanishing": "the gradients of {names} are far below the others: rms {rms}, the median "
    "is {middle}.",
    "fix_vanishing": "residual connections, a normalisation, or another activation than a "
    "saturated one.",
    "cause_batch_of_one": "batch normalisation trains on a batch of one, {shape}.",
    "fix_batch_of_one": "a larger batch (drop_last=True for the last one), or GroupNorm.",
    "cause_kept_between_steps": "{older} of {all} operations of the graph were recorded before "
    "this "
    "step: it grows with every one.",
    "fix_kept_between_steps": "state = state.detach() between steps.",
    "cause_evaluation": "it is being trained with layers in evaluation mode: {names}.",
    "fix_evaluation": "model.train() before training, after every evaluation.",
    "cause_reduced_twice": "{loss} is a mean already, and is divided by {divisor} again.",
    "fix_reduced_twice": 'leave the division out, or reduction="sum".',
    "cause_one_module_twice": "one module stands in its parent {count} times, as {names}: these "
    "layers share all their parameters.",
    "fix_one_module_twice": "make each anew, [Block() for _ in range(n)], where [Block()] * n has "
    "one; where sharing is meant, keep one and call it in a loop.",
    "cause_no_longer_tied": "{name} and {other} have the same numbers and are two tensors: they "
    "drift apart.",
    "fix_no_longer_tied": "tie them after the copy or the move: head.weight = embedding.weight.",
    "cause_no_activation": "{second} follows {first} with nothing between that bends: together "
    "they "
    "are one linear layer.",
    "fix_no_activation": "put an activation between, or leave one of them out.",
    "cause_dtype_and_back": "cast to {there} and right back to {back}: digits are lost, memory and "
    "time spent.",
    "fix_dtype_and_back": "leave both casts out.",
    "cause_attention_apart": "attention in more than one node, {count} times: {why}.",
    "fix_attention_apart": "F.scaled_dot_product_attention(q, k, v), or need_weights=False: no "
    "matrix of weights is kept.",
    "cause_checkpoint_saves_nothing": "a checkpoint around {operation} ({count}) stores its "
    "operands, and without it nothing more would be stored.",
    "fix_checkpoint_saves_nothing": "leave it out, or put it around a whole block.",
    "cause_checkpoint_around_all": "one checkpoint holds {inside} of {all} operations: backward "
    "builds all their results again at once, so that the peak is as high as without it, and the "
    "way forward is paid twice.",
    "fix_checkpoint_around_all": "a checkpoint of its own for each block.",
    "cause_computed_twice": "{what} runs a second time on the very same tensor: the same numbers "
    "are computed, and stored for backward, twice.",
    "fix_computed_twice": "compute it once, give it a name, and use that.",
    "cause_copied_for_nothing": "the copy that {what} makes is only read.",
    "fix_copied_for_nothing": "leave {what} out: what writes in place or calls view needs a copy, "
    "reading does not.",
    "watched_sound": "{steps} steps watched: nothing turned",
    "watched_turned": "{steps} steps watched: what turned ({count})",
    "watched_step": "step",
    "watched_gradients": "Gradients: rms of each matrix",
    "watched_results": "Results: rms of what each module gave",
    "turn_since": "At step {step} already",
    "turn_between": "Between steps {before} and {step}",
    "turn_until": "(until step {step})",
    "turn_nan_result": "what {name} gave is no longer finite, first of all modules.",
    "turn_nan_gradient": "the gradient of {name} is no longer finite.",
    "turn_exploding": "the gradient of {name} explodes, rms {amount}.",
    "turn_vanishing": "the gradient of {name} vanishes, rms {amount}.",
    "turn_dead": "{amount} of the units of {name} get no gradient: they are dead, or asleep for "
    "this batch.",
    "turn_underflow": "{amount} of the half-precision gradient of {name} is 0.",
    "census": "What is in it",
    "head_category": "category",
    "head_nodes": "nodes",
    "head_types": "types",
    "compute": "compute",
    "fused_attention": "fused attention",
    "normalisation": "normalisation",
    "activation": "activation",
    "layout_free": "layout, free",
    "layout_copy": "layout, copies",
    "residual": "residual",
    "dtype_copy": "dtype copy",
    "loss": "loss",
    "accumulate": "accumulate",
    "custom": "custom",
    "unknown": "unknown",
    "attention": "Attention",
    "head_place": "place",
    "head_fused": "fused",
    "head_node": "node",
    "head_why": "why",
    "yes": "yes",
    "no": "no",
    "need_weights": "need_weights=True is the default of nn.MultiheadAttention: it then computes "
    "the weights with products of its own",
    "plain_path": "scaled_dot_product_attention took its plain path: dropout, a mask that needs "
    "a gradient, or the MATH backend bring it there",
    "by_hand": "the model computes it with products of its own around a softmax: "
    "F.scaled_dot_product_attention(q, k, v) does it in one node",
    "attention_untold": "products around a softmax; whose they are, only the model tells: "
    "tapewalk.inspect(loss, model)",
    "parameters": "Parameters",
    "reached_count": "{reached} of {all} parameters have a path to the loss.",
    "no_model": "Without a model the leaves have no names: tapewalk.inspect(loss, model).",
    "unnamed": "Leaves that are no parameter of the model: {count}.",
    "tied": "Tied: {names}.",
    "head_parameter": "parameter",
    "head_reason": "why it has no path",
    "frozen": "frozen: requires_grad is False",
    "unused": "unused: its module {module} was not called",
    "no_grad": "its module {module} was called while nothing was recorded (no_grad)",
    "inside": "cut inside {module}: its result does not depend on it (.data, detach, or not used)",
    "cut": "detached at {module}: what goes in depends on it, what comes out does not",
    "after": "cut in a forward ({module}), after the call that used it: detached, or the result "
    "was not used",
    "outside": "cut between the model's result and the loss",
    "checkpoint": "perhaps hidden by a checkpoint with use_reentrant=True around {module}",
    "broken": "cut: an operation used it, but no path leads from there to the loss",
    "unrecorded": "no operation that was recorded used it: unused, .data or no_grad",
    "untold": "not told: a function in place of the loss shows more, inspect(lambda: …, model)",
    "the_model": "the model",
    "saved": "Saved for backward",
    "saved_sum": "{activations} of activations. {parameters} of parameters are only "
    "referred to: they are in memory anyway.",
    "head_group": "part",
    "head_activations": "activations",
    "head_parameters": "parameters",
    "no_group": "(elsewhere)",
    "gradients": "Gradients",
    "from_grad": "As backward() left them in .grad; the median layer has rms {median}.",
    "from_computed": "Computed for this report; the median layer has rms {median}.",
    "head_rms": "rms",
    "head_largest": "largest",
    "head_zeros": "zeros",
    "head_mark": "mark",
    "nan": "NaN or infinite",
    "zero": "all zero",
    "vanishing": "vanishing",
    "exploding": "exploding",
    "more": "{count} more",
    "same": "no difference",
    "diff_nodes": "nodes: {a} → {b}",
    "diff_category": "{category}: {a} → {b} ({types})",
    "diff_depth": "depth: {a} → {b}",
    "diff_width": "width: {a} → {b}",
    "diff_saved": "activations saved: {a} → {b}",
    "diff_freed": "freed: {a} → {b}",
    "diff_attention": "fused attention: {a} of {a_all} → {b} of {b_all}",
    "diff_lost": "no path any more: {names}",
    "diff_gained": "a path now: {names}",
    "diff_marks": "{name}: gradient {a} → {b}",
    "diff_dtypes": "number types: {a} → {b}",
    "help": "Report on the graph behind the loss that a function returns.",
    "help_loss": "takes nothing, returns the loss",
    "help_model": "the model, or a function that returns it",
    "help_gradients": "compute the gradients too",
    "help_json": "print the report as JSON",
    "help_dot": "print the graph for Graphviz",
    "help_html": "write the report as a page of its own too",
    "help_fail": "end with status 1 if this is found; any for whatever it is; may be repeated",
    "help_ignore": "a finding that one knows of; may be repeated",
    "help_diff": "What tells two reports apart; status 1 if anything does.",
    "help_report": "a report that --json wrote",
    "help_lang": "language of the report",
    "unmarked": "sound",
    "undrawn": "Graphviz draws this graph, and is not installed here: see graphviz.org/download. "
    "The course's page shows the drawing.",
}
