/** Replays each `[trace, leaves]` of the JSON file named on the command line; see test_replay.py. */
import {readFileSync} from "node:fs";
import {replay} from "../../lib/diagrams/trace/replay.js";
import {toNumber} from "../../lib/diagrams/words/numbers.js";

/** JSON.stringify writes −0 as 0, which is another number. */
const keepSign = (key, entry) => (Object.is(entry, -0) ? "-0.0" : entry);

const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
const results = cases.map(([trace, leaves]) => {
  const numbers = Object.entries(leaves).map(([label, entry]) => [label, toNumber(entry)]);
  try {
    return {trace: replay(trace, Object.fromEntries(numbers))};
  } catch (error) {
    return {trace: error.trace, node: error.node, message: error.message};
  }
});
process.stdout.write(JSON.stringify(results, keepSign));
