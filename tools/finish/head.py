"""A page's head: the data for browsers, search engines and social networks."""

import html
import posixpath
import re

from tapewalk.language import LANGUAGES, language_in, page_ending
from tools.finish.markup import Element, Page
from tools.finish.repository import Home
from tools.finish.site import Site, link
from tools.finish.words import WORDS

THEME = "lib/theme"
CARD = f"{THEME}/card.png"
MARK = f"{THEME}/mark.svg"
VIEWS = "lib/diagrams/dist"
ALL_VIEWS = f"{VIEWS}/tapewalk.css"
# What is drawn once code ran in the page, by the class of its place: a cell that runs, and the
# bench of the lab. Steppers have no styles of their own.
_LIVE_VIEWS = {"live": "tapeList", "lab-bench": "compare"}
# Pages that are often sent by themselves show their own figure; `tools.pictures` draws these.
_ENGINE = "modules/01-autograd-engine"
OWN_CARDS = {"index": "home"} | {
    f"{_ENGINE}/{name}": name for name in ("order", "tensors", "memory", "lab")
}
# Each with its element; a page without that element doesn't download it.
FONTS = {
    f"{THEME}/fonts/text.woff2": "body",
    f"{THEME}/fonts/mono.woff2": "code",
    f"{THEME}/fonts/math.woff2": "math",
}


_IMPORTED = re.compile(r'\b(?:import|export)\b ?(?:(?:\{[^}]*\}|\* as \w+) ?from ?)?"(\.[^"]+)"')


def finish_head(page: Page, address: str, site: Site, home: Home) -> None:
    """Add languages, social card and the site's own script to a page's head.

    Args:
        page: The page.
        address: Its address in the site.
        site: The site it belongs to.
        home: Where the site will be seen; without an address nothing absolute is written.
    """
    head = page.find("head")
    if head is None:
        return
    _translate_title(page, address)
    modules = _modules(page, address, site)
    _narrow_styles(page, address, site, modules)
    lines = [
        *_alternates(address, site, home),
        *_card(page, address, site, home),
        f'<link rel="stylesheet" href="{link(address, f"{THEME}/site.css")}">',
        f'<script type="module" src="{link(address, f"{THEME}/site.js")}" {_spoken(address)}>'
        "</script>",
        *(f'<link rel="modulepreload" href="{link(address, name)}">' for name in modules),
    ]
    fonts = _fonts(page, address, site)
    styles = (each for each in page.find_all("link") if "stylesheet" in _relations(each))
    first = next(styles, None)
    if fonts and first:
        # Before the styles: a browser makes six requests at a time, so these would come last.
        page.insert(first.start, "\n".join(fonts))
    else:
        lines += fonts
    page.insert(head.end, "\n".join(lines))


def _spoken(address: str) -> str:
    """Return the words of the site's own script, as attributes."""
    words = WORDS[language_in(address)].scripts
    return " ".join(f'data-{name}="{html.escape(text)}"' for name, text in words.items())


def title_of(page: Page, address: str) -> str:
    """Return a page's title in its own language, as plain text."""
    element = page.find("title")
    title = html.unescape(page.content(element)).strip() if element else ""
    # Quarto adds the site's title to every page's, in the site's one language.
    for original, translation in WORDS[language_in(address)].translations.items():
        if title.endswith(original):
            return f"{title.removesuffix(original)}{translation}"
    return title


def _translate_title(page: Page, address: str) -> None:
    element, title = page.find("title"), title_of(page, address)
    if element and html.unescape(page.content(element)).strip() != title:
        page.replace_content(element, title)


def _alternates(address: str, site: Site, home: Home) -> list[str]:
    twins = {language: site.twin(address, language) for language in LANGUAGES}
    if None in twins.values():
        return []
    twins["x-default"] = twins[LANGUAGES[0]]
    return [
        f'<link rel="alternate" hreflang="{language}" href="{_address(address, twin, home)}">'
        for language, twin in twins.items()
        if twin is not None
    ]


