"""Former silent errors, against PyTorch: arguments, shapes, threads, side effects."""

import math
import threading
from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Function, Tensor, nn, optim
from tests.each import each
from tests.tapewalk.oracle import check_both, draw

F, TF = nn.functional, torch.nn.functional
SIDES = {
    "tapewalk": (tw, lambda a, **kw: Tensor(np.array(a, np.float64), **kw)),
    "torch": (torch, lambda a, **kw: torch.tensor(np.array(a, np.float64), **kw)),
}


X_SHAPES = [(3, 2), (5, 3, 2), (2,)]
BIAS_SHAPES = [(4,), (1, 4), (1,), (), (3, 4), (3, 1)]


@pytest.fixture(params=SIDES)
def side(request):
    return SIDES[request.param]


@each("x_shape, bias_shape", product(X_SHAPES, BIAS_SHAPES))
def test_linear_bias_broadcasts(x_shape, bias_shape):
    arrays = [draw(shape, seed) for seed, shape in enumerate((x_shape, (4, 2), bias_shape))]
    try:
        TF.linear(*map(torch.tensor, arrays))
    except RuntimeError:
        if bias_shape[:1] == (3,) and x_shape == (5, 3, 2):
            return  # PyTorch adds (3, 1) to the rows of all batches joined; here it broadcasts
        with pytest.raises(RuntimeError, match="doesn't broadcast"):
            F.linear(*map(Tensor, arrays))
        return
    check_both(F.linear, TF.linear, arrays)


def test_linear_takes_a_vector_of_weights():
    check_both(F.linear, TF.linear, [draw((4, 3), 0), draw(3, 1)])


def test_scales_and_shifts_of_another_shape_are_refused():
    x = Tensor(np.ones((3, 4)))
    for shape in [(1, 4), (1,), ()]:
        part = Tensor(np.ones(shape), requires_grad=True)
        with pytest.raises(RuntimeError, match="same shape as normalized_shape"):
            F.layer_norm(x, (4,), part)
        with pytest.raises(RuntimeError, match="should contain 4 elements"):
            F.batch_norm(x, None, None, None, part, training=True)


@pytest.mark.parametrize("make", ["Sequential", "ModuleList"])
def test_only_modules_are_run(side, make):
    lib, _ = side
    kinds = {
        "Sequential": lambda *parts: lib.nn.Sequential(*parts),
        "ModuleList": lambda *parts: lib.nn.ModuleList(list(parts)),
    }
    for other in (lib.relu, 5, "tanh", lib.nn.Tanh):
        with pytest.raises(TypeError, match="is not a Module subclass"):
            kinds[make](lib.nn.Linear(2, 3), other)


def test_sequential_takes_a_dict_of_names():
    model = nn.Sequential({"first": nn.Linear(2, 3), "bend": nn.Tanh()})
    assert list(model.state_dict()) == ["first.weight", "first.bias"]
    assert [type(part) for part in model] == [nn.Linear, nn.Tanh]


def test_module_attributes_keep_their_kind(side):
    lib, leaf = side
    layer, chain, norm = (
        lib.nn.Linear(2, 3),
        lib.nn.Sequential(lib.nn.Tanh()),
        lib.nn.BatchNorm1d(2),
    )
    with pytest.raises(TypeError, match="cannot assign .* as parameter 'weight'"):
        layer.weight = leaf(np.ones((3, 2)))
    with pytest.raises(TypeError, match="cannot assign .* as child module '0'"):
        setattr(chain, "0", 5)
    with pytest.raises(TypeError, match="cannot assign .* as buffer 'running_mean'"):
        norm.running_mean = 5
    norm.running_mean = leaf([1.0, 2.0])
    assert norm.state_dict()["running_mean"].tolist() == [1.0, 2.0]
    layer.bias = None
    assert [name for name, _ in layer.named_parameters()] == ["weight"]


KEYS = [
    (0, slice(None), [0, 1]),
    (slice(None), [0, 1], slice(None), 0),
    (0, slice(1, None), [0, 1], [2, 0]),
    ([0, 1], slice(None), 0),
    (0, ..., [1, 0]),
    (slice(None), [1, 0], ..., [0, 1], [2, 3]),
    (None, 0, slice(None), [2, 1]),
    (np.int64(1), slice(None), np.array([[0], [1]])),
    (1, np.array([True, False, True]), slice(None), [0]),
    (range(2), np.array([0, 2])),
    ((0, 1), (1, 2)),
    (0, range(2)),
    (range(1, 2),),
    (slice(1, 2), range(2)),
]


