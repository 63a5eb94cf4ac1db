"""Where the course lives: its repository and its address, derived from where it is built."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

# Whatever stands before an @ is a name or a token: it never gets past this pattern.
_GITHUB_REMOTE = re.compile(
    r"^(?:(?:https?|ssh|git)://(?:[^@/]+@)?github\.com(?::\d+)?/|(?:[^@/]+@)?github\.com:)"
    r"(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?$"
)

# Notebooks are built, not committed: the branch that holds the built site holds them.
PUBLISHED = "gh-pages"


@dataclass(frozen=True)
class Repository:
    """A repository on GitHub, or on a server of the same make."""

    name: str
    branch: str = "main"
    server: str = "https://github.com"

    @property
    def url(self) -> str:
        """The address of its front page."""
        return f"{self.server}/{self.name}"

    def edit(self, path: str) -> str:
        """Returns the address where a file can be edited; `path` is relative to the root."""
        return f"{self.url}/edit/{quote(self.branch)}/{quote(path)}"

    def view(self, path: str) -> str:
        """Returns the address where a file can be read; `path` is relative to the root."""
        return f"{self.url}/blob/{quote(self.branch)}/{quote(path)}"

    def colab(self, notebook: str) -> str:
        """Returns the address that opens a published notebook in Colab."""
        front = f"https://colab.research.google.com/github/{self.name}"
        return f"{front}/blob/{PUBLISHED}/{quote(notebook)}"

    def binder(self, notebook: str) -> str:
        """Returns the address that opens a published notebook in Binder."""
        path = quote(f"lab/tree/{notebook}", safe="")
        return f"https://mybinder.org/v2/gh/{self.name}/{PUBLISHED}?urlpath={path}"

    def report(self, title: str) -> str:
        """Returns the address where a problem can be reported, with a title filled in."""
        return f"{self.url}/issues/new?{urlencode({'title': title})}"


@dataclass(frozen=True)
class Home:
    """What a build knows about where its pages will be seen and edited.

    `site` ends with a slash, or is empty when nobody has said where the pages go.
    """

    repository: Repository | None
    site: str

    @property
    def base(self) -> str:
        """The path of the site on its host, with a slash at both ends."""
        return urlsplit(self.site).path or "/"


def find_home(root: Path, environment: Mapping[str, str] | None = None) -> Home:
    """Derives repository and address from the environment, or from the git remote.

    Args:
        root: The folder of the working copy.
        environment: The variables to look at; None takes the real ones. SITE_URL wins over
            the address that GITHUB_REPOSITORY leads to.

    Returns:
        What could be found out. A git remote names the repository but no address: a copy on
        somebody's machine is not published.
    """
    env = os.environ if environment is None else environment
    name = env.get("GITHUB_REPOSITORY", "")
    site = env.get("SITE_URL", "") or _pages_address(name)
    if site and not site.endswith("/"):
        site += "/"
    if name:
        server = env.get("GITHUB_SERVER_URL", "") or Repository.server
        return Home(Repository(name, _branch(env), server), site)
    match = _GITHUB_REMOTE.match(_git(root, "remote", "get-url", "origin"))
    if match is None:
        return Home(None, site)
    # A local branch may exist nowhere else, so the links go to the remote's own default.
    head = _git(root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    return Home(Repository(match["name"], head.removeprefix("origin/") or "main"), site)


def _pages_address(name: str) -> str:
    owner, _, project = name.partition("/")
    if not project:
        return ""
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if project.lower() == host else f"https://{host}/{project}/"


def _branch(env: Mapping[str, str]) -> str:
    # In a pull request GITHUB_REF_NAME is "12/merge"; for a tag it is no branch either.
    if env.get("GITHUB_BASE_REF"):
        return env["GITHUB_BASE_REF"]
    if env.get("GITHUB_REF_TYPE", "branch") != "branch":
        return Repository.branch
    return env.get("GITHUB_REF_NAME", "") or Repository.branch


def _git(root: Path, *arguments: str) -> str:
    try:
        run = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""
