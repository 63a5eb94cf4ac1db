"""Whatever an English page gains or loses, its twin keeps all other words."""

from functools import cache

from tests.each import each
from tests.pages.sources import ROOT, Page, pairs
from tools.twins.__main__ import memory_of
from tools.twins.blocks import Block, blocks
from tools.twins.follow import follow
from tools.twins.memory import Memory

PAGES = pairs()
NEW = Block("paragraph", "", "Nobody has said this yet.\n", "\n")

every_page = each("english, spanish", PAGES, ids=lambda english, _: english.name)


@cache
def memory() -> Memory:
    return memory_of(ROOT, "es")


def text(page: list[Block]) -> str:
    return "".join(block.text + block.gap for block in page)


def stands_alone(page: list[Block], position: int) -> bool:
    """Tell whether a block can go, or one come before it, and the others stay what they are."""
    before = page[position - 1] if position else None
    return page[position].gap != "" and (before is None or before.gap != "")


@every_page
def test_a_paragraph_or_a_cell_comes_and_goes(english: Page, spanish: Page) -> None:
    ours, theirs = blocks(english.text), blocks(spanish.text)
    for position in range(1, len(ours), max(1, len(ours) // 4)):
        if not stands_alone(ours, position):
            continue
        longer = [*ours[:position], NEW, *ours[position:]]
        page = blocks(follow(text(longer), spanish.text, memory()).text)
        assert page.pop(position).text == NEW.text.replace("\n", " <!-- traducir -->\n")
        assert text(page) == spanish.text
        if ours[position].kind != "structure":
            shorter = text(ours[:position] + ours[position + 1 :])
            wanted = text(theirs[:position] + theirs[position + 1 :])
            # Links to an id that went are the author's to mend.
            assert follow(shorter, spanish.text, memory()).text == wanted


@every_page
def test_each_cell_takes_a_line(english: Page, spanish: Page) -> None:
    line = "added = 1\n"
    ours = [
        Block(block.kind, block.key, f"{block.text[:-4]}{line}```\n", block.gap)
        if block.kind == "python"
        else block
        for block in blocks(english.text)
    ]
    followed = follow(text(ours), spanish.text, memory()).text
    assert followed.count(line) == text(ours).count(line)
    assert followed.replace(line, "") == spanish.text
