def attention_bytes(batch, tokens, d_model, heads):
    rows = batch * tokens * d_model  # x, q, k, v and what goes into out
    pairs = batch * heads * tokens**2
    return 4 * (5 * rows + pairs)
