def batch_norm_backward(dhpreact, hprebn, bngain):
    n = len(hprebn)
    bndiff = hprebn - hprebn.mean(0)
    bnvar_inv = ((bndiff**2).mean(0) + 1e-5) ** -0.5
    bnraw = bndiff * bnvar_inv
    along = bnraw * (bnraw * dhpreact).sum(0)
    dhprebn = bngain * bnvar_inv / n * (n * dhpreact - dhpreact.sum(0) - along)
    dbngain = (bnraw * dhpreact).sum(0, keepdims=True)
    dbnbias = dhpreact.sum(0, keepdims=True)
    return dhprebn, dbngain, dbnbias
