def activation_bytes(entries):
    pieces = {entry.storage: entry.storage_bytes for entry in entries if entry.of is None}
    return sum(pieces.values())
