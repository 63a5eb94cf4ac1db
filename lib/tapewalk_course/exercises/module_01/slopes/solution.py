import math


def tanh_slope(x):
    t = math.tanh(x)
    return 1 - t**2


def sigmoid_slope(x):
    s = 1 / (1 + math.exp(-x))
    return s * (1 - s)
