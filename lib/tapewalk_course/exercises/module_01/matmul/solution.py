def matmul_backward(G, X, W):
    gradient_of_X = G @ W.T
    gradient_of_W = unbroadcast(X.swapaxes(-1, -2) @ G, W.shape)
    return gradient_of_X, gradient_of_W
