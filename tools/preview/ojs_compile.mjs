/**
 * Compiles the OJS cells of pages to one ES module per page.
 *
 * Reads one request per line from standard input and writes one answer per line, so that one process
 * serves a whole build. A request: {folder, client, cells: [{code, number}], published: [names]}.
 * An answer: {code, cells: [{number, statements}], files, problems: [{number, line, message}]}.
 */
import {existsSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {createInterface} from "node:readline";
import parser from "@observablehq/parser";
import {build} from "esbuild";
import {generate} from "./ojs_generate.mjs";
import {needed, readBy} from "./ojs_modules.mjs";
import {BUILTINS, variableOf} from "./ojs_names.mjs";

/** Names from a page's own import cell, for the hint if it is missing. */
const FROM_IMPORT_CELL = new Set(["d3", "htl", "html", "svg", "md", "Inputs", "Plot", "tex"]);

/** @typedef {(cell: OjsCell, position: number, message: string) => void} Report */

/** @type {Map<string, {names: string[], files: string[]}>} */
const exportsOf = new Map();

/** Return the names that a local module exports, and the files that it is made of. */
async function inspect(/** @type {string} */ path) {
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
 * Return the statements of a cell.
 *
 * @param {OjsCell} cell
 * @param {CellProblem[]} problems gets a syntax error
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

/** Return the names that a statement defines: `viewof x = …` defines `x` too. */
function namesOf(/** @type {OjsStatement} */ {id, body}) {
  if (body.type === "ImportDeclaration") return body.specifiers.map((one) => one.local.name);
  if (!id) return [];
  return id.id ? [id.id.name, variableOf(id)] : [id.name];
}

/**
 * Return the problem of an import statement, if it has one.
 *
 * @param {OjsStatement} statement
 * @param {string} folder the page's
 * @returns {Promise<string | undefined>}
 */
async function checkImport(statement, folder) {
  const {source, specifiers, injections} = statement.body;
  const target = String(source.value);
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

/**
 * Report names that are defined twice, for which the runtime would show an error in both cells.
 *
 * @param {PlacedStatement[]} statements
 * @param {string[]} published
 * @param {Report} report
 */
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

/**
 * Report names that nothing on the page defines.
 *
 * @param {PlacedStatement[]} statements
 * @param {Map<string, string>} defined
 * @param {Report} report
 */
function checkReferences(statements, defined, report) {
  const seen = new Set();
  for (const {cell, statement} of statements) {
    for (const node of statement.references) {
      const name = variableOf(node);
      const key = `${cell.number} ${name}`;
      if (defined.has(name) || BUILTINS.has(name) || seen.has(key)) continue;
      seen.add(key);
      const hint = FROM_IMPORT_CELL.has(name)
        ? "import it in the page's own import cell (Quarto would fetch it from another host)"
        : "no OJS cell of this page defines it and no Python cell publishes it";
      report(cell, node.start, `\`${name}\` is not defined: ${hint}`);
    }
  }
}

/**
 * Compile one page.
 *
 * @param {{folder: string, client: string, cells: OjsCell[], published: string[]}} request
 */
async function compile({folder, client, cells, published}) {
  /** @type {CellProblem[]} */
  const problems = [];
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {PlacedStatement[]} */
  const statements = [];
  /** @type {Report} */
  const report = ({number, code}, position, message) =>
    problems.push({number, line: code.slice(0, position).split("\n").length, message});
  const parsed = cells.flatMap((cell) => parse(cell, problems).map((statement) => ({cell, statement})));
  const read = readBy(parsed.map(({statement}) => statement));
  for (const {cell, statement} of parsed) {
    /** @type {PlacedStatement} */
    const entry = {cell, statement, names: namesOf(statement)};
    if (statement.body.type === "ImportDeclaration") {
      const wrong = await checkImport(statement, folder);
      if (wrong) report(cell, statement.start, wrong);
      entry.needed = wrong ? [] : needed(statement, folder, read);
      const made = await Promise.all(entry.needed.map(({file}) => inspect(file)));
      for (const file of made.flatMap((one) => one.files)) files.add(file);
    }
    if (statement.id?.type === "MutableExpression") {
      report(cell, statement.start, "pages have no `mutable` cells");
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

/** Return Quarto's name for the kind of a statement. */
function kindOf(/** @type {PlacedStatement} */ {statement}) {
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
