"""What a page has of NumPy: arrays of float64, float32, int64 and bool, computed by `_np`.

`_np` takes and returns numbers and tokens, one for each array. Shapes go through `_dims` and
single numbers through `_cell`: a number that JavaScript returns would lose its point, and be
wrong beyond 2 ** 31.
"""
# NumPy documents its methods; `%` is what MicroPython formats quickest.
# ruff: noqa: D102, UP031

import builtins
import math
from array import array as _buffer

import _np
from uctypes import addressof as _address

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
_float, _int, _bool, _sum, _max, _min = float, int, bool, builtins.sum, max, min
_abs, _round, _all = abs, round, all

_dims, _cell = _buffer("i", [0] * 128), _buffer("d", [0.0])
_np.begin(_address(_dims), _address(_cell))
_BINARY, _UNARY, _REDUCE, _TYPES = (
    {name: n for n, name in enumerate(_np.names(kind).split())} for kind in range(4)
)
_BOOL, _INT, _FLOAT32, _FLOAT = range(4)


def _fail(code):
    raise (IndexError, TypeError, MemoryError, ValueError)[-1 - code](_np.reason())


def _done(code):
    if code < 0:
        _fail(code)


class dtype:  # noqa: N801
    """A type of numbers; called, it turns a number or an array into it."""

    def __init__(self, name, code, kind, size):
        self.name, self._code, self.kind, self.itemsize = name, code, kind, size

    def __call__(self, x=0):
        if isinstance(x, (ndarray, list, tuple)):
            return asarray(x).astype(self)
        if self._code == _FLOAT32:
            return array(x, self).item()
        return (_bool, _int, None, _float)[self._code](x)

    def __eq__(self, other):
        try:
            return self._code == _code(other)
        except TypeError:
            return False

    def __hash__(self):
        return self._code

    def __repr__(self):
        return "dtype('" + self.name + "')"

    def __str__(self):
        return self.name


bool_, int64 = dtype("bool", 0, "b", 1), dtype("int64", 1, "i", 8)
float32, float64 = dtype("float32", 2, "f", 4), dtype("float64", 3, "f", 8)
_DTYPES = (bool_, int64, float32, float64)


def _code(kind):
    if isinstance(kind, dtype):
        return kind._code
    known = {_bool: 0, "bool": 0, _int: 1, "int": 1, "int64": 1, "float32": 2, _float: 3}
    known["float"] = known["float64"] = 3
    if kind in known:
        return known[kind]
    raise TypeError(
        "data type " + repr(kind) + " not understood: a page has " + ", ".join(sorted(_TYPES))
    )


def _of(x):
    """Return the type of a number, or None."""
    if x is True or x is False:
        return _BOOL
    if isinstance(x, _int):
        return _INT
    return _FLOAT if isinstance(x, _float) else None


def _value(type):
    if type < 0:
        _fail(type)
    x = _cell[0]
    return x if type > _INT else _int(x) if type else x != 0.0


def _put(shape):
    """Write a shape where JavaScript reads it, and return its length."""
    if isinstance(shape, (_int, ndarray)):
        shape = (shape,)
    if len(shape) > 32:
        raise ValueError("maximum supported dimension for an ndarray is 32 in a page")
    n = 0
    for m in shape:
        if not isinstance(m, _int):
            raise TypeError("'" + type(m).__name__ + "' object cannot be interpreted as an integer")
        _dims[n] = m
        n += 1
    return n


def _axis(axis, n):
    if not isinstance(axis, _int):
        raise TypeError("'" + type(axis).__name__ + "' object cannot be interpreted as an integer")
    if not -n <= axis < n:
        raise AxisError("axis %d is out of bounds for array of dimension %d" % (axis, n))
    return axis % n


class AxisError(ValueError):
    """An axis that an array does not have."""


def _operation(name):
    """Return the methods of an operation: direct, reflected, in place."""
    op = _BINARY[name]
    binary, right, left, into, into_right = _np.binary, _np.right, _np.left, _np.into, _np.intoRight

    def direct(a, b):
        if isinstance(b, ndarray):
            out = ndarray(binary(op, a._t, b._t))
        else:
            type = _of(b)
            if type is None:
                if not isinstance(b, (list, tuple)):
                    return NotImplemented
                return direct(a, array(b))
            out = ndarray(right(op, a._t, _float(b), type))
        return out if a.__class__ is ndarray or out.shape else _Number(out._t)

    def reflected(a, b):
        type = _of(b)
        if type is None:
            return direct(array(b), a) if isinstance(b, (list, tuple)) else NotImplemented
        out = ndarray(left(op, a._t, _float(b), type))
        return out if a.__class__ is ndarray or out.shape else _Number(out._t)

    def in_place(a, b):
        type = _of(b)
        if type is None:
            _done(into(op, a._t, asarray(b)._t))
        else:
            _done(into_right(op, a._t, _float(b), type))
        return a

    return direct, reflected, in_place


