"""Sick models that compare, recommend, rank or act: contrastive, tables, graphs, RL."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from tests.tapewalk.sick_models.cases import call, sick


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


@sick("detach", "self.logit_scale.exp().item()")
def clip_temperature():
    model = CLIP()
    label = torch.arange(6)
    return call(
        model,
        torch.randn(6, 3, 4, 4),
        torch.randint(0, 50, (6, 5)),
        loss_fn=lambda out: (F.cross_entropy(out, label) + F.cross_entropy(out.T, label)) / 2,
        optimizer=torch.optim.AdamW(model.parameters(), lr=1e-3),
    )


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


class TwoTower(nn.Module):
    """The item tower was put under no_grad when its index was built, and stayed there."""

    def __init__(self, users=30, items=40, width=16):
        super().__init__()
        self.user = nn.Sequential(nn.Embedding(users, width), nn.Linear(width, width))
        self.item = nn.Sequential(nn.Embedding(items, width), nn.Linear(width, width))

    def items(self, ids):
        with torch.no_grad():
            vectors = self.item(ids)
        return F.normalize(vectors, dim=-1)

    def forward(self, users, items):
        return F.normalize(self.user(users), dim=-1) @ self.items(items).T / 0.1


@sick("no_grad", "vectors = self.item(ids)")
def two_tower():
    model = TwoTower()
    label = torch.arange(10)
    return call(
        model,
        torch.randint(0, 30, (10,)),
        torch.randint(0, 40, (10,)),
        loss_fn=lambda scores: F.cross_entropy(scores, label),
        optimizer=torch.optim.Adagrad(model.parameters(), lr=0.05),
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


@sick("detach", "torch.tensor([float(")
def reinforce_rebuilt():
    """Each step's log-probability is noted as a number; the value alone trains the net."""
    model = Policy()
    states, rewards = torch.randn(9, 4), torch.ones(9)

    def loss_fn(out):
        logits, values = out
        choice = torch.distributions.Categorical(logits=logits)
        actions = choice.sample()
        logs = torch.tensor([float(log) for log in choice.log_prob(actions)])
        returns = returns_of(rewards)
        advantage = returns - values.detach()
        return -(logs * advantage).mean() + F.smooth_l1_loss(values, returns)

    return call(
        model,
        states,
        loss_fn=loss_fn,
        optimizer=torch.optim.Adam(model.parameters(), lr=3e-3),
    )


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


class WideAndDeep(nn.Module):
    def __init__(self, sizes=(10, 20, 5), width=6):
        super().__init__()
        self.embed = nn.ModuleList(nn.Embedding(size, width) for size in sizes)
        self.wide = nn.ModuleList(nn.Embedding(size, 1) for size in sizes)
        self.deep = nn.Sequential(nn.Linear(len(sizes) * width, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, columns):
        parts = list(zip(columns.unbind(1), self.embed, self.wide, strict=True))
        deep = self.deep(torch.cat([embed(column) for column, embed, _ in parts], -1))
        wide = sum(wide(column) for column, _, wide in parts)
        return (deep + wide).squeeze(-1)


@sick("reduced twice", "loss.sum() / len(clicks)")
def wide_and_deep():
    model = WideAndDeep()
    columns = torch.stack([torch.randint(0, size, (64,)) for size in (10, 20, 5)], 1)
    clicks = (torch.rand(64) > 0.8).float()

    def loss_fn(logits):
        loss = F.binary_cross_entropy_with_logits(logits, clicks)
        return loss.sum() / len(clicks)

    return call(
        model,
        columns,
        loss_fn=loss_fn,
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


class GraphNet(nn.Module):
    """A step that was too long has driven the biases of the second layer far down."""

    def __init__(self, features=8, width=16, classes=3):
        super().__init__()
        self.one = nn.Linear(features, width)
        self.two = nn.Linear(width, width)
        self.out = nn.Linear(width, classes)

    def forward(self, x, adjacency):
        x = F.relu(self.one(adjacency @ x))
        x = F.relu(self.two(adjacency @ x))
        return self.out(x)


@sick("dead units")
def graph_net():
    model = GraphNet()
    adjacency = (torch.rand(20, 20) > 0.8).float() + torch.eye(20)
    adjacency = adjacency / adjacency.sum(1, keepdim=True)
    x, labels = torch.randn(20, 8), torch.randint(0, 3, (20,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with torch.no_grad():
        model.two.bias.sub_(20.0)
    return call(
        model,
        x,
        adjacency,
        loss_fn=lambda logits: F.cross_entropy(logits, labels),
        optimizer=optimizer,
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
