"""Sick models that compare, recommend, rank or act: contrastive, tables, graphs, RL."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from bench.sick_models.cases import call, sick


class CLIP(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.image = nn.Sequential(nn.Flatten(), nn.Linear(48, 32), nn.GELU(), nn.Linear(32, width))
        self.text = nn.EmbeddingBag(50, width)
        self.logit_scale = nn.Parameter(torch.tensor(2.6))

    def forward(self, images, tokens):
        a = F.normalize(self.image(images), dim=-1)
        b = F.normalize(self.text(tokens), dim=-1)
        scale = self.logit_scale.exp().item()
        return scale * a @ b.T


class FaceEmbedder(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 4, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(64, width)
        )

    def forward(self, x):
        return self.net(x)


@sick("nan", "((a - b) ** 2).sum(-1).sqrt()")
def triplet_of_itself():
    """An anchor is also drawn as its own positive: the slope of the root at zero."""
    model = FaceEmbedder()
    faces = torch.randn(6, 1, 8, 8)
    anchor, positive = torch.tensor([0, 1, 2, 3]), torch.tensor([4, 1, 5, 2])
    negative = torch.tensor([3, 5, 0, 1])

    def distance(a, b):
        return ((a - b) ** 2).sum(-1).sqrt()

    def loss_fn(z):
        near, far = distance(z[anchor], z[positive]), distance(z[anchor], z[negative])
        return F.relu(near - far + 1.0).mean()

    return call(
        model, faces, loss_fn=loss_fn, optimizer=torch.optim.Adam(model.parameters(), lr=1e-3)
    )


class Policy(nn.Module):
    def __init__(self, sees=4, acts=2):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(sees, 32), nn.Tanh())
        self.actor = nn.Linear(32, acts)
        self.critic = nn.Linear(32, 1)

    def forward(self, states):
        hidden = self.body(states)
        return self.actor(hidden), self.critic(hidden).squeeze(-1)


def returns_of(rewards, discount=0.99):
    total, found = 0.0, []
    for reward in reversed(rewards.tolist()):
        total = reward + discount * total
        found.insert(0, total)
    return torch.tensor(found)


@sick("detach", "returns - values.detach()")
def critic_let_go():
    """The critic's loss uses the advantage that was cut for the actor."""
    model = Policy()
    states, actions = torch.randn(9, 4), torch.randint(0, 2, (9,))
    returns = returns_of(torch.ones(9))

    def loss_fn(out):
        logits, values = out
        choice = torch.distributions.Categorical(logits=logits)
        advantage = returns - values.detach()
        actor = -(choice.log_prob(actions) * advantage).mean()
        critic = advantage.pow(2).mean()
        return actor + 0.5 * critic - 0.01 * choice.entropy().mean()

    return call(
        model,
        states,
        loss_fn=loss_fn,
        optimizer=torch.optim.Adam(model.parameters(), lr=3e-3),
    )


class DeepSets(nn.Module):
    """Masks the padding in place, on what the softmax has stored."""

    def __init__(self, width=12):
        super().__init__()
        self.embed = nn.Linear(3, width)
        self.score = nn.Linear(width, 1)
        self.out = nn.Linear(width, 2)

    def forward(self, points, lengths):
        x = F.gelu(self.embed(points))
        weights = self.score(x).squeeze(-1).softmax(-1)
        padding = torch.arange(points.shape[1]) >= lengths[:, None]
        weights[padding] = 0.0
        return self.out((weights.unsqueeze(-1) * x).sum(1))


@sick("in-place", "weights[padding] = 0.0")
def deep_sets():
    model = DeepSets()
    target = torch.randint(0, 2, (5,))
    return call(
        model,
        torch.randn(5, 7, 3),
        torch.tensor([7, 3, 5, 6, 2]),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters()),
    )
