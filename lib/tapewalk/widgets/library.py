"""The hidden model that holds the bundle: one a kernel, so one a notebook."""

from __future__ import annotations

import anywidget
import traitlets

from tapewalk.figures.bundle import Bundle


class Library(anywidget.AnyWidget):
    """The text of the bundle and of what draws with it. It shows nothing; figures import it.

    Were it the figures' own `_esm`, a notebook would hold it once for each of them.
    """

    _esm = "export default {};"

    figure = traitlets.Unicode().tag(sync=True)
    js = traitlets.Unicode().tag(sync=True)
    css = traitlets.Unicode().tag(sync=True)


_shared: Library | None = None


def library(bundle: Bundle) -> Library:
    """Return the kernel's library; a new one if it was closed, as `Widget.close_all()` does."""
    global _shared
    if _shared is None or _shared.comm is None:
        _shared = Library(figure=bundle.figure, js=bundle.js, css=bundle.css)
    return _shared
