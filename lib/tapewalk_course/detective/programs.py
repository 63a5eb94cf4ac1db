"""The sound programs of the detective: a model, its data and its training in 30 to 60 lines.

`$width` and the like are filled in by a case's seed. Each defines `model`, `loss_of()`, which runs
forward on the batch, `train(steps)`, which yields the loss of each step, and `fresh(count)`, which
makes data that the model has not seen.
"""

from __future__ import annotations

from typing import Final

POINTS: Final = """\
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        h = F.relu(self.up(self.norm(x)))
        return x + self.down(h)

class Classifier(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem = nn.Linear(2, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range($depth)])
        self.head = nn.Linear(width, 3)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)

def fresh(count):  # three arms of a spiral
    arm = torch.randint(0, 3, (count,))
    far = torch.rand(count)
    turn = $turns * far + 2.1 * arm
    return torch.stack([far * turn.sin(), far * turn.cos()], 1), arm

model = Classifier(width=$width)
optimizer = torch.optim.Adam(model.parameters(), lr=$rate)
points, arms = fresh(256)

def loss_of():
    return F.cross_entropy(model(points), arms)
"""

LETTERS: Final = """\
class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (
            y.view(b, t, self.heads, c // self.heads).transpose(1, 2)
            for y in self.qkv(x).chunk(3, -1)
        )
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(b, t, c))

class Speller(nn.Module):
    def __init__(self, letters, length, width):
        super().__init__()
        self.letter = nn.Embedding(letters, width)
        self.place = nn.Parameter(torch.zeros(length, width))
        self.norm = nn.LayerNorm(width)
        self.attention = Attention(width, heads=2)
        self.head = nn.Linear(width, letters)

    def forward(self, text):
        x = self.letter(text) + self.place[: text.shape[1]]
        y = self.attention(self.norm(x))
        x = x + y
        return self.head(x)

def fresh(count):  # words of $period letters, said again and again
    words = torch.randint(0, $letters, (count, $period))
    text = words.repeat(1, 4)
    return text[:, :-1], text[:, 1:]

model = Speller(letters=$letters, length=4 * $period, width=$width)
optimizer = torch.optim.Adam(model.parameters(), lr=$rate)

def loss_of():
    text, target = fresh(64)
    guess = model(text)[:, $period - 1 :]  # from where the word is known
    return F.cross_entropy(guess.flatten(0, 1), target[:, $period - 1 :].flatten())
"""

MEMORY: Final = """\
class Memory(nn.Module):
    def __init__(self, signs, width):
        super().__init__()
        self.sign = nn.Embedding(signs, width)
        self.cell = nn.GRUCell(width, width)
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, signs)
        self.first = torch.zeros(1, width)

    def forward(self, signs):
        state = self.first.expand(len(signs), -1)
        for now in signs.unbind(1):
            state = self.cell(self.sign(now), state)
        return self.head(self.norm(state))

def fresh(count):  # which sign came first?
    signs = torch.randint(0, $letters, (count, $length))
    return signs, signs[:, 0]

model = Memory(signs=$letters, width=$width)
optimizer = torch.optim.Adam(model.parameters(), lr=$rate)
signs, first = fresh(256)

def loss_of():
    return F.cross_entropy(model(signs), first)
"""

PICTURES: Final = """\
class Autoencoder(nn.Module):
    def __init__(self, pixels, width, code):
        super().__init__()
        self.enter = nn.Linear(pixels, width)
        self.code = nn.Linear(width, code)
        self.open = nn.Linear(code, width)
        self.paint = nn.Linear(width, pixels)

    def encode(self, x):
        h = F.relu(self.enter(x))
        return self.code(h)

    def decode(self, z):
        h = F.relu(self.open(z))
        return self.paint(h)

    def forward(self, x):
        z = self.encode(x)
        return self.decode(z)

def fresh(count):  # one bright row and one bright column
    row, column = torch.randint(0, $side, (2, count))
    picture = torch.zeros(count, $side, $side)
    picture[torch.arange(count), row] = 1.0
    picture[torch.arange(count), :, column] = 1.0
    return (picture.flatten(1),) * 2

model = Autoencoder(pixels=$side * $side, width=$width, code=$code)
optimizer = torch.optim.Adam(model.parameters(), lr=$rate)
pictures, wanted = fresh(256)

def loss_of():
    return F.binary_cross_entropy_with_logits(model(pictures), wanted)
"""

# The end of each program.
_TRAIN: Final = """
def train(steps):
    for step in range(steps):
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        yield loss.item()
"""

IMPORTS: Final = """\
import torch
import torch.nn.functional as F
from torch import nn

"""

# The choices of a seed, for each program.
SIZES: Final[dict[str, dict[str, tuple[float, ...]]]] = {
    "points": {"depth": (2, 3), "turns": (5, 6), "width": (24, 32), "rate": (0.01,)},
    "letters": {"period": (4, 5), "letters": (8, 10), "width": (24, 32), "rate": (0.02,)},
    "memory": {"letters": (4, 5), "length": (6, 8), "width": (24, 32), "rate": (0.01,)},
    "pictures": {"side": (6, 7), "width": (32, 40), "code": (8, 10), "rate": (0.01,)},
}
_STARTS: Final = {"points": POINTS, "letters": LETTERS, "memory": MEMORY, "pictures": PICTURES}
TEXTS: Final = {name: start + _TRAIN for name, start in _STARTS.items()}
