def behind(nodes, position):
    seen, found = {position}, [position]
    for at in found:  # which grows on the way
        for operand in nodes[at].next_functions:
            if operand is not None and operand not in seen:
                seen.add(operand)
                found.append(operand)
    return seen


def residuals(nodes):
    found = []
    for node in nodes:
        if node.op == "Add":
            left, right = node.next_functions
            if left is None or right is None or left == right:
                continue
            if right in behind(nodes, left) or left in behind(nodes, right):
                found.append(node.position)
    return found
