import files from "tapewalk:derive";

/** A Python string with any text in it. */
const literal = (/** @type {unknown} */ x) => JSON.stringify(JSON.stringify(x));

/** Writes the course's files where Python imports them. */
const SETUP = `import json
import os
for _path, _text in json.loads(${literal(files)}).items():
    _parts = ("/lib/" + _path).split("/")[1:-1]
    for _i in range(len(_parts)):
        try:
            os.mkdir("/" + "/".join(_parts[:_i + 1]))
        except OSError:
            pass
    with open("/lib/" + _path, "w") as _file:
        _file.write(_text)
`;

/**
 * Return a function that asks the page's Python about a line. A line is data there: nothing of it is executed.
 *
 * @param {Runner} engine
 * @returns {(name: string, ...given: unknown[]) => Promise<any>}
 */
export function asker(engine) {
  const run = (/** @type {unknown[]} */ request) => engine.run(`import numpy
import runner
from tapewalk_course.derive.session import asked
runner.Answer(asked(${literal(request)}))
`);
  return async (...request) => {
    let result = await run(request);
    // A new worker has none of the files.
    if (result.error?.type === "ImportError") {
      await engine.run(`import numpy\n${SETUP}`);
      result = await run(request);
    }
    if (result.answer === null) throw new Error(result.error?.sentence ?? "no answer");
    return JSON.parse(result.answer);
  };
}
