"""What a change of the model would make of the memory of its step, computed from its recording."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tapewalk.planning.tape import Call, Event, Hold, Piece, Tape

# Operations between the products of attention, which it would not keep if it were one operation.
_BETWEEN = frozenset(
    f"aten::{name}"
    for name in ("add", "sub", "mul", "div", "masked_fill", "where", "_to_copy", "clone")
)
_MASKS = frozenset(
    f"aten::{name}"
    for name in ("ones", "full", "triu", "tril", "arange", "eq", "ne", "lt", "le", "gt", "ge")
)
_MASKED = frozenset(f"aten::{name}" for name in ("add", "sub", "masked_fill", "where"))
_PRODUCTS = ("aten::bmm", "aten::baddbmm")
_SOFTMAX = ("aten::_softmax", "aten::_safe_softmax")


@dataclass(frozen=True)
class _Rerun:
    """The second run of a checkpoint.

    Attributes:
        call: The call of the module.
        stop: The number of events before its last saved tensor: there the second run ends.
        at: The event of the backward pass before which it runs.
        end: The last event at which it needs its arguments.
        start: The position of its first event in the changed step.
    """

    call: Call
    stop: int
    at: int
    end: int
    start: int = 0

    @property
    def length(self) -> int:
        """The number of events that run again."""
        return self.stop - self.call.start


def checkpointed(tape: Tape, calls: Sequence[Call]) -> Tape:
    """Return the memory of the step if these calls of modules were checkpoints.

    A checkpoint (`use_reentrant=False`) keeps its arguments instead of its saved tensors. When the
    backward pass asks for the first of those, the call runs again up to the last tensor it saves.
    """
    order = sorted(_reruns(tape, calls), key=lambda rerun: (rerun.at, -rerun.call.first))
    reruns, longer = [], 0
    for rerun in order:
        reruns.append(replace(rerun, start=rerun.at + longer))
        longer += rerun.length
    ats = [rerun.at for rerun in reruns]
    lengths = [0]
    for rerun in reruns:
        lengths.append(lengths[-1] + rerun.length)

    def moved(time: int) -> int:
        return time + lengths[bisect_right(ats, time)]

    firsts = {rerun.call.first: rerun for rerun in reruns}
    begins = sorted(firsts)
    starts = sorted((rerun.call.start, rerun.call.first) for rerun in reruns)

    def of_hold(number: int) -> _Rerun | None:
        at = bisect_right(begins, number) - 1
        rerun = firsts[begins[at]] if at >= 0 else None
        return rerun if rerun is not None and number < rerun.call.last else None

    def of_birth(time: int) -> _Rerun | None:
        at = bisect_right(starts, (time, 2**62)) - 1
        rerun = firsts[starts[at][1]] if at >= 0 else None
        return rerun if rerun is not None and time < rerun.stop else None

    arguments: dict[int, int] = {}
    for rerun in reruns:
        for number in rerun.call.inputs:
            arguments[number] = max(arguments.get(number, 0), rerun.end)
    pieces = []
    for number, piece in enumerate(tape.pieces):
        kept: list[Hold] = []
        again: list[Hold] = []
        for hold in piece.holds:
            (kept if of_hold(hold.number) is None else again).append(_moved(hold, moved))
        end = max(piece.end, arguments.get(number, 0))
        birth = moved(piece.birth) if piece.birth >= 0 else -1
        pieces.append(replace(piece, birth=birth, end=moved(end), holds=tuple(kept)))
        own = of_birth(piece.birth)
        if own is not None:
            birth = own.start + piece.birth - own.call.start
            end = own.start + min(piece.end, own.stop - 1) - own.call.start
            # What the second run saves is there until it has ended, if not longer.
            end = max(end, own.start + own.length - 1) if again else end
            pieces.append(Piece("other", piece.bytes, birth, end, piece.shape, tuple(again)))
    work = sum(event.work for rerun in reruns for event in _between(tape, rerun))
    return replace(
        tape,
        pieces=pieces,
        calls=(),
        backward=moved(tape.backward - 1) + 1,
        work=tape.work + work,
        length=tape.length + lengths[-1],
    )


def _between(tape: Tape, rerun: _Rerun) -> Sequence[Event]:
    return tape.events[rerun.call.start : rerun.stop]


def _moved(hold: Hold, moved: object) -> Hold:
    assert callable(moved)
    return replace(hold, read=moved(hold.read), end=moved(hold.end))


def _reruns(tape: Tape, calls: Sequence[Call]) -> Iterator[_Rerun]:
    holds = sorted(
        (hold for piece in tape.pieces for hold in piece.holds), key=lambda hold: hold.number
    )
    numbers = [hold.number for hold in holds]
    for call in calls:
        low, high = (bisect_right(numbers, end - 1) for end in (call.first, call.last))
        inside = [hold for hold in holds[low:high] if hold.end >= tape.forward - 1]
        if inside:
            stop = max(hold.at for hold in inside)
            at = min(hold.read for hold in inside)
            yield _Rerun(call, stop, at, max(hold.end for hold in inside))


def offloaded(tape: Tape) -> Tape:
    """Return the memory of the step if saved tensors were on the host until they are needed."""
    pieces = []
    bus = 0
    for piece in tape.pieces:
        pieces.append(replace(piece, holds=()))
        for hold in piece.holds:
            bus += hold.bytes
            pieces.append(Piece("other", hold.bytes, hold.read, hold.end, (), ()))
    return replace(tape, pieces=pieces, bus=bus)


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
    operands: tuple[int, ...]
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
    tape: Tape, makers: dict[int, int], readers: dict[int, list[int]], softmax: int
) -> Attention | None:
    events = tape.events
    before: list[int] = []
    at: int | None = softmax
    while at is not None and events[at].op not in _PRODUCTS:
        size = _numbers(tape, events[at].makes[0])
        before.append(at)
        sources = [n for n in events[at].reads if n in makers and _numbers(tape, n) == size]
        made = (makers[n] for n in sources)
        ops = (*_BETWEEN, *_PRODUCTS)
        at = next((m for m in made if events[m].op in ops and m < before[-1]), None)
    after: list[int] = []
    result: int | None = softmax
    while result is not None and events[result].op not in _PRODUCTS:
        after.append(result)
        followers = readers.get(events[result].makes[0], ())
        result = next((n for n in followers if events[n].op not in ("aten::detach",)), None)
        if result is not None and result < after[-1]:
            result = None
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
    operands = []
    for operand in (*events[at].reads, *(n for n in events[result].reads if n != probabilities)):
        while operand in makers and _is_copy(tape, makers[operand], readers.get(operand, ())):
            removed.add(operand)
            operand = events[makers[operand]].reads[0]
        operands.append(operand)
    names = [events[one].op for one in (*before, *after)]
    return Attention(
        at,
        softmax,
        result,
        tuple(dict.fromkeys(operands)),
        frozenset(removed),
        any("dropout" in name or "bernoulli" in name for name in names),
        not _MASKED.isdisjoint(names),
    )


def _numbers(tape: Tape, piece: int) -> int:
    count = 1
    for length in tape.pieces[piece].shape:
        count *= length
    return count


def _is_copy(tape: Tape, at: int, read_by: Sequence[int]) -> bool:
    """Return whether an event copied or scaled an operand of attention, and nothing else."""
    event = tape.events[at]
    is_simple = event.op in ("aten::clone", "aten::mul", "aten::div") and len(event.reads) == 1
    return is_simple and len(read_by) == 1


def fused(tape: Tape, attentions: Sequence[Attention]) -> Tape:
    """Return the memory of the step if each of these attentions were one operation.

    It saves q, k, v, its result, and one float32 for each row of the scores, and the backward pass
    computes the scores again.
    """
    pieces = list(tape.pieces)
    last: dict[int, int] = {}
    runs: dict[int, list[int]] = {}
    for at in range(tape.forward, tape.backward):
        last[tape.events[at].node] = at
        runs.setdefault(tape.events[at].node, []).append(at)
    for one in attentions:
        first, second = (tape.events[at].node for at in (one.scores, one.result))
        if first not in last or second not in runs:
            continue
        end = last[first]
        _remove_backward(tape, pieces, one, runs)
        for number in one.removed:
            pieces[number] = replace(pieces[number], bytes=0, holds=())
        probabilities = tape.pieces[tape.events[one.softmax].makes[0]]
        rows = _numbers(tape, tape.events[one.softmax].makes[0]) // probabilities.shape[-1]
        hold = Hold(_number_near(tape, one), one.result + 1, runs[second][0], end, 0)
        about = (one.result, one.result, (), (hold,))
        pieces.append(Piece("other", 4 * rows, *about))
        for number in (*one.operands, _output(tape, pieces, one)):
            own = replace(hold, bytes=pieces[number].bytes)
            pieces[number] = replace(pieces[number], holds=(*pieces[number].holds, own))
    return replace(tape, pieces=pieces)


def _number_near(tape: Tape, one: Attention) -> int:
    """Return the number of a saved tensor of this attention, so that its module is known."""
    return tape.pieces[tape.events[one.softmax].makes[0]].holds[0].number


def _output(tape: Tape, pieces: list[Piece], one: Attention) -> int:
    """Return the piece of the result, which a fused attention writes in its final order."""
    made = tape.events[one.result].makes[0]
    copies = [
        at
        for at in range(one.result + 1, tape.forward)
        if made in tape.events[at].reads and tape.events[at].op == "aten::clone"
    ]
    if not copies:
        return made
    pieces[made] = replace(pieces[made], bytes=0, holds=())
    copy = tape.events[copies[0]].makes[0]
    pieces[copy] = replace(pieces[copy], birth=one.result)
    return copy


def _remove_backward(
    tape: Tape, pieces: list[Piece], one: Attention, runs: dict[int, list[int]]
) -> None:
    """Remove the gradients of scores and probabilities; the incoming gradient waits for them."""
    first, second = (tape.events[at].node for at in (one.scores, one.result))
    large = _numbers(tape, tape.events[one.softmax].makes[0])
    for node, ran in runs.items():
        if not first <= node <= second:
            continue
        for at in ran:
            for number in tape.events[at].makes:
                if _numbers(tape, number) == large and node != first:
                    pieces[number] = replace(pieces[number], bytes=0, holds=())
    for number in tape.events[runs[second][0]].reads:
        if tape.pieces[number].birth >= tape.forward:
            end = max(pieces[number].end, runs[first][-1])
            pieces[number] = replace(pieces[number], end=end)
