/** Prints the views that OJS cells call: reads {sources, data} from standard input. */
import {readFileSync} from "node:fs";
import {drawnIn} from "../../tools/film_strip/cells.mjs";

const {sources, data} = JSON.parse(readFileSync(0, "utf8"));
const calls = [...drawnIn({sources, data})].flatMap(([slot, drawn]) =>
  drawn.map(({view, options}) => ({slot, view, options}))
);
process.stdout.write(JSON.stringify(calls));
