def picked_backward(logprobs, Y):
    n = len(Y)
    dlogprobs = np.zeros_like(logprobs)
    dlogprobs[np.arange(n), Y] = -1 / n
    return dlogprobs
