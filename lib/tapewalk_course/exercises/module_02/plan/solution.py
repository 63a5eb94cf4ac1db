from itertools import combinations

from torch.autograd.graph import saved_tensors_hooks


def ledger(model, x):
    given = [*model.parameters(), *model.buffers()]
    seen = {tensor.untyped_storage().data_ptr() for tensor in given}
    held, running, hooks = {}, [], []

    def pack(tensor):
        piece = tensor.untyped_storage()
        if piece.data_ptr() not in seen:
            seen.add(piece.data_ptr())
            held[running[-1]] = held.get(running[-1], 0) + piece.nbytes()
        return tensor

    def leave(*_):
        running.pop()

    for name, module in model.named_modules():
        hooks.append(module.register_forward_pre_hook(lambda *_, name=name: running.append(name)))
        hooks.append(module.register_forward_hook(leave))
    with saved_tensors_hooks(pack, lambda tensor: tensor):
        model(x)
    for hook in hooks:
        hook.remove()
    return held


def peak_bytes(blocks, plan):
    kept, peak = 0, 0
    for position, block in enumerate(blocks):
        peak = max(peak, kept + block.saved)
        kept += block.input if position in plan else block.saved
    return peak


def cheapest_plan(blocks, budget):
    places = range(len(blocks))
    plans = [plan for size in range(len(blocks) + 1) for plan in combinations(places, size)]
    fitting = [plan for plan in plans if peak_bytes(blocks, plan) <= budget]
    return min(fitting, key=lambda plan: sum(blocks[n].work for n in plan))
