"""From one local gradient to a whole backward pass, written by hand."""