@each("key", KEYS)
def test_index_of_integers_and_lists_equals_pytorch(key):
    numbers = np.arange(120.0).reshape(2, 3, 4, 5)
    theirs_key = tuple(torch.tensor(k) if isinstance(k, Iterable) else k for k in key)
    check_both(lambda x: x[key], lambda x: x[theirs_key], [numbers])
    x, t = Tensor(numbers) * 1, torch.tensor(numbers) * 1
    x[key], t[theirs_key] = -1.0, -1.0
    np.testing.assert_array_equal(x.data, t)


def test_threads_add_up_in_one_leaf():
    leaf = Tensor(np.zeros(1 << 18, np.float32), requires_grad=True)
    start, ones = threading.Barrier(4), Tensor(np.ones(1 << 18, np.float32))

    def work():
        start.wait()
        for _ in range(25):
            (leaf * ones).sum().backward()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(leaf.grad.tolist()) == {100.0}


def watched(lib, leaf):
    """Return a loss with hooks and a retained gradient, its tensors, and the hooks' log."""
    log = []
    x = lib.nn.Parameter(leaf([[1.0, 2.0], [3.0, 4.0]]))
    x.register_hook(lambda g: log.append("leaf"))
    h = x * 3
    h.register_hook(lambda g: log.append("between"))
    h.retain_grad()
    return (h * h).sum(), x, h, log


@pytest.mark.parametrize(
    "look",
    [
        lambda lib, loss, x: tw.trace(loss),
        lambda lib, loss, x: tw.inspect(loss),
        lambda lib, loss, x: tw.inspect(loss, model_of(lib, x), gradients=True),
        lambda lib, loss, x: list(tw.walk(loss)),
    ],
    ids=["trace", "inspect", "inspect with gradients", "walk"],
)
def test_observers_change_no_hook_or_gradient(side, look):
    lib, leaf = side
    loss, x, h, log = watched(lib, leaf)
    look(lib, loss, x)
    assert log == [] and x.grad is None and h.grad is None
    loss.backward()
    assert log == ["between", "leaf"] and x.grad is not None and h.grad is not None


def model_of(lib, parameter):
    """Return a model of one parameter."""
    model = lib.nn.Module()
    model.x = parameter
    return model


def test_grad_fills_no_kept_gradient():
    loss, x, h, _ = watched(*SIDES["tapewalk"])
    tw.grad(loss, x)
    assert x.grad is None and h.grad is None


def parts_of(packed):
    q, k, v = packed.split([1, 2, 3], 1)
    return (q * 3).sum() + (k.T @ k).sum() + v.exp().sum()


def halves(packed):
    a, b = packed.chunk(2, 1)
    return (a * b).sum() + b.sum()


def rows(packed):
    return sum((row * n).sum() for n, row in enumerate(packed.unbind(0), start=1))


@pytest.mark.parametrize("program", [parts_of, halves, rows])
def test_trace_separates_results_of_one_node(program):
    x = torch.linspace(-1, 1, 12, dtype=torch.float64).reshape(2, 6).requires_grad_()
    packed = x * 2
    loss = program(packed)
    walk = tw.trace(loss, labels={"packed": packed, "x": x})
    tw.validate(walk)
    packed.retain_grad()
    loss.backward()
    ids = {node["label"]: str(node["id"]) for node in walk["nodes"] if node["label"]}
    entry = np.array(walk["grads"][ids["x"]]["values"])
    np.testing.assert_allclose(entry.reshape(2, 6), x.grad)
    (cut,) = (n for n in walk["nodes"] if n["op"].startswith(("Split", "Unbind")))
    results = {edge.get("result", 0) for edge in walk["edges"] if edge["from"] == cut["id"]}
    assert results == set(range(len(results))) and len(results) > 1
    # The event of the node has the gradient of each result: the total sent to it.
    (event,) = (event for event in walk["backward"] if event["node"] == cut["id"])
    totals = {
        walk["edges"][sent["edge"]].get("result", 0): sent["total"]
        for other in walk["backward"]
        for sent in other["sends"]
        if walk["edges"][sent["edge"]]["from"] == cut["id"]
    }
    assert {entry["result"]: entry["grad"] for entry in event["results"]} == totals
    assert event["grad"] == event["results"][0]["grad"]


