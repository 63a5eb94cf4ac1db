from math import isfinite
from statistics import median


def rms(x):
    return x.double().square().mean().sqrt().item()


def marks(gradients, weights):
    sizes = {name: rms(gradient) for name, gradient in gradients.items()}
    middle = median([size for size in sizes.values() if isfinite(size) and size > 0])
    found = {}
    for name, size in sizes.items():
        own = rms(weights[name])
        if not isfinite(size):
            found[name] = "nan"
        elif size == 0:
            found[name] = "zero"
        elif size > 1000 * own:
            found[name] = "exploding"
        elif size < middle / 1000 and size < own / 1000:
            found[name] = "vanishing"
    return found
