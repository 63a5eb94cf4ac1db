/**
 * Compiles the OJS cells of Quarto's pages as the preview does: node cells.mjs < pages > modules
 *
 * Standard input holds a JSON list of pages, {client, cells: [{cellName, source}]}; standard output
 * the list of their modules. A page without cells has an empty one.
 */

import {readFileSync} from "node:fs";
import parser from "@observablehq/parser";
import {generate} from "../preview/ojs_generate.mjs";

/** @returns {object[]} a cell's statements, as `generate` takes them */
function statements({cellName, source}) {
  const cell = {code: source, number: cellName.replace("ojs-cell-", "")};
  return parser.parseModule(source).cells.filter(({body}) => body).map((statement) => ({
    cell,
    statement,
    module: statement.body.type === "ImportDeclaration" ? statement.body.source.value : undefined
  }));
}

const pages = JSON.parse(readFileSync(0, "utf8"));
const modules = pages.map(({client, cells}) =>
  cells.length ? generate(cells.flatMap(statements), client) : "");
process.stdout.write(JSON.stringify(modules));
