"""Optimizers: how parameters change once they have gradients."""

from tapewalk.optim.adam import Adam, AdamW
from tapewalk.optim.optimizer import Optimizer
from tapewalk.optim.sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer"]
