"""A page for each learner, in the folder and the language of their notebook."""

import html
import re

from bench.submissions import POINTS, notebook, solved, write
from tests.tapewalk_grade.running import run

UNCHANGED = "import numpy as np\ndef unbroadcast(gradient, shape):\n    return gradient"
# 01.4 calls 01.3.
WRONG, LOST = solved({"cell-unbroadcast": UNCHANGED}), 4


def test_learner_page_uses_the_notebook_language(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "deep/out"
    write(folder / "ada_1/index.ipynb", ["1 / 0", *solved()])
    own = {"tapewalk": {"exercises": "01", "lang": "es"}}
    write(folder / "emmy_2/índice <b>.ipynb", notebook(WRONG, **own))
    (folder / "carla.ipynb").write_text("{")
    asked = [folder, "--feedback", out, "--lang", "en", "--resume", tmp_path / "journal"]
    done = run(*asked)
    assert (done.returncode, done.stderr) == (1, "")
    pages = {
        path.relative_to(out).as_posix(): path.read_text("utf-8") for path in out.rglob("*.html")
    }
    assert sorted(pages) == ["ada_1/index.html", "carla.html", "emmy_2/índice <b>.html"]
    ada, carla, emmy = (pages[name] for name in sorted(pages))
    assert '<html lang="en">' in ada and f"{POINTS} of {POINTS} points" in ada
    assert "cell 2 stopped with an error: “ZeroDivisionError" in ada and ada.count("✓</span>") == 8
    assert "damaged: not valid JSON" in carla
    assert '<html lang="es">' in emmy and f"{POINTS - LOST} puntos de {POINTS}" in emmy
    assert "<b>" not in emmy
    assert re.search("✗</span> 01.3 Deshacer una difusión <code>unbroadcast</code>", emmy)
    assert "su gradiente se suma" in " ".join(emmy.split())
    # Nothing is graded again, but the pages are written.
    (out / "carla.html").unlink()
    assert run(*asked).returncode == 1
    assert (out / "carla.html").read_text("utf-8") == carla
    # Another language and another format come from the journal too.
    length = len((tmp_path / "journal").read_bytes())
    (out / "emmy_2/índice <b>.html").unlink()
    in_spanish = run(*asked[:3], "--lang", "es", "--format", "csv", *asked[5:])
    assert "la celda 2 " in in_spanish.stdout
    assert (out / "emmy_2/índice <b>.html").read_text("utf-8") == emmy
    assert len((tmp_path / "journal").read_bytes()) == length


def test_page_shows_the_code_and_runs_none_of_it(tmp_path):
    attack = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>"
    code = f"def backward(order):\n    # {attack}\n    return {{}}"
    # The last definition counts, whatever stands in other cells.
    cells = solved({"cell-walk": f"{code}\nspare = 3"})
    path = write(
        tmp_path / f"{attack.replace('/', '')}.ipynb", [f"raise RuntimeError({attack!r})", *cells]
    )
    run(path, "--feedback", tmp_path / "out", "--format", "html", "--lang", "en")
    (page,) = (path.read_text("utf-8") for path in (tmp_path / "out").iterdir())
    shown = re.search("(?s)<summary>your code</summary><pre[^>]*>(def backward.*?)</pre>", page)[1]
    assert html.unescape(shown) == code
    assert not re.search("<script|<img", page)


def test_page_draws_the_calculation_with_its_results(tmp_path):
    lost = "def backward(order):\n    return {**dict.fromkeys(order, 0.0), order[-1]: 1.0}"
    turned = "def topological_order(root):\n    return [*root.parents[:1], root]"
    run(
        write(tmp_path / "a.ipynb", solved({"cell-walk": lost, "cell-order": turned})),
        *("--feedback", tmp_path / "out", "--lang", "en", "--seed", 3),
    )
    page = (tmp_path / "out/a.html").read_text("utf-8")
    drawn = [svg for svg in re.findall("(?s)<h2>.*?</section>", page) if "<svg" in svg]
    # 01.1 and 01.2 have a drawing, and 01.7, which uses both.
    assert [re.findall(r"01\.\d", each)[0] for each in drawn] == ["01.1", "01.2", "01.7"]
    order, walk, _ = drawn
    nodes = re.findall(r'<g class="(\w*)".*?<text[^>]*>(\w+) = .*?<text[^>]*>(.*?)</text>', walk)
    program = re.search(r'aria-label="([^"]*)"', walk)[1]
    assert [name for _, name, _ in nodes] == re.findall(r"(\w+) = ", program)
    # The last number's gradient is right, and nothing was sent to the others.
    assert nodes[-1][0] == "right" and nodes[-1][2] == "1 ✓"
    assert all(kind == "wrong" and below[:3] == "0 ✗" for kind, _, below in nodes[:-1])
    assert walk.count("<path") == len(re.findall(r"[*+]", program)) * 2 + program.count("tanh")
    assert "– ✗" in order and "2. " in order
    # The hint comes first, then the drawing, then the inputs.
    assert walk.index("hint") < walk.index("<svg") < walk.index("<dt>input")
    assert "<script" not in page and "http" not in page


def test_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "out").write_text("in the way")
    done = run(
        write(tmp_path / "a.ipynb", solved()), "--feedback", tmp_path / "out", "--lang", "en"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("can't write") and str(tmp_path / "out") in done.stderr
