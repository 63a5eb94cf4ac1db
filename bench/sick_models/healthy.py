"""Healthy models, with much in them that is a mistake in other models."""

import copy

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn
from torch.utils.checkpoint import checkpoint

from bench.sick_models.cases import call, call_step, healthy
from bench.sick_models.decisions import Policy, returns_of
from bench.sick_models.generative import GAN, VQVAE
from bench.sick_models.transformers import GPT, LoRALinear, next_word, words
from bench.sick_models.vision import BasicBlock


def small_resnet(classes=10):
    return nn.Sequential(
        *(nn.Conv2d(3, 8, 3, 1, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True)),
        *(BasicBlock(8, 8), BasicBlock(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
        nn.Linear(16, classes),
    )


@healthy
def fine_tuning():
    """The body is frozen on purpose, and the optimizer knows."""
    model, target = small_resnet(), torch.randint(0, 4, (8,))
    model.requires_grad_(False)
    model[-1] = nn.Linear(16, 4)
    return call(
        model,
        torch.randn(8, 3, 16, 16),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model[-1].parameters(), lr=1e-3),
    )


@healthy
def gpt_checkpointed():
    """Each block is computed again on the way back."""

    class Saving(GPT):
        def forward(self, tokens):
            x = self.tok(tokens) + self.pos(torch.arange(tokens.shape[1]))
            for block in self.blocks:
                x = checkpoint(block, x, use_reentrant=False)
            return self.head(self.ln_f(x))

    model, text = Saving(), words()
    return call(model, text[:, :-1], loss_fn=next_word(text))


@healthy
def lora():
    """One factor begins at zero, as it should: the other's first gradient is zero for it."""
    model, text = GPT(), words()
    model.requires_grad_(False)
    for block in model.blocks:
        block.attn.qkv = LoRALinear(block.attn.qkv)
        nn.init.kaiming_uniform_(block.attn.qkv.a)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-3)
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


