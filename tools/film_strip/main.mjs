/**
 * Draws film-strips while the site is built, with the code that draws the live figures.
 *
 *   node film-strip.mjs [--lang es] < trace.json > strip.svg
 *
 * Standard input holds a trace, or {trace, options, lang, view}: `view` is one that has frames,
 * or anything else for the key steps of a stepper. With --pages it holds {pages: [{cells,
 * data, lang, address}]} (see cells.mjs), and the answer is one JSON list: for each page an object that
 * gives the HTML of a strip under the id of the slot where the live figure will be.
 */

import {readFileSync} from "node:fs";
import {parseArgs} from "node:util";
import * as PAPERS from "views:papers";
import {makeDocument} from "./dom.mjs";
import {incomplete} from "./incomplete.mjs";
import {pageStrips} from "./pages.mjs";
import {sheet} from "./sheet.mjs";

function one(input, {lang}) {
  const {trace, options, lang: asked, view} = input.trace ? input : {trace: input};
  const code = lang ?? asked ?? options?.lang ?? "en";
  const draw = PAPERS[view]?.frames ?? PAPERS.stepper.frames;
  return sheet(draw(trace, {...options, lang: code}), code);
}

const {values} = parseArgs({options: {lang: {type: "string"}, pages: {type: "boolean"}}});
globalThis.document = makeDocument();

/** Pages are made where the repository's packages are; the widgets only ever ask for one strip. */
async function all({pages}) {
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
