def scaled_backward(dbnraw, bndiff):
    n = len(bndiff)
    bnvar = (bndiff**2).sum(0) / (n - 1)
    bnvar_inv = (bnvar + 1e-5) ** -0.5
    dbnvar_inv = (bndiff * dbnraw).sum(0)
    dbnvar = -0.5 * (bnvar + 1e-5) ** -1.5 * dbnvar_inv
    dbndiff2 = dbnvar / (n - 1) * np.ones_like(bndiff)
    return bnvar_inv * dbnraw + 2 * bndiff * dbndiff2
