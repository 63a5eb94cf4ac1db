"""A check of `inspect.watch` in other training loops: `python -m bench.training_loops`.

Trains a small model with the Trainer of transformers, with Lightning and with Accelerate, and
compares the logged sizes with gradients that it measures itself. Install
`requirements-models.txt` first.
"""

from __future__ import annotations

import tempfile
import warnings
from functools import partial
from importlib import import_module
from math import isclose
from typing import Any

import torch
from torch import nn
from torch.nn.functional import mse_loss

from bench.real_models import declare_operators
from tapewalk import inspect
from tapewalk.inspect.callbacks import for_lightning, for_transformers

X = torch.randn(64, 4, generator=torch.Generator().manual_seed(0))
Logged = list[tuple[dict[str, float], int]]


class Net(nn.Module):
    """A model whose loss the Trainer finds; it notes the size of its last layer's gradients."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
        self.sizes: list[float] = []
        weight = self.layers[2].weight
        weight.register_post_accumulate_grad_hook(
            lambda own: self.sizes.append(float(own.grad.square().mean().sqrt()))
        )

    def forward(self, x: Any) -> dict[str, Any]:
        """Return the loss, under the name that the Trainer expects."""
        return {"loss": mse_loss(self.layers(x), x[:, :1])}


def with_transformers(model: Net, logged: Logged) -> Any:
    """Train with the Trainer of Hugging Face."""
    transformers = import_module("transformers")
    with tempfile.TemporaryDirectory() as folder:
        settings = transformers.TrainingArguments(
            folder, max_steps=9, per_device_train_batch_size=8, report_to=[], save_strategy="no",
            disable_tqdm=True, use_cpu=True, max_grad_norm=0.0, dataloader_pin_memory=False,
        )  # fmt: skip
        callback = for_transformers(4, lambda scalars, step: logged.append((scalars, step)))
        data = [{"x": row} for row in X]
        transformers.Trainer(model, settings, train_dataset=data, callbacks=[callback]).train()
    return callback.runs[0]


def with_lightning(model: Net, logged: Logged) -> Any:
    """Train with the Trainer of Lightning."""
    lightning = import_module("pytorch_lightning")

    class Module(lightning.LightningModule):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.net = model

        def training_step(self, batch: Any, _: int) -> Any:
            return self.net(batch)["loss"]

        def configure_optimizers(self) -> Any:
            return torch.optim.SGD(self.parameters(), 0.01)

    callback = for_lightning(4, lambda scalars, step: logged.append((scalars, step)))
    trainer = lightning.Trainer(
        max_steps=9, accelerator="cpu", logger=False, enable_checkpointing=False,
        enable_progress_bar=False, enable_model_summary=False, callbacks=[callback],
    )  # fmt: skip
    trainer.fit(Module(), torch.utils.data.DataLoader(list(X), batch_size=8))
    return callback.runs[0]


def with_accelerate(model: Net, logged: Logged) -> Any:
    """Train with an optimizer that Accelerate has wrapped."""
    accelerator = import_module("accelerate").Accelerator(cpu=True)
    own, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), 0.01))
    with inspect.watch(own, optimizer, every=4) as run:
        for step in range(1, 10):
            optimizer.zero_grad()
            accelerator.backward(own(X[:8])["loss"])
            optimizer.step()
            if run.steps[-1] == step:
                logged.append((run.scalars(), step))
    return run


def main() -> int:
    """Train with each; return 1 if a run was not measured, or measured otherwise."""
    declare_operators()
    failed = 0
    for train in (with_transformers, with_lightning, with_accelerate):
        model, logged = Net(), list[tuple[dict[str, float], int]]()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run = train(model, logged)
        steps = [step for _, step in logged]
        (name,) = [key for key in logged[0][0] if key.endswith("layers.2.weight")][:1]
        sizes = [scalars[name] for scalars, _ in logged]
        wanted = [model.sizes[step - 1] for step in steps]
        right = steps == [1, 5, 9] == run.steps and run.turns == ()
        right = right and all(map(partial(isclose, rel_tol=1e-5), sizes, wanted))
        print(f"{train.__name__}: steps {steps}, {'right' if right else [run, sizes, wanted]}")
        failed += not right
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
