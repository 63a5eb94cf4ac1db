"""What all browser tests share: the site, its server, the browser, and a page in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.oracle import stepper_names
from tests.browser.site import BuiltPage, Site, open_site
from tests.browser.visit import PATIENCE_MS, OpenOnce, OpenPage, Visit, window
from tools.chromium import chromium
from tools.serve.background import PREFIX, serve

expect.set_options(timeout=PATIENCE_MS)


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


@pytest.fixture(scope="module", params=("index.html", "index.es.html"))
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    """The home page in each language, unless a module names another."""
    return site.page(request.param)


@pytest.fixture(scope="module")
def page(front: BuiltPage, browser: Browser, base: str) -> Iterator[Page]:
    """What a module's `front` names, opened for all its tests."""
    with window(browser) as context:
        page = context.new_page()
        page.goto(base + front.address)
        yield page


# One lesson of each module; the build has just run all of them.
_RUN_AGAIN = ("scalars", "held", "batch-norm", "block")

# By day a module runs one of so many parts of its tests, and every night all of them: most of what
# they look at is tested in Node too (tests/diagrams, tests/live).
PARTS = {
    "test_jupyterlab": 6,
    # Not one of three screens on the same day.
    "test_pictures": 8,
    "test_traces": len(_RUN_AGAIN),
    **dict.fromkeys(("test_derive", "test_exercises", "test_lab", "test_leaves"), 4),
    **dict.fromkeys(("test_places", "test_playground"), 4),
    # What holds of every page, and of links.
    **dict.fromkeys(("test_every_file", "test_every_page", "test_other_links"), 1),
}
_USUAL_PARTS = 3

# A test that takes an argument of one of these names runs for each page that fits: for one of two
# translations, the first, for they have the same cells (tests/pages sees to that), and with
# `_in_both` for both. With `_sampled` it runs for a few pages: the rest have it from the same code.
# A full run takes them all.
PAGES_BY_ARGUMENT: dict[str, Callable[[BuiltPage], bool]] = {
    "first_lesson": lambda page: page.is_lesson and page.name == "scalars",
    "sampled": lambda page: page.is_sample,
    "run_again": lambda page: page.is_lesson and page.name in _RUN_AGAIN,
    "illustrated": lambda page: bool(stepper_names(page.source)),
    "pictured": lambda page: page.is_lesson and "{.picture}" in page.source.text,
    "questions_page": lambda page: page.stem == "modules/01-autograd-engine/quiz",
    "home": lambda page: page.address in ("index.html", "index.es.html"),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each page that fits."""
    for argument in metafunc.fixturenames:
        name = argument.removesuffix("_in_both").removesuffix("_sampled")
        fits = PAGES_BY_ARGUMENT.get(name)
        if fits is None:
            continue
        fitting = [
            pytest.param(
                page,
                id=page.address,
                marks=[] if _is_always_looked_at(argument, page) else pytest.mark.full,
            )
            for page in _site(metafunc.config).pages
            if fits(page)
        ]
        metafunc.parametrize(argument, fitting)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the full runs one of two languages, and of each module all but a part a day."""
    own = [item for item in items if item.path.parent == Path(__file__).parent]
    _leave_one_language(own)
    for item in own:
        item.add_marker(pytest.mark.by_turns(PARTS.get(item.path.stem, _USUAL_PARTS)))


def _leave_one_language(items: list[pytest.Item]) -> None:
    """Leave one of two languages to the full runs, where a test names pages of both.

    Translations have the same code, figures and questions (tests/pages sees to that).
    """
    translations: dict[str, list[pytest.Item]] = {}
    for item in items:
        translations.setdefault(item.nodeid.replace(".es", ""), []).append(item)
    for name, same in translations.items():
        by_day = [item for item in same if not item.get_closest_marker("full")]
        names = getattr(same[0], "fixturenames", ())
        is_every = same[0].path.name.startswith("test_every_")
        takes_both = is_every or any("_in_both" in name for name in names)
        if len(by_day) == 2 and not takes_both:
            by_day[crc32(name.encode()) % 2].add_marker(pytest.mark.full)


def _is_always_looked_at(argument: str, page: BuiltPage) -> bool:
    """Return whether a run by day looks at a page, too."""
    is_one_of_them = page.is_first or argument.endswith("_in_both")
    return is_one_of_them and (page.is_sample or not argument.endswith("_sampled"))


def _site(config: pytest.Config) -> Site:
    """Return the site under test; a run without one fails, and says how to make one."""
    try:
        return open_site(Path(config.getoption("--site")))
    except FileNotFoundError as error:
        message = str(error)
    pytest.fail(message, pytrace=False)
