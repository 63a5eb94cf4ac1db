def layer_backward(dlogits, h, W2):
    dh = dlogits @ W2.T
    dhpreact = (1 - h**2) * dh
    dW2 = h.T @ dlogits
    db2 = dlogits.sum(0)
    return dhpreact, dW2, db2
