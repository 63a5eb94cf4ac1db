def step_by_hand(parameters, Xb, Yb, rate):
    C, W1, b1, W2, b2, bngain, bnbias = parameters.values()
    n = len(Yb)
    emb = C[Xb]
    embcat = emb.reshape(n, -1)
    hprebn = embcat @ W1 + b1
    bndiff = hprebn - hprebn.mean(0)
    bnraw = bndiff * ((bndiff**2).mean(0) + 1e-5) ** -0.5
    h = np.tanh(bngain * bnraw + bnbias)
    logits = h @ W2 + b2
    norm_logits = logits - logits.max(1, keepdims=True)
    counts_sum = np.exp(norm_logits).sum(1, keepdims=True)
    logprobs = norm_logits - np.log(counts_sum)
    loss = -logprobs[np.arange(n), Yb].mean()
    dlogits = cross_entropy_backward(logits, Yb)
    dhpreact, dW2, db2 = layer_backward(dlogits, h, W2)
    dhprebn, *dbn = batch_norm_backward(dhpreact, hprebn, bngain)
    dW1, db1 = embcat.T @ dhprebn, dhprebn.sum(0)
    dC, demb = np.zeros_like(C), (dhprebn @ W1.T).reshape(emb.shape)
    np.add.at(dC, Xb, demb)
    gradients = (dC, dW1, db1, dW2, db2, *dbn)
    for name, gradient in zip(parameters, gradients, strict=True):
        parameters[name] = parameters[name] - rate * gradient
    return loss
