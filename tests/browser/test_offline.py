"""What was visited opens without a network, and a new build takes the place of an old one."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import DRAWN, PATIENCE_MS, wait_until_drawn, window
from tools.serve.background import PREFIX
from tools.serve.server import SiteServer, make_server

_KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  return requests.flat().map(({url}) => url);
}"""
# The page has sent the worker the list of what it had loaded, and the worker has stored all of it.
_IS_KEPT = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const loaded = performance.getEntriesByType("resource").map(({name}) => name);
  const all = [location.href, ...loaded].map((url) => url.split(/[?#]/)[0]);
  const ours = all.filter((url) => !url.endsWith("/offline.js"));
  const found = await Promise.all(ours.map((url) => caches.match(url)));
  return found.every(Boolean);
}"""
_NEW = "lib/diagrams/dist/tapewalk/chart.js"
_ASKS = f'<link rel="modulepreload" href="../{_NEW}?1234abcd">'


class Host:
    """A folder served under one address, as long as it is up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._server: SiteServer | None = None
        self.start()

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}{PREFIX}"

    def start(self) -> None:
        self._server = make_server(self.folder, self.port, base=PREFIX)
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@pytest.fixture
def host(site: Site, tmp_path: Path) -> Iterator[Host]:
    for path in site.folder.iterdir():
        if path.name != "offline.js":
            (tmp_path / path.name).symlink_to(path)
    worker = tmp_path / "offline.js"
    worker.write_text((site.folder / "offline.js").read_text("utf-8"), "utf-8")
    # A build is older than a second: servers tell files apart by the second.
    os.utime(worker, (1, 1))
    host = Host(tmp_path)
    yield host
    host.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser, service_workers="allow") as context:
        yield context.new_page()


def _wait_for(page: Page, condition: str) -> None:
    """Wait until a promise is kept with something true; `wait_for_function` takes any promise."""
    for _ in range(PATIENCE_MS // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{condition}: {page.evaluate('caches.keys()')}")


def _visit(page: Page, host: Host, built: BuiltPage) -> None:
    page.goto(host.root + built.address)
    wait_until_drawn(page, built)
    _wait_for(page, _IS_KEPT)


def test_visited_page_works_offline(page: Page, host: Host, first_lesson: BuiltPage) -> None:
    _visit(page, host, first_lesson)
    host.stop()
    page.goto(host.root + first_lesson.address)
    walk = page.locator(DRAWN).and_(page.locator(".tw-stepper")).last
    walk.locator(".tw-range").press("Home")
    first = int((walk.locator(".tw-counter").text_content() or "").partition(" ")[0])
    walk.locator(".tw-range").press("ArrowRight")
    expect(walk.locator(".tw-counter")).to_contain_text(f"{first + 1} / ")
    assert page.evaluate("document.fonts.check('16px \"Atkinson Hyperlegible Next\"')")

    # One that was not visited says so, in its language.
    other = page.goto(host.root + re.sub("scalars", "value", first_lesson.address))
    assert other is not None and other.status == 503
    assert page.get_attribute("html", "lang") == first_lesson.lang
    assert page.locator("h1").is_visible()


def test_only_visited_pages_are_cached(page: Page, host: Host, site: Site, home: BuiltPage) -> None:
    _visit(page, host, home)
    kept = set(page.evaluate(_KEPT))
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(({name}) => name.split('?')[0])"
    )
    # What the engine's worker loads is reported to the worker, not to the page.
    engine = {url for url in kept if "/lib/live/dist/" in url}
    assert kept - engine <= {host.root + home.address, *loaded}


def test_new_build_replaces_the_old_one(page: Page, host: Host, site: Site) -> None:
    home, other = site.page("index.html"), site.page("modules/glossary.html")
    _visit(page, host, other)
    _visit(page, host, home)
    (host.folder / home.address).unlink()
    changed = home.file.read_text("utf-8").replace("<h1", "<h1 data-build='another'", 1)
    (host.folder / home.address).write_text(changed, "utf-8")
    # What its figures need has other names now than when it was visited.
    asks = other.file.read_text("utf-8").replace("</head>", f"{_ASKS}</head>", 1)
    modules = host.folder / "modules"
    modules.unlink()
    shutil.copytree(site.folder / "modules", modules, ignore=shutil.ignore_patterns("*.ipynb"))
    (host.folder / other.address).write_text(asks, "utf-8")
    # Last: a browser looks for a new worker at times of its own, and that fetches the pages.
    worker = host.folder / "offline.js"
    worker.write_text(re.sub('BUILD = "\\w+"', 'BUILD = "another"', worker.read_text("utf-8")))

    # The network comes first: the new page is there at once.
    page.goto(host.root + home.address)
    expect(page.locator("h1[data-build]")).to_be_visible()
    _wait_for(page, "() => caches.keys().then(names => /^[^,]* another$/.test(names.join()))")
    _wait_for(page, _IS_KEPT)
    assert host.root + _NEW in page.evaluate(_KEPT)
    host.stop()
    page.goto(host.root + home.address)
    expect(page.locator("h1[data-build]")).to_be_visible()
    # What was visited before is still kept.
    page.goto(host.root + other.address)
    expect(page.locator("#quarto-document-content h1")).to_be_visible()
