"""Every lesson's pictures on three screens: they fit, and the phrases beside them set them.

A page's centrepiece is in the first screen: all of it on a wide one, three quarters on a phone.
Of the screens of a page at most one in three has no picture.
"""

from __future__ import annotations

import pytest

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

# Of each window its width and height, and the height that a picture may have.
SCREENS = {"desktop": (1280, 900, 800), "laptop": (1366, 657, 560), "phone": (390, 844, 360)}
# On a phone the detective's picture is the whole screen: curve, report and code.
WHOLE_SCREEN = {("detective", "phone"): 780}

_FAULTS = """async (most) => {
  scrollTo({top: 0, behavior: "instant"});
  const frame = () => new Promise(requestAnimationFrame);
  const faults = [];
  const first = document.querySelector(".centrepiece");
  const pictures = [...document.querySelectorAll(".picture")];
  for (const picture of pictures.filter((one) => one.querySelector("[data-figure]"))) {
    const name = picture.querySelector("[id^=fig-]")?.id;
    const {height, bottom} = picture.getBoundingClientRect();
    const below = innerWidth < 600 ? Math.min(height, 360) / 4 + Math.max(0, height - 360) : 0;
    const isFirst = picture === pictures[0] && picture.closest(".centrepiece") === first;
    if (isFirst && bottom - below > innerHeight)
      faults.push(`${name} ends at ${Math.round(bottom)}, below the first screen`);
    if (height > most + 2) faults.push(`${name} is ${Math.round(height)} pixels high, not ${most}`);
    const scrolling = [...picture.querySelectorAll("*")].filter((one) =>
      one.checkVisibility() && one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 1
      && ["auto", "scroll"].includes(getComputedStyle(one).overflowY));
    faults.push(...scrolling.map((one) => `${name}: ${one.className} scrolls`));
  }
  for (const question of document.querySelectorAll(".picture .tw-prediction")) question.showMe();
  await frame();
  // What an earlier phrase began may still change the page's height.
  const atRest = async () => {
    for (let since = 0, i = 0, before = 0; since < 8 && i < 400; i++) {
      const now = document.documentElement.scrollHeight;
      since = now === before ? since + 1 : 0;
      before = now;
      await frame();
    }
  };
  // Seen is what has its first line below the page's head and above the window's end.
  const isSeen = (one) => {
    const {top, bottom, width, height} = one.getBoundingClientRect();
    return one.isConnected && one.checkVisibility({visibilityProperty: true}) && width > 0
      && bottom > 60 && top + Math.min(height, 40) <= innerHeight + 1;
  };
  for (const phrase of document.querySelectorAll("main a[href^='#fig-'][href*='?']")) {
    if (!phrase.checkVisibility()) continue;
    const href = phrase.getAttribute("href");
    const place = document.querySelector(href.split("?")[0]);
    // The bench of a derivation is no view.
    const figure = place?.querySelector("[data-figure]:not(.tw-prediction)") ?? place;
    if (!figure) {
      faults.push(`${href} has no figure`);
      continue;
    }
    await atRest();
    phrase.scrollIntoView({block: "end"});
    await frame();
    const changed = new Set();
    const watch = new MutationObserver((list) => list.forEach(({target}) =>
      changed.add(target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)));
    watch.observe(figure, {subtree: true, childList: true, attributes: true, characterData: true});
    phrase.click();
    // A figure out of view is brought into it, which takes the page some frames.
    const parts = [...figure.querySelectorAll("*")].filter((one) => !one.firstElementChild);
    const isInSight = () => {
      const drawn = [...changed].filter((one) => one.isConnected && one.checkVisibility());
      return parts.some(isSeen) && (drawn.length === 0 || drawn.some(isSeen));
    };
    for (let i = 0; i < 4 || (i < 120 && !isInSight()); i++) await frame();
    watch.disconnect();
    if (!isInSight()) faults.push(`${href}: out of sight`);
  }
  return faults;
}"""

LESSONS = [
    *("scalars", "value", "order", "modes", "neuron", "second"),
    *("tensors", "functions", "network", "pytorch", "memory", "pitfalls"),
]

# For each screen of a page, read from its top down, whether a picture is in it.
_PICTURED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const end = document.querySelector("main").getBoundingClientRect().bottom + scrollY;
  const isSeen = (one) => {
    const {top, bottom, width, height} = one.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 60);
    return one.checkVisibility() && width > 100 && height > 60 && seen >= Math.min(height, 150);
  };
  const seen = [];
  for (let top = 0; top < end - innerHeight / 10; top += innerHeight) {
    scrollTo({top, behavior: "instant"});
    for (let i = 0; i < 4; i++) await frame();
    const pictures = document.querySelectorAll("main [data-figure]:not(.tw-prediction), .picture");
    seen.push([...pictures].some(isSeen));
  }
  return seen;
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_pictures_fit_and_phrases_set_them_in_sight(
    screen: str, pictured: BuiltPage, open_page: OpenPage
) -> None:
    width, height, most = SCREENS[screen]
    page = open_page(
        pictured,
        viewport={"width": width, "height": height},
        has_touch=screen == "phone",
        reduced_motion="reduce",
    ).page
    page.wait_for_selector(".picture[data-settled]")
    assert page.evaluate(_FAULTS, WHOLE_SCREEN.get((pictured.name, screen), most)) == []


@pytest.mark.parametrize("name", LESSONS)
def test_two_screens_in_three_show_a_picture(name: str, site: Site, open_page: OpenPage) -> None:
    ending = ".html" if LESSONS.index(name) % 2 else ".es.html"
    page = open_page(
        site.page(f"modules/01-autograd-engine/{name}{ending}"),
        viewport={"width": 1280, "height": 900},
        reduced_motion="reduce",
    ).page
    page.wait_for_selector(".picture[data-settled]")
    screens = page.evaluate(_PICTURED)
    assert screens.count(False) <= len(screens) / 3, screens
