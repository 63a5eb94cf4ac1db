"""`python -m tools.twins`: rewrites Spanish pages from their English twins."""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from pathlib import Path

from tools.preview import config
from tools.preview.errors import BuildError, Place, Problem
from tools.twins.blocks import blocks
from tools.twins.follow import follow
from tools.twins.marks import WORD, marks
from tools.twins.memory import Memory
from tools.twins.pieces import pieces


def spanish_of(page: Path) -> Path:
    """Return the Spanish page beside a page, whichever of the two is given."""
    return page.with_name(page.name.removesuffix(".qmd").removesuffix(".es") + ".es.qmd")


def english_of(page: Path) -> Path:
    """Return the English page beside a Spanish one."""
    return page.with_name(page.name.removesuffix(".es.qmd") + ".qmd")


def memory_of(root: Path) -> Memory:
    """Return what the pages of a project said in both languages at the last commit."""
    old = _committed(root)
    spanish = [page for page in config.load(root).pages if page.name.endswith(".es.qmd")]
    return Memory(
        (old.get(english, english.read_text("utf-8")), old.get(page, page.read_text("utf-8")))
        for page in spanish
        if (english := english_of(page)).is_file()
    )


def _committed(root: Path) -> dict[Path, str]:
    """Return the last committed text of each page that has changed since; nothing without git."""

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(root), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout if done.returncode == 0 else ""

    names = git("diff", "--name-only", "--relative", "--diff-filter=M", "HEAD", "--", "*.qmd")
    return {root / name: git("show", f"HEAD:./{name}") for name in names.splitlines()}


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.twins", description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="of either language (default: all)")
    parser.add_argument("--root", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    for page in map(spanish_of, options.pages):
        if not (page.is_file() and english_of(page).is_file()):
            parser.error(f"there is no {page} with {english_of(page).name} beside it")
    differ = 0
    known: tuple[Path, ...] = ()
    try:
        known = config.load(root).pages
        memory = memory_of(root)
        pages = [page.resolve() for page in options.pages] or known
        for page in dict.fromkeys(map(spanish_of, pages)):
            if page.is_file() and english_of(page).is_file():
                differ += _follow(page, root, memory, write=not options.check)
    except BuildError as error:
        for problem in _in_pages(known) or error.problems:
            print(problem.show(root), file=sys.stderr)
        return 1
    if options.check and differ:
        print("run make twins", file=sys.stderr)
    return 1 if options.check and differ else 0


def _follow(page: Path, root: Path, memory: Memory, write: bool) -> bool:
    """Rewrite a Spanish page, say what its translator has to look at, tell whether it differs."""
    english, spanish = english_of(page).read_text("utf-8"), page.read_text("utf-8")
    new = follow(english, spanish, memory)
    name = page.relative_to(root).as_posix()
    if new.text != spanish:
        print(f"{name}: {'written' if write else 'differs'}")
        if write:
            page.write_text(new.text, "utf-8")
    for text in new.left_out:
        print(f"  no longer said: {_short(text)}")
    for text in new.changed:
        print(f"{name}: the English of this has changed: {_short(text)}")
    if waiting := marks(new.text):
        print(f"{name}: {waiting} × `{WORD}`: put the text before it into Spanish, remove the mark")
    return new.text != spanish


def _in_pages(pages: tuple[Path, ...]) -> list[Problem]:
    """Return what stops pages, with their files, which a text alone doesn't know."""
    problems = []
    for page in pages:
        try:
            for block in blocks(page.read_text("utf-8")):
                pieces(block)
        except BuildError as error:
            problems += [Problem(Place(page, p.place.line), p.message) for p in error.problems]
    return problems


def _short(text: str) -> str:
    return textwrap.shorten(text, 90, placeholder=" …")


if __name__ == "__main__":
    sys.exit(main())
