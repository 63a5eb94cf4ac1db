"""Pages in the shape that Quarto and the preview give them, small enough to read."""

FORMULA = (
    '<math display="block" xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mi>∂</mi>'
    '<annotation encoding="application/x-tex">a &lt; b \\&amp;</annotation></mrow></math>'
)
DRAWING = (
    '<svg viewBox="0 0 1 1" preserveAspectRatio="none"><path d="M0 0h1"/><use href="#g"/></svg>'
)
SCRIPT = (
    '<script>\nif (1 < 2 && "</" + "main>") { x = "&amp;<footer class=\'footer\'>" }\n</script>'
)
DATA = '<script type="ojs-define">{"contents":[{"name":"t","value":"<body>&"}]}</script>'
CODE = "<code>\n\n  a &lt; b</code>"
UNTOUCHED = (FORMULA, DRAWING, SCRIPT, DATA, CODE)


def page(language: str, title: str, root: str = "", body: str = "".join(UNTOUCHED)) -> str:
    """Writes a page as Quarto does: its bar and its title stay in the site's one language."""
    return f"""<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="{language}" xml:lang="{language}"><head>
<meta charset="utf-8">
<meta name="quarto:offset" content="{root or "./"}">
<meta name="description" content="A page &amp; more">
<title>{title} – Walk the Tape</title>
</head>
<body class="nav-sidebar docked quarto-light">
<header id="quarto-header" class="headroom fixed-top">
<nav class="navbar navbar-expand-lg" data-bs-theme="dark"><div class="navbar-container">
<a href="{root}index.html" class="navbar-brand" title="Walk the Tape"><img src="{root}m.svg" alt="">
<span class="navbar-title">Walk the Tape</span></a>
<div class="quarto-navbar-tools">
<a href="" class="quarto-color-scheme-toggle" title="Toggle dark mode"><i class="bi"></i></a>
</div></div></nav>
</header>
<div id="quarto-content"><main class="content" id="quarto-document-content">
<h1 class="title">{title}</h1>
<p>A <a href="{root}index.html#sec-map">link</a> &amp; text.<p>No end tag.
{body}
</main></div>
<footer class="footer"><div class="nav-footer">CC BY 4.0 · MIT</div></footer>
</body></html>
"""
