"""What is kept, copied and written over, and what costs without need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.graph.groups import group_name
from tapewalk.inspect.attention import BY_HAND, DEFAULT
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, Rule, common_module, several

if TYPE_CHECKING:
    from tapewalk.inspect.torch_watch import Operation

_WRITES: Final = ("__setitem__", "__iadd__", "__isub__", "__imul__", "__itruediv__", "__ipow__")
_CASTS: Final = ("to", "float", "half", "bfloat16", "double", "type", "type_as")
_BETWEEN: Final = ("dropout", "identity")
_ANY_LAYOUT: Final = ("add", "__add__", "__radd__", "mul", "__mul__", "__rmul__", "sub", "__sub__")
_LAYERS: Final = (
    *("linear", "conv1d", "conv2d", "conv3d", "layer_norm", "group_norm", "rms_norm"),
    *("instance_norm", "embedding"),
)
_VIEWS: Final = ("view", "reshape", "flatten", "permute", "t", "transpose", "T", "mT", "unsqueeze")
# Fewer operations than these are no stack of blocks.
_MANY: Final = 12
_ATTENDS: Final = ("softmax", "scaled_dot_product_attention", "multi_head_attention_forward")


def written_over(evidence: Evidence) -> Iterator[Finding]:
    """Finds values that backward needs and that were written over."""
    if evidence.unreadable:
        writes = [operation.place for operation in evidence.operations if _writes(operation)]
        facts = {"names": several(evidence.unreadable), "writes": several(filter(None, writes))}
        yield Finding("written_over", "", writes[-1] if writes else None, facts)


def kept_between_steps(evidence: Evidence) -> Iterator[Finding]:
    """Finds a graph that reaches back to before the call: a hidden state that kept its history."""
    if evidence.older:
        operations = [node for node in evidence.nodes if not node.is_leaf]
        facts = {"older": evidence.older, "all": len(operations)}
        first = next((o for o in evidence.operations if o.older), None)
        module, place = (first.module, first.place) if first else ("", None)
        if evidence.watched is not None and evidence.model is not None:
            from tapewalk.inspect.torch_watch import where_kept

            module, place = where_kept(evidence.model) or (module, place)
        yield Finding("kept_between_steps", module, place, facts)
    elif evidence.watched is not None and evidence.model is not None:
        from tapewalk.inspect.torch_watch import where_history_grows

        for module, place, older in where_history_grows(evidence.model, evidence.watched):
            facts = {"older": older, "all": older + len(evidence.nodes)}
            yield Finding("kept_between_steps", module, place, facts)


def attention_apart(evidence: Evidence) -> Iterator[Finding]:
    """Finds attention that is not one fused node, and why."""
    apart: dict[str, list[Any]] = {}
    for core in evidence.attention:
        # With dropout, or by order, PyTorch takes its plain path: that is no fault.
        if not core.fused and core.reason in (BY_HAND, DEFAULT):
            apart.setdefault(core.reason, []).append(core)
    for reason, cores in apart.items():
        softmaxes = [
            (o.module, o.place)
            for o in evidence.named(*_ATTENDS)
            if group_name(o.module) == cores[0].group
        ]
        module, place = softmaxes[0] if softmaxes else (cores[0].group or "", None)
        yield Finding("attention_apart", module, place, {"count": len(cores), "why": f"@{reason}"})


def casts_and_back(evidence: Evidence) -> Iterator[Finding]:
    """Finds tensors that are cast to a type and right back."""
    for operation in evidence.named(*_CASTS):
        if operation.dtypes[0] == operation.dtypes[1] or evidence.watched is None:
            continue
        source = operation.sources[0]
        before = None if source is None else evidence.operations[source]
        if (
            before is not None
            and before.name in _CASTS
            and before.took
            and before.dtypes == operation.dtypes[::-1]
        ):
            facts = {"there": before.dtypes[1], "back": operation.dtypes[1]}
            yield Finding("dtype_and_back", operation.module, operation.place, facts)


def computed_and_back(evidence: Evidence) -> Iterator[Finding]:
    """Finds what is computed in double or half precision between casts from single and back to it.

    In half only within one module: a model whose blocks run in half, between others, is built so.
    """
    single, double, half = "torch.float32", "torch.float64", "torch.float16"
    for operation in evidence.named(*_CASTS):
        there, back = operation.dtypes
        if there not in (double, half) or back != single or not operation.gave:
            continue
        direct = operation.sources[0]
        for before in evidence.behind(operation):
            if before.name not in _CASTS or before.dtypes != (back, there) or not before.took:
                continue
            is_near = there == double or before.module == operation.module
            if is_near and (direct is None or before is not evidence.operations[direct]):
                facts = {"there": there, "back": back}
                yield Finding("dtype_and_back", before.module, before.place, facts)
            break


def checkpoints(evidence: Evidence) -> Iterator[Finding]:
    """Finds checkpoints around what saves no more than the checkpoint itself: its operands."""
    inside: dict[int, list[Operation]] = {}
    for operation in evidence.operations:
        if operation.checkpoint is not None and operation.recording and operation.gave:
            inside.setdefault(operation.checkpoint, []).append(operation)
    nodes = dict(zip(evidence.numbers, evidence.nodes, strict=True)) if inside else {}
    found: dict[str | None, list[Operation]] = {}
    for operations in inside.values():
        own = {id(operation) for operation in operations}
        entering = {
            source
            for operation in operations
            for source in operation.sources
            if source is not None and id(evidence.operations[source]) not in own
        }
        numbers = [number for operation in operations for number in range(*operation.numbers)]
        saved = [s for number in numbers if number in nodes for s in nodes[number].saved]
        stored = {s.storage for s in saved if s.of is None}
        if len(stored) <= len(entering) and any(number in nodes for number in numbers):
            found.setdefault(operations[0].place, []).append(operations[0])
    for place, firsts in found.items():
        facts = {"count": len(firsts), "operation": firsts[0].name}
        yield Finding("checkpoint_saves_nothing", firsts[0].module, place, facts)


def checkpoint_around_all(evidence: Evidence) -> Iterator[Finding]:
    """Finds one checkpoint around nearly everything: backward builds all of it again at once."""
    recorded = [o for o in evidence.operations if o.recording and o.gave]
    inside = [o for o in recorded if o.checkpoint is not None]
    if len({o.checkpoint for o in inside}) == 1 and len(inside) > max(_MANY, 0.8 * len(recorded)):
        blocks = {".".join(o.module.split(".")[:2]) for o in inside}
        if len(blocks) > 1:
            module = common_module([o.module for o in inside])
            facts = {"inside": len(inside), "all": len(recorded)}
            yield Finding("checkpoint_around_all", module, inside[0].place, facts)


def computed_twice(evidence: Evidence) -> Iterator[Finding]:
    """Finds what a module computes, or copies, from the very same tensor a second time."""
    seen: set[tuple[Any, ...]] = set()
    told: set[str | None] = set()
    for operation in evidence.operations:
        is_copy = operation.name == "contiguous" and operation.copied
        is_layer = operation.name in _LAYERS and operation.module != ""
        if not (operation.gave and (is_copy or is_layer)) or operation.checkpoint is not None:
            continue
        origin = _origin(evidence, operation)
        if origin is None:
            continue
        place = operation.place if is_copy else operation.module
        key = (operation.name, None if is_copy else operation.module, origin)
        if key in seen and place not in told:
            told.add(place)
            facts = {"what": operation.name}
            yield Finding("computed_twice", operation.module, operation.place, facts)
        seen.add(key)


def _origin(evidence: Evidence, operation: Operation) -> tuple[Any, ...] | None:
    """Returns where the first tensor of a call comes from, and what views lie between."""
    views: list[Any] = []
    at = operation.sources[0] if operation.sources else None
    while at is not None:
        before = evidence.operations[at]
        if before.results > 1:
            return None  # which of them it was is not noted
        if before.name not in _VIEWS:
            return at, *views
        views.append((before.name, tuple(before.settings.items())))
        at = before.sources[0]
    return None


def needless_copies(evidence: Evidence) -> Iterator[Finding]:
    """Finds copies that nothing writes into, and that are only read."""
    written = {o.sources[0] for o in evidence.operations if _writes(o)}
    users: dict[int, list[Operation]] = {}
    for operation in evidence.operations:
        for at in operation.sources:
            if at is not None:
                users.setdefault(at, []).append(operation)
    for number, operation in enumerate(evidence.operations):
        if not operation.gave or number in written:
            continue
        # Sums and products take their operands in any order of the memory.
        is_laid_out = operation.name == "contiguous" and operation.copied and number in users
        only_read = all(user.name in _ANY_LAYOUT for user in users.get(number, ()))
        if operation.name == "clone" or (is_laid_out and only_read):
            facts = {"what": f"{operation.name}()"}
            yield Finding("copied_for_nothing", operation.module, operation.place, facts)


def no_longer_tied(evidence: Evidence) -> Iterator[Finding]:
    """Finds two matrices, both learning, with the same numbers where one was meant.

    An embedding and another matrix, or a matrix and another's transpose: layers that are copied
    whole, as those of a stack, begin with the same numbers too.
    """
    tables = [
        (p.name, tensor.detach())
        for p, tensor in _matrices(evidence)
        if _is_table(evidence, p.name)
    ]
    for at, (name, tensor) in enumerate(tables):
        for other, second in tables[at + 1 :]:
            is_embedding = _is_embedding(evidence, name) or _is_embedding(evidence, other)
            if (is_embedding and _is_alike(tensor, second)) or _is_alike(tensor, second.T):
                yield Finding("no_longer_tied", "", None, {"name": name, "other": other})


def _is_alike(tensor: Any, other: Any) -> bool:
    """Returns whether two matrices have the same numbers, and such as were drawn."""
    # The first rows tell nearly always, in no time. Ones and identities are equal by themselves.
    return bool(
        tensor.shape == other.shape
        and (tensor[0] == other[0]).all()
        and (tensor == other).all()
        and 2 * tensor.unique().numel() > tensor.numel()
    )


def no_activation(evidence: Evidence) -> Iterator[Finding]:
    """Finds two linear layers with nothing between that bends: together they are one."""
    if evidence.watched is None:
        return
    for operation in evidence.named("linear"):
        maker = evidence.made_by(operation)
        while maker is not None and maker.name in _BETWEEN:
            maker = evidence.made_by(maker)
        if maker is None or maker.name != "linear" or not (operation.took and maker.took):
            continue
        if _is_used_between(evidence, maker, operation):  # it is a result of its own
            continue
        (wide, inner), (_, narrow) = operation.shapes[1], maker.shapes[1]
        if inner >= min(wide, narrow):  # a narrower one between two is a choice
            facts = {"first": maker.module, "second": operation.module}
            yield Finding("no_activation", operation.module, operation.place or maker.place, facts)


def _is_used_between(evidence: Evidence, maker: Operation, operation: Operation) -> bool:
    """Returns whether somebody else takes what lies between two calls, or a view of it."""
    while operation is not maker:
        at = operation.sources[0]
        if at is None or sum(at in other.sources for other in evidence.operations) > 1:
            return True
        operation = evidence.operations[at]
    return False


def _writes(operation: Operation) -> bool:
    name = operation.name
    in_place = name.endswith("_") and not name.startswith("__") and name != "requires_grad_"
    return name in _WRITES or in_place or operation.settings.get("inplace") is True


def _matrices(evidence: Evidence) -> Iterator[tuple[Any, Any]]:
    if evidence.model is None:
        return
    tensors = dict(evidence.model.named_parameters())
    for parameter in evidence.parameters:
        learns = not parameter.missing and not parameter.also and parameter.name in tensors
        if len(parameter.shape) == 2 and learns:
            yield parameter, tensors[parameter.name]


def _is_table(evidence: Evidence, name: str) -> bool:
    owner = evidence.part(name.rpartition(".")[0])
    return type(owner).__name__ in {"Embedding", "Linear"} and min(owner.weight.shape) > 1


def _is_embedding(evidence: Evidence, name: str) -> bool:
    return type(evidence.part(name.rpartition(".")[0])).__name__ == "Embedding"


RULES: tuple[Rule, ...] = (
    written_over,
    kept_between_steps,
    attention_apart,
    casts_and_back,
    computed_and_back,
    checkpoints,
    checkpoint_around_all,
    computed_twice,
    needless_copies,
    no_longer_tied,
    no_activation,
)