def _unary(name):
    op, f = _UNARY[name], _np.unary
    return lambda a: ndarray(f(op, a._t))


def _reduction(name):
    op, whole, f = _REDUCE[name], _np.whole, _np.reduce

    def reduced(a, axis=None, dtype=None, out=None, keepdims=False):
        if out is not None:
            raise TypeError("a page's NumPy has no `out=`: assign the result instead")
        if dtype is not None:
            a = a.astype(dtype)
        if axis is None and not keepdims:
            return _value(whole(op, a._t))
        if axis is None and name[:3] == "arg":
            return reduced(a.reshape(-1), 0).reshape((1,) * a.ndim)
        axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        axes = [_axis(i, a.ndim) for i in axes]
        if len(set(axes)) < len(axes):
            raise ValueError("duplicate value in 'axis'")
        if name == "mean" and len(axes) != 1:
            total, n = _total(a, axis, None, None, keepdims), 1
            for i in axes:
                n *= a.shape[i]
            return total / n
        if not axes:
            return a.astype(_int) if name == "sum" and a.dtype == bool_ else a.copy()
        for i in sorted(axes, reverse=True):
            a = ndarray(f(op, a._t, i, _bool(keepdims)))
        return a if a.shape else _Number(a._t)

    return reduced


def _scalar(a):
    """Return an array, or its number if it has no axes, as NumPy's operations do."""
    return a if a.shape else a.item()


