def topological_order(root):
    order, seen, waiting = [], set(), [(root, False)]
    while waiting:
        number, is_done = waiting.pop()
        if is_done:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            waiting.append((number, True))
            waiting += [(parent, False) for parent in number.parents]
    return order
