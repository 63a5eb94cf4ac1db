"""Finds elements in a page and edits the text around them, leaving every other byte as it is.

A tree that is parsed and written again would touch scripts, formulas and drawings (a blank line
at the start of a <pre> is lost in the HTML standard's own round trip). So the parser only tells
where things are.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

OPEN, CLOSE = "<!--finish-->", "<!--/finish-->"
_ADDED = re.compile(f"{re.escape(OPEN)}.*?{re.escape(CLOSE)}\n?", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s+([^\s=/>]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?""")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta")
    + ("source", "track", "wbr")
)


@dataclass
class Element:
    """Where one element of a page lies: `start` of its tag, `inner` and `end` of its content."""

    tag: str
    attributes: dict[str, str]
    start: int
    inner: int
    end: int

    @property
    def classes(self) -> list[str]:
        """The names in its class attribute."""
        return self.attributes.get("class", "").split()

    def holds(self, other: "Element") -> bool:
        """Tells whether the other element lies inside this one.

        Args:
            other: An element of the same page.

        Returns:
            True if it lies between this element's tags.
        """
        return self.inner <= other.start < self.end


class Page:
    """A page's text, its elements, and the edits that wait to be made."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.elements = _Locator(text).elements
        self._edits: list[tuple[int, int, str]] = []
        self._attributes: dict[int, tuple[Element, dict[str, str]]] = {}

    def find_all(
        self, tag: str | None = None, *, css_class: str | None = None, id: str | None = None
    ) -> Iterator[Element]:
        """Finds elements by tag, class and id.

        Args:
            tag: The element's name; None takes any.
            css_class: One of its classes; None takes any.
            id: Its id; None takes any.

        Yields:
            The elements that agree with all that is given, in the page's order.
        """
        for element in self.elements:
            if tag is not None and element.tag != tag:
                continue
            if css_class is not None and css_class not in element.classes:
                continue
            if id is not None and element.attributes.get("id") != id:
                continue
            yield element

    def find(
        self, tag: str | None = None, *, css_class: str | None = None, id: str | None = None
    ) -> Element | None:
        """Finds the first element that `find_all` would yield.

        Args:
            tag: As in `find_all`.
            css_class: As in `find_all`.
            id: As in `find_all`.

        Returns:
            The element, or None.
        """
        return next(self.find_all(tag, css_class=css_class, id=id), None)

    def content(self, element: Element) -> str:
        """Returns what stands between an element's tags, markup included."""
        return self.text[element.inner : element.end]

    def insert(self, position: int, markup: str) -> None:
        """Adds markup that the next run of the finishing step recognises and replaces.

        Args:
            position: Where in the text; two insertions at one place keep their order.
            markup: What to add.
        """
        self._edits.append((position, position, f"{OPEN}{markup}{CLOSE}\n"))

    def replace(self, element: Element, markup: str = "") -> None:
        """Puts markup in an element's place, for good; nothing inside it may be edited as well.

        Args:
            element: The element that goes, tags and all.
            markup: What comes instead; nothing takes the element out.
        """
        self._edits.append((element.start, self._after(element), markup))

    def rename(self, element: Element, start_tag: str, end_tag: str) -> None:
        """Gives an element other tags, for good, and keeps what stands between them.

        Args:
            element: The element to change.
            start_tag: Its new start tag, attributes included.
            end_tag: Its new end tag.
        """
        self._edits.append((element.start, element.inner, start_tag))
        self._edits.append((element.end, self._after(element), end_tag))

    def add(self, position: int, markup: str) -> None:
        """Adds markup for good: the next run finds it like any other.

        Args:
            position: Where in the text.
            markup: What to add.
        """
        self._edits.append((position, position, markup))

    def replace_content(self, element: Element, text: str) -> None:
        """Puts plain text between an element's tags.

        Args:
            element: The element whose content goes.
            text: The new content, not yet escaped.
        """
        self._edits.append((element.inner, element.end, html.escape(text, quote=False)))

    def set_attributes(self, element: Element, values: dict[str, str]) -> None:
        """Changes attributes of one start tag, or adds them.

        Args:
            element: The element to change.
            values: Attribute names and their new values, not yet escaped.
        """
        self._attributes.setdefault(element.start, (element, {}))[1].update(values)

    def edited(self) -> str:
        """Returns the page's text with every edit made."""
        pieces, position = [], 0
        tags = [
            (element.start, element.inner, _with_attributes(self.text, element, values))
            for element, values in self._attributes.values()
        ]
        for start, end, replacement in sorted(self._edits + tags, key=lambda edit: edit[:2]):
            pieces += [self.text[position:start], replacement]
            position = end
        return "".join([*pieces, self.text[position:]])

    def _after(self, element: Element) -> int:
        end_tag = re.compile(rf"</{element.tag}\s*>", re.IGNORECASE).match(self.text, element.end)
        return end_tag.end() if end_tag else element.end


def without_additions(text: str) -> str:
    """Takes out what an earlier run inserted.

    Args:
        text: A page, finished or not.

    Returns:
        The page without any markup that `Page.insert` added.
    """
    return _ADDED.sub("", text)


def _with_attributes(text: str, element: Element, values: dict[str, str]) -> str:
    tag = text[element.start : element.inner]
    for name, value in values.items():
        written = f' {name}="{html.escape(value)}"'
        after_name = 1 + len(element.tag)
        matches = (m for m in _ATTRIBUTE.finditer(tag, after_name) if m[1].lower() == name)
        start, end = next((match.span() for match in matches), (after_name, after_name))
        tag = tag[:start] + written + tag[end:]
    return tag


class _Locator(HTMLParser):
    """Walks a page once and writes down where its elements begin and end."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.feed(text)
        self.close()
        for element in self._open:
            element.end = len(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._position()
        inner = start + len(self.get_starttag_text() or "")
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, start, inner, inner)
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # <path/> in a drawing is complete; <div/> in HTML is only a start.
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not any(element.tag == tag for element in self._open):
            return
        # What is still open inside, such as a <p> or an <li>, ends here too.
        while True:
            element = self._open.pop()
            element.end = self._position()
            if element.tag == tag:
                return

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column
