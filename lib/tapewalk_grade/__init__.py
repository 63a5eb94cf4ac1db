r"""The grader of notebooks: `python -m tapewalk_grade submissions/`.

It reads all notebooks, then runs each one afresh in a process of its own, which gets inputs and
returns plain results. Only another process knows the right results and compares.

The limits are on time, memory, the size of files and the number of processes; output is discarded,
and few environment variables are passed on. Where Linux allows user namespaces, a notebook has no
network, sees no other process, submission or device, and writes only into a folder of its own.
Elsewhere the report begins with what is not protected: then grade the work of strangers in a
container without a network:

    docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp \
        -v "$PWD/submissions:/submissions:ro" IMAGE python -P -m tapewalk_grade /submissions
"""
