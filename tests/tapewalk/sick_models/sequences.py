"""Sick models for sequences: characters, speech, time series, translation."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from tests.tapewalk.sick_models.cases import call, sick


class CharRNN(nn.Module):
    """Carries its state from one piece of text to the next."""

    def __init__(self, letters=27, width=32):
        super().__init__()
        self.embed = nn.Embedding(letters, 16)
        self.rnn = nn.GRU(16, width, batch_first=True)
        self.out = nn.Linear(width, letters)
        self.hidden = None

    def forward(self, tokens):
        if self.hidden is None:
            self.hidden = torch.zeros(1, len(tokens), self.rnn.hidden_size)
        states, self.hidden = self.rnn(self.embed(tokens), self.hidden)
        return self.out(states)


@sick("kept between steps", "self.hidden = self.rnn(")
def char_rnn():
    model = CharRNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    text = torch.randint(0, 27, (4, 13))

    def loss_fn(logits):
        return F.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())

    loss_fn(model(text[:, :-1])).backward()
    optimizer.step()
    optimizer.zero_grad()
    return call(model, text[:, :-1], loss_fn=loss_fn, optimizer=optimizer)


class TransformerXL(nn.Module):
    """Attends to the states of the segment before."""

    def __init__(self, words=50, width=32):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.query = nn.Linear(width, width, bias=False)
        self.key_value = nn.Linear(width, 2 * width, bias=False)
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, words)
        self.memory = []

    def forward(self, tokens):
        x = self.embed(tokens)
        context = torch.cat([*self.memory, x], 1)
        key, value = self.key_value(context).chunk(2, -1)
        x = self.norm(x + F.scaled_dot_product_attention(self.query(x), key, value))
        self.memory = [x]
        return self.out(x)


@sick("kept between steps", "self.memory = [x]")
def transformer_xl():
    model = TransformerXL()
    optimizer = torch.optim.Adam(model.parameters())
    text = torch.randint(0, 50, (2, 17))

    def loss_fn(logits):
        return F.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())

    loss_fn(model(text[:, :-1])).backward()
    optimizer.step()
    optimizer.zero_grad()
    return call(model, text[:, :-1], loss_fn=loss_fn, optimizer=optimizer)


class Forecaster(nn.Module):
    """Of the two states of an LSTM one is let go."""

    def __init__(self, features=3, width=24):
        super().__init__()
        self.lstm = nn.LSTM(features, width, 1, batch_first=True)
        self.head = nn.Sequential(nn.Linear(width, 24), nn.ReLU(), nn.Linear(24, 1))
        self.width = width
        self.state = None

    def forward(self, series):
        if self.state is None:
            self.state = (torch.zeros(1, len(series), self.width),) * 2
        states, (hidden, cell) = self.lstm(series, self.state)
        self.state = (hidden.detach(), cell)
        return self.head(states[:, -1]).squeeze(-1)


@sick("kept between steps", "self.state = (hidden.detach(), cell)")
def half_let_go():
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    series, target = torch.randn(8, 12, 3), torch.randn(8)
    F.mse_loss(model(series), target).backward()
    optimizer.step()
    optimizer.zero_grad()
    return call(model, series, loss_fn=lambda out: F.mse_loss(out, target), optimizer=optimizer)


class BiLSTMTagger(nn.Module):
    """One direction is dropped where the last state is taken."""

    def __init__(self, words=60, width=16, classes=4):
        super().__init__()
        self.embed = nn.Embedding(words, 12)
        self.forwards = nn.LSTM(12, width, batch_first=True)
        self.backwards = nn.LSTM(12, width, batch_first=True)
        self.out = nn.Linear(width, classes)

    def forward(self, tokens):
        x = self.embed(tokens)
        _, (right, _) = self.forwards(x)
        _, (left, _) = self.backwards(x.flip(1))
        state = torch.cat([right[-1], left[-1]], -1)
        return self.out(state[:, : self.forwards.hidden_size])


@sick("unused")
def bilstm_half():
    model = BiLSTMTagger()
    target = torch.randint(0, 4, (6,))
    return call(
        model,
        torch.randint(0, 60, (6, 9)),
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


class HardAttention(nn.Module):
    """Looks at the one best position of the encoder."""

    def __init__(self, letters=20, width=24):
        super().__init__()
        self.embed = nn.Embedding(letters, width)
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.decoder = nn.GRU(width, width, batch_first=True)
        self.query = nn.Linear(width, width)
        self.out = nn.Linear(2 * width, letters)

    def forward(self, source, target):
        memory, last = self.encoder(self.embed(source))
        states, _ = self.decoder(self.embed(target), last)
        scores = self.query(states) @ memory.transpose(1, 2)
        best = scores.argmax(-1)
        seen = memory.gather(1, best.unsqueeze(-1).expand(-1, -1, memory.shape[-1]))
        return self.out(torch.cat([states, seen], -1))


@sick("argmax", "best = scores.argmax(-1)")
def hard_attention():
    model = HardAttention()
    source, target = torch.randint(0, 20, (4, 7)), torch.randint(0, 20, (4, 6))
    return call(
        model,
        source,
        target[:, :-1],
        loss_fn=lambda out: F.cross_entropy(out.flatten(0, 1), target[:, 1:].flatten()),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


class ReluRNN(nn.Module):
    """A plain recurrent net over a long series, with a start that grows."""

    def __init__(self, width=32):
        super().__init__()
        self.into = nn.Linear(4, width)
        self.step = nn.Linear(width, width, bias=False)
        self.out = nn.Linear(width, 1)
        nn.init.orthogonal_(self.step.weight, gain=3.0)

    def forward(self, series):
        state = torch.zeros(len(series), self.step.in_features)
        for now in series.unbind(1):
            state = F.relu(self.into(now) + self.step(state))
        return self.out(state).squeeze(-1)


@sick("exploding")
def relu_rnn():
    model = ReluRNN()
    target = torch.randn(4)
    return call(
        model,
        torch.randn(4, 30, 4),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.SGD(model.parameters(), lr=1e-2),
    )


class SpeechEncoder(nn.Module):
    """The filters of the front end are trained too, or should be."""

    def __init__(self, bands=16, width=24, letters=12):
        super().__init__()
        self.filters = nn.Parameter(torch.rand(bands, 33) * 0.1)
        self.conv = nn.Conv1d(bands, width, 3, padding=1)
        self.gru = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, letters)

    def forward(self, spectrum):
        mel = torch.log1p(F.relu(self.filters @ spectrum))
        mel = torch.from_numpy(mel.detach().cpu().numpy())
        x = F.relu(self.conv(mel)).transpose(1, 2)
        return self.out(self.gru(x)[0]).log_softmax(-1)


@sick("detach", "torch.from_numpy(mel.detach()")
def speech_filters():
    model = SpeechEncoder()
    target = torch.randint(1, 12, (2, 5))
    lengths = torch.tensor([20, 20]), torch.tensor([5, 5])
    return call(
        model,
        torch.rand(2, 33, 20),
        loss_fn=lambda out: F.ctc_loss(out.transpose(0, 1), target, *lengths),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )


class LanguageModel(nn.Module):
    def __init__(self, words=30, width=16):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, 32, batch_first=True)
        self.out = nn.Linear(32, words)

    def forward(self, tokens):
        return self.out(self.lstm(self.embed(tokens))[0])

    def add_words(self, more):
        old = self.embed
        self.embed = nn.Embedding(old.num_embeddings + more, old.embedding_dim)
        self.embed.weight.data[: old.num_embeddings] = old.weight.data


@sick("missing from optimizer")
def new_words():
    model = LanguageModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    model.add_words(5)
    text = torch.randint(0, 30, (4, 10))
    return call(
        model,
        text[:, :-1],
        loss_fn=lambda logits: F.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten()),
        optimizer=optimizer,
    )


class MaskedPooling(nn.Module):
    """Mean over the words that aren't padding, weighed by attention."""

    def __init__(self, words=40, width=16):
        super().__init__()
        self.embed = nn.Embedding(words, width, padding_idx=0)
        self.score = nn.Linear(width, 1)
        self.out = nn.Linear(width, 2)

    def forward(self, tokens):
        x = self.embed(tokens)
        scores = self.score(torch.tanh(x)).squeeze(-1)
        scores = scores.masked_fill(tokens == 0, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        return self.out((weights.unsqueeze(-1) * x).sum(1))


@sick("nan", "weights = torch.softmax(scores, dim=-1)")
def empty_sentence():
    model = MaskedPooling()
    tokens = torch.randint(1, 40, (4, 6))
    tokens[1, 3:] = 0
    tokens[3] = 0
    target = torch.tensor([0, 1, 1, 0])
    return call(
        model,
        tokens,
        loss_fn=lambda logits: F.cross_entropy(logits, target),
        optimizer=torch.optim.Adam(model.parameters()),
    )


class ProbabilisticForecast(nn.Module):
    """Mean and spread of the next value."""

    def __init__(self, width=16):
        super().__init__()
        self.gru = nn.GRU(1, width, batch_first=True)
        self.mean = nn.Linear(width, 1)
        self.spread = nn.Linear(width, 1)

    def forward(self, series):
        state = self.gru(series.unsqueeze(-1))[0][:, -1]
        return self.mean(state), self.spread(state)


@sick("nan", "torch.log(spread)")
def negative_spread():
    model = ProbabilisticForecast()
    target = torch.randn(16, 1)

    def loss_fn(out):
        mean, spread = out
        return (torch.log(spread) + (target - mean) ** 2 / (2 * spread**2)).mean()

    return call(
        model,
        torch.randn(16, 10),
        loss_fn=loss_fn,
        optimizer=torch.optim.Adam(model.parameters()),
    )


class ManualLSTM(nn.Module):
    """Writes the state of each step into one tensor that it has already read."""

    def __init__(self, width=12):
        super().__init__()
        self.gates = nn.Linear(4 + width, 4 * width)
        self.out = nn.Linear(width, 1)
        self.width = width

    def forward(self, series):
        state = torch.zeros(len(series), self.width)
        cell = torch.zeros(len(series), self.width)
        for now in series.unbind(1):
            given, forget, write, read = self.gates(torch.cat([now, state], -1)).chunk(4, -1)
            cell = torch.sigmoid(forget) * cell + torch.sigmoid(given) * torch.tanh(write)
            state = torch.tanh(cell)
            state.mul_(torch.sigmoid(read))
        return self.out(state).squeeze(-1)


@sick("in-place", "state.mul_(torch.sigmoid(read))")
def manual_lstm():
    model = ManualLSTM()
    target = torch.randn(5)
    return call(
        model,
        torch.randn(5, 6, 4),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.RMSprop(model.parameters(), lr=1e-3),
    )


class TanhStack(nn.Module):
    """Sensor values through ten small tanh layers with a start of 0.02, as transformers have."""

    def __init__(self, width=32, depth=10):
        super().__init__()
        self.into = nn.Linear(8, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 1)
        self.apply(self.start)

    @staticmethod
    def start(module):
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=0.02)
            nn.init.zeros_(module.bias)

    def forward(self, x):
        x = torch.tanh(self.into(x))
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.out(x).squeeze(-1)


@sick("vanishing")
def tanh_stack():
    model = TanhStack()
    target = torch.randn(32)
    return call(
        model,
        torch.randn(32, 8),
        loss_fn=lambda out: F.mse_loss(out, target),
        optimizer=torch.optim.Adam(model.parameters(), lr=1e-3),
    )