class ndarray:  # noqa: N801
    """An array. Its numbers are freed when Python's collector frees it."""

    def __init__(self, token):
        if isinstance(token, _int):
            _fail(token)
        self._t = token

    def _look(self):
        packed = _np.shape(self._t)
        self.shape = tuple(_dims[: packed & 63])  # found at once from now on
        self.dtype = _DTYPES[packed >> 6]

    def __getattr__(self, name):
        if name == "shape":
            self._look()
            return self.shape
        if name == "dtype":
            self._look()
            return self.dtype
        if name == "ndim":
            return len(self.shape)
        if name == "size":
            n = 1
            for m in self.shape:
                n *= m
            return n
        if name == "nbytes":
            return self.size * self.dtype.itemsize
        if name == "T":
            return self.transpose()
        if name == "flat":
            return self.ravel()
        raise AttributeError("'ndarray' object has no attribute '" + name + "'" + _instead(name))

    __add__, __radd__, __iadd__ = _operation("add")
    __sub__, __rsub__, __isub__ = _operation("subtract")
    __mul__, __rmul__, __imul__ = _operation("multiply")
    __truediv__, __rtruediv__, __itruediv__ = _operation("divide")
    __pow__, __rpow__, __ipow__ = _operation("power")
    __floordiv__, __rfloordiv__, __ifloordiv__ = _operation("floor_divide")
    __mod__, __rmod__, __imod__ = _operation("remainder")
    __and__, __rand__, __iand__ = _operation("bitwise_and")
    __or__, __ror__, __ior__ = _operation("bitwise_or")
    __xor__, __rxor__, __ixor__ = _operation("bitwise_xor")
    __lt__, __le__ = _operation("less")[0], _operation("less_equal")[0]
    __eq__, __ne__ = _operation("equal")[0], _operation("not_equal")[0]
    __gt__, __ge__ = _operation("greater")[0], _operation("greater_equal")[0]
    __neg__, __abs__, __invert__ = _unary("negative"), _unary("absolute"), _unary("invert")
    sum, mean, prod = _reduction("sum"), _reduction("mean"), _reduction("prod")
    any, all = _reduction("any"), _reduction("all")
    argmax, argmin = _reduction("argmax"), _reduction("argmin")
    _most, _least = _reduction("max"), _reduction("min")

    def __pos__(self):
        return self.copy()

    def max(self, axis=None, out=None, keepdims=False, initial=None):
        if initial is not None and axis is None:
            return initial if self.size == 0 else _max(initial, self.max())
        return self._most(axis, None, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False, initial=None):
        if initial is not None and axis is None:
            return initial if self.size == 0 else _min(initial, self.min())
        return self._least(axis, None, out, keepdims)

    def __matmul__(self, other):
        return _scalar(ndarray(_np.matmul(self._t, asarray(other)._t)))

    def __rmatmul__(self, other):
        return asarray(other) @ self

    def dot(self, other):
        return dot(self, other)

    def var(self, axis=None, ddof=0, keepdims=False):
        x = self - self.mean(axis, keepdims=True)
        total = (x * x).sum(axis, keepdims=keepdims)
        n = self.size // _max(1, asarray(total).size)
        return total / (n - ddof)

    def std(self, axis=None, ddof=0, keepdims=False):
        return sqrt(self.var(axis, ddof, keepdims))

    def cumsum(self, axis=None):
        a = self.ravel() if axis is None else self
        return ndarray(_np.cumsum(a._t, _axis(0 if axis is None else axis, a.ndim)))

    def argsort(self, axis=-1):
        if axis is None:
            return self.ravel().argsort()
        return ndarray(_np.argsort(self.swapaxes(axis, -1)._t)).swapaxes(axis, -1)

    def sort(self, axis=-1):
        self[...] = sort(self, axis)

    def clip(self, low=None, high=None):
        out = self if low is None else maximum(self, low)
        return out if high is None else minimum(out, high)

    def round(self, decimals=0):
        return round(self, decimals)

    def take(self, indices, axis=None):
        if axis is None:
            return self.ravel()[asarray(indices)]
        return self.swapaxes(0, axis)[asarray(indices)].swapaxes(0, axis)

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def squeeze(self, axis=None):
        gone = (axis,) if isinstance(axis, _int) else axis
        if gone is None:
            return self.reshape([n for n in self.shape if n != 1])
        gone = [_axis(i, self.ndim) for i in gone]
        if not _all([self.shape[i] == 1 for i in gone]):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return self.reshape([n for i, n in enumerate(self.shape) if i not in gone])

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], _int):
            shape = shape[0]
        return _made(_np.reshape(self._t, _put(shape)))

    def ravel(self):
        return self.reshape(-1)

    def flatten(self):
        return self.ravel().copy()

    def transpose(self, *axes):
        n = self.ndim
        if len(axes) == 1 and not isinstance(axes[0], _int):
            axes = axes[0]
        if axes and len(axes) != n:
            raise ValueError("axes don't match array")
        axes = [_axis(i, n) for i in axes] if axes else range(n - 1, -1, -1)
        if len(set(axes)) != n:
            raise ValueError("repeated axis in transpose")
        return _made(_np.transpose(self._t, _put(axes)))

    def swapaxes(self, a, b):
        axes = list(range(self.ndim))
        a, b = _axis(a, self.ndim), _axis(b, self.ndim)
        axes[a], axes[b] = axes[b], axes[a]
        return self.transpose(axes)

    def astype(self, dtype):
        return _made(_np.astype(self._t, _code(dtype)))

    def copy(self):
        return self.astype(self.dtype)

    def fill(self, x):
        self[...] = x

    def item(self, *place):
        if place:
            return self[place].item() if isinstance(self[place], ndarray) else self[place]
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return _value(_np.item(self._t))

    def tolist(self):
        shape, flat = self.shape, _buffer("d", bytes(8 * self.size))
        _done(_np.save(self._t, _address(flat)))
        code = self.dtype._code
        flat = list(flat) if code > 1 else [_int(x) if code else x != 0 for x in flat]
        if not shape:
            return flat[0]
        for i in range(len(shape) - 1, 0, -1):
            n, rows = shape[i], 1
            for m in shape[:i]:
                rows *= m
            flat = [flat[k * n : k * n + n] for k in range(rows)]
        return flat

    def _split(self, key):
        """Return a view by the basic part of a key, its index arrays, and the axis of the first."""
        keys = key if isinstance(key, tuple) else (key,)
        keys = [_index(array(k) if isinstance(k, (list, range)) else k) for k in keys]
        used = _sum([k.ndim if _is_mask(k) else k is not None and k is not ... for k in keys])
        if used > self.ndim:
            too = "too many indices for array: array is %d-dimensional, but %d were indexed"
            raise IndexError(too % (self.ndim, used))
        has_arrays = True in [isinstance(k, ndarray) for k in keys]
        shape, axis, spec, arrays, places, out = self.shape, 0, [], [], [], 0
        for k in keys:
            if has_arrays and isinstance(k, _int):  # a number beside an array is one too
                k = array(_within(k, shape, axis))
            if k is ...:
                for _ in range(len(shape) - used):
                    spec += [1, 0, shape[axis], 1]
                    axis, out = axis + 1, out + 1
            elif k is None:
                spec += [2, 0, 1, 0]
                out += 1
            elif isinstance(k, slice):
                spec.append(1)
                spec += _range(k, shape[axis])
                axis, out = axis + 1, out + 1
            elif isinstance(k, ndarray):
                for part in _parts(k, shape, axis):
                    arrays.append(part)
                    places.append(out)
                    spec += [1, 0, shape[axis], 1]
                    axis, out = axis + 1, out + 1
            else:
                spec += [0, _within(k, shape, axis), 1, 1]
                axis += 1
        if len(arrays) > 3:
            raise IndexError("a page's NumPy takes at most three index arrays at once")
        for i, x in enumerate(spec):
            _dims[i] = x
        view = ndarray(_np.view(self._t, len(spec) // 4))
        lead = places[0] if places else 0
        if places and places[-1] - lead >= len(places):  # apart: their axes come first
            view = view.transpose(places + [i for i in range(view.ndim) if i not in places])
            lead = 0
        return view, [a._t for a in arrays], lead

    def __getitem__(self, key):
        view, arrays, lead = self._split(key)
        if arrays:
            return _scalar(ndarray(_np.gather(view._t, lead, *arrays)))
        has_dots = key is ... or (isinstance(key, tuple) and ... in [k for k in key if k is ...])
        return view if view.shape else _ZeroD(view._t) if has_dots else view.item()

    def _store(self, key, value, adds=False):
        view, arrays, lead = self._split(key)
        type = _of(value)
        if arrays:
            _done(_np.scatter(view._t, lead, adds, asarray(value)._t, *arrays))
        elif type is not None:
            _done(_np.fill(view._t, _float(value), type))
        else:
            _done(_np.assign(view._t, asarray(value)._t))

    def __setitem__(self, key, value):
        self._store(key, value)

    def nonzero(self):
        return tuple([ndarray(_np.nonzero(self._t, i)) for i in range(self.ndim)])

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        for i in range(len(self)):
            yield self[i]

    def __bool__(self):
        if self.size > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. "
                "Use a.any() or a.all()"
            )
        if self.size == 0:
            raise ValueError(
                "The truth value of an empty array is ambiguous. "
                "Use `array.size > 0` to check that an array is not empty."
            )
        return _bool(self.item())

    def __contains__(self, x):
        return (self == x).any()

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __repr__(self):
        kind, text = self.dtype, _np.text(self._t, 6, True)
        is_empty = self.size == 0
        if is_empty and self.ndim > 1:
            text += ", shape=" + str(self.shape)
        if kind == float32 or is_empty:
            name = "dtype=" + kind.name
            last = text.split("\n")[-1]
            room = len(last) + (0 if "\n" in text else 6) + len(name) + 3 <= 75
            text += (", " if room else ",\n      ") + name
        return "array(" + text + ")"

    def __str__(self):
        return str(self.item()) if not self.shape else _np.text(self._t, 0, False)


_total = ndarray.sum


class _ZeroD(ndarray):
    """An array without axes. With a `__float__`, `1.5 * a` would be a float: see readable.js."""

    def __int__(self):
        return _int(self.item())


def _as_float(x=0.0):
    return _float(x.item() if isinstance(x, ndarray) else x)


builtins._float = _as_float


class _Number(_ZeroD):
    """A number that a reduction returns: like NumPy's, it has a shape and prints as a number."""

    def __repr__(self):
        return "np.%s(%r)" % (self.dtype.name, self.item())


def _made(token):
    out = ndarray(token)
    return out if out.shape else _ZeroD(token)


def _is_mask(k):
    return isinstance(k, ndarray) and k.dtype == bool_


def _index(k):
    if isinstance(k, ndarray):
        if k.dtype._code > _INT and k.size:
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        return k.astype(_int) if k.dtype._code > _INT else k
    if k is None or k is ... or isinstance(k, (slice, _int)):
        return k
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) "
        "and integer or boolean arrays are valid indices"
    )


