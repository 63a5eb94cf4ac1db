"""Small pages in the form that Quarto writes."""

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
# The output of Quarto 1.10 for an OJS cell without echo, here of a figure.
FIGURE = """<div class="cell">
<div class="code-copy-outer-scaffold"><div class="sourceCode cell-code hidden" id="cb2">\
<pre class="sourceCode js code-with-copy"><code class="sourceCode javascript">unseen()</code></pre>\
</div><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></div>
<div id="fig-a" class="cell-output cell-output-display quarto-float quarto-figure anchored">
<figure class="quarto-float quarto-float-fig figure"><div aria-describedby="fig-a-caption">
<div id="ojs-cell-3" data-nodetype="expression"></div></div>
<figcaption id="fig-a-caption">A figure</figcaption></figure>
</div></div>
"""
# A block of code, a heading with an id, and a folded hint.
BLOCK = """<div class="code-copy-outer-scaffold"><div class="sourceCode" id="cb1">\
<pre class="sourceCode python code-with-copy"><code class="sourceCode python">seen()</code></pre>\
</div><button title="Copy to Clipboard" class="code-copy-button"><i class="bi"></i></button></div>
"""
SECTION = """<section id="sec-b" class="level2">
<h2 class="anchored" data-anchor-id="sec-b">Slopes</h2><p>Text</p></section>
"""
HINT = """<div class="callout callout-style-default callout-tip callout-titled">
<div class="callout-header d-flex align-content-center collapsed" data-bs-toggle="collapse" \
data-bs-target=".callout-1-contents" aria-controls="callout-1" aria-expanded="false" \
aria-label="Toggle callout">
<div class="callout-icon-container"><i class="callout-icon"></i></div>
<div class="callout-title-container flex-fill">
<span class="screen-reader-only">Tip</span>Hint 1</div>
<div class="callout-btn-toggle d-inline-block"><i class="callout-toggle"></i></div>
</div>
<div id="callout-1" class="callout-1-contents callout-collapse collapse">
<div class="callout-body-container callout-body"><p>Think.</p></div></div>
</div>
"""
UNTOUCHED = (FORMULA, DRAWING, SCRIPT, DATA, CODE)


def page(language: str, title: str, root: str = "", body: str = "".join(UNTOUCHED)) -> str:
    """Write a page as Quarto does: its bar and its title are in the site's one language."""
    return f"""<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="{language}" xml:lang="{language}"><head>
<meta charset="utf-8">
<meta name="quarto:offset" content="{root or "./"}">
<meta name="description" content="A page &amp; more">
<title>{title} – Walk the Tape</title>
<style>
/* Default styles provided by pandoc.
*/
pre > code.sourceCode > span {{ line-height: 1.25; }}
</style>
<script src="{root}site_libs/quarto-nav/quarto-nav.js"></script>
<script src="{root}site_libs/quarto-html/quarto.js" type="module"></script>
<link href="{root}site_libs/quarto-html/a.css" rel="stylesheet" \
class="quarto-color-scheme" id="quarto-text-highlighting-styles">
<link href="{root}site_libs/quarto-html/b.css" rel="stylesheet" \
class="quarto-color-scheme quarto-color-alternate" id="quarto-text-highlighting-styles">
<script src="{root}site_libs/bootstrap/bootstrap.min.js"></script>
<link href="{root}site_libs/bootstrap/bootstrap-icons.css" rel="stylesheet">
<link href="{root}site_libs/bootstrap/light.css" rel="stylesheet" \
class="quarto-color-scheme" id="quarto-bootstrap" data-mode="light">
<link href="{root}site_libs/bootstrap/dark.css" rel="stylesheet" \
class="quarto-color-scheme quarto-color-alternate" id="quarto-bootstrap" data-mode="dark">
<script id="quarto-search-options" type="application/json">{{"language": {{}}}}</script>
<link rel="stylesheet" href="{root}lib/theme/tokens.css">
</head>
<body class="nav-sidebar docked quarto-light">\
<script id="quarto-html-before-body" type="application/javascript">toggleColorMode(true);</script>
<div id="quarto-search-results"></div>
<header id="quarto-header" class="headroom fixed-top">
<nav class="navbar navbar-expand-lg " data-bs-theme="dark"><div class="navbar-container">
<a href="{root}index.html" class="navbar-brand" title="Walk the Tape"><img src="{root}m.svg" alt="">
<span class="navbar-title">Walk the Tape</span></a>
<div class="quarto-navbar-tools">
<a href="" class="quarto-color-scheme-toggle quarto-navigation-tool  px-1" \
onclick="window.quartoToggleColorScheme(); return false;" title="Toggle dark mode">\
<i class="bi"></i></a>
</div></div></nav>
<nav class="quarto-secondary-nav"><div class="container-fluid d-flex">
<button type="button" class="quarto-btn-toggle btn" data-bs-toggle="collapse" role="button" \
data-bs-target=".quarto-sidebar-collapse-item" aria-controls="quarto-sidebar" \
aria-expanded="false" aria-label="Toggle sidebar navigation"><i class="bi"></i></button>
<a class="flex-grow-1 no-decor" role="navigation" data-bs-toggle="collapse">\
<h1 class="quarto-secondary-nav-title"></h1></a>
</div></nav>
</header>
<div id="quarto-content" class="quarto-container page-columns page-layout-article">
<nav id="quarto-sidebar" class="sidebar collapse collapse-horizontal sidebar-navigation docked">
<ul class="list-unstyled mt-1"><li class="sidebar-item sidebar-item-section">
<div class="sidebar-item-container">
<a class="sidebar-item-text sidebar-link text-start" data-bs-toggle="collapse" \
data-bs-target="#quarto-sidebar-section-1" role="navigation" aria-expanded="true">
<span class="menu-text">1 · The engine</span></a>
<a class="sidebar-item-toggle text-start" data-bs-toggle="collapse" role="navigation" \
data-bs-target="#quarto-sidebar-section-1" aria-expanded="true" aria-label="Toggle section">
<i class="bi bi-chevron-right ms-2"></i></a></div>
<ul id="quarto-sidebar-section-1" class="collapse list-unstyled sidebar-section show">
<li class="sidebar-item"><a href="{root}index.html" class="sidebar-item-text sidebar-link active">
<span class="menu-text">{title}</span></a></li>
</ul></li></ul></nav>
<main class="content" id="quarto-document-content">
<h1 class="title">{title}</h1>
<p>A <a href="{root}index.html#sec-map">link</a> &amp; text.<p>No end tag.
{body}
</main>
<nav class="page-navigation"><div class="nav-page nav-page-previous">
<a href="{root}index.html" class="pagination-link" aria-label="The start">
<i class="bi bi-arrow-left-short"></i> <span class="nav-page-text">The start</span></a>
</div><div class="nav-page nav-page-next"></div></nav>
<script id="quarto-html-after-body" type="application/javascript">new window.AnchorJS();</script>
</div>
<footer class="footer"><div class="nav-footer">CC BY 4.0 · MIT</div></footer>
</body></html>
"""
