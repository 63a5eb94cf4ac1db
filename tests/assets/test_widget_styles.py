"""The sheet for notebooks sets nothing outside a figure."""

import re

from tools.assets.widget_styles import TARGET, build_widget_styles, scoped


def test_page_selectors_become_figure_selectors():
    tokens = (
        "/* why */ @font-face { src: url(a.woff2); }\n"
        ":root,\nbody { --ink: #111; }\n"
        "body.quarto-dark,\n.tapewalk-dark { --ink: #eee; }\n"
        "@media print { :root, body, body.quarto-dark { --ink: #000; } }"
    )
    wanted = (
        ".tapewalk-figure { --ink: #111; }"
        ".tapewalk-figure.tapewalk-dark { --ink: #eee; }"
        "@media print { .tapewalk-figure, .tapewalk-figure.tapewalk-dark { --ink: #000; } }"
    )
    assert "".join(scoped(tokens).split()) == "".join(wanted.split())


def test_built_sheet_styles_only_figures_and_views():
    build_widget_styles()
    sheet = TARGET.read_text("utf-8")
    assert "@font-face" not in sheet
    assert "url(" not in sheet
    selectors = [text.strip() for text in re.findall(r"(?:^|[{}])([^{}@]+)\{", sheet)]
    frames = re.compile(r"(from|to|[\d.]+%)(,|$)")
    others = [s for s in selectors if not re.search(r"\.(tw|tapewalk|is)-", s)]
    assert [selector for selector in others if not frames.match(selector)] == []


def test_built_sheet_has_every_token():
    from tools.assets.widget_styles import _TOKENS

    wanted = set(re.findall(r"(--[\w-]+):", _TOKENS.read_text("utf-8")))
    assert wanted <= set(re.findall(r"(--[\w-]+):", TARGET.read_text("utf-8")))
