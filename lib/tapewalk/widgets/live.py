"""A figure that moves: anywidget brings it to the front end, where the bundle draws it."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tapewalk.figures.bundle import Bundle, bundle
from tapewalk.figures.words import words
from tapewalk.widgets.figure import Figure, Recipe
from tapewalk.widgets.moved import moved
from tapewalk.widgets.options import VIEWS, reference_to
from tapewalk.widgets.published import NotYetPublishedError, listen


class Library(anywidget.AnyWidget):
    """The hidden model that holds the bundle: one a kernel, so one a notebook.

    If each figure had the bundle in its own `_esm`, a notebook would store it once for each.
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


class LiveFigure(Figure, anywidget.AnyWidget):
    """A figure whose state the front end shares."""

    _esm = Path(__file__).with_name("loader.js").read_text("utf-8")

    view = traitlets.Unicode().tag(sync=True)
    subject = traitlets.Any(None, allow_none=True).tag(sync=True)
    options = traitlets.Dict().tag(sync=True)
    # How often it was redrawn; at 0 it still waits for its data.
    revision = traitlets.Int(0).tag(sync=True)
    bundle = traitlets.Unicode().tag(sync=True)
    library = anywidget.WidgetTrait().tag(sync=True)
    notes = traitlets.Dict().tag(sync=True)
    value = traitlets.Any(None, allow_none=True).tag(sync=True)
    # By which other figures of the front end know it.
    reference = traitlets.Unicode().tag(sync=True)

    def __init__(self, recipe: Recipe) -> None:
        built = bundle()
        super().__init__(
            view=VIEWS[recipe.name].name,
            options=recipe.prepare_early(),
            bundle=built.version if built else "",
            library=library(built) if built else None,
            notes=words.own[recipe.options["lang"]],
        )
        self.reference = reference_to(self)
        self._recipe = recipe
        self._prepare()
        listener = weakref.WeakMethod(self._prepare)

        def tell() -> bool:
            prepare = listener()
            if prepare is None:
                return False
            prepare()
            return True

        listen(tell)
        self.on_msg(self._answer)

    def _answer(self, _: Any, asked: dict[str, Any], __: Any) -> None:
        """Send the front end the engine's numbers for the leaves that a reader moved.

        Args:
            asked: `leaves`, their numbers, and the `id` under which the answer is waited for.
        """
        walk = self.trace
        if walk is not None and walk["engine"] == "value":
            self.send({"id": asked["id"], **moved(walk, asked["leaves"])})

    def _prepare(self) -> None:
        """Resolve the published names in the recipe, as far as they are known."""
        try:
            subject, options = self._recipe.prepare()
        except NotYetPublishedError:
            return
        if self.revision == 0 or (subject, options) != (self.subject, self.options):
            with self.hold_sync():
                self.subject, self.options = subject, options
                self.revision += 1

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        live: dict[str, Any] = {}
        if self.library is not None:
            live, _ = anywidget.AnyWidget._repr_mimebundle_(self, **kwargs) or ({}, {})
        still, metadata = super()._repr_mimebundle_(**kwargs)
        return {**live, **still}, metadata


class SteppedFigure(LiveFigure):
    """A figure whose value is a step.

    Attributes:
        step: The step it shows, from 0; the same as `value`.
    """

    step = traitlets.Int(0)

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self.observe(self._take_value, "value")
        # A view without a given step chooses where it begins, and reports it.
        if "step" in recipe.options:
            self.value = int(recipe.options["step"])

    @traitlets.observe("step")
    def _give_value(self, change: Any) -> None:
        self.value = change.new

    def _take_value(self, change: Any) -> None:
        if change.new is not None:
            self.step = change.new
