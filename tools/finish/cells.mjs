/**
 * Compiles the OJS cells of Quarto's pages like the preview's: node cells.mjs < pages > modules
 *
 * Standard input is a JSON list of pages, {client, folder, cells: [{cellName, source}]}; standard
 * output the list of their modules. A page without cells has an empty one.
 */
import {readFileSync} from "node:fs";
import {compiled} from "../preview/ojs_modules.mjs";

/** @type {Parameters<typeof compiled>[0][]} */
const pages = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(pages.map((page) => (page.cells.length ? compiled(page) : ""))));
