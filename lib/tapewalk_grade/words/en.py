"""The words of the grader, in English."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    # a notebook that can't be graded
    "missing": "there is no such file",
    "no_file": "this is not a file",
    "unreadable": "the file can't be read ({error})",
    "huge": "the file is larger than {limit} MiB: clear its outputs and save it again",
    "empty": "the file is empty",
    "binary": "this is not text, so it is not a notebook",
    "broken": "the file is damaged: not valid JSON (line {line})",
    "no_notebook": "this is JSON, but not a notebook",
    "old": "nbformat is {format}, not 4: open it in a current Jupyter and save it again",
    "other_language": "the notebook is in {language}, not in Python",
    "no_code": "the notebook has no code",
    "no_exercises": "it contains no exercise of the course; choose the module with --module "
    "({known})",
    "unknown_module": "there are no exercises for module {module}, only for {known}",
    # a notebook that was stopped
    "timeout": "stopped after {seconds} s, {where}",
    "processes": "stopped at more than {processes} processes, {where}",
    "flood": "stopped: it wrote to the grader's own channel, {where}",
    "killed": "Python was killed (signal {code}), {where}: usually too much memory, or a crash",
    "ended": "the notebook ended its own Python (code {code}), {where}",
    "in_cell": "in cell {cell}",
    "in_checks": "while its code was being checked",
    "internal": "the grader itself failed: {error}",
    "lost": "the process that graded it was lost; grade this file again",
    "link": "this is a link to another file, which is not followed",
    "no_learner": "it names no learner, so it was not handed out with factors",
    "memory": "stopped at more than {memory} MiB of memory in all its processes, {where}",
    "noise": "the notebook's process sent something other than answers: look at its code",
    "forged": "{id}: no honest run returns this result; no points",
    "borrowed": "{id}: right, but a library did it: the work imports what it should build itself "
    "({names}); no points",
    "missing_here": "nothing was graded: the exercises need packages that are not installed: "
    "pip install {names}",
    "no_paths": "say which notebooks or folders to grade",
    "open_head": "Not protected here, because there are no user namespaces: {what}. A notebook "
    "runs with your rights; see --help.",
    "open_network": "the network",
    "open_files": "your files and other submissions",
    "open_processes": "other processes",
    "open_folder": "the size of its temporary files",
    # about cells and exercises
    "raised_cell": "cell {cell} stopped with an error: “{error}”",
    "slow_cell": "cell {cell}: stopped after {seconds} s",
    "foreign_cell": "cell {cell}: left out, not in Python",
    "hidden_code": "cell {cell} runs code that it does not show, or inspects Python's internals "
    "({names}): read that cell",
    "no_module": "the notebook does not name its module, or others name a different one: choose it "
    "with --module, or begin the name of the file or folder with it, as in 01-{name}",
    "altered": "the notebook altered the library, which was then restored: {names}",
    "alike": "the same code as {paths}, except for names, comments and layout: look at both",
    "near": "{shared} of its {count} rare statements are also in {path}, except for "
    "their names: look at both",
    "other_learner": "handed out to a learner whose name is not in its path",
    "same_learner": "handed out to the same learner as {paths}",
    "wrong_module": "graded as module {modules}, but its work belongs to module {found}: see "
    "its metadata, or --module",
    "comment": "about {id}: {text}",
    "overridden": "points set by the policy: {ids}",
    "late": "days late: {days} (−{cost})",
    "undefined": "not defined: {names}",
    "unreached": "not reached",
    # tables
    "head_file": "file",
    "head_status": "status",
    "head_points": "points",
    "head_of": "of",
    "head_seconds": "seconds",
    "head_message": "message",
    "summary": "notebooks graded: {graded} of {count}; {points} points of {of} on average; "
    "seed {seed}",
    "class_title": "What the class got right, and which mistakes it made",
    "class_said": "notebooks graded: {graded} of {count}, seed {seed}; for each exercise, the most "
    "frequent mistakes first",
    "class_right": "right",
    "class_exercise": "exercise",
    "class_unwritten": "nothing written yet",
    "class_mistake": "the mistake, as its hint describes it",
    "class_group": "share of the points",
    "class_who": "who",
    "class_learners": "learners",
    "class_share": "share",
    "page_title": "{points} of {of} points",
    "page_points": "{points} of {of}",
    "page_code": "your code",
    "page_drawing": "Below each number: the result and, after ✗, the expected one.",
    # the command
    "progress": "{done} of {count} notebooks",
    "nothing": "no notebook to grade: {paths}",
    "journal_busy": "another grading is using the journal {path}",
    "journal_unusable": "the journal {path} can't be used: {error}",
    "journal_broken": "{path} is not a journal of the grader",
    "journal_other": "the journal {path} was written with another {name} ({then}): use the same, "
    "or begin a new journal",
    "roster_unreadable": "{path} can't be read: {error}",
    "no_roster": "{path} is neither a gradebook from Canvas nor a grading worksheet from Moodle",
    "roster_empty": "{path} lists no learners",
    "secret_unreadable": "the secret {path} can't be read: {error}",
    "policy_unreadable": "the policy {path} can't be read: {error}",
    "policy_wrong": "the policy {path} has an unknown or wrong entry: {name}",
    "policy_other": "the policy {path} sets {ids} for {pattern}, which belong to another module",
    "policy_nobody": "the policy {path} names {pattern}, which matches no notebook",
    "not_a_notebook": "not graded, because it is not a notebook (.ipynb): {path}",
    "not_in_roster": "not in the list of learners: {path}",
    "interrupted": "interrupted after {done} of {count} notebooks; {how}",
    "resume": "the same command continues from there",
    "no_resume": "with --resume FILE, nothing would have been lost",
    "no_output": "can't write {path}: {error}",
    "no_helper": "the grading processes don't start: {command}",
    "unsafe": "without user namespaces, nothing here can stop a notebook from ending this program "
    "or writing its own points. Grade as root, so that notebooks run as another user, "
    "or grade each learner in a container of its own, with --unsafe; see the page for teachers",
    "no_fork": "grading needs Linux or macOS; on Windows, use WSL or a container",
    "help": "Grade notebooks: run each one, then try its functions and classes with the checks of "
    "this package.",
    "help_end": "Exit status: 0 all were graded; 1 some could not be; 2 wrong usage, or something "
    "needed is not installed; 3 all were graded, some below --fail-under; 130 interrupted. Where "
    "Linux allows user namespaces, a notebook has no network, sees no other submission and writes "
    "only into a folder of its own; elsewhere the report's first line lists what is open, and the "
    "work of strangers belongs in a container without a network: "
    "docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp "
    '-v "$PWD/submissions:/submissions:ro" IMAGE python -P -m tapewalk_grade /submissions',
    "help_paths": "notebooks, or folders that contain them",
    "help_module": "grade this module's exercises, such as 01, whatever the notebooks say; may be "
    "given several times",
    "help_jobs": "how many notebooks to grade at a time (as many as there are cores)",
    "help_format": "format of the results (table)",
    "help_output": "write the results to this file",
    "help_roster": "write the points into this list of learners, exported from Canvas or "
    "Moodle, ready to upload again",
    "help_feedback": "write a page for each learner into this folder, with the hints, in "
    "the language of their notebook",
    "help_anonymous": "show numbers in random order in place of the notebooks' paths",
    "help_lang": "the language of messages and hints",
    "help_timeout": "seconds for a whole notebook (60); a single cell gets a sixth of them",
    "help_memory": "MiB of memory for each process of a notebook and for all together (2048)",
    "help_seed": "seed of the random inputs, the same for all notebooks; by default a new one",
    "help_seed_by_learner": "different random inputs for each notebook, derived from seed and path",
    "help_factors": "grade only notebooks that were handed out with a factor for each learner",
    "help_secret": "a file with a text that only you know; the factors are computed from it: "
    "use the same one to hand out and to grade",
    "help_policy": "weights, days late, exercises left out, points given by hand: a TOML file, "
    "see the page for teachers",
    "help_resume": "keep a journal in this file, and continue from it after an interruption",
    "help_unsafe": "grade even where a notebook can end or alter the grader: see the page for "
    "teachers",
    "help_check_setup": "grade the course's own solutions: all have to get full marks",
    "help_fail_under": "exit with status 3 if any notebook has fewer points than this",
    "build": "Write the exercises in the form that another platform needs.",
    "build_for": "the platform",
    "build_paths": "for gradescope, the library's wheel; for the others, notebooks of exercises",
    "build_output": "for gradescope, the zip file to write; for the other platforms, a folder",
    "build_module": "for gradescope, the module whose exercises are graded, for example 01",
    "hand_out": "Write notebooks for each learner, with a different factor in most tasks.",
    "hand_out_paths": "notebooks of exercises, or folders that contain them",
    "hand_out_learners": "a gradebook from Canvas or a grading worksheet from Moodle (.csv), or a "
    "text with one name per line",
    "hand_out_output": "where to make a folder for each learner",
    "handed_out": "notebooks: {count}; learners: {learners}; in {path}",
    "no_folder": "no folder can have this name: {names}",
    "no_task": "{path} is not an unchanged notebook of the course's exercises: {error}",
    "number": "{name} has to be a number of at least {least}, not {value}",
}
