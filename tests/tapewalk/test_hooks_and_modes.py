"""Hooks, kept gradients, and the switches for recording."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor


def leaf(*numbers):
    return Tensor(np.array(numbers), requires_grad=True)


def test_hook_must_keep_the_shape():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: g.sum())
    with pytest.raises(RuntimeError, match=r"a hook must return a gradient of the same shape"):
        y.sum().backward()


def test_grad_modes():
    is_on = tw.is_grad_enabled
    with tw.no_grad():
        assert not (leaf(1.0) * 2).requires_grad and not is_on()
        with tw.enable_grad():
            assert (leaf(1.0) * 2).requires_grad and is_on()
        with tw.set_grad_enabled(True):
            assert is_on()
        assert tw.enable_grad()(is_on)() and not is_on()

    @tw.set_grad_enabled(False)
    def off(depth=0):
        return off(depth + 1) if depth < 3 else is_on()

    for function in (tw.no_grad()(is_on), tw.no_grad(is_on), off):
        assert not function() and is_on()
    assert tw.no_grad()(is_on).__name__ == "is_grad_enabled"
    tw.set_grad_enabled(False)
    assert not is_on()
    tw.set_grad_enabled(True)
    with pytest.raises(KeyError), tw.no_grad():
        raise KeyError
    assert tw.is_grad_enabled()
    reused = tw.no_grad()
    with reused, reused:
        assert not tw.is_grad_enabled()
    assert tw.is_grad_enabled()


def test_each_thread_has_its_own_mode():
    from concurrent.futures import ThreadPoolExecutor

    with tw.no_grad(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(tw.is_grad_enabled).result()


def test_inference_mode_is_a_switch_as_in_pytorch():
    for library, leaf in ((tw, tw.Tensor), (torch, torch.tensor)):
        x = leaf([1.0], requires_grad=True)

        @library.inference_mode
        def bare(x=x):
            return (x * 2).requires_grad

        @library.inference_mode(mode=False)
        def recorded(x=x):
            return (x * 2).requires_grad

        @library.inference_mode()
        def steps(x=x):
            yield (x * 2).requires_grad
            yield (x * 2).requires_grad
            return 7

        run = steps()
        for _ in range(2):  # it switches around each step
            assert next(run) is False and (x * 2).requires_grad
        assert (bare(), recorded(), [*steps()]) == (False, True, [False, False])
        with library.inference_mode():
            assert not (x * 2).requires_grad and recorded()
            with library.inference_mode(False):
                assert (x * 2).requires_grad
        with library.no_grad(), library.inference_mode(False):
            assert (x * 2).requires_grad


def test_backward_refuses_wrong_inputs():
    x = tw.Tensor([1.0], requires_grad=True)
    for inputs, text in (([], "cannot be empty"), ([tw.ones(1)], "does not require grad: input 0")):
        with pytest.raises(RuntimeError, match=text):
            (x * x).backward(inputs=inputs)
    assert x.grad is None
