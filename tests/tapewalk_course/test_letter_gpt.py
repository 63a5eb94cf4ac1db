"""The letter GPT: its checkpoints, and its gradients beside PyTorch's."""

import doctest

import numpy as np
import pytest
import torch

from tapewalk import data, no_grad
from tapewalk_course import letter_gpt as letters


def test_loss_falls_at_each_checkpoint() -> None:
    text = "".join(f".{name}" for name in data.split(data.names()).dev[:50])
    batches = [letters.example(text[at : at + 9]) for at in range(0, 270, 9)]
    tokens, targets = (np.concatenate(parts) for parts in zip(*batches, strict=True))
    with no_grad():
        losses = [letters.letter_gpt(step)(tokens, targets).item() for step in letters.STEPS]
    assert losses == sorted(losses, reverse=True)
    assert losses == pytest.approx(letters.record()["losses"], abs=0.2)


def test_gradients_equal_pytorchs() -> None:
    tokens, targets = letters.example()
    assert tokens.shape == targets.shape == (1, 8)
    ours, theirs = letters.letter_gpt(), letters.twin()
    ours(tokens, targets).backward()
    theirs(torch.tensor(tokens), torch.tensor(targets)).backward()
    expected = dict(theirs.named_parameters())
    for name, parameter in ours.named_parameters():
        gradient = expected[name].grad
        assert gradient is not None
        np.testing.assert_allclose(parameter.grad, gradient.numpy(), atol=2e-6, err_msg=name)


def test_weights_are_float16_numbers() -> None:
    for weight in letters.weights(2000).values():
        assert (weight == weight.astype(np.float16)).all()


def test_unknown_step_is_rejected() -> None:
    with pytest.raises(ValueError, match="not at 3"):
        letters.letter_gpt(3)


def test_examples_run() -> None:
    assert doctest.testmod(letters).failed == 0
