"""What MicroPython's language lacks: tools/assets/lowering.py writes calls of these instead."""

import io
import sys


def listed(*parts):
    """Returns `[*a, b]`."""
    return list(parts)


def tupled(*parts):
    """Returns `(*a, b)`."""
    return parts


class Dictionary(dict):
    """`dict`, in the order in which its entries came. MicroPython's own one searches its list."""

    def __init__(self, *parts, **named):
        super().__init__()
        self._names = []
        for part in parts:
            self.update(part)
        self.update(named)

    @staticmethod
    def fromkeys(keys, value=None):
        """Returns a dictionary with these keys."""
        return Dictionary((key, value) for key in keys)

    def __setitem__(self, key, value):
        if key not in self:
            self._names.append(key)
        super().__setitem__(key, value)

    def __delitem__(self, key):
        super().__delitem__(key)
        self._names.remove(key)

    def __iter__(self):
        return iter(self._names)

    def __or__(self, other):
        return Dictionary(self, other)

    def keys(self):
        """Returns the keys."""
        return list(self._names)

    def values(self):
        """Returns the values."""
        return [self[name] for name in self._names]

    def items(self):
        """Returns the pairs."""
        return [(name, self[name]) for name in self._names]

    def update(self, part):
        """Takes entries of a mapping, or pairs."""
        for key, value in part.items() if isinstance(part, dict) else part:
            self[key] = value

    def setdefault(self, key, value=None):
        """Returns an entry, made where it is missing."""
        if key not in self:
            self[key] = value
        return self[key]

    def pop(self, key, *other):
        """Returns an entry and takes it away."""
        if key not in self:
            return super().pop(key, *other)
        value = self[key]
        del self[key]
        return value

    def clear(self):
        """Takes all entries away."""
        super().clear()
        self._names = []

    def copy(self):
        """Returns another one with the same entries."""
        return Dictionary(self)


def ordered(*parts):
    """Returns a dictionary of mappings and of pairs."""
    return Dictionary(*parts)


def zipped(*series, strict=False):
    """Yields tuples as `zip` does.

    Raises:
        ValueError: With `strict`, one of the series is longer than another.
    """
    if strict:
        series = [list(one) for one in series]
        if len({len(one) for one in series}) > 1:
            raise ValueError("zip() arguments have different lengths")
    yield from zip(*series)  # noqa: B905 - MicroPython has no `strict`


def in_order(things, key=None):
    """Returns a sorted list in which equals stay as they were.

    MicroPython's own sort forgets that, and is slow where things are in the reverse order.
    """
    pairs = [(thing if key is None else key(thing), thing) for thing in things]
    width = 1
    while width < len(pairs):
        merged = []
        for first in range(0, len(pairs), 2 * width):
            left = pairs[first : first + width]
            right = pairs[first + width : first + 2 * width]
            n = m = 0
            while n < len(left) and m < len(right):
                if right[m][0] < left[n][0]:
                    merged.append(right[m])
                    m += 1
                else:
                    merged.append(left[n])
                    n += 1
            merged += left[n:] + right[m:]
        pairs = merged
        width *= 2
    return [thing for _, thing in pairs]


def put_in_order(things, key):
    """Does as `things.sort(key=key)`."""
    things[:] = in_order(things, key)


def written(value):
    """Returns `repr(value)`, also of a class that is a kind of list."""
    return value.__repr__() if hasattr(value, "__repr__") else repr(value)


def formatted(value, spec=""):
    """Returns `format(value, spec)`."""
    return ("{:" + spec + "}").format(value) if spec else str(value)


def without_end(text, end):
    """Returns `text.removesuffix(end)`."""
    return text[: len(text) - len(end)] if end and text.endswith(end) else text


class Frame:
    """Where an error passed."""

    def __init__(self, filename, lineno, name):
        self.filename, self.lineno, self.name = filename, lineno, name


def way_of(error):
    """Returns the frames that an error passed, the last one where it was raised."""
    out = io.StringIO()
    sys.print_exception(error, out)
    frames = []
    for entry in out.getvalue().split("\n"):
        if entry.strip().startswith('File "'):
            name, _, place = entry.strip()[len('File "') :].partition('", line ')
            line, _, function = place.partition(", in ")
            frames.append(Frame(name, int(line), function or "<module>"))
    return frames


class _Indexed:
    def __getitem__(self, place):
        return place


def sliced(end):
    """Returns `slice(end)`."""
    return _Indexed()[:end]


def kinds(one, other):
    """Returns `one | other` for `isinstance`, which takes no tuples in a tuple."""
    return tupled(*_several(one), *_several(other))


def _several(kind):
    return kind if isinstance(kind, tuple) else (kind,)
