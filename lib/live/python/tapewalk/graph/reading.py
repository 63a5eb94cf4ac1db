"""Whose tensors something is made of."""


def engines(thing):
    """Returns no package: a page has neither our tensors nor PyTorch's."""
    return set()
