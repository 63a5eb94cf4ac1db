"""`graphlib`, which MicroPython lacks."""


class TopologicalSorter:
    """Nodes with those that come before them."""

    def __init__(self, graph=None):
        self._graph = {} if graph is None else dict(graph)

    def add(self, node, *before):
        """Adds a node and those that come before it."""
        self._graph[node] = list(self._graph.get(node, ())) + list(before)

    def static_order(self):
        """Returns the nodes, each after those that come before it."""
        order, seen = [], set()
        waiting = [(node, False) for node in self._graph]
        while waiting:
            node, is_done = waiting.pop()
            if is_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += [(one, False) for one in self._graph.get(node, ())]
        return order
