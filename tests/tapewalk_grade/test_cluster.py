"""Over Dask: the same results as on this machine, and a clear message without it."""

import json
from contextlib import suppress

import psutil
import pytest
from distributed import LocalCluster

from bench.submissions import POINTS, solved, stubs, write
from tapewalk_grade.__main__ import main
from tapewalk_grade.result import Options
from tapewalk_grade.run import cluster
from tapewalk_grade.submission import submission
from tests.tapewalk_grade.running import ACCEPTS_RISK, SAFE, run_apart
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def scheduler():
    """Return the address of a cluster in this process, reached over TCP as any other."""
    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
        host="127.0.0.1",
    ) as here:
        yield here.scheduler_address


def test_cluster_gives_the_same_results(scheduler, tmp_path, capsysbinary):
    for n in range(4):
        write(tmp_path / f"{n}.ipynb", solved() if n % 2 else stubs())
    (tmp_path / "binary.ipynb").write_bytes(b"\xff\xfe")
    write(tmp_path / "kills.ipynb", [*stubs(), "import os\nos.kill(os.getppid(), 9)"])
    arguments = [str(tmp_path), str(tmp_path / "missing.ipynb"), "--format", "json", "--seed", "5"]
    found = []
    for more in (["--scheduler", scheduler], ["--jobs", "2"]):
        assert main([*arguments, *more, *ACCEPTS_RISK]) == 1
        results = json.loads(capsysbinary.readouterr().out)["results"]
        for result in results:
            del result["seconds"]
        found.append(results)
    assert found[0] == found[1]
    assert [result["points"] for result in found[0]] == [0, POINTS, 0, POINTS, 0, 0, 0]
    # Nothing of it remains on the workers, which are in this process here.
    assert cluster._JUDGES == {}


def judges():
    """Return the grading processes that this one has started."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found += [each.pid] * ("tapewalk_grade.run.judge" in each.cmdline())
    return found


def test_interrupt_ends_the_judges_of_the_cluster(scheduler, tmp_path):
    quick = write(tmp_path / "quick.ipynb", stubs())
    # They would go on for an hour.
    slow = [
        write(tmp_path / f"{n}.ipynb", [*stubs(), "import time\ntime.sleep(3600)"])
        for n in range(5)
    ]
    options = Options(timeout=3600)
    given = [submission(str(p), options) for p in (quick, *slow)]
    results = cluster.graded(given, options, scheduler, unsafe=not SAFE)
    assert next(results).path == str(quick)
    assert judges()
    results.close()  # as the command does when Ctrl+C reaches it
    assert cluster._JUDGES == {}
    # A task that was about to begin may find out only now that its grading has ended.
    wait_until(lambda: not judges())
    assert cluster._JUDGES == {}


def test_missing_scheduler_is_reported(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    path = write(tmp_path / "a.ipynb", stubs())
    assert main([str(path), "--scheduler", "tcp://127.0.0.1:1", "--lang", "en"]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err


def test_missing_dask_is_reported(tmp_path):
    (tmp_path / "dask.py").write_text("raise ImportError('not here')")
    path = write(tmp_path / "a.ipynb", stubs())
    # The folder of `python -m` comes first on the path, before the real package.
    done = run_apart(path, "--scheduler", "tcp://127.0.0.1:1", "--lang", "es", folder=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "--scheduler necesita Dask: pip install 'tapewalk[cluster]'\n",
    )
