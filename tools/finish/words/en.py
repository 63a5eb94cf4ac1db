"""The words that the finishing step writes and translates, in English."""

from typing import Any, Final

WORDS: Final[dict[str, Any]] = {
    "name": "English",
    "languages": "Language",
    "skip": "Skip to content",
    "search": "Search",
    "close": "Close",
    "search_wait": "Loading the index …",
    "search_failed": "The search index could not be loaded. Reload the page to try again.",
    # Words of questions that no page has to contain.
    "search_fillers": "a an and are be can do does for from how i in is it me my of on or "
    "the to what when where which why with",
    "code": "Code",
    "output": "Output",
    "drawing": "Drawing that scrolls",
    "original": "The original drawing",
    "badges": "This page elsewhere",
    "colab": "Open in Colab",
    "binder": "Open in Binder",
    "download": "Notebook",
    "page_source": "Source of this page",
    "releases": "The course and its notebooks as zip files",
    "downloads": {
        "site.zip": "Download the course",
        "notebooks.zip": "Download the notebooks",
    },
    "not_here": (
        "Not here without a network",
        "You have not visited this page before. Those that you have visited open.",
    ),
    "solution": "Solution",
    "attempt": "What did the check say about your attempt?",
    "attempts": {
        "passed": (
            "It is right",
            "Compare: where does this one do it another way, and which is easier to read?",
        ),
        "failed": (
            "Something is wrong",
            "Find the first line where yours does something else, and fix only that one.",
        ),
        "none": (
            "I have not tried yet",
            "Then fill in one line and run the check: its reply names the mistake, and the "
            "hints above go on from there.",
        ),
    },
    "edit": "Edit this page",
    "report": "Report a problem",
    "report_title": "Problem on {page}",
    "source": "Source code",
    "moved": "This page has moved",
    "embed": "A program on its tape",
    "embed_without": "This program runs in the page, which needs JavaScript.",
    "embed_open": "Open in the playground",
    "still": {
        "scripts": "Figures are stills here, since no scripts run.",
        "missing": "The code of the figures could not be loaded, so here are stills. "
        "Reload the page to see them move.",
        "file": "Figures are stills here: browsers load no figures’ code from plain files. "
        "To see them move, type <code>python3 -m http.server</code> in the folder of the "
        'course and open <a href="http://localhost:8000">localhost:8000</a>. '
        '<a href="{}#sec-offline">Offline</a> says more.',
    },
    # For lib/theme/site.js, by the names of its attributes.
    "scripts": {
        "save": "Save this figure",
        "save-as": "Save as {kind}",
        "save-failed": "It could not be saved.",
        "step": "step",
    },
    "card": "A strip of tape, with an arrow forward above it and an arrow backward below it.",
    "locale": "en_US",
    # Texts in _quarto.yml, which has one value for all languages.
    "translations": {},
}
