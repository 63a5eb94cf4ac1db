def our_nodes(depth):
    return depth + (depth - 1) + 1


def their_nodes(depth):
    return 4 * depth - 1 + (depth - 1) + 1
