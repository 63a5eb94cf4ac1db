"""Command line: python -m tools.assets [--measure]."""

import argparse
import gzip
import sys
from pathlib import Path

from tools.assets import bundle, checks, exercises, fonts, imports, widget_styles
from tools.stamp import ROOT

NODE = Path(sys.executable).parent / "node"


def main(arguments: list[str] | None = None) -> int:
    """Build the bundles and the fonts.

    Args:
        arguments: The command line without the program's name; None takes the real one.

    Returns:
        The exit status: 0, or 1 when a source is missing or wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.assets", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="print the size of each file")
    options = parser.parse_args(arguments)
    try:
        written = [font.target for font in fonts.build_fonts()]
        for entry, target in bundle.BUNDLES:
            if bundle.bundle(NODE, entry, target):
                written.append(target)
        written += checks.build_checks()
        if widget_styles.build_widget_styles():
            written.append(widget_styles.TARGET)
        written += exercises.build_exercises()
        if imports.build_imports():
            written.append(imports.TARGET)
    except (bundle.BundleError, fonts.FontError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in written:
        print(f"wrote {path.relative_to(ROOT)}")
    if options.measure:
        bundles = [file for _, target in bundle.BUNDLES for file in _files(target)]
        _print_sizes([*bundles, *(font.target for font in fonts.FONTS)])
    return 0


def _files(target: Path) -> list[Path]:
    return sorted(target.rglob("*.js")) if target.is_dir() else [target]


def _print_sizes(paths: list[Path]) -> None:
    # WOFF2 is compressed already: a server sends it as it is.
    for path in paths:
        size = path.stat().st_size
        sent = len(gzip.compress(path.read_bytes(), 9)) if path.suffix != ".woff2" else size
        print(f"{path.relative_to(ROOT)}: {size / 1000:.1f} kB, sent as {sent / 1000:.1f} kB")


if __name__ == "__main__":
    sys.exit(main())
