/**
 * Draws film-strips while the site is built, with the code that draws the live figures.
 *
 *   node film-strip.mjs < request.json > strip.svg
 *
 * Standard input is {trace, lang}, and the output the key steps of a stepper. With --pages it is
 * {pages: [{cells, data, lang, address}]} (see cells.mjs), and the output is a JSON list: for each
 * page an object with the HTML of each strip by the id of the slot of its live figure.
 */

import {readFileSync} from "node:fs";
import * as PAPERS from "views:papers";
import {makeDocument} from "./dom.mjs";
import {incomplete} from "./incomplete.mjs";
import {pageStrips} from "./pages.mjs";
import {sheet} from "./sheet.mjs";

function one(/** @type {{trace: Trace, lang: string}} */ {trace, lang}) {
  return sheet(PAPERS.stepper.frames(trace, {lang}), lang);
}

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
  const output = process.argv.includes("--pages") ? await all(input) : one(input);
  process.stdout.write(`${output}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
