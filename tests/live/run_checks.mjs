/** Checks what the JSON file named on the command line lists: `{data, works}`, as a page checks a cell. */
import {readFileSync} from "node:fs";
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {checkProgram, feedback, trialsOf} from "../../lib/live/check.js";
import {lateOf} from "../../lib/live/stages.js";
import {startEngine} from "../../lib/live/engine.js";
import {bridge} from "../../lib/live/arrays/bridge.js";
import {arrayFiles, files} from "../../lib/live/files.mjs";

const run = await startEngine(loadMicroPython, files(), {}, {bridge, files: arrayFiles()});
const {data, works} = JSON.parse(readFileSync(process.argv[2], "utf8"));
const told = works.map(({id, earlier, own, line, lang}) => {
  const exercise = data.exercises[id];
  const of = {words: data.words[lang], errors: data.errors, lang, own};
  const trials = [];
  for (const late of [false, true]) {
    const quick = exercise.cases.flatMap((each, n) => (each.late ? [] : [n]));
    const chosen = late ? lateOf(exercise, trials) : quick;
    if (chosen.length === 0) break;
    const {answer: text, error} = run(checkProgram(data.files, [earlier, own, line, exercise, chosen]));
    const answer = error ? {error} : JSON.parse(text);
    if (!answer.results) return answer.error ? answer : feedback(exercise, [], {...of, ...answer});
    trials.push(...trialsOf(exercise, chosen, answer.results));
  }
  return feedback(exercise, trials, of);
});
process.stdout.write(JSON.stringify(told));