@pytest.mark.parametrize("amount", [float("nan"), float("inf")])
def test_infinite_gradient_reaches_only_its_entry(side, amount):
    lib, leaf = side
    f = lib.nn.functional
    x = leaf([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    targets = lib.from_numpy(np.array([-100, 1]))
    for loss in (f.cross_entropy, lambda x, t, **kw: f.nll_loss(x.log_softmax(1), t, **kw)):
        x.grad = None
        loss(x, targets, reduction="none").backward(leaf([amount, 1.0]))
        assert np.asarray(x.grad)[0].tolist() == [0.0, 0.0]
        assert np.isfinite(np.asarray(x.grad)).all()
    for choose in (lambda t: t.max(), lambda t: t.min(), lambda t: t.max(0).values[0]):
        x.grad = None
        choose(x).backward(leaf(amount))
        assert np.count_nonzero(~np.isfinite(np.asarray(x.grad))) == 1


COMPARED = [
    ([0.1], np.array(0.1), "gt"),
    (np.array([0.1], np.float32), np.array([0.1]), "eq"),
    (np.array([16777217]), 16777216.5, "gt"),
    (np.array([16777217]), np.array(16777216.0, np.float32), "gt"),
    (np.array([True, False]), 0.5, "gt"),
    (np.array([1, 2]), np.array([1.5, 2.0]), "ge"),
    (np.array([3], np.int8), np.array([3], np.int64), "eq"),
]


@pytest.mark.parametrize(("a", "b", "name"), COMPARED)
def test_comparisons_of_two_dtypes_equal_pytorch(a, b, name):
    def as_torch(x):
        return torch.tensor(x) if not isinstance(x, float) else x

    theirs = getattr(as_torch(a), name)(as_torch(b))
    mine = getattr(Tensor(a), name)(b if isinstance(b, float) else Tensor(b))
    assert mine.tolist() == theirs.tolist()
    if isinstance(b, np.ndarray):
        assert getattr(Tensor(a), name)(b).tolist() == theirs.tolist()


class Same(Function):
    def forward(self, x):
        return x

    def backward(self, grad):
        return grad


class Part(Same):
    def forward(self, x):
        return x[:1]

    def backward(self, grad):
        return np.append(grad, 0)


@pytest.mark.parametrize("function", [Same, Part])
@pytest.mark.parametrize("write", [lambda y: y.add_(1), lambda y: y[0:1].mul_(2)])
def test_write_to_returned_input_is_refused(function, write):
    x = Tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="view was created inside a custom Function"):
        write(function.apply(x))
    assert x.tolist() == [1.0, 2.0]
    y = function.apply(x).clone()
    y.add_(1)
    y.sum().backward()
    assert x.grad[0] == 1.0


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        ({"0.weight": np.zeros((9, 9))}, RuntimeError),
        ({"0.weight": np.array([["a", "b"]] * 3)}, TypeError),
        ({"more": np.zeros(1)}, KeyError),
    ],
)
def test_invalid_state_changes_nothing(broken, kind):
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    before = model.state_dict()
    state = {name: array + 1 for name, array in before.items()} | broken
    with pytest.raises(kind):
        model.load_state_dict(state)
    for name, array in model.state_dict().items():
        np.testing.assert_array_equal(array, before[name])


@pytest.mark.parametrize("name", ["mean", "sum", "var", "std"])
def test_half_precision_adds_up_in_single(name):
    rng = np.random.default_rng(0)
    for numbers in (np.full((300, 400), 60.0), rng.normal(300, 20, (300, 400)), np.ones(70_000)):
        array = numbers.astype(np.float16)
        x, t = Tensor(array, requires_grad=True), torch.tensor(array, requires_grad=True)
        with np.errstate(over="ignore"):  # a sum beyond 65504 is infinite in both
            y = getattr(x, name)()
        theirs = getattr(t, name)()
        np.testing.assert_allclose(y.data, theirs.detach(), rtol=2e-3, atol=1e-3)
        y.backward()
        theirs.backward()
        if name != "std" or theirs.item():
            np.testing.assert_allclose(x.grad, t.grad, rtol=2e-2, atol=1e-6)