@healthy
def sequence_labels():
    """Padded words are left out of the loss, and their embedding stays zero."""

    class Tagger(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(40, 16, padding_idx=0)
            self.lstm = nn.LSTM(16, 12, batch_first=True, bidirectional=True)
            self.drop = nn.Dropout(0.3)
            self.out = nn.Linear(24, 5)

        def forward(self, tokens):
            return self.out(self.drop(self.lstm(self.embed(tokens))[0])).log_softmax(-1)

    model, tokens = Tagger(), torch.randint(1, 40, (4, 9))
    tags = torch.randint(0, 5, (4, 9))
    tokens[2, 5:], tags[2, 5:] = 0, -100
    return call(
        model,
        tokens,
        loss_fn=lambda out: F.nll_loss(out.transpose(1, 2), tags, ignore_index=-100),
    )


@healthy
def truncated_backpropagation():
    """The state is carried on and cut."""

    class Stateful(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(27, 16)
            self.rnn = nn.GRU(16, 24, batch_first=True)
            self.out = nn.Linear(24, 27)
            self.hidden = None

        def forward(self, tokens):
            states, hidden = self.rnn(self.embed(tokens), self.hidden)
            self.hidden = hidden.detach()
            return self.out(states)

    model, text = Stateful(), words(27, 4, 13)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for _ in range(2):
        optimizer.zero_grad()
        next_word(text)(model(text[:, :-1])).backward()
        optimizer.step()
    return call(model, text[:, :-1], loss_fn=next_word(text), optimizer=optimizer)


@healthy
def straight_through():
    """The codebook's choice has no gradient; the sum with `detach` passes it on."""

    class Estimated(VQVAE):
        def forward(self, x):
            z = self.encode(x).permute(0, 2, 3, 1)
            flat = z.reshape(-1, z.shape[-1])
            nearest = torch.cdist(flat, self.codebook.weight).argmin(1)
            codes = self.codebook(nearest).view_as(z)
            extra = F.mse_loss(codes, z.detach()) + 0.25 * F.mse_loss(z, codes.detach())
            codes = z + (codes - z).detach()
            return self.decode(codes.permute(0, 3, 1, 2)), extra

    model, x = Estimated(), torch.rand(3, 1, 8, 8)
    return call(model, x, loss_fn=lambda out: F.mse_loss(out[0], x) + out[1])


@healthy
def discriminator():
    """The fake picture is detached: this step does not train the generator."""
    model = GAN()
    optimizer = torch.optim.Adam(model.discriminator.parameters(), lr=2e-4)
    real, noise = torch.randn(16, 1, 8, 8), torch.randn(16, 8)

    def step():
        fake = model.generator(noise).detach()
        right = model.discriminator(real)
        wrong = model.discriminator(fake)
        return F.softplus(-right).mean() + F.softplus(wrong).mean()

    return call_step(step, model.discriminator, optimizer)


@healthy
def gradient_penalty():
    """A critic of a Wasserstein GAN: the gradient itself is in the loss."""
    critic = nn.Sequential(nn.Linear(8, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4, betas=(0.0, 0.9))
    real, fake, share = torch.randn(16, 8), torch.randn(16, 8) + 1, torch.rand(16, 1)

    def step():
        mixed = (share * real + (1 - share) * fake).requires_grad_()
        (slope,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
        penalty = ((slope.norm(dim=1) - 1) ** 2).mean()
        return critic(fake).mean() - critic(real).mean() + 10 * penalty

    return call_step(step, critic, optimizer)


@healthy
def momentum_contrast():
    """The key comes from a slow copy that no optimizer touches."""

    class MoCo(nn.Module):
        def __init__(self):
            super().__init__()
            self.query = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 8))
            self.key = copy.deepcopy(self.query).requires_grad_(False)
            self.register_buffer("queue", F.normalize(torch.randn(8, 32), dim=0))

        def forward(self, one, two):
            q = F.normalize(self.query(one), dim=-1)
            with torch.no_grad():
                k = F.normalize(self.key(two), dim=-1)
            same = (q * k).sum(-1, keepdim=True)
            return torch.cat([same, q @ self.queue.clone()], 1) / 0.2

    model = MoCo()
    x = torch.randn(10, 12)
    return call(
        model,
        x + 0.1 * torch.randn(10, 12),
        x + 0.1 * torch.randn(10, 12),
        loss_fn=lambda logits: F.cross_entropy(logits, torch.zeros(10, dtype=torch.long)),
        optimizer=torch.optim.SGD(model.query.parameters(), lr=0.03),
    )


@healthy
def siamese():
    """SimSiam stops the gradient on one side of each pair, and that makes it work."""

    class SimSiam(nn.Module):
        def __init__(self):
            super().__init__()
            self.encode = nn.Sequential(nn.Linear(12, 24), nn.BatchNorm1d(24), nn.ReLU())
            self.project = nn.Linear(24, 12)
            self.predict = nn.Sequential(nn.Linear(12, 6), nn.ReLU(), nn.Linear(6, 12))

        def forward(self, one, two):
            z1, z2 = self.project(self.encode(one)), self.project(self.encode(two))
            p1, p2 = self.predict(z1), self.predict(z2)
            near = F.cosine_similarity(p1, z2.detach()) + F.cosine_similarity(p2, z1.detach())
            return -near.mean() / 2

    model, x = SimSiam(), torch.randn(16, 12)
    return call(model, x + 0.1 * torch.randn(16, 12), x + 0.1 * torch.randn(16, 12))


@healthy
def actor_critic():
    """The advantage is cut for the actor, the critic keeps its path."""
    model = Policy()
    states, actions = torch.randn(9, 4), torch.randint(0, 2, (9,))
    returns = returns_of(torch.ones(9))

    def loss_fn(out):
        logits, values = out
        choice = torch.distributions.Categorical(logits=logits)
        advantage = (returns - values).detach()
        actor = -(choice.log_prob(actions) * advantage).mean()
        return actor + 0.5 * F.mse_loss(values, returns) - 0.01 * choice.entropy().mean()

    return call(model, states, loss_fn=loss_fn)


@healthy
def q_learning():
    """The target network is read under no_grad, and picks with argmax what needs no gradient."""

    class Dueling(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(nn.Linear(4, 24), nn.ReLU())
            self.value, self.gain = nn.Linear(24, 1), nn.Linear(24, 3)

        def forward(self, states):
            x = self.body(states)
            gain = self.gain(x)
            return self.value(x) + gain - gain.mean(-1, keepdim=True)

    online = Dueling()
    target = copy.deepcopy(online)
    optimizer = torch.optim.Adam(online.parameters(), lr=5e-4)
    now, then, reward = torch.randn(16, 4), torch.randn(16, 4), torch.randn(16)
    action = torch.randint(0, 3, (16, 1))

    def step():
        with torch.no_grad():
            best = online(then).argmax(1, keepdim=True)
            goal = reward + 0.99 * target(then).gather(1, best).squeeze(1)
        return F.smooth_l1_loss(online(now).gather(1, action).squeeze(1), goal)

    return call_step(step, online, optimizer)


@healthy
def factorisation():
    """Only the rows that were looked up have gradients, and they are sparse."""

    class Factors(nn.Module):
        def __init__(self):
            super().__init__()
            self.user, self.item = (nn.Embedding(n, 8, sparse=True) for n in (30, 50))
            self.bias = nn.Embedding(50, 1, sparse=True)

        def forward(self, users, items):
            return (self.user(users) * self.item(items)).sum(-1) + self.bias(items).squeeze(-1)

    model, rating = Factors(), 5 * torch.rand(32)
    return call(
        model,
        torch.randint(0, 30, (32,)),
        torch.randint(0, 50, (32,)),
        loss_fn=lambda out: F.mse_loss(out, rating),
        optimizer=torch.optim.SparseAdam(list(model.parameters()), lr=1e-2),
    )


@healthy
def mixed_precision():
    """The layers run in bfloat16 by autocast, and the loss in float32."""
    model = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.LayerNorm(32), nn.Linear(32, 4))
    x, target = torch.randn(32, 16), torch.randint(0, 4, (32,))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def step():
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(x)
        return F.cross_entropy(logits.float(), target)

    return call_step(step, model, optimizer)
