"""Command line: python -m tools.assets."""

import sys
from pathlib import Path

from tools.assets import bundle, checks, exercises, fonts, imports, widget_styles
from tools.stamp import ROOT

NODE = Path(sys.executable).parent / "node"


def main() -> int:
    """Build the bundles and the fonts.

    Returns:
        The exit status: 0, or 1 when a source is missing or wrong.
    """
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
