"""The service worker that stores visited pages."""

import json
import re

from tapewalk.language import LANGUAGES
from tests.pages.sources import ROOT
from tools.finish.offline import write_worker


def test_worker_has_the_build_and_all_languages(tmp_path):
    texts = []
    for content in (b"a page", b"a page", b"another"):
        write_worker(tmp_path, ROOT, {"index.html": content})
        texts.append((tmp_path / "offline.js").read_text("utf-8"))
    assert texts[0] == texts[1] != texts[2]
    said = json.loads(re.search(r"^const NOT_HERE = (.+);$", texts[0], re.MULTILINE)[1])
    assert tuple(said) == LANGUAGES and len({title for title, _ in said.values()}) == 2
    assert not re.search(r'BUILD = "BUILD"', texts[0])
