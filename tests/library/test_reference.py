"""The built reference has an entry for every public name, under an id that stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import catalog
import pytest
from bs4 import BeautifulSoup, Tag
from describe import ref_id, reference

import tapewalk

Read = Callable[[str], BeautifulSoup]

PAGES = ("reference.html", "reference.es.html")
NAMES = [name for group in catalog.GROUPS for name, _ in catalog.entries(group)]
# Modules are sections of the page, and its introduction names the version.
SECTIONS = {"nn": "sec-nn", "optim": "sec-optim", "ops": "sec-operations"}
SECTIONS |= {"data": "sec-data", "models": "sec-models", "widgets": "sec-widgets"}

both_pages = pytest.mark.parametrize("page", PAGES)


@both_pages
def test_every_public_name_has_an_entry(page: str, built: Read) -> None:
    ids = _ids(built(page))
    wanted = {name: SECTIONS.get(name, ref_id(name)) for name in {*tapewalk.__all__, *NAMES}}
    missing = {name for name, id_ in wanted.items() if id_ not in ids}
    assert missing == {"__version__"}


@both_pages
def test_every_entry_that_is_called_has_signature_text_and_example(page: str, built: Read) -> None:
    soup = built(page)
    groups = [g for g in catalog.GROUPS if g not in ("operations", "nn-functional")]
    for name in (name for group in groups for name, _ in catalog.entries(group)):
        entry = soup.find(id=ref_id(name))
        assert isinstance(entry, Tag), name
        blocks = [block.get_text() for block in entry.select("div.sourceCode")]
        assert blocks[0].strip().startswith(name), name
        assert any(block.lstrip().startswith(">>> ") for block in blocks[1:]), name
        assert entry.select_one("p"), name


@both_pages
def test_ids_are_unique(page: str, built: Read) -> None:
    twice = [id_ for id_, times in Counter(_ids(built(page))).items() if times > 1]
    assert twice == []


def test_both_languages_have_the_same_entries(built: Read) -> None:
    english, spanish = (
        [id_ for id_ in _ids(built(page)) if id_.startswith("ref-")] for page in PAGES
    )
    assert english == spanish
    assert len(english) > len(NAMES)


@pytest.mark.parametrize(
    ("name", "member", "id_"),
    [
        ("Tensor", "", "ref-tensor"),
        ("Tensor", "backward", "ref-tensor-backward"),
        ("Tensor", "T", "ref-tensor-T"),
        ("value_and_grad", "", "ref-value-and-grad"),
        ("nn.BatchNorm1d", "", "ref-nn-batchnorm1d"),
        ("ops.GELU", "", "ref-ops-gelu"),
    ],
)
def test_links_from_elsewhere_can_rely_on_ids(
    name: str, member: str, id_: str, built: Read
) -> None:
    assert ref_id(name, member) == id_
    assert id_ in _ids(built(PAGES[0]))


def test_what_is_english_on_the_spanish_page_says_so(built: Read) -> None:
    soup = built("reference.es.html")
    entry = soup.find(id="ref-grad")
    assert isinstance(entry, Tag)
    for text in ("Return gradients, in one of two ways", "A tensor, a sequence of tensors"):
        found = entry.find(string=lambda s, text=text: text in " ".join(str(s).split()))
        assert found is not None and found.find_parent(lang="en") is not None
    labels = [label.get_text() for label in entry.select(".ref-label")]
    assert labels == ["Argumentos", "Devuelve", "Errores", "Ejemplo"]
    assert not any(label.find_parent(lang="en") for label in entry.select(".ref-label"))


def test_a_new_public_name_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tapewalk, "__all__", [*tapewalk.__all__, "brand_new"])
    with pytest.raises(LookupError, match="brand_new: in no group of the reference"):
        catalog.top_level()


def test_code_that_holds_a_fence_stays_one_block(capsys: pytest.CaptureFixture[str]) -> None:
    reference("values", "en")
    printed = capsys.readouterr().out
    assert "````python\n>>> publish(" in printed


def _ids(soup: BeautifulSoup) -> list[str]:
    found: list[Any] = soup.select("[id]")
    return [str(element["id"]) for element in found]
