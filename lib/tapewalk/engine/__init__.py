"""The backward pass: nodes, memory, hooks, modes, and the loop that runs it."""