def _parts(k, shape, axis):
    """Return the index arrays of an index: a mask has one for each of its axes."""
    if not _is_mask(k):
        return (k,)
    for i, n in enumerate(k.shape):
        if n != shape[axis + i]:
            raise IndexError(
                "boolean index did not match indexed array along axis %d; size of axis is %d "
                "but size of corresponding boolean axis is %d" % (axis + i, shape[axis + i], n)
            )
    return k.nonzero()


def _within(k, shape, axis):
    n = shape[axis]
    if not -n <= k < n:
        raise IndexError("index %d is out of bounds for axis %d with size %d" % (k, axis, n))
    return k + n if k < 0 else k


def _range(k, n):
    """Return the start, the count and the step of a slice."""
    step = 1 if k.step is None else k.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    ends = (0, n) if step > 0 else (-1, n - 1)

    def end(x, default):
        if x is None:
            return default
        return _min(_max(x + n if x < 0 else x, ends[0]), ends[1])

    start = end(k.start, 0 if step > 0 else n - 1)
    stop = end(k.stop, n if step > 0 else -1)
    return start, _max(0, (stop - start + step - (1 if step > 0 else -1)) // step), step


def array(x, dtype=None):
    """Return an array of numbers, lists and arrays."""
    if isinstance(x, ndarray):
        return x.copy() if dtype is None else x.astype(dtype)
    if isinstance(x, range) or hasattr(x, "__next__"):
        x = list(x)
    shape, flat = [], [x]
    while flat and isinstance(flat[0], (list, tuple, ndarray)):
        if len(shape) == 32:
            raise ValueError("a list is nested more than 32 times")
        flat = [a.tolist() if isinstance(a, ndarray) else a for a in flat]
        if not isinstance(flat[0], list) and not isinstance(flat[0], tuple):
            break
        n = len(flat[0])
        if [len(row) if isinstance(row, (list, tuple)) else -1 for row in flat] != [n] * len(flat):
            raise ValueError(
                "setting an array element with a sequence. The requested array has an "
                "inhomogeneous shape after %d dimensions. The detected shape was %s + "
                "inhomogeneous part." % (len(shape), tuple(shape))
            )
        shape.append(n)
        flat = [v for row in flat for v in row]
    flat = [v.item() if isinstance(v, ndarray) and v.size == 1 else v for v in flat]
    type = 0 if flat else _FLOAT
    for v in flat:
        own = _of(v)
        if own is None:
            raise TypeError("a page's NumPy has arrays of numbers only, not of " + repr(v))
        type = _max(type, own)
    data = _buffer("d", flat)
    out = _made(_np.load(_address(data), len(data), type, _put(shape)))
    return out if dtype is None else out.astype(dtype)


def asarray(x, dtype=None):
    """Return an array itself, or one of what is given."""
    return x if isinstance(x, ndarray) and (dtype is None or x.dtype == dtype) else array(x, dtype)


def full(shape, x, dtype=None):
    """Return an array of one number."""
    if isinstance(x, (ndarray, list, tuple)):
        return broadcast_to(asarray(x, dtype), shape).copy()
    return _made(_np.full(_float(x), _of(x) if dtype is None else _code(dtype), _put(shape)))


def zeros(shape, dtype=_float):
    """Return an array of zeros."""
    return full(shape, 0.0, dtype)


def ones(shape, dtype=_float):
    """Return an array of ones."""
    return full(shape, 1.0, dtype)


empty = zeros


def full_like(a, x, dtype=None):
    """Return an array of one number, of another's shape and type."""
    a = asarray(a)
    return full(a.shape, x, a.dtype if dtype is None else dtype)


def zeros_like(a, dtype=None):
    """Return an array of zeros, of another's shape and type."""
    return full_like(a, 0, dtype)


def ones_like(a, dtype=None):
    """Return an array of ones, of another's shape and type."""
    return full_like(a, 1, dtype)


empty_like = zeros_like


def arange(start, stop=None, step=1, dtype=None):
    """Return numbers in even steps."""
    start, stop = (0, start) if stop is None else (start, stop)
    n = _max(0, math.ceil((stop - start) / step))
    out = ones(n, _int).cumsum() - 1
    if _sum([isinstance(x, _float) for x in (start, stop, step)]):
        out = out.astype(_float)
    out = out * ((start + step) - start) + start
    return out if dtype is None else out.astype(dtype)


def linspace(start, stop, num=50):
    """Return numbers in even steps, the last one included."""
    out = arange(num) * ((stop - start) / _max(1, num - 1)) + _float(start)
    if num > 1:
        out[-1] = stop
    return out


def eye(n, m=None, k=0, dtype=_float):
    """Return ones on a diagonal."""
    return (arange(n).reshape(n, 1) + k == arange(n if m is None else m)).astype(dtype)


identity = eye


def tri(n, m=None, k=0):
    """Return ones up to a diagonal."""
    return (arange(n).reshape(n, 1) + k >= arange(n if m is None else m)).astype(_float)


def tril(a, k=0):
    """Return an array without what is above a diagonal."""
    a = asarray(a)
    return where(tri(*a.shape[-2:], k=k) > 0, a, zeros_like(a))


def triu(a, k=0):
    """Return an array without what is below a diagonal."""
    a = asarray(a)
    return where(tri(*a.shape[-2:], k=k - 1) > 0, zeros_like(a), a)


def _elementwise(name):
    op = _UNARY[name]

    def apply(a, out=None):
        if not isinstance(a, ndarray):
            return _scalar(apply(array(a), out))
        made = ndarray(_np.unary(op, a._t))
        if out is not None:
            out[...] = made
            return out
        return made if a.__class__ is ndarray else _Number(made._t)

    return apply


exp, log, tanh, sqrt = (_elementwise(name) for name in ("exp", "log", "tanh", "sqrt"))
sin, cos, sinh, cosh = (_elementwise(name) for name in ("sin", "cos", "sinh", "cosh"))
log1p, expm1, log2, log10 = (_elementwise(name) for name in ("log1p", "expm1", "log2", "log10"))
sign, floor, ceil, rint = (_elementwise(name) for name in ("sign", "floor", "ceil", "rint"))
isnan, isinf, isfinite = (_elementwise(name) for name in ("isnan", "isinf", "isfinite"))
square, absolute, negative = (_elementwise(name) for name in ("square", "absolute", "negative"))
logical_not, arctanh = (_elementwise(name) for name in ("logical_not", "arctanh"))
reciprocal, invert = _elementwise("reciprocal"), _elementwise("invert")
abs = absolute


class _Ufunc:
    """A function of two arrays, with `at`, `outer` and `reduce`."""

    def __init__(self, name):
        self.__name__, self._f = name, _operation(name)[0]

    def __call__(self, a, b, out=None):
        made = self._f(asarray(a), b)
        if made is NotImplemented:
            raise TypeError("a page's NumPy has arrays of numbers only, not of " + repr(b))
        if out is None:
            return made
        out[...] = made
        return out

    def at(self, a, key, value):
        """Apply it in place to each named element, as often as it is named."""
        if self.__name__ == "add":
            a._store(key, value, True)
        elif self.__name__ == "subtract":
            a._store(key, -asarray(value), True)
        else:
            raise AttributeError("a page's NumPy has `at` of add and subtract only")

    def outer(self, a, b):
        """Apply it to all pairs."""
        a, b = asarray(a), asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b)

    def reduce(self, a, axis=0, keepdims=False):
        """Apply it along an axis."""
        names = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}
        if self.__name__ in names:
            return getattr(asarray(a), names[self.__name__])(axis=axis, keepdims=keepdims)
        rows = asarray(a).swapaxes(0, axis)
        out = rows[:1]
        for i in range(1, len(rows)):
            out = self(out, rows[i : i + 1])
        out = out.swapaxes(0, axis)
        return out if keepdims else out.squeeze(axis)


