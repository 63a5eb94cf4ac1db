"""Puts the built site where Colab, Binder and Pages find it: in a commit of its own."""
