"""The findings of `inspect` in healthy models of others: `python -m bench.real_models`.

The models of torchvision, timm and transformers have random weights and small inputs, and nothing
is wrong with any of them. Install `requirements-models.txt` first.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import torch
from torch.nn.functional import cross_entropy

from tapewalk import inspect

MOST_FALSE: Final = 3
# They are true of the models in which they are found: attention written by hand, a copy of
# contiguous() that only an addition reads, a frozen table of positions among those that learn.
TRUE: Final = ("attention_apart", "copied_for_nothing", "computed_twice", "frozen_in_optimizer")

# Models that need larger images than 64 by 64 say which.
TORCHVISION: Final = """resnet18 resnet50 resnext50_32x4d densenet121 squeezenet1_1 mobilenet_v2
    mobilenet_v3_small mnasnet0_5 shufflenet_v2_x0_5 efficientnet_b0 regnet_y_400mf regnet_x_400mf
    convnext_tiny swin_t swin_v2_t vit_b_16:224 maxvit_t:224 alexnet:224"""
TIMM: Final = """resnet26d seresnet50 resnetv2_50 nf_resnet50 vit_tiny_patch16_224:224
    deit3_small_patch16_224:224 cait_xxs24_224:224 eva02_tiny_patch14_224:224 mixer_s16_224:224
    gmlp_s16_224:224 resmlp_12_224:224 convnextv2_atto poolformer_s12 xcit_nano_12_p16_224:224
    coat_lite_tiny:224 pvt_v2_b0 mobilevit_xxs edgenext_xx_small efficientformer_l1:224 repvgg_a0
    hrnet_w18_small dla34 ghostnet_100 levit_128s:224 fastvit_t8 volo_d1_224:224
    crossvit_tiny_240:240 twins_svt_small:224"""
# Names of classes: f"{name}Config", and what of it is called.
TRANSFORMERS: Final = """GPTNeoX:ForCausalLM Llama:ForCausalLM Mistral:ForCausalLM
    Qwen2:ForCausalLM Qwen3:ForCausalLM Gemma:ForCausalLM Phi:ForCausalLM Mamba:ForCausalLM
    Mixtral:ForCausalLM Bert:ForMaskedLM Bert:ForSequenceClassification
    Roberta:ForSequenceClassification Electra:ForSequenceClassification
    DebertaV2:ForSequenceClassification"""
_SMALL: Final = {
    **{"vocab_size": 500, "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4},
    **{"intermediate_size": 128, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2},
}

_LIBRARIES: Final[list[Any]] = []  # what they declare ends with them

# A model, its inputs, those it gets by name, and the function that computes its loss.
Step = tuple[Any, tuple[Any, ...], dict[str, Any], Callable[[Any], Any] | None]


def models() -> Iterator[tuple[str, Callable[[], Step]]]:
    """Yield the name of each model and a function that makes it."""
    torchvision, timm = import_module("torchvision.models"), import_module("timm")
    transformers = import_module("transformers")
    for names, make in ((TORCHVISION, torchvision.get_model), (TIMM, timm.create_model)):
        for entry in names.split():
            name, _, side = entry.partition(":")
            yield name, lambda make=make, name=name, side=side: _image(make(name), int(side or 64))
    for entry in TRANSFORMERS.split():
        name, _, task = entry.partition(":")
        yield name + task, lambda name=name, task=task: _text(transformers, name, task)


def _image(model: Any, side: int) -> Step:
    count = 4 if side == 64 else 2
    images, classes = torch.randn(count, 3, side, side), torch.arange(count)

    def loss(given: Any) -> Any:
        results = given if isinstance(given, (tuple, list)) else [given]
        return sum(cross_entropy(scores, classes) for scores in results if scores.ndim == 2)

    return model.train(), (images,), {}, loss


def _text(transformers: Any, name: str, task: str) -> Step:
    config = getattr(transformers, f"{name}Config")(**_SMALL)
    if hasattr(config, "num_key_value_heads"):
        config.num_key_value_heads = config.num_attention_heads
    model = getattr(transformers, name + task)(config).train()
    words = torch.randint(5, 500, (4, 24))
    labels = torch.arange(4) % 2 if "Classification" in task else words
    return model, (), {"input_ids": words, "labels": labels}, None


def declare_operators() -> None:
    """Declare torchvision's compiled operators: its wheel belongs to PyTorch's CUDA build."""
    spec = find_spec("torchvision")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install --no-deps -r bench/requirements-models.txt")
    text = Path(spec.origin).with_name("_meta_registrations.py").read_text("utf-8")
    library = torch.library.Library("torchvision", "FRAGMENT")
    _LIBRARIES.append(library)
    for name in {"nms", *re.findall(r'(?:register_meta\("|torchvision::)(\w+)"', text)}:
        library.define(f"{name}(Tensor x) -> Tensor")


def main(wanted: list[str]) -> int:
    """Inspect the models, or those whose names contain a word; return 1 if too many are false."""
    declare_operators()
    false = total = 0
    for name, make in models():
        if wanted and not any(word in name for word in wanted):
            continue
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model, inputs, settings, loss = make()
            optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
            report = inspect(model, *inputs, loss_fn=loss, optimizer=optimizer, **settings)
        wrong = [f for f in report.findings if f.kind not in TRUE]
        false, total = false + len(wrong), total + 1
        print(f"{name}: {', '.join(f.kind for f in report.findings) or 'nothing'}", flush=True)
        for finding in wrong:
            print(f"    {finding.module} {finding.place}: {finding.facts}")
    print(f"{total} models, {false} false findings; at most {MOST_FALSE} are in order")
    return int(false > MOST_FALSE)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
