"""Lines of the texts that were run."""

texts = {}


def getline(name, number):
    """Returns a line of a text, "" if there is none."""
    lines = texts.get(name, "").split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else ""
