"""Sick models that compare, recommend, rank or act: contrastive, tables, graphs, RL."""

import torch
from torch import nn

from bench.sick_models.cases import call, sick


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

    return call(model, states, loss_fn=loss_fn)
