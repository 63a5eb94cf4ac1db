"""The words of the gradient detective, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "found": "That line.",
    "not_there": "Not that line.",
    "look_healthy": "Compare the curve with one that stays up: does this program train badly at "
    "all?",
    "look_curve": "Its loss on fresh data stays high: something is wrong.",
    "look_in": "Read {name} again, line by line.",
    "look_below": "Read the lines that make the model, its optimizer and its data.",
    "error_second_time": "That is: backward came to a graph that the step before has freed.",
    "error_in_place": "That is: a tensor saved for backward was overwritten after it was saved.",
    "error_inference": "That is: under inference_mode() nothing may be saved for backward, ever.",
    "fixed": "It trains.",
    "not_fixed": "It still doesn't train.",
    "raises": "It raises an error.",
    "trains": "Loss on fresh data {now}. The program with nothing wrong comes to {sound}.",
    "trains_not": "Loss on fresh data {now}; as it was, {sick}. The program with nothing wrong "
    "comes to {sound}.",
    "kind_detach": "detach() cuts a result from its graph",
    "kind_data": "what was computed is read through .data, without its graph",
    "kind_no_grad": "part of forward runs under no_grad()",
    "kind_unused": "a result is computed and never used",
    "kind_list": "layers are in a plain list, so the model doesn't know them",
    "kind_frozen": "parameters that should learn are frozen",
    "kind_missing": "the optimizer has only some of the parameters",
    "kind_softmax_twice": "there is a softmax in front of a loss that has its own",
    "kind_sigmoid_twice": "there is a sigmoid in front of a loss that has its own",
    "kind_in_place": "a tensor that backward needs is overwritten",
    "kind_dead": "a ReLU gets only negative numbers",
    "kind_kept": "a graph is carried from one step into the next",
    "kind_zeroed": "the gradients are cleared before the step uses them",
    "kind_accumulate": "the gradients of all steps add up",
    "kind_decay": "weight decay pulls all weights to zero",
    "kind_schedule": "the learning rate falls far too fast",
    "kind_shuffled": "inputs and targets no longer belong together",
    "kind_shift": "the target is what the model already sees",
    "kind_same_batch": "every step draws the same batch",
    "kind_truncated": "the state is cut from its past at each time step",
    "kind_skipped": "most steps of the optimizer are left out",
    "kind_scaled": "the data of the training are scaled, other data are not",
    "kind_merged": "different inputs become the same",
    "kind_rate": "the learning rate is wrong by a factor of a hundred or more",
    "kind_nothing": "nothing is wrong",
    "because_detach": "The numbers go on, their graph doesn't: no layer before this line gets a "
    "gradient.",
    "because_data": ".data gives bare numbers: nothing tells autograd where they came from, so "
    "nothing before this line learns.",
    "because_no_grad": "Under no_grad() nothing is recorded: what runs there has no path to the "
    "loss.",
    "because_unused": "What that layer gives never reaches the loss, so its parameters get no "
    "gradient and the model lacks what it computes.",
    "because_list": "Only a Module, or a ModuleList, registers its layers. A plain list hides "
    "them from model.parameters(), and so from the optimizer.",
    "because_frozen": "With requires_grad=False a parameter gets no gradient. The optimizer "
    "holds it all the same, and never moves it.",
    "because_missing": "The optimizer moves only what it was given. The other parameters get "
    "gradients that nobody uses.",
    "because_softmax_twice": "cross_entropy takes logits and has a softmax of its own. The "
    "second softmax squeezes numbers between 0 and 1: the loss can't fall to 0.",
    "because_sigmoid_twice": "The loss takes logits and has a sigmoid of its own. After a second "
    "one no pixel can be surely dark.",
    "because_in_place": "Backward needs the numbers as they were in forward. They were "
    "overwritten, and PyTorch raises an error.",
    "because_dead": "With a bias of −10 the ReLU gets only negative numbers, gives 0, and lets "
    "no gradient through.",
    "because_kept": "The state of one step holds its graph. The next step walks into it, and "
    "backward has freed it.",
    "because_zeroed": "zero_grad() stands between backward() and step(): the step uses gradients "
    "that are gone.",
    "because_accumulate": "Without zero_grad() each backward() adds to the gradients of all "
    "steps before it: steps become longer and point to the past.",
    "because_decay": "The decay adds the weight itself to its gradient. With a factor of 1 that "
    "is far more than what the loss says.",
    "because_schedule": "Times 0.8 at each step: after 20 steps the rate is about a hundredth of "
    "what it was, and learning stops.",
    "because_shuffled": "Only the inputs were put into another order. Each has another's target, "
    "so there is nothing to learn but noise.",
    "because_shift": "The model is to say the letter that it was just given. The loss falls to "
    "0, and it hasn't learnt to go on.",
    "because_same_batch": "The generator is set to the same state before each draw. The model "
    "learns one batch by heart, and on fresh data it fails.",
    "because_truncated": "Each step cuts the state from the one before: the gradient reaches "
    "only the last sign, and the first is what counts.",
    "because_skipped": "Each step computes gradients and clears them, but the optimizer uses only "
    "those of a few.",
    "because_scaled": "The model learns from scaled inputs and is used on others as they are. The "
    "batch looks learnt, and on fresh data it fails.",
    "because_merged": "What tells the inputs apart is lost here: no gradient can bring back what "
    "the numbers no longer hold.",
    "because_rate": "The gradients are right. The steps that are made of them are far too long or "
    "far too short.",
    "because_nothing": "The loss falls on the batch and on fresh data, all parameters have a "
    "path and are in the optimizer.",
}
