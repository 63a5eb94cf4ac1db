def engine_order(nodes, root):
    expects, behind = {root: 0}, [root]
    for name in behind:  # which grows on the way
        for operand in nodes[name][1]:
            if operand not in expects:
                expects[operand] = 0
                behind.append(operand)
            expects[operand] += 1
    order, ready = [], [root]
    while ready:
        newest = max(ready, key=lambda name: nodes[name][0])
        ready.remove(newest)
        order.append(newest)
        for operand in nodes[newest][1]:
            expects[operand] -= 1
            if expects[operand] == 0:
                ready.append(operand)
    return order
