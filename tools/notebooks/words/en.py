"""The notebooks' own words in English; the cell fills in the braces."""

WORDS = {
    "question": "Question",
    "data": "Data for the figures",
    "title": "Setup",
    "why": "Installs what this Python lacks, and only that.",
    "failed": "Not installed: {names}. Above, pip says why. Fix that and run this cell again, "
    "or type in a terminal: {command}",
    "restart": "{name} {found} was installed, but this kernel has already loaded {name} {loaded}. "
    "Restart the kernel (in Colab: Runtime, Restart session) and run this cell again.",
    "alone": "This notebook needs the library, which comes with the course: {wheel} is not "
    "there. Put the notebook back into the course's folder, or install the file of that name "
    "from there with pip; then run this cell again.",
}
