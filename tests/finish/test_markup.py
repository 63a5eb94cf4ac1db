"""Elements in a page, and edits around them."""

import pytest

from tools.finish.markup import Page, without_additions


def test_elements_end_as_in_a_browser() -> None:
    page = Page("<main><p>one<p>two<br>three</main><svg><path d='M0'/></svg><i>after</i>")
    contents = {e.tag: page.content(e) for e in page.elements}
    assert contents["main"] == "<p>one<p>two<br>three"
    assert contents["br"] == ""
    assert contents["svg"] == "<path d='M0'/>"
    assert contents["i"] == "after"


def test_script_contains_no_elements() -> None:
    page = Page("<script>if (a < b) x = '<main>'</script><main></main>")
    assert [e.tag for e in page.elements] == ["script", "main"]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<a href="x">', '<a href="new &amp; old">'),
        ("<a href='x' class=b>", '<a href="new &amp; old" class=b>'),
        ("<a class=b href=x>", '<a class=b href="new &amp; old">'),
        ("<a class=b\n  href>", '<a class=b href="new &amp; old">'),
        ("<a>", '<a href="new &amp; old">'),
        ('<a title="the href is">', '<a href="new &amp; old" title="the href is">'),
        ('<a data-href="x" HREF="y"/>', '<a data-href="x" href="new &amp; old"/>'),
    ],
)
def test_attribute_change_leaves_the_rest(tag: str, expected: str) -> None:
    page = Page(f"é<b>{tag}</a>")
    page.set_attributes(next(page.find_all("a")), {"href": "new & old"})
    assert page.edited() == f"é<b>{expected}</a>"


def test_edits_apply_in_any_order() -> None:
    page = Page("<a>\n<b>old</b></a>")
    (outer,), (inner,) = page.find_all("a"), page.find_all("b")
    page.insert(outer.end, "<i>last</i>")
    page.replace_content(inner, "1 < 2")
    page.set_attributes(inner, {"id": "x"})
    page.insert(inner.start, "<i>first</i>")
    edited = page.edited()
    assert without_additions(edited) == '<a>\n<b id="x">1 &lt; 2</b></a>'
    assert edited.index("first") < edited.index("1 &lt; 2") < edited.index("last")
