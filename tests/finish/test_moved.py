"""Old addresses lead to the new ones, and are not pages of the site."""

from pathlib import Path

from bs4 import BeautifulSoup

from tests.finish.pages import page
from tools.finish.finish import finish
from tools.finish.repository import Home
from tools.finish.site import MOVED, Site


def test_old_addresses_lead_to_the_new_ones(folder: Path, sources: Path) -> None:
    for address in MOVED.values():
        (folder / address).parent.mkdir(parents=True, exist_ok=True)
        (folder / address).write_text(page("en", "Gallery", "../../"), encoding="utf-8")
    finish(folder, Home(None, ""), sources)
    for old, address in MOVED.items():
        soup = BeautifulSoup((folder / old).read_text(encoding="utf-8"), "html.parser")
        told = soup.select_one("meta[http-equiv=refresh]")
        link = soup.select_one("a")
        assert told is not None and link is not None and soup.html is not None
        assert str(told["content"]) == f"0; url={link['href']}"
        leads = (folder / old).parent.joinpath(str(link["href"])).resolve()
        assert leads == (folder / address).resolve()
        assert soup.html["lang"] == ("es" if ".es." in old else "en")
        assert old not in Site.read(folder).addresses


def test_missing_page_gets_no_redirect(folder: Path, sources: Path) -> None:
    finish(folder, Home(None, ""), sources)
    assert not any((folder / old).exists() for old in MOVED)
