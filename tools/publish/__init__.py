"""The publication of the built site for Colab, Binder and Pages, in a commit of its own."""
