"""Reading tapes, weighing them, and repairing broken training steps."""
