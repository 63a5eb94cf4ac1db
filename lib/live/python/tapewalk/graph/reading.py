"""The engines whose tensors a thing contains."""


def engines(thing):
    """Returns no package: a page has neither our tensors nor PyTorch's."""
    return set()
