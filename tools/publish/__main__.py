"""Command line: python -m tools.publish FOLDER [--tag-only].

Makes the commit of a built site and prints what to push. Standard library only: the workflow that
may write to the repository installs nothing.
"""

import argparse
import sys
from pathlib import Path

from tools.finish.repository import PUBLISHED, find_home
from tools.publish.commit import PublishError, commit_site
from tools.stamp import ROOT


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Make the commit of a site that was built from `root`; return 0, or 1 without site or tag."""
    parser = argparse.ArgumentParser(prog="python -m tools.publish", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag-only", action="store_true", help="leave the branch as it is")
    options = parser.parse_args(arguments)
    repository = find_home(root).repository
    if repository is None or not repository.is_pinned:
        print("SITE_REF has to name the tag that the site was built for.", file=sys.stderr)
        return 1
    try:
        commit = commit_site(options.folder, root)
    except PublishError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{commit}:refs/tags/{repository.published}")
    if not options.tag_only:
        print(f"{commit}:refs/heads/{PUBLISHED}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
