"""The census of a report, on PyTorch's own blocks and layers."""

import re

import pytest
import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

import tapewalk
from tapewalk import Function, Tensor, inspect, walk
from tapewalk.graph import saved_bytes
from tapewalk.inspect.categories import CATEGORIES, TABLE, category_of
from tapewalk.twins import TransformerBlock
from tests.tapewalk.blocks import rows, small_block, squares
from tests.tapewalk.test_mini_gpt import text, twins

LAYOUT = ("layout_free", "layout_copy")


def layout(report):
    return sum(report.categories[name] for name in LAYOUT)


@pytest.mark.parametrize(
    ("need_weights", "batch_first", "nodes", "arranged", "adds"),
    [(False, True, 58, 33, 3), (True, True, 60, 32, 3), (False, False, 54, 30, 2)]
    + [(True, False, 56, 29, 2)],
)
def test_block_in_single_precision(need_weights, batch_first, nodes, arranged, adds):
    block = small_block(need_weights=need_weights, batch_first=batch_first)
    report = inspect(squares(block(rows())), block)
    assert len(report.nodes) == nodes and report.categories["accumulate"] == 12
    assert layout(report) == arranged
    assert (report.types["Add"], report.categories["residual"]) == (adds, 2)
    assert len(report.inferred) == 1  # the batch needs no gradient
    assert report.of_category("loss") == {"Mean": 1, "Pow": 1}
    assert report.of_category("normalisation") == {"NativeLayerNorm": 2}
    assert "unknown" not in report.categories and "dtype_copy" not in report.categories
    (core,) = report.attention
    assert core.fused is not need_weights
    assert core.reason == ("need_weights" if need_weights else None)


def test_saved_bytes_of_a_large_block():
    block = TransformerBlock()
    x = torch.randn(2, 128, 768)
    report = inspect(lambda: squares(block(x)), block)
    assert round(report.saved.activations / 1e6, 2) == 13.39
    assert round(report.saved.parameters / 1e6, 1) == 28.3
    assert report.saved == saved_bytes(walk(squares(block(x)), block))
    assert set(report.groups) == {"", "ln1", "attn", "ln2", "fc1", "fc2"}
    assert report.groups["fc2"].parameters == 768 * 3072 * 4
    linear = next(n for n in report.nodes if n.op == "Addmm" and n.group == "fc2")
    assert (linear.activations, linear.parameters) == (2 * 128 * 3072 * 4, 768 * 3072 * 4)


def attended(**settings):
    block = small_block(**settings)
    (core,) = inspect(squares(block(rows())), block).attention
    return core.fused, core.reason


def test_other_ways_to_lose_fusion():
    assert attended(dropout=0.1) == (False, "plain_path")
    assert attended(dropout=0.1, need_weights=True) == (False, "need_weights")
    with sdpa_kernel(SDPBackend.MATH):
        assert attended() == (False, "plain_path")
    block = small_block()
    mask = torch.zeros(8, 8, requires_grad=True)
    (core,) = inspect(squares(block(rows(), mask)), block).attention
    assert (core.fused, core.reason) == (False, "plain_path")
    (core,) = inspect(squares(block(rows(), torch.zeros(8, 8))), block).attention
    assert core.fused


def test_attention_by_hand_is_recognised():
    for fused in (False, True):
        model = twins(fused=fused)[1]
        tokens, targets = text()
        loss = model(torch.tensor(tokens), torch.tensor(targets))
        report = inspect(loss, model)
        reason = None if fused else "by_hand"
        assert [(c.fused, c.reason) for c in report.attention] == [(fused, reason)] * 2
        assert report.categories["residual"] == 4
    x = torch.randn(3, 4, requires_grad=True)
    scores = nn.Linear(4, 5)(x).softmax(-1) @ torch.randn(5, 2, requires_grad=True)
    assert inspect(scores.sum()).attention == ()  # a softmax over classes is none


def test_our_mini_gpt():
    model = twins()[0]
    tokens, targets = text()
    report = inspect(lambda: model(tokens, targets), model, gradients=True)
    assert report.engine == "tapewalk" and "unknown" not in report.categories
    assert report.categories["residual"] == 4 and report.types["Add"] == 7
    assert report.of_category("normalisation") == {"LayerNorm": 5}
    assert report.of_category("loss") == {"CrossEntropy": 1}
    assert report.of_category("layout_copy") == {"Reshape": 2}  # the heads, joined
    assert [(c.fused, c.group) for c in report.attention] == [
        (False, "blocks 0 / attention"),
        (False, "blocks 1 / attention"),
    ]
    assert len(report.parameters) == 38 and not report.missing and report.gradients == "computed"
    assert all(p.grad is None for p in model.parameters())
    fused = twins(fused=True)[0]
    assert inspect(fused(tokens, targets)).of_category("fused_attention") == {"Attention": 2}


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.block, self.own = small_block(need_weights=True), nn.Linear(24, 24)

    def forward(self, x):
        y = self.own(self.block(x))
        return (y @ y.mT).softmax(-1) @ y


