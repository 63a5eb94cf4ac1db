import {bytesText, toNumber, gradientText, isSummary, shapeText} from "../words/numbers.js";
import {savedBytes} from "../trace/steps.js";
import {textWidth} from "./measure.js";

/** Type sizes and line heights of boxes on tensors, of folded groups and of trays. */
export const TENSOR = {name: 16, line: 14, tray: 13, step: 20, row: 18, padding: 12, hook: 26};

/** A gradient with four digits is seldom longer. */
const GRADIENT = 11;

/** Names are cut to this many characters. */
const LONGEST = 20;

/**
 * Size and texts of a node on tensors: its name, its shape, its gradient, and the tray with what
 * it saves.
 *
 * @param {Trace} trace
 * @param {TraceNode} node of it
 * @param {object} options
 * @param {boolean} options.hasGradient whether one ever arrives
 * @param {"rows"|"sum"|"none"} options.trays every saved tensor, their sum, or nothing
 * @param {Words} options.words of `strings(lang)`
 * @param {(x: number) => string} options.format
 */
export function tensorBox(trace, node, {hasGradient, trays, words, format}) {
  const name = nameOf(node);
  const number = toNumber(node.value);
  const dtype = (node.dtype ?? "").replace("torch.", "");
  const shape = `${shapeText(node.shape)} ${dtype}`.trim();
  const value = number === null ? shape : `= ${format(number)}`;
  const rows = trayRows(trace, node, {trays, words});
  const line = (/** @type {string|number} */ text) => textWidth(text, TENSOR.line);
  const inner = Math.max(
    textWidth(name, TENSOR.name), line(value), hasGradient ? line(GRADIENT) : 0, 76
  );
  const lines = hasGradient ? 3 : 2;
  const widths = rows.map((row) => textWidth(row, TENSOR.tray) + TENSOR.hook);
  return {
    name,
    value,
    rows,
    hasGradient,
    tray: Math.max(0, ...widths),
    width: 2 * Math.ceil(inner / 2) + 2 * TENSOR.padding,
    height: Math.max(lines * TENSOR.step + 14, rows.length * TENSOR.row + 16)
  };
}

/** An operation by its kind, a leaf by the end of its dotted name. */
function nameOf(/** @type {TraceNode} */ {op, label}) {
  const text = label ? label.split(".").slice(-2).join(".") : op === "leaf" ? "·" : op;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** @param {Trace} trace @param {TraceNode} node @param {{trays: string, words: Words}} options */
function trayRows(trace, node, {trays, words}) {
  const saved = node.saved ?? [];
  if (trays === "none" || saved.length === 0) return [];
  if (trays === "sum") {
    return [`${saved.length} · ${bytesText(savedBytes(trace, [node]), words.lang)}`];
  }
  return saved.map(({name, shape, bytes, of}) => {
    const what = [name, shapeText(shape)].filter(Boolean).join(" ");
    return of ? `${what} ${words.byReference}` : `${what} ${bytesText(bytes, words.lang)}`;
  });
}

/**
 * Return the text at a tensor's receiver: its norm, and which arrivals it adds up.
 *
 * @param {import("../trace/steps.js").NodeState} node
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function tensorGradient({grad, arrivals}, format) {
  if (grad === null) return "";
  const text = gradientText(grad, format);
  if (arrivals < 2) return text;
  const sum = Array.from({length: arrivals}, (_, i) => i + 1).join("+");
  return isSummary(grad) && arrivals < 4 ? text.replace("∂", sum) : text;
}

/**
 * Size and texts of a folded group: its name, how many nodes are inside, what they save.
 *
 * @param {import("./fold.js").Item} item
 * @param {Trace} trace
 * @param {Words} words of `strings(lang)`
 */
export function groupBox({name, members}, trace, words) {
  const bytes = savedBytes(trace, members.map((id) => trace.nodes[id]));
  const saved = bytes > 0 ? bytesText(bytes, words.lang) : "";
  const count = words.nodes(members.length);
  const line = [count, saved].filter(Boolean).join(" · ");
  const inner = Math.max(textWidth(`▸ ${name}`, TENSOR.name), textWidth(line, TENSOR.line), 96);
  return {
    name,
    count,
    saved,
    tray: 0,
    width: 2 * Math.ceil(inner / 2) + 2 * TENSOR.padding,
    height: 2 * TENSOR.step + 28
  };
}

/**
 * @param {string} name of a group
 * @returns {number} how wide its frame's title is
 */
export function frameTitle(name) {
  return textWidth(`▾ ${name}`, TENSOR.name) + 24;
}
