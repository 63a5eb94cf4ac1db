def is_right(f, x, gradient):
    if gradient.shape != x.shape or not np.isfinite(gradient).all():
        return False
    single = x.dtype == np.float32
    h = (5e-3 if single else 6e-6) * (np.abs(x).max() or 1.0)
    middle = float(f(x))
    slopes = np.zeros((2, *x.shape))
    for place in np.ndindex(x.shape):
        for side, step in enumerate((-h, h)):
            moved = x.copy()
            moved[place] += step
            slopes[side][place] = (float(f(moved)) - middle) / (float(moved[place]) - x[place])
    slack = (2e-2 if single else 1e-4) * max(np.abs(slopes).max(), np.abs(gradient).max())
    slack += 10 * np.finfo(x.dtype).eps * abs(middle) / h
    is_above = gradient >= slopes.min(axis=0) - slack
    is_below = gradient <= slopes.max(axis=0) + slack
    return bool((is_above & is_below).all())
