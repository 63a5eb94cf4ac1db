def attention_path(need_weights, dropout, training, mask):
    if need_weights:
        return "need_weights"
    if (training and dropout > 0) or mask == "learned":
        return "plain_path"
    return "fused"
