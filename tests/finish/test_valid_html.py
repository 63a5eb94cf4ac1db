"""Finished pages are valid HTML."""

import subprocess
from pathlib import Path

from tests.finish.pages import DRAWING, FORMULA, page
from tests.finish.test_solutions import BLOCKS
from tests.finish.test_strips import MODULE, SLOTS, data, walk
from tools.assets.__main__ import NODE
from tools.finish.finish import finish_page
from tools.finish.repository import Home, Repository
from tools.finish.site import Site
from tools.finish.strips import draw_strips
from tools.stamp import ROOT

HOME = Home(Repository("ada/tape"), "https://ada.github.io/tape/")
VALIDATOR = ROOT / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
# Quarto's own markup is not ours to fix: its toggle has an empty address and a title for a name.
CONFIG = """{"root": true, "extends": ["html-validate:standard"], "rules": {
  "no-implicit-close": "off", "wcag/h30": "off", "no-trailing-whitespace": "off",
  "void-style": "off", "no-self-closing": "off", "no-raw-characters": "off"}}"""


def test_finished_page_is_valid(folder: Path, sources: Path) -> None:
    (folder / ".htmlvalidate.json").write_text(CONFIG)
    for address, language in (("m/a.html", "en"), ("m/a.es.html", "es")):
        figures = data(walk=walk(), names=[]) + SLOTS + MODULE
        solution = BLOCKS["with a copy button"].format(n=1)
        text = page(language, "A", "../", body=FORMULA + DRAWING + figures + solution)
        strips = draw_strips({address: text})[address]
        assert set(strips) == {"ojs-cell-2", "ojs-cell-3", "ojs-cell-5"}
        finished = finish_page(text, address, Site.read(folder), HOME, sources, strips)
        (folder / address).write_text(finished, encoding="utf-8")
    run = subprocess.run(
        [NODE, VALIDATOR, "m/a.html", "m/a.es.html"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
