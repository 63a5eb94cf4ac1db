/**
 * Draws film-strips while the site is built, with the code that draws the live figures.
 *
 *   node film-strip.mjs [--lang es] < trace.json > strip.svg
 *
 * Standard input is a trace, or {trace, options, lang, view}: `view` is one that has frames,
 * or anything else for the key steps of a stepper. With --pages it is {pages: [{cells,
 * data, lang, address}]} (see cells.mjs), and the output is a JSON list: for each page an object with
 * the HTML of each strip by the id of the slot of its live figure.
 */

import {readFileSync} from "node:fs";
import {parseArgs} from "node:util";
import * as PAPERS from "views:papers";
import {makeDocument} from "./dom.mjs";
import {incomplete} from "./incomplete.mjs";
import {pageStrips} from "./pages.mjs";
import {sheet} from "./sheet.mjs";

/**
 * @param {Trace|StripRequest} input
 * @param {{lang?: string}} values
 */
function one(input, {lang}) {
  /** @type {StripRequest} */
  const {trace, options, lang: asked, view} = "trace" in input ? input : {trace: input};
  const code = lang ?? asked ?? options?.lang ?? "en";
  const draw = PAPERS[view]?.frames ?? PAPERS.stepper.frames;
  return sheet(draw(trace, {...options, lang: code}), code);
}

const {values} = parseArgs({options: {lang: {type: "string"}, pages: {type: "boolean"}}});
globalThis.document = makeDocument();

/** Imported late: only pages need the repository's packages; widgets draw a single strip. */
async function all(/** @type {{pages: StripPage[]}} */ {pages}) {
  const {JSDOM} = await import("jsdom");
  const {window} = new JSDOM();
  const wrong = pages.flatMap(incomplete);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return JSON.stringify(pages.map((page) => pageStrips(page, window)));
}

try {
  const input = JSON.parse(readFileSync(0, "utf8"));
  const output = values.pages ? await all(input) : one(input, values);
  process.stdout.write(`${output}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
