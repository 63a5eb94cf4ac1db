/** What a page imports: only the names that it reads, each from the smallest file there is. */

import {createHash} from "node:crypto";
import {existsSync, readFileSync} from "node:fs";
import {resolve} from "node:path";
import parser from "@observablehq/parser";
import {generate} from "./ojs_generate.mjs";

const KEYWORDS = {ViewExpression: "viewof ", MutableExpression: "mutable "};

/** Returns the variable that a node of the parser's names: `x`, `viewof x` or `mutable x`. */
export function variableOf(node) {
  return node.id ? `${KEYWORDS[node.type]}${node.id.name}` : node.name;
}

/** Returns the names that the statements of a page read. */
export function readBy(statements) {
  return new Set(statements.flatMap(({references}) => references.map(variableOf)));
}

/**
 * Returns what a page needs of an import statement. Beside a bundle, a folder of the same name may
 * hold a module for each of its exports: a page that shows one figure needs no others.
 * @param {any} statement the parser's
 * @param {string} folder the page's
 * @param {Set<string>} read the names that the page reads
 * @returns {{local: string, imported: string, module: string, file: string}[]} of each name the
 *   module as seen from the page, marked with its content, and its file
 */
export function needed({body}, folder, read) {
  const whole = body.source.value;
  return body.specifiers.filter(({local}) => read.has(local.name)).map(({local, imported}) => {
    const part = whole.replace(/\.js$/, `/${imported.name}.js`);
    const found = part !== whole && existsSync(resolve(folder, part));
    const file = resolve(folder, found ? part : whole);
    const module = found ? `${part}?${sumOf(file)}` : whole;
    return {local: local.name, imported: imported.name, module, file};
  });
}

/**
 * Compiles the cells of a page as Quarto has left them.
 * @param {object} page
 * @param {{cellName?: string, source: string}[]} page.cells what Quarto adds for itself, as
 *   `shinyInput`, has no name
 * @param {string} page.client the path of the runtime, as seen from the page
 * @param {string} page.folder the page's, among the sources
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

/** Browsers keep a file for some minutes, in which it may have become another. */
function sumOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 8);
}
