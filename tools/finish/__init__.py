"""Finishes a rendered folder, the preview's or Quarto's, with what neither of them writes."""
