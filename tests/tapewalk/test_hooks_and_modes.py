"""Hooks, kept gradients, and the switches for recording."""

import warnings

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor


def leaf(*numbers):
    return Tensor(np.array(numbers), requires_grad=True)


def test_hooks_see_and_replace_the_whole_gradient():
    x = leaf(1.0, 2.0)
    y = x * 3
    seen = []
    first = y.register_hook(lambda g: seen.append(g.copy()))
    y.register_hook(lambda g: g * 10)
    y.retain_grad()
    (y + y).sum().backward(retain_graph=True)
    assert seen[0].tolist() == [2.0, 2.0]
    assert y.grad.tolist() == [20.0, 20.0] and x.grad.tolist() == [60.0, 60.0]
    first.remove()
    first.remove()
    y.sum().backward()
    assert len(seen) == 1


def test_hook_must_keep_the_shape():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: g.sum())
    with pytest.raises(RuntimeError, match=r"a hook must return a gradient of the same shape"):
        y.sum().backward()
    with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't"):
        Tensor([1.0]).register_hook(print)


def test_retain_grad():
    x = leaf(2.0)
    y = x * 3
    assert not y.retains_grad
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad and not x.retains_grad
    x.retain_grad()
    (y * y).backward(retain_graph=True)
    assert y.grad.tolist() == [12.0]
    (y * y).backward()
    assert y.grad.tolist() == [24.0]
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=F"):
        Tensor([1.0]).retain_grad()


def test_grad_modes():
    x = leaf(1.0)
    with tw.no_grad():
        assert not (x * 2).requires_grad and not tw.is_grad_enabled()
        with tw.enable_grad():
            assert (x * 2).requires_grad
        with tw.set_grad_enabled(True):
            assert (x * 2).requires_grad
        assert not (x * 2).requires_grad
    assert tw.is_grad_enabled()

    @tw.no_grad()
    def quiet(t):
        return t * 2

    @tw.no_grad
    def bare(t):
        return t * 2

    @tw.enable_grad()
    def loud(t):
        return t * 2

    @tw.set_grad_enabled(False)
    def off(t, depth=0):
        return off(t, depth + 1) if depth < 3 else t * 2

    assert not quiet(x).requires_grad and not bare(x).requires_grad and not off(x).requires_grad
    assert tw.is_grad_enabled() and quiet.__name__ == "quiet"
    with tw.no_grad():
        assert loud(x).requires_grad
    tw.set_grad_enabled(False)
    assert not (x * 2).requires_grad
    tw.set_grad_enabled(True)
    with pytest.raises(KeyError), tw.no_grad():
        raise KeyError
    assert tw.is_grad_enabled()
    reused = tw.no_grad()
    with reused, reused:
        assert not tw.is_grad_enabled()
    assert tw.is_grad_enabled()


def test_backward_runs_inside_no_grad():
    x = leaf(2.0)
    y = x * x
    with tw.no_grad():
        y.backward()
    assert x.grad.tolist() == [4.0]


def test_each_thread_has_its_own_mode():
    from concurrent.futures import ThreadPoolExecutor

    with tw.no_grad(), ThreadPoolExecutor(1) as pool:
        assert pool.submit(tw.is_grad_enabled).result()


def test_decorated_generator_switches_around_each_step():
    x = leaf(1.0)

    @tw.no_grad()
    def steps():
        yield (x * 2).requires_grad
        yield (x * 3).requires_grad
        return 7

    run = steps()
    assert next(run) is False and tw.is_grad_enabled()
    assert next(run) is False and (x * 2).requires_grad
    assert list(steps()) == [False, False]


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

        assert (bare(), recorded(), [*steps()], (x * 2).requires_grad) == (
            *(False, True, [False, False]),
            True,
        )
        with library.inference_mode():
            assert not (x * 2).requires_grad and recorded()
            with library.inference_mode(False):
                assert (x * 2).requires_grad
        with library.no_grad(), library.inference_mode(False):
            assert (x * 2).requires_grad


def test_backward_to_inputs_changes_only_those():
    def story(leaf):
        x, w = leaf([1.0, 2.0], requires_grad=True), leaf([3.0, 4.0], requires_grad=True)
        log, apart = [], leaf([1.0], requires_grad=True)
        h, m = x * w, x + w
        h.retain_grad()
        w.register_hook(lambda g: log.append(g.tolist()) or g * 10)
        loss = (h * h * m).sum()
        for inputs in (w, [x], [h, x], (w, w), [m], [apart], iter([x])):
            loss.backward(retain_graph=True, inputs=inputs)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                grads = [t.grad for t in (x, w, h, m, apart)]
            log.append([None if g is None else g.tolist() for g in grads])
        return log

    assert story(tw.Tensor) == story(torch.tensor)


def test_backward_refuses_wrong_inputs():
    x = tw.Tensor([1.0], requires_grad=True)
    for inputs, text in (([], "cannot be empty"), ([tw.ones(1)], "does not require grad: input 0")):
        with pytest.raises(RuntimeError, match=text):
            (x * x).backward(inputs=inputs)
    assert x.grad is None
