"""From one local gradient to a whole engine."""
