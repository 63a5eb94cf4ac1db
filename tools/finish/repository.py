"""The repository and the address of the course, derived from the environment of the build."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

# The part before an @ is a name or a token; this pattern never lets it through.
_GITHUB_REMOTE = re.compile(
    r"^(?:(?:https?|ssh|git)://(?:[^@/]+@)?github\.com(?::\d+)?/|(?:[^@/]+@)?github\.com:)"
    r"(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?$"
)

# Notebooks are built, not committed: they are on the branch of the built site. A commit
# can't contain its own hash, so each published one has a tag that is known beforehand: SITE_REF
# passes it to the build (publish.yml), and a page's links open the notebooks built with that page.
PUBLISHED = "gh-pages"


@dataclass(frozen=True)
class Repository:
    """A repository on GitHub, or on a server of the same kind.

    `branch` has the sources; `published` is the tag or the branch of the built site.
    """

    name: str
    branch: str = "main"
    server: str = "https://github.com"
    published: str = PUBLISHED

    @property
    def url(self) -> str:
        """The address of its front page."""
        return f"{self.server}/{self.name}"

    def edit(self, path: str) -> str:
        """Return the address where a file can be edited; `path` is relative to the root."""
        return f"{self.url}/edit/{quote(self.branch)}/{quote(path)}"

    def view(self, path: str) -> str:
        """Return the address where a file can be read; `path` is relative to the root."""
        return f"{self.url}/blob/{quote(self.branch)}/{quote(path)}"

    @property
    def releases(self) -> str:
        """The address of its last release."""
        return f"{self.url}/releases/latest"

    def released(self, name: str) -> str:
        """Return the address at which a file of the last release can be downloaded."""
        return f"{self.releases}/download/{quote(name)}"

    @property
    def is_pinned(self) -> bool:
        """Whether the published site never changes under its name: a tag doesn't, a branch does."""
        return self.published != PUBLISHED

    def raw(self, address: str) -> str:
        """Return where a file of the published site can be fetched, Pages or not."""
        return f"{self.url}/raw/{quote(self.published)}/{quote(address)}"

    def colab(self, notebook: str) -> str:
        """Return the address that opens a published notebook in Colab."""
        front = f"https://colab.research.google.com/github/{self.name}"
        return f"{front}/blob/{quote(self.published)}/{quote(notebook)}"

    def binder(self, notebook: str) -> str:
        """Return the address that opens a published notebook in Binder."""
        path = quote(f"lab/tree/{notebook}", safe="")
        front = f"https://mybinder.org/v2/gh/{self.name}"
        return f"{front}/{quote(self.published, safe='')}?urlpath={path}"

    def report(self, title: str) -> str:
        """Return the address where a problem can be reported, with a title filled in."""
        return f"{self.url}/issues/new?{urlencode({'title': title})}"


@dataclass(frozen=True)
class Home:
    """The addresses where a build's pages will be seen and edited.

    `site` ends with a slash, or is empty if it is unknown.
    """

    repository: Repository | None
    site: str

    @property
    def base(self) -> str:
        """The path of the site on its host, with a slash at both ends."""
        return urlsplit(self.site).path or "/"

    def built(self, address: str) -> str:
        """Return the address of a built file that lasts as long as the other files of its build.

        A saved notebook must find the library it was made for, even when the site
        has a newer one.

        Args:
            address: The file, relative to the site's root.

        Returns:
            Its address in the published tag, else on the site; "" where neither is known.
        """
        if self.repository is not None and self.repository.is_pinned:
            return self.repository.raw(address)
        return self.site and self.site + address


def find_home(root: Path, environment: Mapping[str, str] | None = None) -> Home:
    """Derive repository and address from the environment, or from the git remote.

    Args:
        root: The folder of the working copy.
        environment: The variables to look at; None takes the real ones. SITE_URL wins over
            the address that GITHUB_REPOSITORY leads to; SITE_REF names the tag under which the
            site will be published.

    Returns:
        The known addresses. A git remote names the repository but no address: a copy on
        a personal machine is not published.
    """
    env = os.environ if environment is None else environment
    name = env.get("GITHUB_REPOSITORY", "")
    published = env.get("SITE_REF", "") or PUBLISHED
    site = env.get("SITE_URL", "") or _pages_address(name)
    if site and not site.endswith("/"):
        site += "/"
    if name:
        server = env.get("GITHUB_SERVER_URL", "") or Repository.server
        return Home(Repository(name, _branch(env), server, published), site)
    match = _GITHUB_REMOTE.match(_git(root, "remote", "get-url", "origin"))
    if match is None:
        return Home(None, site)
    # A local branch may exist nowhere else, so the links go to the remote's own default.
    head = _git(root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    branch = head.removeprefix("origin/") or Repository.branch
    return Home(Repository(match["name"], branch, published=published), site)


def _pages_address(name: str) -> str:
    owner, _, project = name.partition("/")
    if not project:
        return ""
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if project.lower() == host else f"https://{host}/{project}/"


def _branch(env: Mapping[str, str]) -> str:
    # GITHUB_REF_NAME is not a branch in a pull request ("12/merge") or for a tag.
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
