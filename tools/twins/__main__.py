"""`python -m tools.twins`: rewrites translated pages from their English twins."""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from pathlib import Path

from tapewalk.language import LANGUAGES, language_in, page_ending
from tools.preview import config
from tools.preview.errors import BuildError, Place, Problem
from tools.twins.blocks import blocks
from tools.twins.follow import follow
from tools.twins.marks import WORD, marks
from tools.twins.memory import Memory
from tools.twins.pieces import included, pieces


def twins_of(page: Path) -> list[Path]:
    """Returns the twins that follow a page, or the page itself if it is one."""
    if language_in(page.name) != LANGUAGES[0]:
        return [page]
    twins = [page.with_name(f"{page.stem}{page_ending(lang)}.qmd") for lang in LANGUAGES[1:]]
    return [twin for twin in twins if twin.is_file()]


def english_of(page: Path) -> Path:
    """Returns the English page beside a twin."""
    return page.with_name(
        page.name.removesuffix(f"{page_ending(language_in(page.name))}.qmd") + ".qmd"
    )


def pages_of(root: Path) -> tuple[Path, ...]:
    """Returns the pages of a project, and the files of words that these include."""
    pages = config.load(root).pages
    words = [
        (page.parent / path).resolve()
        for page in pages
        for path in included(page.read_text("utf-8"))
    ]
    return (*pages, *words)


def memory_of(root: Path, lang: str) -> Memory:
    """Returns what the pages of a project said in English and in a language at the last commit."""
    old = _committed(root)
    translated = [page for page in pages_of(root) if language_in(page.name) == lang]
    return Memory(
        lang,
        (
            (old.get(english, english.read_text("utf-8")), old.get(page, page.read_text("utf-8")))
            for page in translated
            if (english := english_of(page)).is_file()
        ),
    )


def _committed(root: Path) -> dict[Path, str]:
    """Returns the last committed text of each page that has changed since; nothing without git."""

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
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.twins", description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="of either language (default: all)")
    parser.add_argument("--root", type=Path, default=Path(), help="the project's folder")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    for page in options.pages:
        if not (page.is_file() and twins_of(page) and english_of(page).is_file()):
            parser.error(f"there is no {page} with a twin beside it")
    differ = 0
    known: tuple[Path, ...] = ()
    try:
        known = pages_of(root)
        memories = {lang: memory_of(root, lang) for lang in LANGUAGES[1:]}
        pages = [page.resolve() for page in options.pages] or known
        for twin in dict.fromkeys(twin for page in pages for twin in twins_of(page)):
            if english_of(twin).is_file():
                memory = memories[language_in(twin.name)]
                differ += _follow(twin, root, memory, write=not options.check)
    except BuildError as error:
        for problem in _in_pages(known) or error.problems:
            print(problem.show(root), file=sys.stderr)
        return 1
    if options.check and differ:
        print("run make twins", file=sys.stderr)
    return 1 if options.check and differ else 0


def _follow(page: Path, root: Path, memory: Memory, write: bool) -> bool:
    """Rewrites a twin, says what its translator has to look at, tells whether it differs."""
    english, translated = english_of(page).read_text("utf-8"), page.read_text("utf-8")
    new = follow(english, translated, memory)
    name = page.relative_to(root).as_posix()
    if new.text != translated:
        print(f"{name}: {'written' if write else 'differs'}")
        if write:
            page.write_text(new.text, "utf-8")
    for text in new.left_out:
        print(f"  no longer said: {_short(text)}")
    for text in new.changed:
        print(f"{name}: the English of this has changed: {_short(text)}")
    if waiting := marks(new.text):
        print(f"{name}: {waiting} × `{WORD}`: translate the text before it, remove the mark")
    return new.text != translated


def _in_pages(pages: tuple[Path, ...]) -> list[Problem]:
    """Returns what stops pages, with their files, which a text alone doesn't know."""
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