add, subtract, multiply, divide = map(_Ufunc, ("add", "subtract", "multiply", "divide"))
power, maximum, minimum = map(_Ufunc, ("power", "maximum", "minimum"))
floor_divide, remainder, logaddexp = map(_Ufunc, ("floor_divide", "remainder", "logaddexp"))
less, less_equal, equal = map(_Ufunc, ("less", "less_equal", "equal"))
greater, greater_equal, not_equal = map(_Ufunc, ("greater", "greater_equal", "not_equal"))
true_divide, mod = divide, remainder


def logical_and(a, b):
    """Return where both are true."""
    return asarray(a).astype(_bool) & asarray(b).astype(_bool)


def logical_or(a, b):
    """Return where one is true."""
    return asarray(a).astype(_bool) | asarray(b).astype(_bool)


def _method(name):
    return lambda a, *args, **options: getattr(asarray(a), name)(*args, **options)


sum, mean, max, min, prod = map(_method, ("sum", "mean", "max", "min", "prod"))
argmax, argmin, std, var = map(_method, ("argmax", "argmin", "std", "var"))
any, all, cumsum, argsort = map(_method, ("any", "all", "cumsum", "argsort"))
reshape, transpose, ravel = map(_method, ("reshape", "transpose", "ravel"))
swapaxes, squeeze, clip, take = map(_method, ("swapaxes", "squeeze", "clip", "take"))
copy, nonzero = _method("copy"), _method("nonzero")
amax, amin = max, min


