"""What all browser tests share: the site, its server, the browser, and a page in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser

from tests.browser.oracle import is_plain, published, stepper_names
from tests.browser.questions import number_of_questions, waits_for_an_answer
from tests.browser.serving import PREFIX, serve
from tests.browser.site import BuiltPage, Site, galleries, open_site
from tests.browser.visit import OpenOnce, OpenPage, Visit, number_of_diagrams, window
from tools.chromium import chromium

PHONE, DESKTOP = 390, 1280


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Site:
    return _site(request.config)


@pytest.fixture(scope="session")
def base(site: Site) -> Iterator[str]:
    """The address of the site's root, in a folder of its host as a project's pages are."""
    with serve(site.folder, PREFIX) as address:
        yield address


@pytest.fixture(scope="session")
def built_base(site: Site) -> Iterator[str]:
    """The address of the site's root where the build expects it: only the error page needs it."""
    with serve(site.folder, site.base) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def visit(
    request: pytest.FixtureRequest, browser: Browser, base: str, built_base: str
) -> Iterator[Visit]:
    """A page in one theme and width. A module's tests share it, so each page loads once."""
    built, theme, width = request.param
    root = built_base if built.is_error_page else base
    with window(browser, theme, width) as context:
        visit = Visit(context.new_page(), built)
        visit.watch(root)
        visit.open(root + built.address)
        yield visit


@pytest.fixture(scope="module")
def visit_in_turn(visit: Visit) -> Visit:
    """The same, for one of two twins."""
    return visit


@pytest.fixture
def open_page(browser: Browser, base: str, built_base: str) -> Iterator[OpenPage]:
    """A function that opens a page in a fresh profile; its options are those of `window`.

    With `has_clock` the test can make time pass.
    """
    with ExitStack() as profiles:

        def open_page(
            built: BuiltPage, fragment: str = "", *, has_clock: bool = False, **options: Any
        ) -> Visit:
            root = built_base if built.is_error_page else base
            context = profiles.enter_context(window(browser, **options))
            visit = Visit(context.new_page(), built)
            visit.watch(root)
            if has_clock:
                visit.page.clock.install()
            is_live = options.get("java_script_enabled", True)
            visit.open(root + built.address + fragment, is_live=is_live)
            return visit

        yield open_page


@pytest.fixture(scope="module")
def open_once(browser: Browser, base: str) -> Iterator[OpenOnce]:
    """A function that opens a page for all tests of a module: each leaves it fit for the next."""
    with window(browser) as context:

        @cache
        def open_once(built: BuiltPage) -> Visit:
            visit = Visit(context.new_page(), built)
            visit.watch(base)
            visit.open(base + built.address)
            return visit

        yield open_once


# Both have steppers, one of numbers and one of tensors.
_SAMPLE = ("scalars", "network")
# One lesson of each module; the build has just run all of them.
_RUN_AGAIN = ("scalars", "saved", "batch-norm", "block")

# A test that takes an argument of one of these names runs for each page that fits. Twins have the
# same cells (tests/pages sees to that), so what takes a browser long takes the name with `_in_turn`
# and runs for one of them, whose `turn` it is; what every page has from the same template runs for
# a sample.
PAGES_BY_ARGUMENT: dict[str, Callable[[BuiltPage], bool]] = {
    "built": lambda page: True,
    "lesson": lambda page: page.is_lesson,
    "first_lesson": lambda page: page.is_lesson and page.name == "scalars",
    "sampled": lambda page: page.is_lesson and page.name in _SAMPLE,
    "asking": lambda page: page.is_lesson and number_of_questions(page) > 0,
    "waiting": lambda page: page.is_lesson and waits_for_an_answer(page),
    "run_again": lambda page: page.is_lesson and page.name in _RUN_AGAIN,
    "drawn": lambda page: not page.is_gallery and number_of_diagrams(page) > 0,
    "illustrated": lambda page: bool(stepper_names(page.source)),
    "questions_page": lambda page: page.address in galleries("questions"),
    "home": lambda page: page.address in ("index.html", "index.es.html"),
}

# Each pair of theme and width is seen in both languages, though not on every page.
_VARIANTS = (("light", DESKTOP), ("dark", PHONE), ("light", PHONE), ("dark", DESKTOP))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each page that fits, for each page, theme and width, or each stepper."""
    if "nth_stepper" in metafunc.fixturenames:
        _visit_every_stepper(metafunc)
    elif "visit" in metafunc.fixturenames:
        _visit_every_variant(metafunc)
    if "address" in metafunc.fixturenames and not _is_marked(metafunc, "address"):
        # A page of the gallery, of the view that the module names. They are large: each test takes
        # one of the two languages.
        pages = galleries(metafunc.module.VIEW)
        nth = crc32(metafunc.function.__name__.encode()) % len(pages)
        metafunc.parametrize("address", [pages[nth]], scope="module")
    for argument in metafunc.fixturenames:
        fits = PAGES_BY_ARGUMENT.get(argument.removesuffix("_in_turn"))
        if fits is None:
            continue
        takes_turns = argument.endswith("_in_turn")
        fitting = [
            page
            for page in _site(metafunc.config).pages
            if fits(page) and (page.is_its_turn or not takes_turns)
        ]
        metafunc.parametrize(argument, fitting, ids=[page.address for page in fitting])


def _is_marked(metafunc: pytest.Metafunc, argument: str) -> bool:
    """Tell whether a test names the values of an argument itself."""
    marks = metafunc.definition.iter_markers("parametrize")
    return any(argument in mark.args[0] for mark in marks)


def _visit_every_variant(metafunc: pytest.Metafunc) -> None:
    takes_turns = "visit_in_turn" in metafunc.fixturenames
    variants = [
        (page, *_VARIANTS[(page.turn // 2 + page.is_spanish) % len(_VARIANTS)])
        for page in _site(metafunc.config).pages
        if page.is_its_turn or not takes_turns
    ]
    names = [f"{page.address}-{theme}-{width}" for page, theme, width in variants]
    metafunc.parametrize("visit", variants, ids=names, indirect=True, scope="module")


def _visit_every_stepper(metafunc: pytest.Metafunc) -> None:
    steppers = [
        ((page, "light", PHONE if page.is_spanish else DESKTOP), nth, f"{page.address}-{name}")
        for page in _site(metafunc.config).pages
        if page.is_its_turn
        for nth, name in enumerate(stepper_names(page.source))
        if is_plain(published(page.file.read_text(encoding="utf-8"))[name])
    ]
    metafunc.parametrize(
        ("visit", "nth_stepper"),
        [(variant, nth) for variant, nth, _ in steppers],
        ids=[name for _, _, name in steppers],
        indirect=["visit"],
        scope="module",
    )


def _site(config: pytest.Config) -> Site:
    """Return the site under test; a run without one fails, and says how to make one."""
    try:
        return open_site(Path(config.getoption("--site")))
    except FileNotFoundError as error:
        message = str(error)
    pytest.fail(message, pytrace=False)