def test_reason_belongs_to_the_module_that_attends():
    model, x = Both(), rows()
    cores = inspect(lambda: squares(model(x)), model).attention
    cores_found = [(core.group, core.reason) for core in cores]
    assert cores_found == [("block / attn", "need_weights"), (None, "by_hand")]


@pytest.mark.parametrize("of", ["Efficient", "Flash", "Cudnn", "Fused"])
def test_other_devices_have_other_names(of):
    names = [n for n in dir(torch._C._functions) if n.startswith(f"ScaledDotProduct{of}Attention")]
    assert names and {category_of(n.removesuffix("Backward0")) for n in names} == {
        "fused_attention"
    }


def test_tensors_without_numbers():
    block = small_block().to("meta")
    report = inspect(squares(block(torch.empty(2, 8, 24, device="meta"))), block)
    assert (report.device, report.value) == ("meta", None)
    assert report.categories["residual"] == 2 and report.saved.activations > 0


class Add(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def test_custom_functions_are_custom_under_any_name():
    x = torch.ones(3, requires_grad=True)
    assert inspect(Add.apply(x).sum()).of_category("custom") == {"Add": 1}
    same = type("Tanh", (Function,), {"forward": lambda s, x: x, "backward": lambda s, g: g})
    report = inspect(same.apply(Tensor([1.0], requires_grad=True)))
    assert report.categories == {"accumulate": 1, "custom": 1}


def test_backward_hooks_of_modules_are_custom_nodes():
    layer = nn.Linear(3, 3)
    x = torch.ones(2, 3, requires_grad=True)
    before = inspect(lambda: layer(x).sum(), layer)
    layer.weight.register_hook(lambda grad: grad)
    assert inspect(lambda: layer(x).sum(), layer) == before
    layer.register_full_backward_hook(lambda *_: None)
    hooked = inspect(lambda: layer(x).sum(), layer)
    assert hooked.of_category("custom") == {"BackwardHookFunction": 2} and not hooked.missing


def test_unlisted_name_is_unknown(monkeypatch):
    monkeypatch.delitem(TABLE, "Erfinv")
    tapewalk.inspect.structure._named.cache_clear()
    x = torch.full((3,), 0.5, requires_grad=True)
    report = inspect(x.erfinv().sum())
    tapewalk.inspect.structure._named.cache_clear()
    assert report.of_category("unknown") == {"Erfinv": 1}
    assert "Unknown: Erfinv" in report.text("en") and "Desconocidos: Erfinv" in report.text("es")


def test_operations_of_both_engines_have_categories():
    ours = [*Function.__subclasses__()]
    for kind in ours:
        ours += kind.__subclasses__()
    ours = {kind for kind in ours if kind.builtin}
    assert {kind.__name__ for kind in ours} >= {*tapewalk.ops.__all__}
    assert {kind.category for kind in ours} <= set(CATEGORIES)
    # PyTorch's operations of the same name are in the same category.
    assert {kind.__name__ for kind in ours if category_of(kind.__name__) != kind.category} == set()
    assert {k.__name__ for k in ours if k.category == "unknown"} == {"Expand"}  # the graph decides
    for name in ("Addmm", "NativeLayerNorm", "Gelu", "View", "ToCopy", "MseLoss", "Convolution"):
        assert category_of(name) != "unknown" and hasattr(torch._C._functions, name + "Backward0")


def test_table_has_all_nodes_that_pytorch_registers():
    kinds = [n for n in dir(torch._C._functions) if "Backward" in n and "Test" not in n]
    unknown = {n for n in kinds if category_of(re.sub(r"Backward\d*$", "", n)) == "unknown"}
    graph_decides, errors = {"ExpandBackward0"}, {"SendRpcBackward", "UndefinedGradBackward"}
    assert len(kinds) > 600 and unknown == graph_decides | errors


@pytest.mark.parametrize(
    ("make", "category"),
    [
        (lambda x: x.expand(2, 3), "layout_free"),
        (lambda x: x[:1].expand(2, 3), "layout_copy"),
        (lambda x: x.copysign(x), "compute"),
        (lambda x: torch.expand_copy(x, (2, 3)), "layout_copy"),
        (lambda x: x.double(), "dtype_copy"),
        (lambda x: x.to(dtype=x.dtype, copy=True), "layout_copy"),
        (lambda x: x.log_softmax(-1), "activation"),
        (lambda x: x[0], "layout_copy"),
        (lambda x: x.unsqueeze(0), "layout_free"),
    ],
)
def test_category_that_the_graph_decides(make, category):
    x = torch.randn(2, 3, requires_grad=True)
    assert inspect(make(x)).nodes[0].category == category


def test_our_reshape_copies_only_after_a_transpose():
    x = Tensor([[1.0, 2.0, 3.0]], requires_grad=True)
    assert inspect(x.reshape(3)).nodes[0].category == "layout_free"
    assert inspect(x.T.reshape(3)).nodes[0].category == "layout_copy"
