"""The words of the finishing step in a language."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """The finishing step's own words in one language.

    Attributes:
        search_fillers: Words of questions that no page has to contain.
        scripts: The words of `lib/theme/site.js`, by the names of its attributes.
        translations: Translations of texts in _quarto.yml, which has one value for all languages.
    """

    name: str
    languages: str
    skip: str
    search: str
    close: str
    search_wait: str
    search_failed: str
    search_fillers: str
    code: str
    output: str
    drawing: str
    original: str
    badges: str
    colab: str
    binder: str
    download: str
    page_source: str
    releases: str
    downloads: Mapping[str, str]
    not_here: tuple[str, str]
    solution: str
    attempt: str
    attempts: Mapping[str, tuple[str, str]]
    edit: str
    report: str
    report_title: str
    source: str
    moved: str
    embed: str
    embed_without: str
    embed_open: str
    still: Mapping[str, str]
    scripts: Mapping[str, str]
    card: str
    locale: str
    translations: Mapping[str, str]