def test_mean_of_losses_in_half_precision():
    x = np.full(70_000, 3.0, np.float16)
    for mine, theirs in (
        (F.mse_loss(Tensor(x), Tensor(x * 2)), TF.mse_loss(torch.tensor(x), torch.tensor(x * 2))),
        (
            F.cross_entropy(Tensor(x.reshape(-1, 2)), np.zeros(35_000, int)),
            TF.cross_entropy(torch.tensor(x).reshape(-1, 2), torch.zeros(35_000, dtype=int)),
        ),
    ):
        assert mine.item() == pytest.approx(theirs.item(), rel=5e-3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: tw.full((2,), "a"),
        lambda: tw.full((2,), 1j),
        lambda: tw.zeros(2, dtype=complex),
        lambda: tw.from_numpy(np.array(["a"])),
        lambda: tw.from_numpy(np.array([1j])),
        lambda: tw.from_numpy([1.0]),
        lambda: Tensor([1.0]).to(complex),
        lambda: Tensor([1.0]).to("U3"),
        lambda: Tensor([1.0]) + np.array([1j]),
        lambda: Tensor([1.0]) > np.array(["a"]),
        lambda: Tensor([1.0]) @ np.array([1j]),
        lambda: tw.where(np.array(["a"]), Tensor([1.0]), 0.0),
    ],
)
def test_tensor_holds_real_numbers_only(make):
    with pytest.raises(TypeError):
        make()


CLEAR = {
    "split(-1)": (lambda lib, x: x.split(-1), RuntimeError, "split_size be non-negative"),
    "split(0)": (lambda lib, x: x.split(0), RuntimeError, "split_size"),
    "split([4, -1])": (lambda lib, x: x.split([4, -1]), RuntimeError, "split"),
    "chunk(0)": (lambda lib, x: x.chunk(0), RuntimeError, "to be greater than 0"),
    "split of a number": (
        lambda lib, x: x[0].split(1),
        (RuntimeError, IndexError),
        "1-dimensional",
    ),
    "unbind of a number": (lambda lib, x: x[0].unbind(), IndexError, "no (dimensions|axes)"),
    "argmax of nothing": (lambda lib, x: x[:0].argmax(), (IndexError, RuntimeError), "entry|dim"),
    "Linear(-1, 2)": (lambda lib, x: lib.nn.Linear(-1, 2), RuntimeError, "negative dimension -1"),
    "Linear(2, -1)": (lambda lib, x: lib.nn.Linear(2, -1), RuntimeError, "negative dimension -1"),
    "Embedding(-1, 2)": (lambda lib, x: lib.nn.Embedding(-1, 2), RuntimeError, "negative dim"),
    "zeros(-1)": (lambda lib, x: lib.zeros(-1), RuntimeError, "negative"),
    "two numbers for one": (lambda lib, x: set_first(x, [3.0, 4.0]), RuntimeError, "shape|size"),
    "integer logits": (
        lambda lib, x: lib.nn.functional.cross_entropy(
            lib.from_numpy(np.ones((2, 3), int)), lib.from_numpy(np.array([0, 1]))
        ),
        RuntimeError,
        "not implemented for|float",
    ),
    "x[0] = text": (lambda lib, x: set_first(x, "a"), TypeError, "a"),
}


def set_first(x, value):
    kind = type(x)
    x = x * 1
    if isinstance(value, list):
        value = (torch.tensor if kind is torch.Tensor else Tensor)(value)
    x[0] = value
    return x


@pytest.mark.parametrize("name", CLEAR)
def test_invalid_calls_raise_clear_errors(side, name):
    lib, leaf = side
    call, kind, text = CLEAR[name]
    with pytest.raises(kind, match=text):
        call(lib, leaf([1.0, 2.0, 3.0]))


def test_valid_edge_cases_work_as_in_pytorch(side):
    lib, leaf = side
    number, x = leaf(3.0), leaf([1.0, 2.0, 3.0])
    assert number.argmax().tolist() == number.argmax(0).tolist() == number.argmin(-1).tolist() == 0
    assert x.to("cpu") is x
    for value in ([3.0], [[3.0]]):
        y = x * 1
        y[0] = leaf(value)
        assert y.tolist() == [3.0, 2.0, 3.0]
    y = leaf(np.zeros((2, 3)))
    y[0] = leaf(np.ones((1, 1, 3)))
    assert y.tolist() == [[1.0] * 3, [0.0] * 3]
    assert [len(part) for part in leaf(np.zeros(0)).split(0)] == [0]


CONVERSIONS = {
    "float": float,
    "int": int,
    "complex": complex,
    "math": math.sin,
    "round": lambda x: math.floor(x),
    "asarray": np.asarray,
    "entry": lambda x: np.zeros(2).__setitem__(0, x),
}


