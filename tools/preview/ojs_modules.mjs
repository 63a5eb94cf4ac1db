/** The imports of a page: only the names that it reads, each from the smallest possible file. */
import {createHash} from "node:crypto";
import {existsSync, readFileSync} from "node:fs";
import {resolve} from "node:path";
import parser from "@observablehq/parser";
import {generate} from "./ojs_generate.mjs";
import {variableOf} from "./ojs_names.mjs";

/** Return the names that the statements of a page read. */
export function readBy(/** @type {OjsStatement[]} */ statements) {
  return new Set(statements.flatMap(({references}) => references.map(variableOf)));
}

/**
 * Return the names that a page needs of an import statement. Beside a bundle, a folder of the same
 * name may have a module for each export, so that a page with one figure loads no others.
 *
 * @param {OjsStatement} statement
 * @param {string} folder the page's
 * @param {Set<string>} read the names that the page reads
 * @returns {NeededName[]}
 */
export function needed({body}, folder, read) {
  const whole = String(body.source.value);
  return body.specifiers.filter(({local}) => read.has(local.name)).map(({local, imported}) => {
    const part = whole.replace(/\.js$/, `/${imported.name}.js`);
    const found = part !== whole && existsSync(resolve(folder, part));
    const file = resolve(folder, found ? part : whole);
    const module = found ? `${part}?${sumOf(file)}` : whole;
    return {local: local.name, imported: imported.name, module, file};
  });
}

/**
 * Compiles the cells of a page in Quarto's form.
 * @param {object} page
 * @param {{cellName?: string, source: string}[]} page.cells those that Quarto adds, as
 *   `shinyInput`, have no name
 * @param {string} page.client the path of the runtime, relative to the page
 * @param {string} page.folder the page's folder in the sources
 * @returns {string} the page's module
 */
export function compiled({cells, client, folder}) {
  const parsed = cells.filter(({cellName}) => cellName).flatMap(({cellName, source}) => {
    const cell = {code: source, number: cellName.replace("ojs-cell-", "")};
    const statements = parser.parseModule(source).cells.filter(({body}) => body);
    return statements.map((statement) => ({cell, statement}));
  });
  const read = readBy(parsed.map(({statement}) => statement));
  const resolved = parsed.map((one) => {
    const isImport = one.statement.body.type === "ImportDeclaration";
    return isImport ? {...one, needed: needed(one.statement, folder, read)} : one;
  });
  return generate(resolved, client);
}

/** Return a mark of a file's content: browsers keep a file for some minutes, and it may have changed. */
function sumOf(/** @type {string} */ file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 8);
}