def _attribute(name):
    return lambda a: getattr(asarray(a), name)


shape, ndim, size = map(_attribute, ("shape", "ndim", "size"))


def matmul(a, b):
    """Return a product of matrices."""
    return asarray(a) @ asarray(b)


def dot(a, b):
    """Return a product of vectors, matrices or numbers."""
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    n, axis = a.shape[-1], _max(0, b.ndim - 2)
    if n != b.shape[axis]:
        raise ValueError(
            "shapes %s and %s not aligned: %d (dim %d) != %d (dim %d)"
            % (_told(a), _told(b), n, a.ndim - 1, b.shape[axis], axis)
        )
    return a @ b if b.ndim < 3 else tensordot(a, b, (a.ndim - 1, b.ndim - 2))


def _told(a):
    return str(a.shape).replace(" ", "")


def tensordot(a, b, axes=2):
    """Return the sum of products over pairs of axes."""
    a, b = asarray(a), asarray(b)
    if isinstance(axes, _int):
        axes = (list(range(a.ndim - axes, a.ndim)), list(range(axes)))
    p, q = ([each] if isinstance(each, _int) else list(each) for each in axes)
    p, q = [_axis(i, a.ndim) for i in p], [_axis(i, b.ndim) for i in q]
    left = [i for i in range(a.ndim) if i not in p]
    right = [i for i in range(b.ndim) if i not in q]
    n, rows = 1, 1
    for i in p:
        n *= a.shape[i]
    for i in left:
        rows *= a.shape[i]
    columns = b.size // n if n else prod([b.shape[i] for i in right])
    out = a.transpose(left + p).reshape(rows, n) @ b.transpose(q + right).reshape(n, columns)
    return out.reshape([a.shape[i] for i in left] + [b.shape[i] for i in right])


def outer(a, b):
    """Return the products of all pairs."""
    return asarray(a).reshape(-1, 1) * asarray(b).reshape(1, -1)


