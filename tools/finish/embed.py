"""The small page of the playground for an iframe: the cell alone, filled from the address."""

from pathlib import Path

from tapewalk.language import LANGUAGES, page_ending
from tools.finish.head import THEME
from tools.finish.site import EMBED, link
from tools.finish.words import WORDS
from tools.stamp import ROOT

_PLAYGROUND = "modules/playground"
_STYLES = ("tokens", "page", "site")
_SCRIPT = "lib/live/dist/embed.js"

_PAGE = """\
<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<meta name="robots" content="noindex">
<title>{title}</title>
{styles}
<script type="module" src="{script}"></script>
</head>
<body class="quarto-light tw-embed">
<script>
{first}</script>
<main>
<h1 class="tw-unseen">{title}</h1>
<p class="tw-without">{without}</p>
<div class="cell live" hidden>
<div class="sourceCode"><pre class="sourceCode python"><code></code></pre></div>
</div>
<p><a class="tw-home" href="{home}" target="_blank" rel="noopener">{open}</a></p>
</main>
</body>
</html>
"""


def write_embed(folder: Path, sources: Path) -> None:
    """Write the page of each language whose playground is in the site."""
    for lang in LANGUAGES:
        home = f"{_PLAYGROUND}{page_ending(lang)}.html"
        if not (folder / home).is_file() or not (sources / _SCRIPT).is_file():
            continue
        said = WORDS[lang]
        address = f"{EMBED}/index{page_ending(lang)}.html"
        styles = [f"{THEME}/{name}.css" for name in _STYLES]
        page = _PAGE.format(
            lang=lang,
            title=said.embed,
            without=said.embed_without,
            open=said.embed_open,
            styles="\n".join(
                f'<link rel="stylesheet" href="{link(address, name)}">' for name in styles
            ),
            script=link(address, _SCRIPT),
            first=(ROOT / THEME / "first.js").read_text(encoding="utf-8"),
            home=link(address, home),
        )
        (folder / address).parent.mkdir(exist_ok=True)
        (folder / address).write_text(page, encoding="utf-8")
