/**
 * Translates a page's OJS cells to Python: each statement that calls a view of the bundle becomes
 * the same call of tapewalk.widgets.
 *
 * Reads {cells: [{code, number}], names: {export: python name}, taken: [names]} from standard
 * input and writes {cells: [{number, code, view}], problems: [{number, line, message}]}.
 */

import {readFileSync} from "node:fs";
import parser from "@observablehq/parser";

const HTML_ONLY = 'write it in Python, or keep the cell to the page: ::: {.content-visible when-format="html"}';
const WIDTH = 88;

/** Answers on the site are stored in the reader's browser, so notebooks leave this view out. */
const isOfTheSite = (/** @type {OjsNode} */ body) =>
  body.type === "CallExpression" && body.callee.name === "progress";

/** The names that a function in an option may use besides its own parameters. */
const GLOBALS = new Set(["Math", "Number", "Array", "Object", "String", "Boolean", "Infinity",
  "NaN", "isNaN", "undefined"]);

/** Answers are stored under a question's id; other ids and `holds` name places of a page. */
const QUESTIONS = new Set(["prediction", "quiz"]);

/**
 * A value in Python: a text, or parts between brackets, which may be on lines of their own.
 *
 * @typedef {{open: string, close: string, parts: Part[]}} Tree
 * @typedef {{open?: string, text?: string, inner?: Tree}} Part
 */

class Untranslatable extends Error {
  constructor(/** @type {OjsNode} */ node, message = `an option computed in JavaScript: ${HTML_ONLY}`) {
    super(message);
    this.start = node.start;
  }
}

/** One page, with the names of the figures in its statements so far. */
class Page {
  /** @param {{names: Record<string, string>, taken: string[]}} request */
  constructor({names, taken}) {
    this.names = names;
    this.taken = new Set(taken);
    /** @type {Map<string, string>} */
    this.figures = new Map();
  }

  /** Return the Python name of an OJS variable that is a figure. */
  define(/** @type {string} */ name, /** @type {string} */ view) {
    let python = `${name}_${view}`;
    while (this.taken.has(python)) python += "_";
    this.taken.add(python);
    this.figures.set(name, python);
    return python;
  }

  statement(/** @type {OjsStatement} */ statement, /** @type {string} */ code) {
    const {body, id} = statement;
    if (body.type === "ImportDeclaration" || isOfTheSite(body)) return null;
    const view = body.type === "CallExpression" && this.names[body.callee.name];
    if (!view) throw new Untranslatable(body, `this OJS statement is not a figure: ${HTML_ONLY}`);
    const call = this.call(body, view, code);
    if (!id) return {view, code: lay(call)};
    const name = this.define((id.id ?? id).name, view);
    return {view, code: `${name} = ${lay(call, name.length + 3)}\n${name}`};
  }

  /** @param {OjsNode} node @param {string} view @param {string} code @returns {Tree} */
  call(node, view, code) {
    const given = [...node.arguments];
    const options = view === "quiz" || given.length > 1 ? given.pop() : null;
    if (options && options.type !== "ObjectExpression") {
      throw new Untranslatable(options, `the options of ${view} are written out in braces`);
    }
    const parts = given.map((one) => this.value(one, code));
    const pairs = (options?.properties ?? [])
      .map((one) => this.property(one, code))
      .filter(([key]) => !(key === "holds" || (key === "id" && !QUESTIONS.has(view))));
    const named = pairs.map(([key, value]) => ({open: `${key}=`, ...single(value)}));
    return {open: `widgets.${view}(`, close: ")", parts: [...parts.map(single), ...named]};
  }

  /** @param {OjsNode} node @param {string} code @returns {[string, string|Tree]} */
  property(node, code) {
    if (node.type !== "Property" || node.computed || node.method || node.kind !== "init") {
      throw new Untranslatable(node, `options are written as key: value; ${HTML_ONLY}`);
    }
    return [node.key.name ?? String(node.key.value), this.value(/** @type {OjsNode} */ (node.value), code)];
  }

  /** @param {OjsNode} node @param {string} code @returns {string|Tree} */
  value(node, code) {
    switch (node.type) {
      case "Literal": return literal(node);
      case "TemplateLiteral": return template(node);
      case "UnaryExpression": return this.unary(node, code);
      case "ArrayExpression": {
        const parts = node.elements.map((one) => single(this.value(one, code)));
        return {open: "[", close: "]", parts};
      }
      case "ObjectExpression": {
        const pairs = node.properties.map((one) => this.property(one, code));
        const parts = pairs.map(([key, value]) => ({open: `${JSON.stringify(key)}: `, ...single(value)}));
        return {open: "{", close: "}", parts};
      }
      case "Identifier": return this.variable(node.name);
      case "ViewExpression": return this.variable(node.id.name);
      case "MemberExpression": return this.member(node, code);
      case "ArrowFunctionExpression":
      case "FunctionExpression": return this.func(node, code);
      default:
        throw new Untranslatable(node);
    }
  }

