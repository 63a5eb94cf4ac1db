from torch.nn import functional


def mended_forward(model, x):
    rows = model.norm(x)
    x = x + model.attn(rows, rows, rows, need_weights=False)[0]
    hidden = model.up(x)
    return x + model.down(functional.gelu(hidden))
