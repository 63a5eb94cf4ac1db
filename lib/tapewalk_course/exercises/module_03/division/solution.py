def shares_backward(dprobs, counts):
    counts_sum = counts.sum(1, keepdims=True)
    counts_sum_inv = counts_sum**-1.0
    dcounts_sum_inv = (counts * dprobs).sum(1, keepdims=True)
    dcounts_sum = -(counts_sum**-2.0) * dcounts_sum_inv
    return counts_sum_inv * dprobs + dcounts_sum
