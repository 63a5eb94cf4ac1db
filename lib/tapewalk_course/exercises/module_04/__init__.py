"""Reading PyTorch's graphs, and diagnosing and repairing sick models."""