def einsum(rule, *operands):
    """Return a sum of products, with a letter for each axis."""
    into, _, out = rule.replace(" ", "").partition("->")
    parts, lead, most = [], "ABCDEFGH", ""
    for names, a in zip(into.split(","), operands):  # noqa: B905
        axes = lead[len(lead) - ndim(a) + len(names) - 3 :] if "..." in names else ""
        most = axes if len(axes) > len(most) else most
        parts.append(names.replace("...", axes))
    into, out = ",".join(parts), out.replace("...", most)
    letters = sorted(set(into) - set(","))
    if "->" not in rule:
        out = "".join([c for c in letters if into.count(c) == 1])
    letters = list(out) + [c for c in letters if c not in out]
    product = 1.0 if not operands else None
    for names, a in zip(into.split(","), operands):  # noqa: B905
        a = asarray(a)
        if "." in names or len(set(names)) < len(names) or len(names) != a.ndim:
            raise ValueError("a page's einsum takes one letter for each axis, each once: " + rule)
        order = sorted(range(len(names)), key=lambda i: letters.index(names[i]))
        sizes = [a.shape[names.index(c)] if c in names else 1 for c in letters]
        a = a.transpose(order).reshape(sizes)
        product = a if product is None else product * a
    gone = tuple(range(len(out), len(letters)))
    return product.sum(axis=gone) if gone else product


def where(c, a=None, b=None):
    """Return elements of one or the other, or where an array is not 0."""
    if a is None:
        return asarray(c).nonzero()
    given = [asarray(x) for x in (a, b)]
    for x, one, other in ((a, 0, 1), (b, 1, 0)):  # a number takes the type of the other
        kind = given[other].dtype._code
        if _of(x) is not None and (kind >= _FLOAT32 or kind >= _of(x)):
            given[one] = given[one].astype(given[other].dtype)
    return _scalar(ndarray(_np.where(asarray(c)._t, given[0]._t, given[1]._t)))


def broadcast_to(a, shape):
    """Return a view of a larger shape."""
    return _made(_np.broadcast(asarray(a)._t, _put(shape)))


def expand_dims(a, axis):
    """Return an array with one more axis."""
    a = asarray(a)
    shape = list(a.shape)
    shape.insert(_axis(axis, a.ndim + 1), 1)
    return a.reshape(shape)


def concatenate(arrays, axis=0):
    """Return arrays one after another."""
    arrays = [asarray(a) for a in arrays]
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    axis = _axis(axis, arrays[0].ndim)
    out_shape, kind = list(arrays[0].shape), bool_
    for n, a in enumerate(arrays):
        if a.ndim != arrays[0].ndim:
            raise ValueError(
                "all the input array dimensions must match, but the array at index 0 has "
                "%d dimension(s) and the array at index %d has %d" % (arrays[0].ndim, n, a.ndim)
            )
        for i, m in enumerate(a.shape):
            if i != axis and m != out_shape[i]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match "
                    "exactly, but along dimension %d, the array at index 0 has size %d and the "
                    "array at index %d has size %d" % (i, out_shape[i], n, m)
                )
        kind = (zeros(1, kind) + zeros(1, a.dtype)).dtype
    out_shape[axis] = _sum([a.shape[axis] for a in arrays])
    out, at = zeros(out_shape, kind), 0
    for a in arrays:
        out.swapaxes(0, axis)[at : at + a.shape[axis]] = a.swapaxes(0, axis)
        at += a.shape[axis]
    return out


def stack(arrays, axis=0):
    """Return arrays as those of a new axis."""
    arrays = [asarray(a) for a in arrays]
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
    return concatenate([expand_dims(a, axis) for a in arrays], axis)


def sort(a, axis=-1):
    """Return a sorted array."""
    a = asarray(a).swapaxes(axis, -1)
    order = a.argsort()
    rows = a.reshape(-1, a.shape[-1])
    start = arange(len(rows)).reshape(-1, 1)
    return rows[start, order.reshape(rows.shape)].reshape(a.shape).swapaxes(axis, -1)


def take_along_axis(a, indices, axis):
    """Return elements that indices name along an axis."""
    a, at = asarray(a), asarray(indices)
    places = [at if i == axis % a.ndim else None for i in range(a.ndim)]
    for i, n in enumerate(a.shape):
        if places[i] is None:
            places[i] = arange(n).reshape([n if j == i else 1 for j in range(a.ndim)])
    return a[tuple(places)]


def unique(a):
    """Return the different numbers, sorted."""
    a = sort(asarray(a).ravel())
    return a if a.size < 2 else concatenate([a[:1], a[1:][a[1:] != a[:-1]]])