  unary(/** @type {OjsNode} */ node, /** @type {string} */ code) {
    if (!["-", "+"].includes(node.operator)) throw new Untranslatable(node);
    return `${node.operator}${this.value(node.argument, code)}`;
  }

  variable(/** @type {string} */ name) {
    if (name === "undefined") return "None";
    if (["NaN", "Infinity"].includes(name)) return `float(${JSON.stringify(name)})`;
    return this.figures.get(name) ?? `published.${name}`;
  }

  member(/** @type {OjsNode} */ node, /** @type {string} */ code) {
    const object = this.value(node.object, code);
    if (!node.computed && /^(?!_)[A-Za-z_]\w*$/.test(node.property.name)) {
      return `${object}.${node.property.name}`;
    }
    if (node.computed && node.property.type === "Literal") {
      return `${object}[${literal(node.property)}]`;
    }
    throw new Untranslatable(node);
  }

  func(/** @type {OjsNode} */ node, /** @type {string} */ code) {
    const own = new Set(node.params.map((one) => one.name));
    const free = identifiers(node.body).filter((one) => !own.has(one) && !GLOBALS.has(one));
    if (free.length > 0) {
      throw new Untranslatable(node, `this function uses ${free[0]}, which a notebook lacks: ${HTML_ONLY}`);
    }
    return `widgets.js(${JSON.stringify(code.slice(node.start, node.end))})`;
  }
}

function literal(/** @type {OjsNode} */ node) {
  if (node.value === null) return "None";
  if (typeof node.value === "boolean") return node.value ? "True" : "False";
  if (typeof node.value === "string") return JSON.stringify(node.value);
  // Written as in the source: 0.00001 stays 0.00001.
  return node.raw;
}

function template(/** @type {OjsNode} */ node) {
  if (node.expressions.length > 0) throw new Untranslatable(node);
  return JSON.stringify(/** @type {{cooked: string}} */ (node.quasis[0].value).cooked);
}

/**
 * Return the names that an expression reads, without names after a dot and keys of objects.
 *
 * @param {OjsNode|OjsNode[]} node
 * @returns {string[]}
 */
function identifiers(node) {
  if (Array.isArray(node)) return node.flatMap(identifiers);
  if (!node || typeof node.type !== "string") return [];
  if (node.type === "Identifier") return [node.name];
  const {property, computed, key, ...rest} = node;
  const inner = Object.values(rest).flatMap((one) =>
    typeof one === "object" ? identifiers(/** @type {OjsNode|OjsNode[]} */ (one)) : []);
  const keyed = node.type === "Property" && !computed ? [] : identifiers(key);
  return [...inner, ...keyed, ...(computed ? identifiers(property) : [])];
}

/** @returns {Part} */
function single(/** @type {string|Tree} */ value) {
  return typeof value === "string" ? {text: value} : {inner: value};
}

/**
 * Return a tree as Python: on one line if it fits, otherwise with one line per part.
 *
 * @returns {string}
 */
function lay(/** @type {Tree} */ tree, used = 0, indent = "") {
  const flat = flatten(tree);
  if (used + indent.length + flat.length <= WIDTH || tree.parts.length === 0) return flat;
  const deeper = `${indent}    `;
  const lines = tree.parts.map((part) => {
    const open = part.open ?? "";
    const text = part.text ?? lay(part.inner, open.length + 1, deeper);
    return `${deeper}${open}${text},`;
  });
  return [tree.open, ...lines, `${indent}${tree.close}`].join("\n");
}

/** @returns {string} */
function flatten(/** @type {Tree} */ tree) {
  const parts = tree.parts.map((one) => (one.open ?? "") + (one.text ?? flatten(one.inner)));
  return `${tree.open}${parts.join(", ")}${tree.close}`;
}

/** @type {{cells: OjsCell[], names: Record<string, string>, taken: string[]}} */
const request = JSON.parse(readFileSync(0, "utf8"));
const page = new Page(request);
const cells = [];
const problems = [];
for (const {code, number} of request.cells) {
  const nodes = [];
  for (const statement of parser.parseModule(code).cells) {
    if (!statement.body) continue;
    try {
      const translated = page.statement(statement, code);
      if (translated) nodes.push(translated);
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      const line = code.slice(0, error.start).split("\n").length;
      problems.push({number, line, message: error.message});
    }
  }
  cells.push({
    number,
    code: nodes.map((one) => one.code).join("\n"),
    views: nodes.map((one) => one.view)
  });
}
process.stdout.write(JSON.stringify({cells, problems}));
