import {glyphs, symbolText} from "./operations.js";

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
 * A label as it stands in a formula: one that is a formula itself (`a+b`) gets parentheses.
 *
 * @param {string} label
 * @returns {string}
 */
export function asFactor(label) {
  return /^[\p{L}\p{N}\p{M}_'′]+$/u.test(label) ? label : `(${label})`;
}

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
