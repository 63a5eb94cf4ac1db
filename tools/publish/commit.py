"""The commit of the built site: without history, with the same hash for the same content."""

import os
import subprocess
import tempfile
from pathlib import Path

# Binder reads its settings from the commit that it opens.
BESIDE = ("binder",)
# The visible author of the commit; the address is GitHub's own for its workflows.
_NAME = "github-actions[bot]"
_EMAIL = "41898282+github-actions[bot]@users.noreply.github.com"
# A site on the branch is served unchanged: Jekyll would omit some files.
_PLAIN = ".nojekyll"


class PublishError(Exception):
    """The site is missing, or git failed."""


def commit_site(folder: Path, root: Path) -> str:
    """Make a commit of a built site in the repository of its sources, and no branch or tag.

    Its date is that of the source's commit, so the same site of the same sources has one hash.

    Args:
        folder: The built site.
        root: The working copy it was built from.

    Returns:
        The commit's hash.

    Raises:
        PublishError: The site is missing, or git failed.
    """
    if not (folder / "index.html").is_file():
        raise PublishError(f"No index.html in {folder}: render the site first.")
    store = _git(root, "rev-parse", "--absolute-git-dir")
    source, date = _git(root, "show", "-s", "--format=%H %cI", "HEAD").split()
    with tempfile.TemporaryDirectory() as scratch:
        environment = {"GIT_DIR": store, "GIT_INDEX_FILE": str(Path(scratch) / "index")}
        for place, paths in ((folder, (".",)), (root, BESIDE)):
            tree = environment | {"GIT_WORK_TREE": str(place.resolve())}
            # Git ignores built files among the sources.
            _git(place, "-c", "core.autocrlf=false", "add", "--force", "--", *paths, **tree)
        empty = _git(root, "hash-object", "-w", "--stdin", **environment)
        entry = f"100644,{empty},{_PLAIN}"
        _git(root, "update-index", "--add", "--cacheinfo", entry, **environment)
        content = _git(root, "write-tree", **environment)
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", _NAME), ("EMAIL", _EMAIL), ("DATE", date))
    }
    return _git(root, "commit-tree", content, "-m", f"The site, built from {source}", **who)


def _git(folder: Path, *arguments: str, **variables: str) -> str:
    run = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=os.environ | variables,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        raise PublishError(f"git {arguments[0]} failed:\n{run.stderr.strip()}")
    return run.stdout.strip()
