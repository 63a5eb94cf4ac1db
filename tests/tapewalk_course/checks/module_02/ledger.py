"""02.4: the reference, and what learners write instead."""

from tapewalk_course.solutions.module_02 import activation_bytes


def adding_up(entries):
    total, seen = 0, set()
    for entry in entries:
        if entry.of is None and entry.storage not in seen:
            seen.add(entry.storage)
            total += entry.storage_bytes
    return total


def by_part(entries, size):
    return {(e.storage, e.bytes): size(e) for e in entries if e.of is None}.values()


def by_largest_part(entries):
    largest = {}
    for e in entries:
        if e.of is None:
            largest[e.storage] = max(largest.get(e.storage, 0), e.bytes)
    return sum(largest.values())


REFERENCE = (activation_bytes,)
ALSO_RIGHT = [(adding_up,)]


def _is_whole(entry):
    return entry.bytes == entry.storage_bytes


def without_shared(entries):
    own = [e for e in entries if e.of is None]
    alone = [e for e in own if sum(other.storage == e.storage for other in own) == 1]
    return sum(e.storage_bytes for e in alone)


WRONG = [
    ("references", (lambda entries: sum(e.bytes for e in entries if e.of is None),)),
    ("repeated", (lambda entries: sum(e.storage_bytes for e in entries if e.of is None),)),
    ("everything", (lambda entries: sum(e.storage_bytes for e in entries),)),
    ("parameters", (lambda entries: sum({e.storage: e.storage_bytes for e in entries}.values()),)),
    (
        "inverted",
        (lambda entries: sum({e.storage: e.storage_bytes for e in entries if e.of}.values()),),
    ),
    ("sizes", (lambda entries: sum({e.storage_bytes for e in entries if e.of is None}),)),
    (
        "parts",
        (lambda entries: sum({e.storage: e.bytes for e in entries if e.of is None}.values()),),
    ),
]
WRONG += [
    ("first", (lambda entries: sum([e.storage_bytes for e in entries if e.of is None][:1]),)),
    ("largest", (lambda entries: max([0, *(e.storage_bytes for e in entries if e.of is None)]),)),
    ("unshared", (without_shared,)),
    ("keys", (lambda entries: sum({e.storage: e.bytes for e in entries if e.of is None}),)),
    ("whole", (lambda entries: activation_bytes([e for e in entries if _is_whole(e)]),)),
    ("kib", (lambda entries: activation_bytes(entries) / 1024,)),
    ("parts", (by_largest_part,)),
    ("views", (lambda entries: sum(by_part(entries, lambda e: e.storage_bytes)),)),
    ("views", (lambda entries: sum(by_part(entries, lambda e: e.bytes)),)),
]
GENERIC = [
    ("none", (lambda entries: None,)),
    ("type", (lambda entries: {e.storage: e.storage_bytes for e in entries},)),
    ("numbers", (lambda entries: len(entries),)),
    ("raised", (lambda entries: entries[0].size,)),
]
