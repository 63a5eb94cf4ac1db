def backward(order):
    grads = dict.fromkeys(order, 0.0)
    grads[order[-1]] = 1.0
    for number in reversed(order):
        for parent, local in zip(number.parents, number.local_gradients, strict=True):
            grads[parent] += grads[number] * local
    return grads
