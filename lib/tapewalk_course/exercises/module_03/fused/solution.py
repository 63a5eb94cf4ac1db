def layer_norm(x, gain, bias, eps, y):
    rows, width = x.shape
    mean, rstd = np.zeros(rows), np.zeros(rows)
    for row in range(rows):
        count, centre, apart = 0, 0.0, 0.0
        for tile in x.tiles:
            part = x[row, tile]
            n, step = len(part), part.mean() - centre
            apart += ((part - part.mean()) ** 2).sum() + step**2 * count * n / (count + n)
            count += n
            centre += step * n / count
        mean[row], rstd[row] = centre, (apart / width + eps) ** -0.5
        for tile in x.tiles:
            y[row, tile] = gain[tile] * (x[row, tile] - centre) * rstd[row] + bias[tile]
    return mean, rstd


def layer_norm_backward(dy, x, gain, mean, rstd, dx):
    rows, width = x.shape
    dgain, dbias = np.zeros(width), np.zeros(width)
    for row in range(rows):
        straight, along = 0.0, 0.0
        for tile in x.tiles:
            d, raw = dy[row, tile], (x[row, tile] - mean[row]) * rstd[row]
            dgain[tile] += d * raw
            dbias[tile] += d
            straight += (gain[tile] * d).sum()
            along += (gain[tile] * d * raw).sum()
        for tile in x.tiles:
            d, raw = dy[row, tile], (x[row, tile] - mean[row]) * rstd[row]
            dx[row, tile] = rstd[row] * (gain[tile] * d - (straight + raw * along) / width)
    return dgain, dbias
