"""The preview's own words in English; the same as Quarto's where Quarto has them."""

WORDS = {
    "fig": "Figure",
    "tbl": "Table",
    "note": "Note",
    "tip": "Tip",
    "code": "Code",
    "toc": "On this page",
    "copy": "Copy to clipboard",
    "copied": "Copied!",
    "previous": "Previous page",
    "next": "Next page",
    "pages": "Previous and next page",
    "sidebar": "Contents of the course",
    "toggle-sidebar": "Contents",
    "main": "Main",
    "scheme": "Dark mode",
    "anchor": "Link to this section",
}
