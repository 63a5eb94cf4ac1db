"""The words of the gradient detective, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "found": "That’s the line.",
    "not_there": "Not that line.",
    "look_healthy": "Compare the curve with one that stays up: does this program train badly at "
    "all?",
    "look_curve": "Its loss on fresh data stays high: something is wrong.",
    "look_in": "Read {name} again, line by line.",
    "look_below": "Read the lines that make the model, its optimizer and its data.",
    "error_second_time": "In other words: backward reached a graph that the step before had freed.",
    "error_in_place": "In other words: a tensor saved for backward was overwritten after it was "
    "saved.",
    "error_inference": "In other words: under inference_mode() nothing can ever be saved for "
    "backward.",
    "fixed": "It trains.",
    "not_fixed": "It still doesn't train.",
    "raises": "It raises an error.",
    "trains": "Loss on fresh data: {now}. The program without the mistake reaches {sound}.",
    "trains_not": "Loss on fresh data: {now}; as it was, {sick}. The program without the mistake "
    "reaches {sound}.",
    "because_detach": "The numbers go on, but the graph doesn't: no layer before this line gets a "
    "gradient.",
    "because_data": ".data gives bare numbers: autograd cannot know where they came from, so "
    "nothing before this line learns.",
    "because_no_grad": "Under no_grad() nothing is recorded: no gradient comes back through "
    "the code that runs there.",
    "because_unused": "The output of that layer never reaches the loss, so its parameters get no "
    "gradient, and the model does not use its work.",
    "because_list": "Only a Module, or a ModuleList, registers its layers. A plain list hides "
    "them from model.parameters(), and so from the optimizer.",
    "because_frozen": "With requires_grad=False a parameter gets no gradient. The optimizer "
    "has it in its list, but never moves it.",
    "because_missing": "The optimizer moves only what it was given. The other parameters get "
    "gradients that are never used.",
    "because_softmax_twice": "cross_entropy takes logits and has a softmax of its own. The "
    "second softmax gets only numbers from 0 to 1: the loss can't fall to 0.",
    "because_sigmoid_twice": "The loss takes logits and has a sigmoid of its own. Its inputs are "
    "between 0 and 1 and its outputs between 0.5 and 0.73: no pixel can come out dark.",
    "because_in_place": "Backward needs the numbers as they were in forward. They were "
    "overwritten, and PyTorch raises an error.",
    "because_dead": "With a bias of −10 the ReLU gets only negative numbers, gives 0, and lets "
    "no gradient through.",
    "because_kept": "The state of one step still has its graph. The backward pass of the next step "
    "reaches that graph, which is already freed.",
    "because_zeroed": "zero_grad() runs between backward() and step(): the step uses gradients "
    "that are gone.",
    "because_accumulate": "Without zero_grad() each backward() adds to the gradients of all "
    "steps before it: steps become longer and point to the past.",
    "because_decay": "The decay adds the weight itself to its gradient. With a factor of 1 that "
    "is far more than the gradient of the loss.",
    "because_schedule": "The rate is multiplied by 0.8 at each step: after 20 steps the rate is "
    "about a hundredth of what it was, and learning stops.",
    "because_shuffled": "Only the inputs were put into another order. Each now has the target of "
    "another one, so there is nothing to learn but noise.",
    "because_shift": "The model has to repeat the letter that it was just given. The loss falls to "
    "0, but the model hasn't learnt to continue.",
    "because_same_batch": "The generator is set to the same state before each draw. The model "
    "learns one batch by heart, and on fresh data it fails.",
    "because_truncated": "At each symbol the state is cut off from the one before: the gradient "
    "reaches only the last symbol, but the first one matters.",
    "because_skipped": "Each step computes gradients and clears them, but the optimizer uses only "
    "those of a few.",
    "because_scaled": "The model learns from scaled inputs, but fresh inputs are not scaled. The "
    "batch looks learnt, and on fresh data it fails.",
    "because_merged": "The difference between the inputs is lost here, and no gradient can bring "
    "it back.",
    "because_rate": "The gradients are right. The steps made from them are far too long or "
    "far too short.",
    "because_nothing": "The loss falls on the batch and on fresh data, and all parameters have a "
    "path and are in the optimizer.",
}
