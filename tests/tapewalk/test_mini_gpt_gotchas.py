"""What goes wrong in a mini-GPT goes wrong as in PyTorch, and says so."""

import numpy as np
import pytest
import torch

import tapewalk
from tapewalk import models
from tests.tapewalk.test_mini_gpt import text, twins

TOKENS, TARGETS = text()
BOTH = pytest.mark.parametrize("which", [0, 1], ids=["tapewalk", "torch"])


def twin(which):
    """Return one of the twins and the loss of any model of its kind."""
    model = twins()[which]
    given = (TOKENS, TARGETS) if which == 0 else (torch.tensor(TOKENS), torch.tensor(TARGETS))
    return model, lambda: model(*given)


def with_blocks(model, forward):
    """Let every block of a model run another forward."""
    for block in model.blocks:
        object.__setattr__(block, "forward", lambda x, mask, block=block: forward(block, x, mask))


def into_the_input(block, x, mask):
    x.add_(block.attention(block.ln1(x), mask))
    return x + block.feed_forward(block.ln2(x))


def into_the_result(block, x, mask):
    y = block.attention(block.ln1(x), mask)
    y.add_(x)
    return y + block.feed_forward(block.ln2(y))


@BOTH
def test_a_write_to_what_a_norm_saved_is_refused(which):
    model, loss = twin(which)
    with_blocks(model, into_the_input)
    with pytest.raises(RuntimeError) as caught:
        loss().backward()
    message = str(caught.value)
    assert "has been modified by an inplace operation" in message
    assert "[1, 8, 64]" in message and "is at version 1; expected version 0" in message
    if which == 0:
        assert "LayerNormBackward saved" in message and "write x = x + y" in message


@BOTH
def test_a_write_to_what_nobody_saved_changes_nothing(which):
    plain, loss = twin(which)
    first = loss()
    first.backward()
    written, loss = twin(which)
    with_blocks(written, into_the_result)
    second = loss()
    second.backward()
    assert second.item() == first.item()
    for a, b in zip(plain.parameters(), written.parameters(), strict=True):
        assert np.array_equal(np.asarray(a.grad), np.asarray(b.grad))


@BOTH
def test_a_second_backward_is_refused_unless_the_graph_is_kept(which):
    model, loss = twin(which)
    once = loss()
    once.backward()
    grads = [np.asarray(p.grad).copy() for p in model.parameters()]
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        once.backward()
    model.zero_grad()
    twice = loss()
    twice.backward(retain_graph=True)
    twice.backward()
    for p, grad in zip(model.parameters(), grads, strict=True):
        np.testing.assert_array_equal(np.asarray(p.grad), 2 * grad)


@BOTH
def test_a_write_to_a_parameter_is_refused_but_not_without_recording(which):
    model, loss = twin(which)
    no_grad = (tapewalk, torch)[which].no_grad
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        model.head.bias.add_(1.0)
    with no_grad():
        model.head.bias.add_(1.0)
    loss().backward()
    assert model.head.bias.grad is not None


@BOTH
def test_a_loss_without_history_is_refused(which):
    model, loss = twin(which)
    message = "element 0 of tensors does not require grad and does not have a grad_fn"
    with (tapewalk, torch)[which].no_grad():
        unrecorded = loss()
    for cut in (unrecorded, loss().detach()):
        with pytest.raises(RuntimeError, match=message):
            cut.backward()
    recorded = loss()
    with (tapewalk, torch)[which].no_grad():
        recorded.backward()  # only what is inside the block goes unrecorded
    assert all(p.grad is not None for p in model.parameters())


@BOTH
def test_what_lies_before_a_detach_gets_no_gradient(which):
    model, loss = twin(which)
    first, inner = model.blocks[0], type(model.blocks[0]).forward
    object.__setattr__(first, "forward", lambda x, mask: inner(first, x, mask).detach())
    loss().backward()
    without = [name for name, p in model.named_parameters() if p.grad is None]
    assert len(without) == 18
    assert all(name.startswith(("token", "position", "blocks.0.")) for name in without)


def test_names_of_modules_read_well():
    names = {name for name, _ in models.MiniGPT(generator=0).named_modules()}
    assert {"blocks.0.attention.q", "blocks.1.feed_forward.gelu", "ln", "head"} <= names
