"""The check of a trace before it is shown: its form against the schema, its references by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tapewalk.trace.format import Trace


def schema(name: str = "schema") -> dict[str, Any]:
    """Return the JSON Schema of a trace, or of a score by the name "score.schema"."""
    from importlib.resources import files

    text = files("tapewalk.trace").joinpath(f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def validate(trace: Trace) -> None:
    """Raise `ValueError` unless `trace` follows the schema and all its references are valid.

    Args:
        trace: A trace or a score.

    Raises:
        ValueError: The trace breaks a rule; the message names the entry, its value and the rule.
        ModuleNotFoundError: The package `jsonschema` is missing; the message says how to get it.

    Example:
        >>> from tapewalk import Value, trace
        >>> recorded = trace(Value(2.0) * 3)
        >>> recorded["edges"][0]["to"] = 9
        >>> try:
        ...     validate(recorded)
        ... except ValueError as error:
        ...     print(str(error).split(",")[0])
        not a trace: at edges[0]
    """
    # Imported here: it is needed to publish a trace only, and `import tapewalk` stays fast.
    try:
        from jsonschema import Draft202012Validator
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'checking a trace needs {error.name}: pip install "tapewalk[validate]"',
            name=error.name,
        ) from None

    is_score = "score" in trace
    wanted = schema("score.schema" if is_score else "schema")
    problems = sorted(
        (_place(error.absolute_path), error.message)
        for error in Draft202012Validator(wanted).iter_errors(trace)
    )
    if not problems:
        problems = list(_loose_in_score(trace) if is_score else _loose_references(trace))
    if problems:
        place, rule = problems[0]
        more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
        kind, source = ("score", "score(lambda: loss)") if is_score else ("trace", "trace(value)")
        raise ValueError(
            f"not a {kind}: at {place}, {rule}{more}. "
            f"A {kind} comes from tapewalk.{source}; usually it was edited or cut afterwards."
        )


def _place(path: Any) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".") or "the top"


def _loose_references(trace: Trace) -> Iterator[tuple[str, str]]:
    """Yield place and rule for each id that refers to nothing, which a schema can't see."""
    edges = trace["edges"]
    sizes = {"nodes": len(trace["nodes"]), "storages": len(trace.get("storages", []))}
    references = [(f"forward[{i}]", "nodes", node) for i, node in enumerate(trace["forward"])]
    references += [(f"grads.{leaf}", "nodes", int(leaf)) for leaf in trace["grads"]]
    for i, node in enumerate(trace["nodes"]):
        if node["id"] != i:
            yield f"nodes[{i}].id", f"{node['id']} should be the position, {i}"
        own = [saved["storage"] for saved in node.get("saved", []) if "storage" in saved]
        references += [(f"nodes[{i}].saved", "storages", storage) for storage in own]
    for i, edge in enumerate(edges):
        if not edge["from"] < edge["to"] < sizes["nodes"]:
            yield (
                f"edges[{i}]",
                f"it should lead from an older node to a newer one below {sizes['nodes']}, "
                f"not from {edge['from']} to {edge['to']}",
            )
    for i, event in enumerate(trace["backward"]):
        references.append((f"backward[{i}].node", "nodes", event["node"]))
    yield from _beyond(references, sizes)
    for i, event in enumerate(trace["backward"]):
        for nth, sent in enumerate(event["sends"]):
            if sent["edge"] >= len(edges) or edges[sent["edge"]]["to"] != event["node"]:
                yield (
                    f"backward[{i}].sends[{nth}].edge",
                    f"{sent['edge']} is not an edge into node {event['node']}",
                )


def _beyond(
    references: list[tuple[str, str, int]], sizes: dict[str, int]
) -> Iterator[tuple[str, str]]:
    """Yield place and rule for each number that is not a position in the list of its kind."""
    for place, kind, number in references:
        if number >= sizes[kind]:
            yield place, f"{number} is not one of the {sizes[kind]} {kind}"


def _loose_in_score(score: Trace) -> Iterator[tuple[str, str]]:
    """Yield place and rule for each number in a score that refers to nothing."""
    sizes = {name: len(score[name]) for name in ("nodes", "storages", "source", "backward")}
    moments = len(score["forward"]) + len(score["backward"])
    references = [
        (f"{key}[{i}]", "nodes", n)
        for key in ("forward", "backward")
        for i, n in enumerate(score[key])
    ]
    references += [(f"again[{i}]", "backward", at) for i, at in enumerate(score["again"])]
    for i, gradient in enumerate(score["gradients"]):
        references.append((f"gradients[{i}].node", "nodes", gradient["node"]))
    for i, write in enumerate(score.get("writes", [])):
        references.append((f"writes[{i}].node", "nodes", write["node"]))
        references.append((f"writes[{i}].storage", "storages", write.get("storage", 0)))
    if "failed" in score:
        references.append(("failed.node", "nodes", score["failed"]["node"]))
    for i, node in enumerate(score["nodes"]):
        references += [(f"nodes[{i}].operands", "nodes", operand) for operand in node["operands"]]
        references += [(f"nodes[{i}].saved", "storages", s["storage"]) for s in node["saved"]]
        if node["place"] is not None:
            references.append((f"nodes[{i}].place", "source", node["place"][0]))
    for i, storage in enumerate(score["storages"]):
        references.append((f"storages[{i}].node", "nodes", storage["node"]))
        if not storage["from"] <= storage["until"] < moments:
            yield (
                f"storages[{i}]",
                f"it should be held from a moment to a later one below {moments}, "
                f"not from {storage['from']} until {storage['until']}",
            )
    for key, most in (("norms", sizes["backward"]), ("moved", moments), ("seconds", moments)):
        if key in score and len(score[key]) != most:
            yield key, f"{len(score[key])} numbers for {most} moments"
    yield from _beyond(references, sizes)
