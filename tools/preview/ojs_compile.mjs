/**
 * Compiles the OJS cells of pages to one ES module a page.
 *
 * Reads one request a line from standard input and writes one answer a line, so that one process
 * serves a whole build. A request: {folder, client, cells: [{code, number}], published: [names]}.
 * An answer: {code, cells: [{number, statements}], files, problems: [{number, line, message}]}.
 */

import {existsSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {createInterface} from "node:readline";
import parser from "@observablehq/parser";
import {build} from "esbuild";
import {generate} from "./ojs_generate.mjs";
import {needed, readBy, variableOf} from "./ojs_modules.mjs";
import {BROWSER_NAMES, BUILTINS} from "./ojs_names.mjs";

/** What a page's own import cell brings: the hint when it is missing says so. */
const FROM_IMPORT_CELL = new Set(["d3", "htl", "md", "Inputs", "Plot", "tex"]);

const exportsOf = new Map();

/**
 * Finds what a local module exports and which files it is made of.
 * @param {string} path the module
 * @returns {Promise<{names: string[], files: string[]}>} exported names, files it imports
 */
async function inspect(path) {
  if (!exportsOf.has(path)) {
    const result = await build({
      entryPoints: [path], bundle: true, format: "esm", write: false, metafile: true,
      outfile: "out.js", logLevel: "silent", packages: "external", absWorkingDir: dirname(path)
    });
    const output = Object.values(result.metafile.outputs)[0];
    const files = Object.keys(result.metafile.inputs).map((name) => resolve(dirname(path), name));
    exportsOf.set(path, {names: output.exports, files});
  }
  return exportsOf.get(path);
}

/**
 * Parses one cell into its statements.
 * @param {{code: string, number: number}} cell
 * @param {object[]} problems takes a syntax error
 * @returns {any[]} the parser's cells
 */
function parse(cell, problems) {
  try {
    return parser.parseModule(cell.code).cells.filter((statement) => statement.body);
  } catch (error) {
    if (!error.loc) throw error;
    const message = error.message.replace(/ \(\d+:\d+\)$/, "");
    problems.push({
      number: cell.number, line: error.loc.line,
      message: `this OJS cell does not parse: ${message} (column ${error.loc.column + 1})`
    });
    return [];
  }
}

/** Returns the line of a cell's code on which a position stands, from 1. */
function lineAt(code, position) {
  return code.slice(0, position).split("\n").length;
}

/** Returns the names a statement defines: `viewof x = …` defines `x` too. */
function namesOf({id, body}) {
  if (body.type === "ImportDeclaration") return body.specifiers.map((one) => one.local.name);
  if (!id) return [];
  return id.id ? [id.id.name, variableOf(id)] : [id.name];
}

/**
 * Checks an import statement.
 * @param {any} statement the parser's cell
 * @param {string} folder the page's folder
 * @returns {Promise<string | undefined>} what is wrong with it
 */
async function checkImport(statement, folder) {
  const {source, specifiers, injections} = statement.body;
  const target = source.value;
  if (!/^\.{1,2}\/.*\.m?js$/.test(target)) {
    return `import from "${target}": pages import local .js files by a relative path ` +
      "only (nothing comes from another host)";
  }
  if (injections || specifiers.some((one) => one.view || one.mutable)) {
    return "an import takes plain names only: no viewof, mutable or with";
  }
  const path = resolve(folder, target);
  if (!existsSync(path)) {
    return `there is no file "${target}" to import (not built yet? make build)`;
  }
  const {names} = await inspect(path);
  const missing = specifiers.map((one) => one.imported.name).filter((name) => !names.includes(name));
  return missing.length ? `"${target}" has no export named ${missing.join(", ")}` : undefined;
}

/** Notes names that are defined twice; the runtime would show an error in both cells. */
function checkDefinitions(statements, published, report) {
  const defined = new Map(published.map((name) => [name, "published by a Python cell"]));
  for (const {cell, statement, names} of statements) {
    for (const name of names) {
      if (defined.has(name)) {
        report(cell, statement.start, `\`${name}\` is already ${defined.get(name)}`);
      }
      defined.set(name, "defined by another OJS cell");
    }
  }
  return defined;
}

/** Notes names that nothing on the page defines. */
function checkReferences(statements, defined, report) {
  const seen = new Set();
  for (const {cell, statement} of statements) {
    for (const node of statement.references) {
      const name = variableOf(node);
      const key = `${cell.number} ${name}`;
      const known = defined.has(name) || BUILTINS.has(name) || BROWSER_NAMES.has(name);
      if (known || seen.has(key)) continue;
      seen.add(key);
      const hint = FROM_IMPORT_CELL.has(name)
        ? "import it in the page's own import cell (Quarto would fetch it from another host)"
        : "no OJS cell of this page defines it and no Python cell publishes it";
      report(cell, node.start, `\`${name}\` is not defined: ${hint}`);
    }
  }
}

/**
 * Compiles one page.
 * @param {any} request see the top of this file
 * @returns {Promise<object>} the answer
 */
async function compile({folder, client, cells, published}) {
  const problems = [];
  const files = new Set();
  const statements = [];
  const report = (cell, position, message) =>
    problems.push({number: cell.number, line: lineAt(cell.code, position), message});
  const parsed = cells.flatMap((cell) => parse(cell, problems).map((statement) => ({cell, statement})));
  const read = readBy(parsed.map(({statement}) => statement));
  for (const {cell, statement} of parsed) {
    /** @type {any} */
    const entry = {cell, statement, names: namesOf(statement)};
    if (statement.body.type === "ImportDeclaration") {
      const wrong = await checkImport(statement, folder);
      if (wrong) report(cell, statement.start, wrong);
      entry.needed = wrong ? [] : needed(statement, folder, read);
      const made = await Promise.all(entry.needed.map(({file}) => inspect(file)));
      for (const file of made.flatMap((one) => one.files)) files.add(file);
    }
    for (const name of statement.fileAttachments?.keys() ?? []) {
      const path = resolve(folder, name);
      if (existsSync(path)) files.add(path);
      else report(cell, statement.start, `there is no file "${name}" to attach`);
    }
    statements.push(entry);
  }
  const defined = checkDefinitions(statements, published, report);
  checkReferences(statements, defined, report);
  const code = problems.length ? "" : generate(statements, client);
  const shown = cells.map(({number}) => ({
    number,
    statements: statements.filter((one) => one.cell.number === number).map(kindOf)
  }));
  return {code, cells: shown, files: [...files], problems};
}

/** Returns Quarto's name for what a statement is. */
function kindOf({statement}) {
  const expression = statement.id === null && statement.body.type !== "ImportDeclaration";
  return expression ? "expression" : "declaration";
}

for await (const line of createInterface({input: process.stdin})) {
  let answer;
  try {
    answer = await compile(JSON.parse(line));
  } catch (error) {
    answer = {failure: String(error.stack ?? error)};
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
