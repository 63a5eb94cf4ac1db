"""A trace of tensors of the lab's engine, or of a reader's, for the views of a page.

The runner of a page runs this file in MicroPython.
"""

import numpy as np

from tapewalk.trace.format import MOST_VALUES, encode_number
from tapewalk_course.lab.tensor import fit


def taped(root, names):
    """Return the graph of a tensor and its backward pass as a trace.

    Args:
        root: A tensor with one number.
        names: Tensors by the names that they get in the trace.
    """
    order = _order(root)
    place = {id(tensor): n for n, tensor in enumerate(order)}
    labels = {id(x): name for name, x in sorted(names.items()) if name[0] != "_"}
    edges = [
        {"from": place[id(parent)], "to": n, "slot": slot}
        for n, tensor in enumerate(order)
        for slot, parent in enumerate(tensor.parents)
    ]
    forward = [n for n, tensor in enumerate(order) if tensor.parents]
    grads = {len(order) - 1: np.ones(root.data.shape)}
    backward = [_event(n, order[n], place, edges, grads) for n in reversed(forward)]
    return {
        "schema": 1,
        "engine": "tensor",
        "nodes": [_node(n, tensor, labels.get(id(tensor))) for n, tensor in enumerate(order)],
        "edges": edges,
        "forward": forward,
        "backward": backward,
        "grads": {str(n): _summary(grads[n]) for n in grads if not order[n].parents},
    }


def _order(root):
    order, seen, waiting = [], set(), [(root, False)]
    while waiting:
        tensor, is_done = waiting.pop()
        if is_done:
            order.append(tensor)
        elif id(tensor) not in seen:
            seen.add(id(tensor))
            waiting.append((tensor, True))
            waiting += [(parent, False) for parent in reversed(tensor.parents)]
    return order


def _node(n, tensor, label):
    shape = list(tensor.data.shape)
    told = {
        "id": n,
        "op": tensor.op,
        "label": label,
        "shape": shape,
        "value": None if shape else encode_number(float(tensor.data.item())),
        "group": None,
        "requires_grad": True,
        "constants": [],
        "dtype": tensor.data.dtype.name,
        "saved": [],
    }
    if shape:
        told["summary"] = _summary(tensor.data)
    return told


def _event(n, tensor, place, edges, grads):
    grad, sends = grads[n], []
    into = [e for e, edge in enumerate(edges) if edge["to"] == n]
    for e, parent, sent in zip(into, tensor.parents, tensor.send(grad)):
        to = place[id(parent)]
        sent = fit(sent, parent.data.shape)
        grads[to] = grads[to] + sent if to in grads else sent
        sends.append({"edge": e, "contribution": _summary(sent), "total": _summary(grads[to])})
    return {"node": n, "grad": _summary(grad), "sends": sends}


def _summary(array):
    """Return a number, or what a trace has of an array."""
    array = np.asarray(array)
    if not array.shape:
        return encode_number(float(array.item()))
    flat = array.reshape(-1)
    told = {
        "min": flat.min(),
        "max": flat.max(),
        "mean": flat.mean(),
        "norm": np.sqrt((flat * flat).sum()),
    }
    told = {name: encode_number(float(x)) for name, x in told.items()}
    told["shape"] = list(array.shape)
    if array.size <= MOST_VALUES:
        told["values"] = [encode_number(x) for x in flat.tolist()]
    return told
