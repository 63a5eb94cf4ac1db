"""Plans for the memory of a training step: its peak, what lowers it, and what that costs.

A step is recorded once, on tensors without data. What a checkpoint, fused attention or offloading
would change is computed from that recording.
"""
