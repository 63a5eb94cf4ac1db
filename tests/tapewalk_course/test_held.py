"""The bytes of *The memory of one step*: formulas beside hooks on PyTorch's saved tensors."""

import dataclasses
import itertools
import json
import random
import subprocess
from pathlib import Path

import pytest
import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

from tapewalk.twins import MiniGPT, mini_gpt
from tapewalk_course import held
from tools.node import node

ROOT = Path(__file__).parents[2]
SMALL = held.Setting(tokens=8, texts=2, layers=2, width=32, heads=4, vocab=27)
LARGER = held.Setting(tokens=16, texts=3, layers=3, width=48, heads=2, vocab=101)
KINDS = [  # an architecture: the letter GPT, GPT-2 with its tied head, and fused attention
    {},
    {"tied": True},
    {"fused": True},
]
SETTINGS = [
    base.but(checkpoint=again, half=half, **kind)
    for base, kind, again, half in itertools.product(
        (SMALL, LARGER), KINDS, (False, True), (False, True)
    )
]


@pytest.fixture(autouse=True)
def causal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fused attention without a mask of T × T numbers, as models that are trained use it."""
    fused = mini_gpt.functional.scaled_dot_product_attention
    monkeypatch.setattr(
        mini_gpt.functional,
        "scaled_dot_product_attention",
        lambda q, k, v, attn_mask: fused(q, k, v, is_causal=True),
    )


def model_of(setting: held.Setting) -> MiniGPT:
    s = setting
    model = MiniGPT(s.vocab, s.width, s.heads, s.layers, 4 * s.width, s.tokens, s.fused)
    if s.tied:
        model.head = torch.nn.Linear(s.width, s.vocab, bias=False)
        model.head.weight = model.token_embedding.weight
    for block in model.blocks if s.checkpoint else ():
        forward = block.forward
        # The mask is not an argument: it would be saved once, and is the same for all blocks.
        block.forward = lambda x, mask, run=forward: checkpoint(
            lambda rows: run(rows, mask), x, use_reentrant=False
        )
    return model


def bytes_saved(setting: held.Setting) -> int:
    torch.manual_seed(0)
    model = model_of(setting)
    own = {p.untyped_storage().data_ptr() for p in model.parameters()}
    memory = {}

    def note(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            memory[storage.data_ptr()] = tensor, storage.nbytes()
        return tensor

    text = torch.randint(0, setting.vocab, (setting.texts, setting.tokens + 1))
    tokens, targets = text[:, :-1].contiguous(), text[:, 1:].contiguous()
    with (
        saved_tensors_hooks(note, lambda tensor: tensor),
        torch.autocast("cpu", torch.bfloat16, enabled=setting.half),
    ):
        model(tokens, targets)
    return sum(size for _, size in memory.values())


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_formula_equals_hooks(setting: held.Setting) -> None:
    assert sum(held.saved(setting).values()) == bytes_saved(setting)


@pytest.mark.parametrize("setting", [SMALL, LARGER.but(tied=True)], ids=str)
def test_parameters_are_counted(setting: held.Setting) -> None:
    assert held.parameters(setting) == sum(p.numel() for p in model_of(setting).parameters())


def test_presets_have_their_published_sizes() -> None:
    assert held.parameters(held.GPT2) == 124_439_808
    with torch.device("meta"):
        letters = model_of(held.LETTERS)
    assert held.parameters(held.LETTERS) == sum(p.numel() for p in letters.parameters())


def test_saved_bytes_are_those_before_backward() -> None:
    for setting in SETTINGS:
        loss = next(m for m in held.step(setting) if (m.phase, m.line) == ("backward", "loss"))
        base = ("parameters", "moments", "gradients", "passing")
        assert sum(v for band, v in loss.held.items() if band not in base) == pytest.approx(
            sum(held.saved(setting).values())
        )


def test_javascript_computes_the_same_step() -> None:
    rng = random.Random(0)
    settings = [held.LETTERS, held.GPT2, held.SEVEN]
    for _ in range(30):
        sizes = [rng.randint(1, 64) for _ in range(6)]
        switches = [rng.random() < 0.5 for _ in range(5)]
        settings.append(held.Setting(*sizes, *switches))
    given = json.dumps([dataclasses.asdict(setting) for setting in settings])
    program = """
      import * as js from "./lib/diagrams/views/held/bytes.js";
      const {kvCache, parameters, step, workOf} = js;
      const settings = JSON.parse(process.argv[1]);
      console.log(JSON.stringify(settings.map((s) => [parameters(s), kvCache(s),
        workOf(step(s)), step(s).map(({phase, line, total}) => [phase, line, total])])));"""
    done = subprocess.run(
        [node(), "--input-type=module", "-e", program, given],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for setting, theirs in zip(settings, json.loads(done.stdout), strict=True):
        count, cache, work, moments = theirs
        assert (count, cache) == (held.parameters(setting), held.kv_cache(setting))
        assert work == pytest.approx(held.work(setting))
        expected = [(m.phase, m.line) for m in held.step(setting)]
        assert [(phase, line) for phase, line, _ in moments] == expected
        totals = [m.total for m in held.step(setting)]
        assert [total for *_, total in moments] == pytest.approx(totals)
