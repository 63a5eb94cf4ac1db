import {gradientTexts, valueText} from "../words/numbers.js";
import {glyphs} from "../words/operations.js";
/** @import {Box, Direction, LabelSize, NodeBox, NodeTexts} from "./types.js" */

/** Advance of one character of the monospaced font, in ems. */
const ADVANCE = 0.6;

/** Type sizes of the drawing, in its own pixels; diagrams.css sets those of lines and labels. */
export const TYPE = {symbol: 30, word: 20, name: 16, line: 16, label: 16};

const LINE = 24;
const PADDING = 14;

/** Longer symbols, and names of leaves past two letters, are words and set smaller. */
const LONGEST_SYMBOL = 4;
const LONGEST_LETTER = 2;

/** The signs before a value and a gradient, for readers who don't see their colours; a bare node has one. */
const SIGNS = {value: "= ", gradient: "∂ "};
const BARE_SIGNS = {value: "", gradient: "∂"};

/**
 * How wide a text is in the drawing's font.
 *
 * @param {string|number} text or its number of characters
 * @param {number} size
 * @returns {number}
 */
export function textWidth(text, size) {
  return (typeof text === "number" ? text : [...text].length) * size * ADVANCE;
}

/**
 * The longest text each slot of the drawing will ever hold, so that nothing grows while stepping.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {(x: number) => string} format
 * @returns {{gradients: string[], totals: string[], contributions: string[]}} by node and by edge; totals
 *   are gradients without the additions
 */
export function longestTexts(trace, steps, format) {
  const gradients = trace.nodes.map(() => "");
  const totals = trace.nodes.map(() => "");
  const contributions = trace.edges.map(() => "");
  /** @param {string[]} texts @param {number} i @param {string} text */
  const keep = (texts, i, text) => (texts[i] = longer(texts[i], text));
  for (const step of /** @type {import("../trace/steps.js").ScalarStep[]} */ (steps)) {
    if (step.kind === "seed") for (const texts of [gradients, totals]) keep(texts, step.node, format(step.total));
    if (step.kind !== "send") continue;
    keep(contributions, step.edge, `∂ ${format(step.contribution)}`);
    const {sum, total} = gradientTexts(step, format);
    keep(gradients, step.to, sum + total);
    keep(totals, step.to, total);
  }
  return {gradients, totals, contributions};
}

/**
 * Size of a node and where its texts are, from its top left corner.
 *
 * @param {TraceNode} node of a trace
 * @param {string} gradient the longest text of its gradient, "" when none ever arrives
 * @param {Direction} direction right: texts under the symbol; down: beside it
 * @param {(x: number) => string} format
 * @param {boolean} [isDense] no wider than its texts need
 * @param {boolean} [isBare] a value without its sign, and no name beside the symbol
 * @returns {NodeBox}
 */
export function nodeBox(node, gradient, direction, format, isDense = false, isBare = false) {
  const symbol = symbolOf(node, format, isBare);
  const signs = isBare ? BARE_SIGNS : SIGNS;
  const name = isBare || node.op === "leaf" ? "" : node.label ?? "";
  const value = valueText(node, format);
  const symbolWidth = symbol.reduce((sum, {text, size}) => sum + textWidth(text, size), 0);
  const lead = name === "" ? 0 : textWidth(`${name} `, TYPE.name);
  const valueWidth = lead + textWidth(signs.value + value, TYPE.line);
  const gradientWidth = gradient === "" ? 0 : textWidth(signs.gradient + gradient, TYPE.line);
  const texts = {isBare, symbol, signs, name, value, lead, symbolWidth, valueWidth, gradientWidth};
  return direction === "right" ? stacked(texts, isBare ? BARE : isDense ? DENSE : AIRY) : sideBySide(texts);
}

/** A leaf's name, or an operation's symbol: pieces with their type size and how far they rise. */
function symbolOf(/** @type {TraceNode} */ node, /** @type {(x: number) => string} */ format, isBare = false) {
  const isLeaf = node.op === "leaf";
  const pieces = isLeaf ? [{text: node.label ?? ""}] : glyphs(node, format);
  const letters = [...pieces.map((piece) => piece.text).join("")].length;
  const size = letters > (isLeaf || isBare ? LONGEST_LETTER : LONGEST_SYMBOL) ? TYPE.word : TYPE.symbol;
  return pieces.map(({text, raised}) => ({
    text,
    size: raised ? size * 0.62 : size,
    rise: raised ? size * 0.4 : 0
  }));
}

