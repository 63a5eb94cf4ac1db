"""A plugin of pytest: `inspect_model` fails a test if something looks wrong in a model.

It comes with the package (entry point `pytest11`), so that nothing has to be imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from tapewalk.inspect.report import Report
from tapewalk.inspect.rules import rules
from tapewalk.inspect.sections import found
from tapewalk.language import language

_INI = "tapewalk_ignore"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that names what no test of a project fails on."""
    parser.addini(_INI, "Kinds of findings that inspect_model does not fail on.", "args", [])


@pytest.fixture
def inspect_model(pytestconfig: pytest.Config) -> Callable[..., Report]:
    """Give a function that inspects a model and fails the test if something looks wrong in it.

    It takes what `tapewalk.inspect` takes, and `ignore`: the kinds of findings that are accepted.
    `tapewalk_ignore` in pytest's settings names those that no test fails on.

    Returns:
        The function. It returns the report.

    Example:
        A test needs no import of it::

            def test_all_of_it_learns(inspect_model):
                model = Net()
                optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
                inspect_model(model, x, loss_fn=loss, optimizer=optimizer, ignore=["vanishing"])
    """
    everywhere = pytestconfig.getini(_INI)

    def inspect_model(*given: Any, ignore: Iterable[str] = (), **settings: Any) -> Report:
        from tapewalk.inspect import inspect  # here: every run of pytest loads this module

        known = {*everywhere, *ignore}
        if strangers := known - set(rules()):
            names, kinds = ", ".join(sorted(strangers)), ", ".join(rules())
            raise ValueError(f"no finding is called {names}; they are {kinds}.")
        report = inspect(*given, **{"findings": True, **settings})
        left = tuple(finding for finding in report.findings if finding.kind not in known)
        if left:
            (section,) = found(replace(report, findings=left), language())
            kinds = ", ".join(dict.fromkeys(finding.kind for finding in left))
            lines = [f"{section.heading} ({kinds})", *section.sentences]
            pytest.fail("\n".join(lines), pytrace=False)
        return report

    return inspect_model
