/**
 * How each operation is drawn and written. `draw` gets the texts of its constants by slot and
 * returns what is in the box; `write` gets the texts of all operands and returns the formula.
 *
 * @type {Record<string, Written>}
 *
 * @typedef {object} Written
 * @property {(constants: string[]) => Glyph[]} draw
 * @property {(...operands: string[]) => string} write
 *
 * @typedef {{text: string, raised?: boolean}} Glyph
 */
const OPERATIONS = {
  add: infix("+"),
  sub: infix("−"),
  mul: infix("×"),
  div: infix("÷"),
  pow: {draw: drawPower, write: (base, exponent) => `${wrap(base)}${superscript(exponent)}`},
  neg: {draw: () => [{text: "−"}], write: (a) => `−${wrap(a)}`},
  exp: call("exp"),
  log: call("log"),
  sinh: call("sinh"),
  tanh: call("tanh"),
  relu: call("relu"),
  sigmoid: call("σ"),
  sqrt: {draw: () => [{text: "√"}], write: (a) => `√${a.length > 1 ? `(${a})` : a}`}
};

/** The operations a scalar trace may hold. */
export const scalarOperations = Object.keys(OPERATIONS);

/**
 * What is large in an operation's box: its symbol, with the plain numbers folded into it.
 *
 * @param {TraceNode} node of a trace
 * @param {(x: number) => string} format
 * @returns {Glyph[]} `3 ×`, `+ 1`, `( )²` …
 */
export function glyphs(node, format) {
  const constants = constantTexts(node, format);
  return OPERATIONS[node.op]?.draw(constants) ?? [{text: node.op}];
}

/**
 * A symbol in one line of text, `( )²`.
 *
 * @param {Glyph[]} parts
 * @returns {string}
 */
export function symbolText(parts) {
  return parts.map(({text, raised}) => (raised ? superscript(text) : text)).join("");
}

/**
 * The operation as a formula over the given operand texts.
 *
 * @param {TraceNode} node of a trace
 * @param {string[]} operands texts by slot, with holes where a constant is
 * @param {(x: number) => string} format
 * @returns {string} `3 × x`, `b²`, `tanh(n)` …
 */
export function formula(node, operands, format) {
  const all = [...operands];
  constantTexts(node, format).forEach((text, slot) => (all[slot] = text));
  return OPERATIONS[node.op]?.write(...all) ?? `${node.op}(${all.join(", ")})`;
}

/** @param {TraceNode} node @param {(x: number) => string} format */
function constantTexts(node, format) {
  const texts = [];
  for (const {slot, value} of node.constants) texts[slot] = format(value);
  return texts;
}

/**
 * @param {string} sign
 * @returns {Written}
 */
function infix(sign) {
  return {
    draw: ([left, right]) => {
      const parts = [left, sign, right].filter((part) => part !== undefined);
      return [{text: parts.join(" ")}];
    },
    write: (left, right) => `${left} ${sign} ${wrap(right)}`
  };
}

/**
 * @param {string} name
 * @returns {Written}
 */
function call(name) {
  return {draw: () => [{text: name}], write: (a) => `${name}(${a})`};
}

/** @param {string[]} operands */
function drawPower([base, exponent]) {
  if (base !== undefined) return [{text: base}, {text: "( )", raised: true}];
  return [{text: "( )"}, {text: exponent ?? "n", raised: true}];
}

/**
 * Negative numbers are in parentheses after a sign: 3 × (−2).
 *
 * @param {string} text
 */
function wrap(text) {
  return text.startsWith("−") ? `(${text})` : text;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A raised number where the course's fonts have its digits; a caret otherwise.
 *
 * @param {string} exponent
 */
function superscript(exponent) {
  if (!/^\d+$/.test(exponent)) return `^${wrap(exponent)}`;
  return exponent.replace(/\d/g, (digit) => RAISED[Number(digit)]);
}

/**
 * What a node is called in sentences: its label, or its operation's symbol when it has none.
 *
 * @param {TraceNode} node of a trace
 * @param {Words} words of `strings(lang)`
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function nodeName(node, words, format) {
  if (node.label) return node.label;
  if (node.op === "leaf") return words.unnamedLeaf;
  return words.unnamedOperation(symbolText(glyphs(node, format)));
}

/**
 * What a node is called where there is no sentence, in a list or a table.
 *
 * @param {TraceNode} node of a trace
 * @param {Words} words of `strings(lang)`
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function bareName(node, words, format) {
  const isCalled = node.label || node.op === "leaf";
  return isCalled ? nodeName(node, words, format) : symbolText(glyphs(node, format));
}

/**
 * The local gradient of an edge as a fraction, `∂c/∂b`.
 *
 * @param {Trace} trace
 * @param {{from: number, to: number}} edge
 * @returns {string|null} null when a node has no label, and when the operand reaches the operation
 *   by another way too: ∂c/∂b is then the sum over all ways, not what this edge alone carries
 */
export function derivativeName(trace, edge) {
  const of = trace.nodes[edge.to].label;
  const by = trace.nodes[edge.from].label;
  if (!of || !by || hasDetour(trace, edge)) return null;
  return `∂${asFactor(of)}/∂${asFactor(by)}`;
}

/**
 * A label as it is in a formula: one that is a formula itself (`a+b`) gets parentheses.
 *
 * @param {string} label
 * @returns {string}
 */
export function asFactor(label) {
  return /^[\p{L}\p{N}\p{M}_'′]+$/u.test(label) ? label : `(${label})`;
}

/** @param {Trace} trace @param {{from: number, to: number}} edge */
function hasDetour(trace, edge) {
  const reached = new Set();
  const open = trace.edges.filter((other) => other !== edge && other.from === edge.from);
  while (open.length > 0) {
    const {to} = open.pop();
    if (to === edge.to) return true;
    // Ids grow along the edges, so nothing past the target leads back to it.
    if (to > edge.to || reached.has(to)) continue;
    reached.add(to);
    open.push(...trace.edges.filter((other) => other.from === to));
  }
  return false;
}
