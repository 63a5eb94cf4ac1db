def census(root):
    operations, leaves = 0, 0
    seen, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable"):
            leaves += 1
        else:
            operations += 1
        for behind, _ in node.next_functions:
            if behind is not None and behind not in seen:
                seen.add(behind)
                waiting.append(behind)
    return operations, leaves
