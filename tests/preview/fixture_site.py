"""A small site in a temporary folder, for the tests of the preview."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from tools.preview.errors import BuildError
from tools.preview.progress import Progress
from tools.preview.site import build

PROJECT = """\
project:
  type: website
website:
  title: "Site"
lang: en
format:
  html:
    toc: true
    html-math-method: mathml
"""


class Lines(Progress):
    """A record of the lines that a build prints about its pages."""

    def __init__(self) -> None:
        super().__init__(quiet=False)
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)

    def of(self, page: str) -> str:
        return next(line for line in self.lines if f" {page} " in line)


class Site:
    """A site in a temporary folder: sources, build and result."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = root / "_site"
        self.write("_quarto.yml", PROJECT)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), "utf-8")
        return path

    def page(self, text: str, name: str = "index.qmd", **meta: str) -> Path:
        """Write a page with a title; its text begins on line 4, one more for each of `meta`."""
        more = "".join(f"{key.replace('_', '-')}: {value}\n" for key, value in meta.items())
        return self.write(name, f"---\ntitle: Page\n{more}---\n{textwrap.dedent(text)}")

    def build(self) -> Lines:
        said = Lines()
        build(self.root, progress=said)
        return said

    def problems(self) -> list[str]:
        """Build, and return the errors: `path:line: message`."""
        try:
            build(self.root)
        except BuildError as error:
            return [problem.show(self.root.resolve()) for problem in error.problems]
        return []

    def html(self, name: str = "index.html") -> str:
        return (self.out / name).read_text("utf-8")

    def main(self, name: str = "index.html") -> str:
        """Return a page's text with normalized white space."""
        match = re.search(r"<main.*?>(.*)</main>", self.html(name), re.DOTALL)
        assert match
        return re.sub(r"\s+", " ", match[1])

    def render(self, text: str, **meta: str) -> str:
        """Build a one-page site and return the page's text."""
        self.page(text, **meta)
        self.build()
        return self.main()
