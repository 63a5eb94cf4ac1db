"""What runs a backward pass: nodes, memory, hooks, modes, and the loop itself."""
