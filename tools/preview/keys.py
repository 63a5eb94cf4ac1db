"""The check of YAML against the keys the preview knows, which `keys.yml` lists as JSON Schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tools.preview.located import Key, Located

_LIST: Final = Path(__file__).with_suffix(".yml")
_TYPES: Final = {
    "string": "text",
    "boolean": "true or false",
    "integer": "a number",
    "number": "a number",
    "array": "a list",
    "object": "a group of `key: value` lines",
}


def check(located: Located, kind: str, what: str) -> Iterator[tuple[Key, str]]:
    """Yield every key of `located` that is not in the list, with a sentence.

    Args:
        located: The parsed YAML.
        kind: One of the list's definitions: "project", "page", "python" or "ojs".
        what: A name of the mapping for the sentence: "a page's front matter".
    """
    for error in _validator(kind).iter_errors(located.data):
        # A key without a value counts as absent.
        if error.instance is not None:
            yield from _sentences(error, what)


@cache
def _validator(kind: str) -> Draft202012Validator:
    definitions = yaml.safe_load(_LIST.read_text("utf-8"))["$defs"]
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": definitions})


def _sentences(error: ValidationError, what: str) -> Iterator[tuple[Key, str]]:
    key: Key = tuple(error.absolute_path)
    rule, value = cast(Any, error.validator_value), cast(Any, error.instance)
    if error.validator == "additionalProperties":
        known = cast(Any, error.schema)["properties"]
        for name in [name for name in value if name not in known]:
            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else ""
            where = (*key, str(name))
            yield (
                where,
                f"`{_dotted(where)}` in {what} may be known to Quarto, but not to this preview"
                f"{hint} (the keys it knows: tools/preview/{_LIST.name})",
            )
    elif error.validator == "enum":
        allowed = ", ".join(map(_yaml, rule)) or "nothing"
        yield key, f"`{_shown(key, value)}`: the preview supports {allowed} here"
    else:
        types = dict.fromkeys(_TYPES[name] for name in ([rule] if isinstance(rule, str) else rule))
        yield key, f"`{_shown(key, value)}` should be {' or '.join(types)}"


def _shown(key: Key, value: object) -> str:
    return _dotted(key) if isinstance(value, dict | list) else f"{_dotted(key)}: {_yaml(value)}"


def _dotted(key: Key) -> str:
    return ".".join(str(part) for part in key if not isinstance(part, int))


def _yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
