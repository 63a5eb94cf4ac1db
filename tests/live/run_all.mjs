/** Runs what the JSON file named on the command line lists: `[program or trace, leaves]` each. With `arrays`
 * after it, programs have NumPy and names. */
import {readFileSync} from "node:fs";
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {startEngine} from "../../lib/live/engine.js";
import {bridge} from "../../lib/live/arrays/bridge.js";
import {arrayFiles, deriveFiles, files, nameFiles} from "../../lib/live/files.mjs";
import {programOf} from "../../lib/live/program.js";
import {toNumber} from "../../lib/diagrams/words/numbers.js";

/** JSON.stringify writes −0 as 0, which is another number. */
const keepSign = (key, entry) => (Object.is(entry, -0) ? "-0.0" : entry);

const arrays = process.argv[3] === "arrays" ? {bridge, files: {...deriveFiles(), ...arrayFiles(), ...nameFiles()}} : null;
const run = await startEngine(loadMicroPython, files(), {}, arrays);
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
const results = cases.map(([what, leaves]) => {
  if (typeof what === "string") return run(what, leaves);
  const given = what.nodes.filter(({op, label}) => op === "leaf" && label in leaves);
  const numbers = given.map(({id, label}) => [`x${id}`, toNumber(leaves[label])]);
  return run(programOf(what), Object.fromEntries(numbers));
});
process.stdout.write(JSON.stringify(results, keepSign));
