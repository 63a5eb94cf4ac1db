"""What a tensor can do, by kind; `Tensor` inherits all of it."""

import tapewalk.tensor.tensor  # noqa: F401  (the methods need Tensor, so its file has to come first)
