"""Optimizers, what to do with the gradients, and schedules of their learning rates."""

from tapewalk.optim import lr_scheduler
from tapewalk.optim.adam import Adam, AdamW
from tapewalk.optim.optimizer import Optimizer
from tapewalk.optim.sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "lr_scheduler"]