@each("name", CONVERSIONS)
def test_conversions_do_not_cut_the_graph(name):
    leaf = Tensor(2.0, requires_grad=True)
    for x in (leaf, leaf * 3):
        with pytest.raises((RuntimeError, ValueError), match="requires grad|sequence"):
            CONVERSIONS[name](x)
    with pytest.raises((RuntimeError, ValueError), match="requires grad|sequence"):
        tw.grad(lambda x: x * CONVERSIONS[name](x))(1.0)
    assert float(leaf.detach()) == leaf.item() == 2.0
    with tw.no_grad():
        assert float(leaf) == int(leaf) == 2


def test_copy_without_history_warns():
    x = Tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning, match="copy without its history"):
        assert not tw.tensor(x * 3).requires_grad
    with tw.no_grad():
        Tensor(x)


def test_truth_value_is_not_an_axis(side):
    lib, leaf = side
    x = leaf([[1.0, 2.0], [3.0, 5.0]])
    for name in ("var", "std"):
        for unbiased in (False, True):
            plain = np.asarray(x).__getattribute__(name)(ddof=int(unbiased))
            assert getattr(x, name)(unbiased).item() == pytest.approx(plain)
    for name in ("sum", "mean", "amax", "argmax", "softmax", "cumsum", "logsumexp"):
        with pytest.raises(TypeError):
            getattr(x, name)(True)


def test_fill_value_gets_a_gradient(side):
    lib, leaf = side
    mask = lib.tensor([True, False, True])
    for in_place in (False, True):
        x, value = leaf([1.0, 2.0, 3.0], requires_grad=True), leaf(5.0, requires_grad=True)
        y = (x * 1).masked_fill_(mask, value) if in_place else x.masked_fill(mask, value)
        (y * y).sum().backward()
        assert value.grad.tolist() == 20.0 and x.grad.tolist() == [0.0, 4.0, 0.0]


def test_arguments_have_the_places_of_pytorch(side):
    lib, leaf = side
    q, k, v = (leaf(np.random.default_rng(i).standard_normal((3, 2))) for i in range(3))
    attend = lib.nn.functional.scaled_dot_product_attention
    first = attend(q, k, v, None, 0.0, True)[0]
    np.testing.assert_allclose(first, v[0])  # the first query looks at the first key alone
    assert not np.asarray(lib.nn.Embedding(4, 2, 1).weight.data[1]).any()


def test_running_averages_are_not_differentiated(side):
    lib, leaf = side
    f = lib.nn.functional
    for training in (True, False):
        for flags in ((True, False), (False, True)):
            averages = [leaf([0.5, 1.5], requires_grad=flag) for flag in flags]
            with pytest.raises(RuntimeError, match="is not differentiable with respect to argum"):
                f.batch_norm(leaf([[1.0, 2.0], [3.0, 5.0]]), *averages, training=training)


def test_batch_norm_averages_all_batches_alike(side):
    lib, leaf = side
    theirs, mine = torch.nn.BatchNorm1d(2, momentum=None), nn.BatchNorm1d(2, momentum=None)
    for seed in range(3):
        x = np.random.default_rng(seed).standard_normal((4, 2)).astype(np.float32)
        np.testing.assert_allclose(
            mine(Tensor(x)).data, theirs(torch.tensor(x)).detach(), rtol=1e-5, atol=1e-6
        )
    for name in ("running_mean", "running_var"):
        np.testing.assert_allclose(
            getattr(mine, name).data, getattr(theirs, name), rtol=1e-5, atol=1e-6
        )


def test_length_of_half_precision_does_not_overflow():
    x = np.full(3, 300, np.float16)
    for p in (2, 3):
        mine, other = Tensor(x).norm(p), torch.tensor(x).norm(p)
        assert mine.dtype == np.float16
        np.testing.assert_allclose(mine.data, other, rtol=1e-3)


def test_sign_of_truth_values_is_themselves():
    assert (Tensor([1.0, -1.0]) > 0).sign().tolist() == [True, False]


def test_a_model_is_not_a_list_of_parameters(side):
    lib, _ = side
    with pytest.raises(TypeError):
        lib.optim.SGD(lib.nn.Linear(2, 2), lr=0.1)
    with pytest.raises(TypeError, match=r"write model.parameters\(\)"):
        optim.SGD(nn.Linear(2, 2), lr=0.1)
