"""The frames that an error passed."""


def extract_tb(frames, limit=None):
    """Returns the frames; the last ones with a negative limit."""
    return frames if limit is None else frames[limit:]
