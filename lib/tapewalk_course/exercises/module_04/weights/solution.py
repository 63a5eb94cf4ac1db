from math import isqrt


def weights_bytes(batch, heads, length, width, size):
    return batch * heads * length**2 * size


def longest(batch, heads, size, budget):
    return isqrt(budget // (batch * heads * size))
