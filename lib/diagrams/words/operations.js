/**
 * How each operation is drawn and written. `draw` gets the texts of its constants by slot and
 * returns what stands in the box; `write` gets the texts of all operands and returns the formula.
 *
 * @type {Record<string, {
 *   draw: (constants: string[]) => Glyph[],
 *   write: (...operands: string[]) => string
 * }>}
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
 * What stands large in an operation's box: its symbol, with the plain numbers folded into it.
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
 * @param {string[]} operands texts by slot, with holes where a constant stands
 * @param {(x: number) => string} format
 * @returns {string} `3 × x`, `b²`, `tanh(n)` …
 */
export function formula(node, operands, format) {
  const all = [...operands];
  constantTexts(node, format).forEach((text, slot) => (all[slot] = text));
  return OPERATIONS[node.op]?.write(...all) ?? `${node.op}(${all.join(", ")})`;
}

function constantTexts(node, format) {
  const texts = [];
  for (const {slot, value} of node.constants) texts[slot] = format(value);
  return texts;
}

function infix(sign) {
  return {
    draw: ([left, right]) => {
      const parts = [left, sign, right].filter((part) => part !== undefined);
      return [{text: parts.join(" ")}];
    },
    write: (left, right) => `${left} ${sign} ${wrap(right)}`
  };
}

function call(name) {
  return {draw: () => [{text: name}], write: (a) => `${name}(${a})`};
}

function drawPower([base, exponent]) {
  if (base !== undefined) return [{text: base}, {text: "( )", raised: true}];
  return [{text: "( )"}, {text: exponent ?? "n", raised: true}];
}

/** Negative numbers stand in parentheses after a sign: 3 × (−2). */
function wrap(text) {
  return text.startsWith("−") ? `(${text})` : text;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A raised number where the course's fonts have its digits; a caret otherwise. */
function superscript(exponent) {
  if (!/^\d+$/.test(exponent)) return `^${wrap(exponent)}`;
  return exponent.replace(/\d/g, (digit) => RAISED[Number(digit)]);
}
