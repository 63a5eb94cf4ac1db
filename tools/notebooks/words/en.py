"""What notebooks say in English; the cell fills in what stands in braces."""

WORDS = {
    "question": "Question",
    "data": "Data for the figures",
    "title": "Setup",
    "why": "Installs what this Python lacks, and only that.",
    "reload": "Installed. Reload this page once, so that Jupyter finds the figures.",
    "failed": "Not installed: {names}. Above, pip says why. Fix that and run this cell again, "
    "or type in a terminal: {command}",
    "alone": "This notebook needs the library, which comes with the course: {wheel} is not "
    "there. Put the notebook back into the course's folder, or install the file of that name "
    "from there with pip; then run this cell again.",
}
