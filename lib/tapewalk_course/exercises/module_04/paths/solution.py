def without_path(loss, model):
    reached, nodes = set(), [loss.grad_fn]
    known = set(nodes)
    for node in nodes:  # which grows on the way
        if hasattr(node, "variable"):
            reached.add(id(node.variable))
        for behind, _ in node.next_functions:
            if behind is not None and behind not in known:
                known.add(behind)
                nodes.append(behind)
    return [name for name, p in model.named_parameters() if id(p) not in reached]
