"""`collections` for who imports it in a cell: its own `deque` asks how long it may get."""

from collections import OrderedDict, namedtuple  # noqa: F401


class deque(list):  # noqa: N801
    """A list that can be taken from on the left."""

    def popleft(self):
        """Returns the first entry and takes it away."""
        return self.pop(0)

    def appendleft(self, entry):
        """Puts an entry before the others."""
        self.insert(0, entry)


class defaultdict(OrderedDict):  # noqa: N801
    """A dictionary that makes what it lacks."""

    def __init__(self, make):
        super().__init__()
        self._make = make

    def __getitem__(self, key):
        if key not in self:
            self[key] = self._make()
        return super().__getitem__(key)
