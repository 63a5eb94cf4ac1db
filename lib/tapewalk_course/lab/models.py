"""Two models of letters on the engine of the lab, or on a reader's, for training in a page."""

import numpy as np

from tapewalk.data import names

LETTERS = ".abcdefghijklmnopqrstuvwxyz"


class Model:
    """What both have: parameters that learn, and a way to write names.

    Args:
        make: The class of the tensors.
        rng: A generator of random numbers.
    """

    def __init__(self, make, rng):
        self.make, self.rng = make, rng
        self.parameters, self.losses = [], []

    def weights(self, *shape):
        """Return a matrix of parameters."""
        self.parameters.append(self.make(self.rng.normal(size=shape) * shape[0] ** -0.5))
        return self.parameters[-1]

    def zeros(self, n):
        """Return a row of parameters that begin at 0."""
        self.parameters.append(self.make(np.zeros(n)))
        return self.parameters[-1]

    def learn(self, loss, rate=0.1):
        """Take a step against the gradient."""
        for p in self.parameters:
            p.grad = None
        loss.backward()
        for p in self.parameters:
            p.data -= rate * p.grad
        self.losses.append(float(loss.data.item()))

    def progress(self, steps):
        """Return the mean of the last losses, and a few names, as a text."""
        last = self.losses[-steps:]
        return " ".join([f"{sum(last) / len(last):.2f}", self.write(), self.write(), self.write()])

    def write(self, longest=10):
        """Return a name, each letter drawn from the shares that the model gives."""
        read = [0] * self.dots
        while len(read) < self.dots + longest and (len(read) == self.dots or read[-1] > 0):
            shares = np.exp(self.last_shares(np.array([read[-self.context :]])))
            read.append(int(self.rng.choice(27, p=shares / shares.sum())))
        return "".join([LETTERS[i] for i in read]).strip(".")


class MLP(Model):
    """The names MLP of module 03: three letters, a table, a hidden layer, 27 scores."""

    dots = context = 3

    def __init__(self, make, rng):
        super().__init__(make, rng)
        ids = letters_of("..." + "...".join(names()) + "...")
        x, y = np.stack([ids[:-3], ids[1:-2], ids[2:-1]], axis=1), ids[3:]
        real = (y > 0) | (x[:, 2] > 0)  # one dot ends a name, not three
        self.x, self.y = x[real], y[real]
        self.table, self.w1, self.w2 = (
            self.weights(27, 10),
            self.weights(30, 64),
            self.weights(64, 27),
        )
        self.b1, self.b2 = self.zeros(64), self.zeros(27)

    def __call__(self, x):
        """Return the logarithms of the shares of the 27 symbols, for each row of three."""
        rows = self.table[x.reshape(-1)].reshape(len(x), 30)
        return ((rows @ self.w1 + self.b1).tanh() @ self.w2 + self.b2).log_softmax()

    def last_shares(self, x):
        """Return them for one row."""
        return self(x).data[0]

    def loss(self, batch=32):
        """Return the mean loss of examples drawn at random."""
        at = self.rng.integers(0, len(self.y), batch)
        return self(self.x[at])[np.arange(batch), self.y[at]].sum() * (-1 / batch)


class GPT(Model):
    """The mini-GPT of module 02, with relu in place of GELU."""

    dots, context = 1, 8

    def __init__(self, make, rng, d=64, heads=4, layers=2):
        super().__init__(make, rng)
        self.heads = heads
        self.ids = letters_of("." + ".".join(names()) + ".")
        self.letters, self.places = self.weights(27, d), self.weights(self.context, d)
        self.blocks = []
        for _ in range(layers):
            attention = [self.weights(d, d) for _ in range(4)]
            wider = self.weights(d, 4 * d), self.weights(4 * d, d)
            self.blocks.append((self.norm(d), attention, self.norm(d), wider))
        self.last, self.head = self.norm(d), self.weights(d, 27)

    def norm(self, d):
        """Return the gain and the bias of a layer norm."""
        self.parameters.append(self.make(np.ones(d)))
        return self.parameters[-1], self.zeros(d)

    def __call__(self, letters):
        """Return the scores of the next letter at each place of texts of one length."""
        # A row for each letter of all texts: a product of two matrices is the quickest.
        shape = texts, length = letters.shape
        x = self.letters[letters.reshape(-1)] + self.places[np.arange(texts * length) % length]
        for before, attention, after, (up, down) in self.blocks:
            x = x + self.attend(normed(x, before), attention, shape)
            x = x + (normed(x, after) @ up).relu() @ down
        return (normed(x, self.last) @ self.head).reshape(texts, length, 27)

    def attend(self, x, weights, shape):
        """Return a mix of the earlier rows of its text for each row."""
        (texts, length), d = shape, x.data.shape[-1]

        def split(rows):
            return rows.reshape(texts, length, self.heads, d // self.heads).swapaxes(1, 2)

        q, k, v, out = weights
        scores = split(x @ q) @ split(x @ k).swapaxes(-1, -2) * (d // self.heads) ** -0.5
        later = np.arange(length) > np.arange(length).reshape(-1, 1)
        shares = (scores + later * -1e9).log_softmax().exp()
        return (shares @ split(x @ v)).swapaxes(1, 2).reshape(-1, d) @ out

    def last_shares(self, letters):
        """Return the logarithms of the shares at the last place of one text."""
        return self(letters).log_softmax().data[0, -1]

    def loss(self, batch=8):
        """Return the mean loss of texts of eight letters drawn at random."""
        at = self.rng.integers(0, len(self.ids) - 9, batch)
        texts = self.ids[at.reshape(-1, 1) + np.arange(9)]
        logs = self(texts[:, :-1]).log_softmax().reshape(8 * batch, 27)
        return logs[np.arange(8 * batch), texts[:, 1:].reshape(-1)].sum() * (-1 / (8 * batch))


def letters_of(text):
    """Return the numbers of letters."""
    return np.array([LETTERS.index(one) for one in text])


def normed(x, weights):
    """Return rows of mean 0 and variance 1, times a gain, plus a bias."""
    gain, bias = weights
    rows, width = x.data.shape
    centred = x - (x.sum(axis=-1) * (1 / width)).reshape(rows, 1)
    variance = (centred * centred).sum(axis=-1) * (1 / width)
    return centred * ((variance + 1e-5) ** -0.5).reshape(rows, 1) * gain + bias
