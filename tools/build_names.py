"""Builds the names that the library ships, from two packages: `python -m tools.build_names`.

Downloads the packages by version and hash and reads them without running them, so that anyone gets
the same bytes. `lib/tapewalk/data/NAMES-LICENSE.txt` tells their licences.
"""

import ast
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.stamp import ROOT

TARGET = ROOT / "lib" / "tapewalk" / "data" / "names.txt"

_CENSUS = "names-0.3.0.tar.gz"
_FAKER = "faker-40.54.0-py3-none-any.whl"
_PINS = """\
names==0.3.0 --hash=sha256:726e46254f2ed03f1ffb5d941dae3bc67c35123941c29becd02d48d0caa2a671
faker==40.54.0 --hash=sha256:2dd88ee8cb63a9149e19ef48bdd73879bc3854d8ba2d6c1535e902a762e603f7
"""
# Not es_CO: its names come from a dataset whose own licence may be share-alike.
_SPANISH = ("es_AR", "es_CA", "es_CL", "es_ES", "es_MX")


def english(folder: Path) -> set[str]:
    """Returns the given names of the US census of 1990.

    Args:
        folder: Where the packages lie.
    """
    names = set()
    with tarfile.open(folder / _CENSUS) as package:
        for sex in ("female", "male"):
            file = package.extractfile(f"names-0.3.0/names/dist.{sex}.first")
            assert file is not None  # the hash says that it is there
            names |= {line.split()[0] for line in file.read().decode("ascii").splitlines()}
    return plain(names)


def spanish(folder: Path) -> set[str]:
    """Returns the given names of faker's lists for Spain and Latin America.

    Args:
        folder: Where the packages lie.
    """
    names: set[str] = set()
    with zipfile.ZipFile(folder / _FAKER) as package:
        for country in _SPANISH:
            source = package.read(f"faker/providers/person/{country}/__init__.py")
            names |= _first_names(source.decode("utf-8"))
    return plain(names)


def plain(found: Iterable[str]) -> set[str]:
    """Returns names in the letters a to z: accents go, ñ becomes n; several words are left out.

    Args:
        found: Names as people write them.
    """
    spelt = (unicodedata.normalize("NFKD", name.lower()) for name in found)
    bare = ("".join(c for c in name if not unicodedata.combining(c)) for name in spelt)
    return {name for name in bare if re.fullmatch("[a-z]{2,}", name)}


def _first_names(source: str) -> set[str]:
    """Returns every text in what the source assigns to `first_names…`."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        if name.startswith("first_names"):
            texts = (c.value for c in ast.walk(value) if isinstance(c, ast.Constant))
            names |= {text for text in texts if isinstance(text, str)}
    return names


def main() -> None:
    """Writes the file and prints how many names come from where."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        pins = folder / "pins.txt"
        pins.write_text(_PINS, encoding="utf-8")
        # One source package and one wheel, whichever else the index has.
        chosen = ["--no-deps", "--no-binary=names", "--only-binary=faker", "--require-hashes"]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", *chosen, "-r", pins, "-d", folder],
            check=True,
        )
        one, other = english(folder), spanish(folder)
    TARGET.write_text("".join(f"{name}\n" for name in sorted(one | other)), encoding="utf-8")
    print(
        f"{len(one | other)} names: {len(one)} from the census, {len(other)} from faker, "
        f"{len(one & other)} of them in both"
    )


if __name__ == "__main__":
    main()
