"""The repository in the pages' links to their source."""

import subprocess
from pathlib import Path

import pytest

from tools.finish.repository import Home, Repository, find_home


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    return tmp_path


@pytest.mark.parametrize(
    "remote",
    [
        "https://github.com/ada/the.tape-1.git",
        "https://github.com/ada/the.tape-1",
        "https://github.com/ada/the.tape-1/",
        "git@github.com:ada/the.tape-1.git",
        "ssh://git@github.com/ada/the.tape-1.git",
        "ssh://git@github.com:22/ada/the.tape-1.git",
        "https://someone:secret@github.com/ada/the.tape-1.git",
    ],
)
def test_github_remote_names_the_repository(clone: Path, remote: str) -> None:
    git(clone, "remote", "add", "origin", remote)
    home = find_home(clone, {})
    assert home.repository == Repository("ada/the.tape-1", "main")
    assert home.site == ""
    assert "secret" not in repr(home)


@pytest.mark.parametrize(
    "remote",
    [
        "https://example.org/ada/tape.git",
        "https://github.com.example.org/ada/tape",
        "https://example.org/github.com/ada/tape",
        "/srv/git/tape.git",
        "git@example.org:ada/tape.git",
    ],
)
def test_other_remotes_give_no_links(clone: Path, remote: str) -> None:
    git(clone, "remote", "add", "origin", remote)
    assert find_home(clone, {}).repository is None


def test_missing_remote_gives_no_links(clone: Path) -> None:
    assert find_home(clone, {}).repository is None
    assert find_home(clone / "nowhere", {}).repository is None


def test_edits_go_to_the_default_branch(clone: Path) -> None:
    git(clone, "remote", "add", "origin", "https://github.com/ada/tape")
    git(clone, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    assert find_home(clone, {}).repository == Repository("ada/tape", "trunk")


@pytest.mark.parametrize(
    ("variables", "branch"),
    [
        ({"GITHUB_REF_NAME": "trunk", "GITHUB_REF_TYPE": "branch"}, "trunk"),
        ({"GITHUB_REF_NAME": "12/merge", "GITHUB_BASE_REF": "trunk"}, "trunk"),
        ({"GITHUB_REF_NAME": "v1.0", "GITHUB_REF_TYPE": "tag"}, "main"),
        ({}, "main"),
    ],
)
def test_environment_names_repository_and_branch(
    clone: Path, variables: dict[str, str], branch: str
) -> None:
    git(clone, "remote", "add", "origin", "https://github.com/somebody/else")
    home = find_home(clone, {"GITHUB_REPOSITORY": "ada/tape", **variables})
    assert home.repository == Repository("ada/tape", branch)


def test_other_servers_of_the_same_kind_work(clone: Path) -> None:
    variables = {"GITHUB_REPOSITORY": "ada/tape", "GITHUB_SERVER_URL": "https://git.example.org"}
    repository = find_home(clone, variables).repository
    assert repository is not None
    assert repository.edit("a b.qmd") == "https://git.example.org/ada/tape/edit/main/a%20b.qmd"


@pytest.mark.parametrize(
    ("variables", "site", "base"),
    [
        ({"GITHUB_REPOSITORY": "Ada/Tape"}, "https://ada.github.io/Tape/", "/Tape/"),
        ({"GITHUB_REPOSITORY": "Ada/ada.github.io"}, "https://ada.github.io/", "/"),
        ({"SITE_URL": "https://example.org/course"}, "https://example.org/course/", "/course/"),
        (
            {"GITHUB_REPOSITORY": "ada/tape", "SITE_URL": "https://tape.example.org/"},
            "https://tape.example.org/",
            "/",
        ),
        ({}, "", "/"),
    ],
)
def test_site_address_is_derived(
    clone: Path, variables: dict[str, str], site: str, base: str
) -> None:
    home = find_home(clone, variables)
    assert (home.site, home.base) == (site, base)


def test_links_to_published_files_name_the_tag(clone: Path) -> None:
    repository = find_home(
        clone, {"GITHUB_REPOSITORY": "ada/tape", "SITE_REF": "site-12"}
    ).repository
    assert repository is not None
    assert repository.is_pinned
    colab = "https://colab.research.google.com/github/ada/tape/blob/site-12/m/a.ipynb"
    assert repository.colab("m/a.ipynb") == colab
    binder = "https://mybinder.org/v2/gh/ada/tape/site-12?urlpath=lab%2Ftree%2Fm%2Fa.ipynb"
    assert repository.binder("m/a.ipynb") == binder
    # A link to edit leads to a source, not to a built file.
    assert repository.edit("m/a.qmd") == "https://github.com/ada/tape/edit/main/m/a.qmd"


def test_links_without_a_tag_name_the_branch(clone: Path) -> None:
    git(clone, "remote", "add", "origin", "https://github.com/ada/tape")
    for variables in ({}, {"GITHUB_REPOSITORY": "ada/tape"}):
        repository = find_home(clone, variables).repository
        assert repository is not None
        assert not repository.is_pinned
        assert "/gh-pages/" in repository.colab("m/a.ipynb")


@pytest.mark.parametrize(
    ("home", "address"),
    [
        (
            Home(Repository("ada/tape", published="site-12"), "https://ada.github.io/tape/"),
            "https://github.com/ada/tape/raw/site-12/dist/a.whl",
        ),
        (
            Home(Repository("ada/tape"), "https://ada.github.io/tape/"),
            "https://ada.github.io/tape/dist/a.whl",
        ),
        (Home(None, "https://example.org/"), "https://example.org/dist/a.whl"),
        (Home(Repository("ada/tape"), ""), ""),
        (Home(None, ""), ""),
    ],
)
def test_built_files_come_from_tag_or_site(home: Home, address: str) -> None:
    assert home.built("dist/a.whl") == address
