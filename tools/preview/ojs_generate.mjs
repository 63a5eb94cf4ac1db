/** Writes the ES module of a page's OJS cells. */
import {KEYWORDS, variableOf} from "./ojs_names.mjs";

/**
 * Return the module's source.
 *
 * @param {PlacedStatement[]} statements in the page's order
 * @param {string} client the path of the runtime, relative to the page
 * @returns {string}
 */
export function generate(statements, client) {
  const modules = [...new Set(statements.flatMap(({needed = []}) => needed.map(({module}) => module)))];
  const counts = new Map();
  for (const {cell} of statements) counts.set(cell.number, (counts.get(cell.number) ?? 0) + 1);
  const positions = new Map();
  const entries = statements.flatMap((one) => {
    const {number} = one.cell;
    const position = (positions.get(number) ?? 0) + 1;
    positions.set(number, position);
    const slot = `ojs-cell-${number}${counts.get(number) > 1 ? `-${position}` : ""}`;
    return one.needed ? imports(one.needed, modules) : [definition(one, slot)];
  });
  return [
    `import {start} from ${JSON.stringify(client)};`,
    ...modules.map((path, index) => `import * as module${index} from ${JSON.stringify(path)};`),
    `start([\n${entries.join(",\n")}\n]);`
    // The module is written into a <script>, which the first "</script" would end.
  ].join("\n").replaceAll("</script", "<\\/script");
}

/** Return an entry for each name that an import statement brings. */
function imports(/** @type {NeededName[]} */ needed, /** @type {string[]} */ modules) {
  return needed.map(({local, imported, module}) =>
    entry({name: local, inputs: [], define: `() => module${modules.indexOf(module)}.${imported}`}));
}

/** Return the entry of a statement that computes something. */
function definition(/** @type {PlacedStatement} */ {cell, statement}, /** @type {string} */ slot) {
  const kind = KEYWORDS[statement.id?.type];
  const id = statement.id?.id ?? statement.id;
  const {inputs, parameters, body} = rename(cell.code, statement);
  const prefix = `${statement.async ? "async " : ""}function${statement.generator ? "*" : ""}`;
  const block = statement.body.type === "BlockStatement" ? body : `{return (\n${body}\n);}`;
  return entry({
    slot, kind, name: id?.name, inputs,
    define: `${prefix} (${parameters.join(", ")}) ${block}`
  });
}

/**
 * Returns an entry's source, without the fields that it lacks.
 * @param {{slot?: string, kind?: string, name: string, inputs: string[], define: string}} entry
 */
function entry({slot, kind, name, inputs, define}) {
  const fields = Object.entries({slot, kind, name, inputs})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{${[...fields, `define: ${define}`].join(", ")}}`;
}

/**
 * Give `viewof x` inside a statement a name that JavaScript allows.
 *
 * @param {string} code
 * @param {OjsStatement} statement
 * @returns {{inputs: string[], parameters: string[], body: string}} the variables that the statement
 *   reads, their parameters, and the statement's source with these names
 */
function rename(code, {body, references}) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const edits = [];
  for (const node of references) {
    const plain = node.type === "Identifier";
    const input = variableOf(node);
    if (!names.has(input)) names.set(input, plain ? input : `$${names.size}`);
    if (plain) continue;
    edits.push({start: node.start, end: node.end, text: names.get(input)});
  }
  let source = code.slice(body.start, body.end);
  for (const {start, end, text} of edits.sort((a, b) => b.start - a.start)) {
    source = source.slice(0, start - body.start) + text + source.slice(end - body.start);
  }
  return {inputs: [...names.keys()], parameters: [...names.values()], body: source};
}
