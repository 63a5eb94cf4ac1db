"""Ways to ask for gradients, and to check them."""
