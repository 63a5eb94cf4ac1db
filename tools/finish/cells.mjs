/**
 * Compiles the OJS cells of Quarto's pages as the preview does: node cells.mjs < pages > modules
 *
 * Standard input holds a JSON list of pages, {client, folder, cells: [{cellName, source}]}; standard
 * output the list of their modules. A page without cells has an empty one.
 */

import {readFileSync} from "node:fs";
import {compiled} from "../preview/ojs_modules.mjs";

const pages = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(pages.map((page) => (page.cells.length ? compiled(page) : ""))));
