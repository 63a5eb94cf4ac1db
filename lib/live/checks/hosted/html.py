"""A page shows texts as texts: `html.escape` has nothing to do."""


def escape(text, quote=True):
    """Returns the text."""
    return text
