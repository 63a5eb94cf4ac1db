/** Tells the views that the OJS cells of pages call: a line {sources, data} in, a line {calls} out. */
import {createInterface} from "node:readline";
import {drawnIn} from "../../tools/film_strip/cells.mjs";

function callsIn(page) {
  return [...drawnIn(page)].flatMap(([slot, drawn]) =>
    drawn.map(({view, options}) => ({slot, view, options}))
  );
}

for await (const line of createInterface({input: process.stdin})) {
  let answer;
  try {
    answer = {calls: callsIn(JSON.parse(line))};
  } catch (error) {
    answer = {failure: String(error.stack ?? error)};
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