def _card(page: Page, address: str, site: Site, home: Home) -> list[str]:
    language = language_in(address)
    description = page.meta("name", "description")
    values = {
        ("property", "og:type"): "website",
        ("property", "og:title"): title_of(page, address),
        ("property", "og:description"): description,
        ("property", "og:locale"): WORDS[language].locale,
        ("name", "twitter:card"): "summary",
    }
    lines = []
    if home.site:
        absolute = _address(address, address, home)
        values["property", "og:url"] = absolute
        lines.append(f'<link rel="canonical" href="{absolute}">')
        own = own_card(address)
        card = own if (site.folder / own).is_file() else CARD
        if (site.folder / card).is_file():
            alt = WORDS[language].card if card == CARD else title_of(page, address)
            values["property", "og:image"] = home.site + card
            values["property", "og:image:alt"] = alt
            values["name", "twitter:card"] = "summary_large_image"
    for (kind, name), value in values.items():
        if value:
            lines.append(f'<meta {kind}="{name}" content="{html.escape(value)}">')
    return lines


def own_card(address: str) -> str:
    """Return where the card of a page's own figure is, "" for a page that has none."""
    ending = page_ending(language_in(address))
    name = OWN_CARDS.get(address.removesuffix(".html").removesuffix(ending))
    return f"{THEME}/cards/{name}{ending}.png" if name else ""


def _fonts(page: Page, address: str, site: Site) -> list[str]:
    # Without this they are requested only after the styles: words and formulas would first be drawn
    # in another font, and lines would break again.
    return [
        f'<link rel="preload" as="font" type="font/woff2" href="{link(address, font)}" crossorigin>'
        for font, element in FONTS.items()
        if (site.folder / font).is_file() and page.find(element)
    ]


def _modules(page: Page, address: str, site: Site) -> list[str]:
    # Asked for all at once; otherwise browsers would discover them one after the other.
    found: dict[str, None] = {}
    for script in page.find_all("script"):
        if script.attributes.get("type") == "module" and "src" not in script.attributes:
            _follow(page.content(script), address, site, found)
    return list(found)


def _narrow_styles(page: Page, address: str, site: Site, modules: list[str]) -> None:
    """Replace the style sheet of all views by those of the page's own."""
    sheets = (each for each in page.find_all("link") if "stylesheet" in _relations(each))
    whole = next((e for e in sheets if ALL_VIEWS in (e.attributes.get("href") or "")), None)
    if whole is None or not (site.folder / VIEWS / "base.css").is_file():
        return
    paths = [posixpath.splitext(name.partition("?")[0])[0] for name in modules]
    for css_class, name in _LIVE_VIEWS.items():
        if page.find("div", css_class=css_class):
            paths.append(f"{VIEWS}/tapewalk/{name}")
    own = [path for path in dict.fromkeys(paths) if posixpath.dirname(path) == f"{VIEWS}/tapewalk"]
    names = [f"{VIEWS}/base.css", *(f"{path}.css" for path in own), f"{VIEWS}/last.css"]
    there = [name for name in names if (site.folder / name).is_file()]
    markup = (f'<link rel="stylesheet" href="{link(address, name)}">' for name in there)
    page.replace(whole, "\n".join(markup))


def _follow(code: str, address: str, site: Site, found: dict[str, None]) -> None:
    """Note a module's imports, recursively."""
    for match in _IMPORTED.finditer(code):
        name = posixpath.normpath(posixpath.join(posixpath.dirname(address), match[1]))
        file = site.folder / name.partition("?")[0]
        if name not in found:
            found[name] = None
            if file.is_file():
                _follow(file.read_text(encoding="utf-8"), name, site, found)


def _relations(element: Element) -> list[str]:
    return element.attributes.get("rel", "").split()


def _address(origin: str, target: str, home: Home) -> str:
    # Search engines need absolute addresses, and index.html under the name of its folder.
    if home.site:
        return home.site + re.sub(r"(^|/)index\.html$", r"\1", target)
    return link(origin, target)
