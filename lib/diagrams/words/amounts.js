import {bytesText, toNumber} from "./numbers.js";

/**
 * A gradient: a number, or the summary of a tensor's entries, as a trace holds it.
 *
 * @typedef {any} Amount a number, or `{shape, min, max, mean, norm, values}`
 */

/**
 * @param {number|string|Fields|null|undefined} entry of a trace
 * @returns {Amount|null} null where the trace has none
 */
export function amount(entry) {
  return isSummary(entry) ? entry : toNumber(entry);
}

/**
 * @param {unknown} entry
 * @returns {boolean} whether it is the summary of a tensor
 */
export function isSummary(entry) {
  return typeof entry === "object" && entry !== null;
}

/**
 * A gradient in a few characters, led by its sign: `∂ 3`, or a tensor's norm, `‖∂‖ 0.41`.
 *
 * @param {Amount} entry
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function gradientText(entry, format) {
  if (!isSummary(entry)) return `∂ ${format(entry)}`;
  const norm = toNumber(entry.norm);
  // An empty tensor has no norm.
  return norm === null ? `∂ ${shapeText(entry.shape)}` : `‖∂‖ ${format(norm)}`;
}

/**
 * @param {number[]} shape
 * @returns {string} as Python writes it: `(2, 3)`, `(3,)`
 */
export function shapeText(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/**
 * What a node keeps for the backward pass, one text for each piece: a tensor with its bytes, or the
 * local gradients of a number.
 *
 * @param {Trace} trace
 * @param {TraceNode} node of it
 * @param {{words: Words, format: import("./numbers.js").NumberFormat}} context
 * @returns {string[]}
 */
export function savedTexts(trace, node, {words, format}) {
  if (node.saved) return node.saved.map((entry) => savedText(entry, words));
  return trace.edges
    .filter((edge) => edge.to === node.id && toNumber(edge.local) !== null)
    .map((edge) => format.short(toNumber(edge.local)));
}

function savedText({name, shape, bytes, of}, words) {
  const what = [of ?? name, shapeText(shape), bytesText(bytes, words.lang)].filter(Boolean).join(" ");
  return of === null ? what : `${what} ${words.byReference}`;
}
