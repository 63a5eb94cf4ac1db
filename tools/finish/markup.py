"""Edits of single elements of a page that leave every other byte as it is.

Parsing and writing a tree would change scripts, formulas and drawings (a blank line
at the start of a <pre> is lost even in the HTML standard's round trip). So the parser only reports
positions.
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
    """The position of an element: `start` of its tag, `inner` and `end` of its content."""

    tag: str
    attributes: dict[str, str]
    start: int
    inner: int
    end: int

    @property
    def classes(self) -> list[str]:
        """Its class names."""
        return self.attributes.get("class", "").split()

    def holds(self, other: "Element") -> bool:
        """Return whether the other element is inside this one.

        Args:
            other: An element of the same page.

        Returns:
            True if it is between this element's tags.
        """
        return self.inner <= other.start < self.end


class Page:
    """A page's text, its elements, and the pending edits."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.elements = _Locator(text).elements
        self._edits: list[tuple[int, int, str]] = []
        self._attributes: dict[int, tuple[Element, dict[str, str]]] = {}

    def find_all(
        self, tag: str | None = None, *, css_class: str | None = None, id: str | None = None
    ) -> Iterator[Element]:
        """Find elements by tag, class and id.

        Args:
            tag: The element's name; None takes any.
            css_class: One of its classes; None takes any.
            id: Its id; None takes any.

        Yields:
            The elements that match all arguments, in the page's order.
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
        """Find the first element that `find_all` would yield.

        Args:
            tag: As in `find_all`.
            css_class: As in `find_all`.
            id: As in `find_all`.

        Returns:
            The element, or None.
        """
        return next(self.find_all(tag, css_class=css_class, id=id), None)

    def meta(self, kind: str, name: str) -> str:
        """Return the content of a `meta` element, "" if the page has none.

        Args:
            kind: The attribute that names it: "name" or "property".
            name: That attribute's value.
        """
        for element in self.find_all("meta"):
            if element.attributes.get(kind) == name:
                return element.attributes.get("content", "")
        return ""

    def content(self, element: Element) -> str:
        """Return the content between an element's tags, markup included."""
        return self.text[element.inner : element.end]

    def insert(self, position: int, markup: str) -> None:
        """Add markup that the next run of the finishing step recognises and replaces.

        Args:
            position: Where in the text; two insertions at one place keep their order.
            markup: What to add.
        """
        self._edits.append((position, position, f"{OPEN}{markup}{CLOSE}\n"))

    def replace(self, element: Element, markup: str = "") -> None:
        """Replace an element permanently; nothing inside it may be edited as well.

        Args:
            element: The element to remove, with its tags.
            markup: The replacement; an empty string removes the element.
        """
        self._edits.append((element.start, self._after(element), markup))

    def rename(self, element: Element, start_tag: str, end_tag: str) -> None:
        """Change an element's tags permanently, and keep its content.

        Args:
            element: The element to change.
            start_tag: Its new start tag, attributes included.
            end_tag: Its new end tag.
        """
        self._edits.append((element.start, element.inner, start_tag))
        self._edits.append((element.end, self._after(element), end_tag))

    def add(self, position: int, markup: str) -> None:
        """Add markup permanently: the next run treats it like any other.

        Args:
            position: Where in the text.
            markup: What to add.
        """
        self._edits.append((position, position, markup))

    def replace_content(self, element: Element, text: str) -> None:
        """Put plain text between an element's tags.

        Args:
            element: The element whose content is replaced.
            text: The new content, not yet escaped.
        """
        self._edits.append((element.inner, element.end, html.escape(text, quote=False)))

    def set_attributes(self, element: Element, values: dict[str, str]) -> None:
        """Change attributes of one start tag, or add them.

        Args:
            element: The element to change.
            values: Attribute names and their new values, not yet escaped.
        """
        self._attributes.setdefault(element.start, (element, {}))[1].update(values)

    def edited(self) -> str:
        """Return the page's text with every edit applied."""
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
    """Remove the markup that an earlier run inserted.

    Args:
        text: A page, finished or not.

    Returns:
        The page without the additions of `Page.insert`.
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
    """A parser that records where the elements of a page begin and end."""

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
        # Elements that are still open inside, such as a <p> or an <li>, end here too.
        while True:
            element = self._open.pop()
            element.end = self._position()
            if element.tag == tag:
                return

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column