def repeat(a, repeats, axis=None):
    """Return an array with each element several times."""
    a = asarray(a)
    a = a.ravel() if axis is None else a.swapaxes(0, axis)
    out = a[arange(len(a) * repeats) // repeats]
    return out if axis is None else out.swapaxes(0, axis)


def bincount(a, weights=None, minlength=0):
    """Return how often each whole number occurs, or the sums of its weights."""
    a = asarray(a)
    n = _max(minlength, a.max() + 1 if a.size else 0)
    out = zeros(n, _int if weights is None else _float)
    add.at(out, a, ones_like(a) if weights is None else asarray(weights))
    return out


def round(a, decimals=0):
    """Return rounded numbers; halves go to the even one."""
    if not decimals:
        return rint(a)
    return rint(asarray(a) * 10.0**decimals) / 10.0**decimals


around = round


def array_equal(a, b):
    """Return whether shapes and numbers are the same."""
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and _bool(asarray(a == b).all())


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Return where numbers are nearly the same."""
    a, b = asarray(a), asarray(b)
    near = logical_and(absolute(a - b) <= atol + rtol * absolute(b), isfinite(b))
    same = logical_or(near, a == b)
    return logical_or(same, logical_and(isnan(a), isnan(b))) if equal_nan else same


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Return whether all numbers are nearly the same."""
    return _bool(asarray(isclose(a, b, rtol, atol, equal_nan)).all())


def ndindex(*shape):
    """Return the places of all elements."""
    shape = shape[0] if shape and isinstance(shape[0], tuple) else shape
    places = [()]
    for n in shape:
        places = [place + (i,) for place in places for i in range(n)]
    return places


class finfo:  # noqa: N801
    """The precision of a type of floats."""

    def __init__(self, kind):
        self.eps = 2.0**-23 if _code(kind) == _FLOAT32 else 2.0**-52


def cbrt(a):
    """Return cube roots."""
    return sign(a) * absolute(a) ** (1 / 3)


class errstate:  # noqa: N801
    """Does nothing: nothing in a page warns."""

    def __init__(self, **_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class linalg:  # noqa: N801
    """`numpy.linalg`."""

    @staticmethod
    def norm(a, axis=None, keepdims=False):
        """Return the root of the sum of squares."""
        return sqrt(square(a).sum(axis=axis, keepdims=keepdims))


class _Generator:
    def __init__(self, seed):
        if not isinstance(seed, _int) or not 0 <= seed < 2**53:
            raise ValueError("a page's NumPy draws from a seed from 0 up to 2 ** 53")
        self._g = _np.seed(_float(seed))

    def _draw(self, how, low, high, size):
        out = ndarray(
            _np.draw(self._g, how, _float(low), _float(high), _put(() if size is None else size))
        )
        return out.item() if size is None else _made(out._t)

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Draw from a normal distribution."""
        return self._draw(0, loc, scale, size)

    def standard_normal(self, size=None):
        """Draw from the normal distribution of mean 0 and deviation 1."""
        return self._draw(0, 0.0, 1.0, size)

    def integers(self, low, high=None, size=None):
        """Draw whole numbers below `high`."""
        return self._draw(1, 0 if high is None else low, low if high is None else high, size)

    def random(self, size=None):
        """Draw numbers from 0 up to 1."""
        return self._draw(2, 0.0, 1.0, size)

    def uniform(self, low=0.0, high=1.0, size=None):
        """Draw numbers between two."""
        return self._draw(2, low, high, size)

    def choice(self, a, size=None, replace=True, p=None):
        """Draw elements of an array or of the numbers below one."""
        a = arange(a) if isinstance(a, _int) else asarray(a)
        if p is None:
            if not replace:
                raise ValueError("a page's NumPy choice draws with replacement")
            return a[self.integers(len(a), size=size)]
        ends = asarray(p).cumsum()
        drawn = asarray(self.random(size)).reshape(-1, 1)
        at = (ends / ends[-1] <= drawn).sum(axis=1)
        return a[at[0]] if size is None else a[at.reshape(size)]

    def __getattr__(self, name):
        raise AttributeError(
            "a page's Generator has no `%s`; it has normal, standard_normal, "
            "integers, random, uniform and choice" % name
        )


class random:  # noqa: N801
    """`numpy.random`."""

    Generator = _Generator

    @staticmethod
    def default_rng(seed=0):
        """Return what draws NumPy's numbers from a seed."""
        return seed if isinstance(seed, _Generator) else _Generator(seed)


# Replacements for the missing names that programs use most often.
_OTHERS = {
    "vstack": "concatenate", "hstack": "concatenate", "append": "concatenate", "inner": "dot",
    "vdot": "dot", "tile": "repeat", "flip": "a[::-1]", "fromfunction": "arange",
    "int32": "int64", "float16": "float32", "diag": "eye", "trace": "einsum", "roll": "concatenate",
    "permute": "transpose", "view": "reshape", "numpy": "copy", "meshgrid": "reshape",
    "matrix": "array", "rand": "random.default_rng(0).random", "conj": "copy",
}  # fmt: skip


def _instead(name):
    """Return what to use for a name that a page's NumPy lacks."""
    near = [_OTHERS[name]] if name in _OTHERS else []
    if not near and len(name) > 2:
        near = [n for n in sorted(globals()) if n[0] != "_" and (n[:4] == name[:4] or name in n)]
    use = ": use " + " or ".join(["`%s`" % n for n in near[:3]]) if near else ""
    return ", which this page's small NumPy lacks" + use


def __getattr__(name):
    raise AttributeError("module 'numpy' has no attribute '" + name + "'" + _instead(name))
