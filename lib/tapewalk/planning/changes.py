"""The memory of a step after a change of the model, computed from the recording of the step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import prod

from tapewalk.planning.tape import Call, Hold, Piece, Tape


def _ops(names: str) -> frozenset[str]:
    return frozenset(f"aten::{name}" for name in names.split())


_PRODUCTS = _ops("bmm baddbmm")
_SOFTMAX = _ops("_softmax _safe_softmax")
_MASKED = _ops("add sub masked_fill where")
_BETWEEN = _MASKED | _ops("mul div _to_copy clone") | _PRODUCTS  # the scores and the softmax
_MASKS = _ops("ones full triu tril arange eq ne lt le gt ge")
_COPIES = _ops("clone mul div")


@dataclass(frozen=True)
class _Rerun:
    """The second run of a checkpoint.

    Attributes:
        call: The call of the module.
        stop: The number of events before its last saved tensor: there the second run ends.
        at: The event of the backward pass before which it runs.
        end: The last event at which it needs its arguments.
    """

    call: Call
    stop: int
    at: int
    end: int


def checkpointed(tape: Tape, calls: Sequence[Call]) -> Tape:
    """Return the memory of the step if these calls of modules were checkpoints.

    A checkpoint (`use_reentrant=False`) keeps its arguments instead of its saved tensors. When the
    backward pass asks for the first of those, the call runs again up to the last tensor it saves.
    """
    reruns = _reruns(tape, calls)
    ats = [rerun.at for rerun in reruns]
    longer = [0, *accumulate(rerun.stop - rerun.call.start for rerun in reruns)]

    def moved(time: int) -> int:
        return time + longer[bisect_right(ats, time)]

    # The calls are apart from each other, in forward order by both of these.
    order = sorted(range(len(reruns)), key=lambda at: reruns[at].call.first)
    firsts = [reruns[at].call.first for at in order]
    starts = [reruns[at].call.start for at in order]

    def inside(number: int) -> bool:
        at = bisect_right(firsts, number) - 1
        return at >= 0 and number < reruns[order[at]].call.last

    arguments: dict[int, int] = {}
    for rerun in reruns:
        for number in rerun.call.inputs:
            arguments[number] = max(arguments.get(number, 0), rerun.end)
    pieces = []
    for number, piece in enumerate(tape.pieces):
        kept: list[Hold] = []
        again: list[Hold] = []
        for hold in piece.holds:
            later = replace(hold, read=moved(hold.read), end=moved(hold.end))
            (again if inside(hold.number) else kept).append(later)
        end = moved(max(piece.end, arguments.get(number, 0)))
        birth = moved(piece.birth) if piece.birth >= 0 else -1
        pieces.append(replace(piece, birth=birth, end=end, holds=tuple(kept)))
        at = bisect_right(starts, piece.birth) - 1
        own = reruns[order[at]] if at >= 0 else None
        if own is not None and piece.birth < own.stop:
            start = own.at + longer[order[at]] - own.call.start
            # What it saves is there until the run has ended, if not longer.
            end = own.stop - 1 if again else min(piece.end, own.stop - 1)
            about = (start + piece.birth, start + end, piece.shape, tuple(again))
            pieces.append(Piece("other", piece.bytes, *about))
    again_run = (tape.events[rerun.call.start : rerun.stop] for rerun in reruns)
    return replace(
        tape,
        pieces=pieces,
        calls=(),
        backward=moved(tape.backward - 1) + 1,
        work=tape.work + sum(event.work for events in again_run for event in events),
        length=tape.length + longer[-1],
    )


def _reruns(tape: Tape, calls: Sequence[Call]) -> list[_Rerun]:
    """Return the second runs of calls in the order in which the backward pass asks for them."""
    holds = [hold for piece in tape.pieces for hold in piece.holds]
    holds = sorted((h for h in holds if h.end >= tape.forward - 1), key=lambda hold: hold.number)
    numbers = [hold.number for hold in holds]
    found = []
    for call in calls:
        low, high = (bisect_right(numbers, end - 1) for end in (call.first, call.last))
        if own := holds[low:high]:
            stop, end = max(hold.at for hold in own), max(hold.end for hold in own)
            found.append(_Rerun(call, stop, min(hold.read for hold in own), end))
    return sorted(found, key=lambda rerun: (rerun.at, -rerun.call.first))


def offloaded(tape: Tape) -> Tape:
    """Return the memory of the step if saved tensors were on the host until they are needed."""
    holds = [hold for piece in tape.pieces for hold in piece.holds]
    pieces = [replace(piece, holds=()) for piece in tape.pieces]
    pieces += [Piece("other", hold.bytes, hold.read, hold.end) for hold in holds]
    return replace(tape, pieces=pieces, bus=sum(hold.bytes for hold in holds))


@dataclass(frozen=True)
class Attention:
    """An attention that is written out: softmax(q @ kᵀ) @ v.

    Attributes:
        scores: The event of its first product.
        softmax: The event of its softmax.
        result: The event of its second product.
        operands: The pieces of q, k and v.
        removed: The pieces that would not exist.
        has_dropout: Whether some of its probabilities are dropped.
        is_masked: Whether something is added to the scores, or they are filled.
    """

    scores: int
    softmax: int
    result: int
    operands: Collection[int]
    removed: Collection[int]
    has_dropout: bool
    is_masked: bool


def attentions(tape: Tape) -> list[Attention]:
    """Return the attentions of a step that are written out."""
    makers = {made: at for at, event in enumerate(tape.events) for made in event.makes}
    readers: dict[int, list[int]] = {}
    for at, event in enumerate(tape.events[: tape.forward]):
        for number in event.reads:
            readers.setdefault(number, []).append(at)
    softmaxes = [at for at in range(tape.forward) if tape.events[at].op in _SOFTMAX]
    found = (_attention(tape, makers, readers, at) for at in softmaxes)
    return [one for one in found if one is not None]


def _attention(
    tape: Tape, makers: Mapping[int, int], readers: Mapping[int, Sequence[int]], softmax: int
) -> Attention | None:
    """Return the attention around a softmax, if it is one."""
    events = tape.events
    size = _numbers(tape, softmax)
    before: list[int] = []
    at: int | None = softmax
    while at is not None and events[at].op not in _PRODUCTS:
        before.append(at)
        made = (makers[number] for number in events[at].reads if number in makers)
        large = (one for one in made if _numbers(tape, one) == size and events[one].op in _BETWEEN)
        at = next(large, None)
    after: list[int] = []
    result: int | None = softmax
    while result is not None and events[result].op not in _PRODUCTS:
        after.append(result)
        result = next(iter(readers.get(events[result].makes[0], ())), None)
    if at is None or result is None:
        return None
    inner = [at, *before, *after]
    removed = {made for one in inner for made in events[one].makes}
    # A mask that is made for it alone: causal attention needs none.
    waiting = [number for one in before for number in events[one].reads]
    while waiting:
        mask = waiting.pop()
        is_mask = mask in makers and events[makers[mask]].op in _MASKS
        if is_mask and mask not in removed and set(readers[mask]) <= set(inner):
            removed.add(mask)
            inner.append(makers[mask])
            waiting += events[makers[mask]].reads
    probabilities = events[after[-1]].makes[0]
    operands = set()
    for operand in (*events[at].reads, *(n for n in events[result].reads if n != probabilities)):
        # A copy or a scaled tensor that only the product reads.
        while operand in makers and len(readers.get(operand, ())) == 1:
            maker = events[makers[operand]]
            if maker.op not in _COPIES or len(maker.reads) > 1:
                break
            removed.add(operand)
            operand = maker.reads[0]
        operands.add(operand)
    names = [events[one].op for one in (*before, *after)]
    has_dropout = any("dropout" in name or "bernoulli" in name for name in names)
    about = (operands, removed, has_dropout, not _MASKED.isdisjoint(names))
    return Attention(at, softmax, result, *about)


def _numbers(tape: Tape, at: int) -> int:
    """Return how many numbers are in the first result of an event."""
    return prod(tape.pieces[tape.events[at].makes[0]].shape)


def fused(tape: Tape, attentions: Sequence[Attention]) -> Tape:
    """Return the memory of the step if each of these attentions were one operation.

    It saves q, k, v, its result, and one float32 for each row of the scores, and the backward pass
    computes the scores again.
    """
    events, pieces = tape.events, list(tape.pieces)
    runs: dict[int, list[int]] = {}  # by node
    for at in range(tape.forward, tape.backward):
        runs.setdefault(events[at].node, []).append(at)
    for one in attentions:
        first, second = events[one.scores].node, events[one.result].node
        if first not in runs or second not in runs:
            continue
        (softmax,), start, end = events[one.softmax].makes, runs[second][0], runs[first][-1]
        gone = set(one.removed)
        size = _numbers(tape, one.softmax)
        for node, ran in runs.items():
            if first < node <= second:  # gradients of scores and probabilities
                made = [number for at in ran for number in events[at].makes]
                gone |= {number for number in made if prod(tape.pieces[number].shape) == size}
        for number in events[start].reads:
            if tape.pieces[number].birth >= tape.forward:  # the incoming gradient
                pieces[number] = replace(pieces[number], end=max(pieces[number].end, end))
        # It writes its result in the order in which it is used, so a copy is that result.
        (result,) = events[one.result].makes
        later = range(one.result + 1, tape.forward)
        copies = (events[at] for at in later if events[at].op == "aten::clone")
        copy = next((event.makes[0] for event in copies if result in event.reads), None)
        if copy is not None:
            gone.add(result)
            result = copy
            pieces[copy] = replace(pieces[copy], birth=one.result)
        for number in gone:
            pieces[number] = replace(pieces[number], bytes=0, holds=())
        # The number of a tensor that it saved says in which module it is.
        number = tape.pieces[softmax].holds[0].number
        hold = Hold(number, one.result + 1, start, end, 4 * size // tape.pieces[softmax].shape[-1])
        pieces.append(Piece("other", hold.bytes, one.result, one.result, (), (hold,)))
        for number in (*one.operands, result):
            own = replace(hold, bytes=pieces[number].bytes)
            pieces[number] = replace(pieces[number], holds=(*pieces[number].holds, own))
    return replace(tape, pieces=pieces)
