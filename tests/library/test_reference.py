"""The built reference: a page per package, an entry with a stable id for every public name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import catalog
import pytest
from bs4 import BeautifulSoup, Tag
from describe import ref_id, reference

import tapewalk
import tapewalk.inspect.__main__ as inspecting
import tapewalk_grade.arguments as grading

Read = Callable[[str], BeautifulSoup]

ENDS = {"en": ".html", "es": ".es.html"}

both_languages = pytest.mark.parametrize("lang", ENDS)


def page_of(room: str, lang: str) -> str:
    return f"reference-{room}{ENDS[lang]}"


@both_languages
def test_overview_links_to_every_public_name(lang: str, built: Read) -> None:
    overview = built(f"reference{ENDS[lang]}")
    links = {str(link["href"]) for link in overview.select(".ref-index a")}
    wanted = {
        f"{page_of(room, lang)}#{ref_id(name)}"
        for room in catalog.ROOMS
        for name, _ in catalog.entries(room)
    }
    assert {link.removeprefix("./") for link in links} == wanted
    # An old address, reference.html#ref-tensor, still finds the name.
    assert {link.partition("#")[2] for link in wanted} <= set(_ids(overview))
    names = {name for room in catalog.ROOMS for name, _ in catalog.entries(room)}
    # The package of tensors has the name of a function, `tensor`, and a page of its own.
    modules = {"nn", "optim", "models", "data", "ops", "widgets", "tensor"}
    assert {*tapewalk.__all__} - modules - names == {"__version__"}


@both_languages
def test_entries_have_signature_text_and_example(lang: str, built: Read) -> None:
    for room in catalog.ROOMS:
        soup = built(page_of(room, lang))
        for name, _ in catalog.entries(room):
            entry = soup.find(id=ref_id(name))
            assert isinstance(entry, Tag), name
            if room == "ops" or name.startswith("nn.functional."):
                continue
            blocks = [block.get_text() for block in entry.select("div.sourceCode")]
            assert blocks[0].strip().startswith(name), name
            assert any(block.lstrip().startswith(">>> ") for block in blocks[1:]), name
            assert entry.select_one("p"), name


@both_languages
def test_ids_are_unique(lang: str, built: Read) -> None:
    for room in catalog.ROOMS:
        twice = [
            id_ for id_, times in Counter(_ids(built(page_of(room, lang)))).items() if times > 1
        ]
        assert twice == [], room


@both_languages
def test_command_pages_list_every_option(lang: str, built: Read) -> None:
    for room, parser in (("inspect", inspecting.parser(lang)), ("course", grading.parser(lang))):
        section = built(page_of(room, lang)).find(id="sec-command")
        assert isinstance(section, Tag)
        told = {code.get_text() for code in section.select("dt code")}
        options = {o for a in parser._actions if a.dest != "help" for o in a.option_strings}
        assert options and options <= told


def test_both_languages_have_the_same_entries(built: Read) -> None:
    for room in catalog.ROOMS:
        english, spanish = (
            [id_ for id_ in _ids(built(page_of(room, lang))) if id_.startswith("ref-")]
            for lang in ENDS
        )
        assert english == spanish
        assert len(english) >= len(catalog.entries(room))


@pytest.mark.parametrize(
    ("room", "name", "member", "id_"),
    [
        ("tensor", "Tensor", "", "ref-tensor"),
        ("tensor", "Tensor", "backward", "ref-tensor-backward"),
        ("tensor", "Tensor", "T", "ref-tensor-T"),
        ("gradients", "value_and_grad", "", "ref-value-and-grad"),
        ("nn", "nn.BatchNorm1d", "", "ref-nn-batchnorm1d"),
        ("ops", "ops.GELU", "", "ref-ops-gelu"),
    ],
)
def test_entry_ids_are_stable(room: str, name: str, member: str, id_: str, built: Read) -> None:
    assert ref_id(name, member) == id_
    assert id_ in _ids(built(page_of(room, "en")))


def test_english_on_the_spanish_page_is_marked(built: Read) -> None:
    soup = built(page_of("gradients", "es"))
    entry = soup.find(id="ref-grad")
    assert isinstance(entry, Tag)
    for text in ("Return gradients, in one of two ways", "A tensor, a sequence of tensors"):
        found = entry.find(string=lambda s, text=text: text in " ".join(str(s).split()))
        assert found is not None and found.find_parent(lang="en") is not None
    labels = [label.get_text() for label in entry.select(".ref-label")]
    assert labels == ["Argumentos", "Devuelve", "Errores", "Ejemplo"]
    assert not any(label.find_parent(lang="en") for label in entry.select(".ref-label"))


def test_new_public_name_joins_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def brand_new() -> None: ...

    brand_new.__module__ = "tapewalk.gradients.fresh"
    monkeypatch.setattr(tapewalk, "brand_new", brand_new, raising=False)
    monkeypatch.setattr(tapewalk, "__all__", [*tapewalk.__all__, "brand_new"])
    assert ("brand_new", brand_new) in catalog.entries("gradients")
    brand_new.__module__ = "tapewalk.attic.fresh"
    with pytest.raises(LookupError, match="brand_new: its room attic has no page"):
        catalog.entries("gradients")


def test_code_with_a_fence_stays_one_block(capsys: pytest.CaptureFixture[str]) -> None:
    reference("trace", "en")
    printed = capsys.readouterr().out
    assert "````python\n>>> publish(" in printed


def _ids(soup: BeautifulSoup) -> list[str]:
    found: list[Any] = soup.select("[id]")
    return [str(element["id"]) for element in found]