/** A stacked node: its least width without its padding, that, and the baselines of its symbol and value. */
const AIRY = {least: 72, padding: PADDING, symbol: 34, value: 60};
const DENSE = {...AIRY, least: 46, padding: 7};
const BARE = {least: 40, padding: 4, symbol: 27, value: 48};

/** @param {NodeTexts} texts @param {typeof AIRY} room @returns {NodeBox} */
function stacked(texts, {least, padding, ...baseline}) {
  const {symbolWidth, valueWidth, gradientWidth} = texts;
  const hasSymbol = symbolWidth > 0;
  const width = even(Math.max(least, symbolWidth, valueWidth, gradientWidth) + 2 * padding);
  const top = hasSymbol ? baseline.value : 28;
  const lines = gradientWidth > 0 ? 2 : 1;
  return {
    ...texts,
    width,
    height: top + (lines - 1) * LINE + 14,
    symbolAt: {x: (width - symbolWidth) / 2, y: baseline.symbol},
    valueAt: {x: (width - valueWidth) / 2, y: top},
    gradientAt: {x: width / 2, y: top + LINE, anchor: "middle"}
  };
}

/** @param {NodeTexts} texts @returns {NodeBox} */
function sideBySide(texts) {
  const {symbol, symbolWidth, valueWidth, gradientWidth} = texts;
  const lines = gradientWidth > 0 ? 2 : 1;
  const height = lines * LINE + 14;
  const left = symbolWidth === 0 ? PADDING : Math.max(26, symbolWidth) + 2 * PADDING;
  const width = even(left + Math.max(44, valueWidth, gradientWidth) + PADDING);
  return {
    ...texts,
    width,
    height,
    symbolAt: {x: (left - symbolWidth) / 2, y: height / 2 + 0.32 * (symbol[0]?.size ?? 0)},
    valueAt: {x: left, y: 24},
    gradientAt: {x: left, y: 24 + LINE, anchor: "start"}
  };
}

/**
 * Size of the label of an edge: the pill with the local gradient and, by it, what was sent.
 *
 * @param {number|null} local
 * @param {string} contribution its longest text
 * @param {Direction} direction
 * @param {(x: number) => string} format
 * @param {boolean} [isDense]
 * @returns {LabelSize|null} null without one
 */
export function edgeLabel(local, contribution, direction, format, isDense = false) {
  if (contribution === "") return null;
  const text = local === null ? "" : `× ${format(local)}`;
  const pill = text === "" ? 0 : textWidth(text, TYPE.label) + (isDense ? 6 : 16);
  const sent = textWidth(contribution, TYPE.label);
  const right = direction === "right";
  return {
    text,
    pill,
    width: right ? Math.max(pill, sent) : Math.max(PILL.left + pill, PILL.sent + sent) + 2,
    height: right ? 44 : PILL.height + 24
  };
}

/** The room of an edge's two arrows where there is none for its label. */
export function bareLabel(/** @type {string} */ contribution) {
  return contribution === "" ? null : {text: "", pill: 0, width: 4, height: 16, isBare: true};
}

/** The place of a downward edge's label, right of the middle between its two arrows. */
export const PILL = {height: 24, left: 0, sent: 20};

/** Whether two boxes overlap, or are closer than `clear` to each other. */
export function overlap(/** @type {Box} */ one, /** @type {Box} */ other, clear = 0) {
  return (
    one.x < other.x + other.width + clear && other.x < one.x + one.width + clear &&
    one.y < other.y + other.height + clear && other.y < one.y + one.height + clear
  );
}

function even(/** @type {number} */ x) {
  return 2 * Math.ceil(x / 2);
}

function longer(/** @type {string} */ one, /** @type {string} */ other) {
  return [...other].length > [...one].length ? other : one;
}
