"""The mini-GPT against its twin in PyTorch: loss, gradients, states, refusals."""

import numpy as np
import pytest
import torch

from tapewalk import Tensor, models
from tapewalk.twins import MiniGPT


def twins(seed=0, **sizes):
    """Return our model and PyTorch's with the same weights."""
    torch.manual_seed(seed)
    theirs, ours = MiniGPT(**sizes), models.MiniGPT(**sizes)
    ours.load_state_dict(theirs.state_dict())
    return ours, theirs


def text(batch=1, time=8, vocab=512, seed=0):
    """Return tokens and the targets that follow them."""
    drawn = np.random.default_rng(seed).integers(0, vocab, (batch, time + 1))
    return drawn[:, :-1], drawn[:, 1:]


def assert_same_pass(ours, theirs, tokens, targets):
    loss = ours(tokens, targets)
    expected = theirs(torch.tensor(tokens), torch.tensor(targets))
    assert loss.shape == () and loss.item() == pytest.approx(expected.item(), abs=1e-5)
    loss.backward()
    expected.backward()
    gradients = {name: p.grad.numpy() for name, p in theirs.named_parameters()}
    assert [name for name, _ in ours.named_parameters()] == list(gradients)
    for name, p in ours.named_parameters():
        np.testing.assert_allclose(p.grad, gradients[name], rtol=0, atol=1e-5, err_msg=name)
        assert np.abs(gradients[name]).max() > (1e-12 if name.endswith("k.bias") else 1e-5)


def test_model_of_the_lesson_has_its_first_loss():
    ours, theirs = twins()
    assert [(n, p.shape) for n, p in ours.named_parameters()] == [
        (n, tuple(p.shape)) for n, p in theirs.named_parameters()
    ]
    sizes = [p.size for p in ours.parameters()]
    assert len(sizes) == 38 and sum(sizes) == 166_656
    tokens, targets = torch.randint(0, 512, (1, 8)), torch.randint(0, 512, (1, 8))
    assert ours(tokens.numpy(), targets.numpy()).item() == pytest.approx(6.5147, abs=5e-5)
    assert_same_pass(ours, theirs, tokens.numpy(), targets.numpy())


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize(
    ("batch", "time", "sizes"),
    [
        (3, 8, {}),
        (1, 5, {"layers": 1}),
        (3, 1, {"layers": 3, "heads": 2, "d_model": 16, "d_ff": 24, "vocab": 11}),
        (2, 7, {"heads": 1, "d_model": 12, "d_ff": 8, "vocab": 5, "context": 16}),
        (2, 16, {"heads": 12, "d_model": 12, "d_ff": 48, "vocab": 30, "context": 16}),
    ],
)
def test_loss_and_gradients_equal_pytorch(batch, time, sizes, fused):
    ours, theirs = twins(fused=fused, **sizes)
    tokens, targets = text(batch, time, sizes.get("vocab", 512))
    if time == 1:  # one token looks at itself only: its query and key change nothing
        expected = theirs(torch.tensor(tokens), torch.tensor(targets))
        assert ours(tokens, targets).item() == pytest.approx(expected.item(), abs=1e-5)
    else:
        assert_same_pass(ours, theirs, tokens, targets)


def test_weights_load_in_both_directions():
    ours, theirs = models.MiniGPT(generator=1), MiniGPT()
    theirs.load_state_dict(ours.state_dict())
    tokens, _ = text()
    expected = theirs(torch.tensor(tokens)).detach().numpy()
    np.testing.assert_allclose(ours(tokens).data, expected, atol=1e-5)
    with pytest.raises(RuntimeError, match="Missing key"):
        theirs.load_state_dict({"ln.weight": np.ones(64)})
    theirs.load_state_dict({"ln.weight": np.full(64, 2.0)}, strict=False)
    assert theirs.ln.weight[0].item() == 2


def test_logits_do_not_depend_on_later_tokens():
    model = models.MiniGPT(generator=0)
    tokens, _ = text(2)
    logits = model(tokens)
    assert logits.shape == (2, 8, 512) and model(Tensor(tokens)).data.tolist() == logits.tolist()
    changed = tokens.copy()
    changed[:, 5:] = (changed[:, 5:] + 1) % 512
    np.testing.assert_allclose(model(changed).data[:, :5], logits.data[:, :5], atol=1e-6)
    assert np.abs(model(changed).data[:, 5:] - logits.data[:, 5:]).max() > 0.1


def test_same_seed_gives_the_same_model():
    first, second, other = (models.MiniGPT(generator=seed).state_dict() for seed in (0, 0, 1))
    assert all((first[name] == second[name]).all() for name in first)
    assert not (first["head.weight"] == other["head.weight"]).any()


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        ([[1, 512, 3]], IndexError, r"tokens\[0, 1\] is 512: the vocabulary has the tokens 0 to 5"),
        ([[1, 2], [3, -1]], IndexError, r"tokens\[1, 1\] is -1"),
        ([1, 2], ValueError, r"shape \(batch, time\), got \(2,\).*tokens\[None\]"),
        ([[1.0, 2.0]], TypeError, "tokens are integers, got dtype float64"),
        ([[True]], TypeError, "got dtype bool"),
        ([[0] * 9], ValueError, r"8 places \(context=8\), got 9 tokens"),
    ],
)
def test_invalid_tokens_are_refused(tokens, error, message):
    with pytest.raises(error, match=message):
        models.MiniGPT(generator=0)(tokens)


def test_invalid_targets_are_refused():
    model = models.MiniGPT(generator=0)
    with pytest.raises(ValueError, match=r"got tokens \(2, 3\) and targets \(3, 2\)"):
        model(np.zeros((2, 3), int), np.zeros((3, 2), int))
    with pytest.raises(IndexError, match="Target 512 is out of bounds"):
        model([[1, 2]], [[3, 512]])
    with pytest.raises(TypeError, match="integers"):
        model([[1, 2]], [[3.0, 4.0]])


@pytest.mark.parametrize("heads", [5, 0])
def test_heads_must_divide_the_width(heads):
    with pytest.raises(ValueError, match=f"d_model 64 is not divisible by {heads} heads"):
        models.MiniGPT(heads=heads)
