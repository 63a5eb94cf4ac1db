"""The report as a page of its own: in a browser, from the disk, without a network."""

from html.parser import HTMLParser

import pytest
import torch
from torch import nn
from torch.nn.functional import cross_entropy

from tapewalk import inspect
from tapewalk.inspect import Report
from tools.chromium import chromium

TARGET = torch.tensor([0, 1, 2, 0])


class Torn(nn.Module):
    """Its first layer learns nothing."""

    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.last(torch.relu(self.first(x)).detach())


def report(**settings):
    torch.manual_seed(0)
    x = torch.randn(4, 4)
    return inspect(Torn(), x, loss_fn=lambda s: cross_entropy(s, TARGET), score=True, **settings)


def test_page_draws_itself_without_a_network(tmp_path):
    file = tmp_path / "report.html"
    with chromium() as browser:
        for lang, heading, scheme in (
            ("en", "One thing looks wrong", "light"),
            ("es", "Una cosa parece ir mal", "dark"),
        ):
            file.write_text(report().page(lang), "utf-8")
            page = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme=scheme)
            asked, troubles = [], []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.on("console", lambda message, log=troubles: log.append(message.text))
            page.on("pageerror", lambda error, log=troubles: log.append(str(error)))
            page.goto(file.as_uri())
            page.wait_for_selector("[data-figure=score]")
            page.wait_for_selector("[data-figure=graph] svg")
            assert page.inner_text("h1") == heading
            assert page.get_attribute("li", "data-finding") == "detached"
            assert "test_inspect_page.py:" in page.inner_text("li")
            assert asked == [file.as_uri()] and not troubles
            assert page.evaluate("document.documentElement.scrollWidth") == 390
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            red = int(paper.removeprefix("rgb(").split(",")[0])
            assert (red < 128) == (scheme == "dark")
            # Paper is light, whatever the screen is, and shows nothing to press.
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            page.emulate_media(media="print")
            assert not page.locator("main button:visible").count()
            assert not page.evaluate("document.body.classList.contains('tapewalk-dark')")
            page.close()


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.frames = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        if tag == "iframe":
            self.frames.append(dict(attributes)["srcdoc"])


def test_notebook_shows_the_page_in_a_frame():
    made = report()
    (frame,) = Tags(made._repr_mimebundle_()["text/html"]).frames
    assert frame == made.page("en")
    assert not Tags(inspect(Torn(), torch.ones(2, 4))._repr_mimebundle_()["text/html"]).frames


def test_text_of_a_program_is_escaped():
    x = torch.ones(3, requires_grad=True)
    page = inspect(lambda: x.exp().sum() + 0 * len("</script><b>"), score=True).page()
    assert "b" not in Tags(page).names and Tags(page).names.count("script") == 3


def test_step_that_fails_has_no_figure():
    x = torch.ones(3, requires_grad=True)

    def broken():
        y = x.exp()
        loss = y.sum()
        y.add_(1)
        return loss

    made = inspect(broken, score=True)
    assert made.score is None and "step was not measured" in made.page()
    with pytest.raises(TypeError, match="needs a model or a function"):
        inspect(x.sum(), score=True)


def test_report_lists_missing_information():
    made = report()
    assert made.unknown == ("no_optimizer",) and "Pass optimizer=" in str(made)
    assert Report.from_json(made.to_json()) == made
    model = Torn()
    judged = inspect(model, torch.ones(2, 4), optimizer=torch.optim.SGD(model.parameters(), 0.1))
    assert judged.unknown == ()
    assert inspect(torch.ones(2, requires_grad=True).sum()).unknown is None
