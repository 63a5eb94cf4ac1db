"""A build that fails leaves the last good site."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.preview.fixture_site import Site
from tests.waiting import PATIENCE, wait_until
from tools.preview import staging
from tools.preview.__main__ import main

REPOSITORY = Path(__file__).parents[2]


def test_failed_build_leaves_the_last_good_site(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.page("Good.\n")
    assert main(["--root", str(site.root), "--quiet"]) == 0
    site.page("[bad](no.qmd)\n")
    assert main(["--root", str(site.root), "--quiet"]) == 1
    said = capsys.readouterr().err
    assert "index.qmd:4: `no.qmd` leads to no page or file of the site" in said
    assert "the last good site is left as it was" in said
    assert "Good." in site.main()


def test_failed_first_build_mentions_no_site(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.page("[bad](no.qmd)\n")
    assert main(["--root", str(site.root), "--quiet"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "stopped by 1 problem"
    site.write("_quarto.yml", "project: [\n")
    assert main(["--root", str(site.root), "--quiet"]) == 1
    assert "last good site" not in capsys.readouterr().err


def test_post_render_runs_before_the_swap(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.write("_quarto.yml", "project:\n  type: website\n  post-render: finish.py\n")
    site.write(
        "finish.py",
        "import os, pathlib\n"
        "folder = pathlib.Path(os.environ['QUARTO_PROJECT_OUTPUT_DIR'])\n"
        "(folder / 'index.html').write_text('finished')\n",
    )
    site.page("x")
    arguments = ["--root", str(site.root), "--quiet"]
    assert main(arguments) == 0
    assert site.html() != "finished"
    assert main([*arguments, "--post-render"]) == 0
    assert site.html() == "finished"
    site.write("finish.py", "raise SystemExit('no pages to finish')\n")
    assert main([*arguments, "--post-render"]) == 1
    assert "_quarto.yml:3: `finish.py` failed:\nno pages to finish" in capsys.readouterr().err
    assert site.html() == "finished"


def test_removed_sources_leave_the_site(site: Site) -> None:
    site.page("One.\n")
    site.page("Two.\n", "two.qmd")
    site.build()
    (site.root / "two.qmd").unlink()
    site.build()
    assert not (site.out / "two.html").exists()


def test_write_error_leaves_only_the_old_folder(tmp_path: Path) -> None:
    out = tmp_path / "_site"
    out.mkdir()
    (out / "old.html").write_text("old")
    with pytest.raises(RuntimeError), staging.staged(out) as folder:
        (folder / "half.html").write_text("half")
        raise RuntimeError
    assert (out / "old.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["_site"]


def test_leftovers_of_a_killed_build_are_cleaned_up(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    old = tmp_path / f"_site.{gone.pid}-old"
    old.mkdir()
    (old / "old.html").write_text("old")
    (tmp_path / f"_site.{gone.pid}-new").mkdir()
    with pytest.raises(RuntimeError), staging.staged(tmp_path / "_site"):
        raise RuntimeError
    assert (tmp_path / "_site" / "old.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["_site"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("number", "ctrl_c"),
    [
        pytest.param(signal.SIGINT, signal.default_int_handler, id="ctrl-c"),
        pytest.param(signal.SIGTERM, signal.default_int_handler, id="terminated"),
        pytest.param(signal.SIGTERM, signal.SIG_IGN, id="terminated-in-the-background"),
    ],
)
def test_interrupt_keeps_the_site_and_ends_kernels(site: Site, number: int, ctrl_c: Any) -> None:
    site.page("Good.\n")
    site.build()
    site.page(
        "```{python}\nopen('pid', 'w').write(str(__import__('os').getpid()))\n"
        "__import__('time').sleep(3600)\n```\n"
    )
    command = [sys.executable, "-m", "tools.preview", "--root", str(site.root)]
    # Depending on the shell that starts the tests, a process may ignore Ctrl-C from its start.
    build = subprocess.Popen(
        command,
        cwd=REPOSITORY,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, ctrl_c),
    )
    mark = site.root / "pid"
    wait_until(lambda: (mark.is_file() and mark.read_text()) or build.poll() is not None)
    build.send_signal(number)
    _, said = build.communicate(timeout=PATIENCE)
    assert build.returncode == 130 and "left as it was" in said and "Traceback" not in said
    assert "Good." in site.main()
    assert not [path for path in site.root.iterdir() if path.name.startswith("_site.")]
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
