def rows_backward(demb, Xb, letters):
    dC = np.zeros((letters, demb.shape[2]))
    np.add.at(dC, Xb, demb)
    return dC
