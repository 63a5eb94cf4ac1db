"""The rendering of the course by a stock Quarto; its warnings are errors."""
