/**
 * The strings in a trace for the numbers that JSON lacks.
 *
 * @type {Record<string, number>}
 */
const NAMED = {NaN, Infinity, "-Infinity": -Infinity};

/**
 * A number of a trace as a JavaScript number.
 *
 * @param {number|string|null|undefined} entry
 * @returns {number|null} null where the trace has none, as for tensors
 */
export function toNumber(entry) {
  if (entry === null || entry === undefined) return null;
  return typeof entry === "string" ? NAMED[entry] : entry;
}

/**
 * A JavaScript number as a trace writes it; the inverse of `toNumber`.
 *
 * @param {number} x
 * @returns {number|string}
 */
export function toEntry(x) {
  return Number.isFinite(x) ? x : String(x);
}

/**
 * @typedef {object} NumberFormat
 * @property {(x: number) => string} short four significant digits; whole numbers in full
 * @property {(x: number) => string} exact every digit the number has, but not the tail of a sum of tenths
 * @property {(x: number) => boolean} isRounded whether `short` drops digits
 */

const formats = new Map();

/**
 * How numbers are written in a language. Made once for each: Intl's formats are slow to make.
 *
 * @param {string} lang
 * @returns {NumberFormat}
 */
export function numberFormat(lang) {
  if (!formats.has(lang)) formats.set(lang, makeFormat(lang));
  return formats.get(lang);
}

/**
 * @param {string} lang
 * @returns {NumberFormat}
 */
function makeFormat(lang) {
  const decimal = new Intl.NumberFormat(lang, {maximumSignificantDigits: 4, useGrouping: false});
  const whole = new Intl.NumberFormat(lang, {maximumFractionDigits: 0, useGrouping: "auto"});
  const tiny = new Intl.NumberFormat(lang, {notation: "scientific", maximumSignificantDigits: 4});
  const separator = decimal.format(0.5)[1];
  // In Spanish a point between digits may be read as a decimal one; a space is what prose has too.
  /** @param {Intl.NumberFormatPart} part */
  const between = (part) => (part.type === "group" && separator === "," ? "\u202f" : part.value);
  /** @param {number} x */
  const grouped = (x) => whole.formatToParts(x).map(between).join("");

  // A whole number cut to four digits (2097151 → 2097000) would look like another whole number.
  /** @param {number} x */
  const isWhole = (x) => Number.isInteger(x) && Math.abs(x) < 1e7;
  // Likewise 12345.6 as 12350. The e of a power of ten says that digits are missing.
  /** @param {number} x */
  const isPlain = (x) => Math.abs(x) >= 1e-4 && Math.abs(x) < 1e4;
  /** @param {number} x */
  const short = (x) => {
    if (!Number.isFinite(x)) return special(x);
    if (isWhole(x)) return tidy(grouped(x));
    return tidy((isPlain(x) ? decimal : tiny).format(x));
  };
  return {
    short,
    // String(x) is the shortest text that reads back as the same number; Intl promises no such.
    exact: (x) => {
      if (!Number.isFinite(x)) return special(x);
      return tidy(Number.isSafeInteger(x) ? grouped(x) : String(clean(x)).replace(".", separator));
    },
    isRounded: (x) => Number.isFinite(x) && !isWhole(x) && Number(x.toPrecision(4)) !== clean(x)
  };
}

/**
 * A sum of tenths is 0.30000000000000004 in binary: fifteen digits are what a float holds.
 *
 * @param {number} x
 */
function clean(x) {
  return Number(x.toPrecision(15));
}

/** @param {number} x */
function special(x) {
  if (Number.isNaN(x)) return "NaN";
  return x > 0 ? "∞" : "−∞";
}

/**
 * A true minus sign, no minus on zero, and a small e.
 *
 * @param {string} text
 */
function tidy(text) {
  return text.replace(/^-0$/, "0").replace(/-/g, "−").replace("E", "e");
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/**
 * An amount of memory, `12.5 KiB`. Units of 1,024, as allocators count.
 *
 * @param {number} bytes
 * @param {string} lang
 * @returns {string}
 */
export function bytesText(bytes, lang) {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${numberFormat(lang).short(bytes / 1024 ** power)} ${UNITS[power]}`;
}

/** @param {Entry|Summary|undefined} entry of a trace @returns {Amount|null} null where the trace has none */
export function amount(entry) {
  return isSummary(entry) ? entry : toNumber(entry);
}

/**
 * @param {unknown} entry
 * @returns {entry is Summary} whether it is the summary of a tensor
 */
export function isSummary(entry) {
  return typeof entry === "object" && entry !== null;
}

/** A tensor with more entries is known by its norm. */
const MOST_ENTRIES = 8;

/**
 * The entries of a small tensor as Python writes them, `[2, 4]`.
 *
 * @param {Summary} summary
 * @param {(x: number) => string} format
 * @returns {string|null} null where there are more than eight, or none is known
 */
export function entriesText({shape, values}, format) {
  if (!values || values.length === 0 || values.length > MOST_ENTRIES) return null;
  /** @param {number[]} sizes @param {(number|string)[]} entries @returns {string} */
  const list = (sizes, entries) => {
    if (sizes.length === 0) return format(/** @type {number} */ (toNumber(entries[0])));
    const size = entries.length / sizes[0];
    const part = (/** @type {number} */ i) => list(sizes.slice(1), entries.slice(i * size, (i + 1) * size));
    const parts = Array.from({length: sizes[0]}, (_, i) => part(i));
    return `[${parts.join(format(0.5)[1] === "," ? "; " : ", ")}]`;
  };
  return list(shape, values);
}

/**
 * The entries of a small tensor, a line for each row of a matrix, in columns of one width.
 *
 * @param {Summary} summary
 * @param {(x: number) => string} format
 * @returns {string[]}
 */
export function rowsText({shape, values}, format) {
  const texts = values.map((one) => format(toNumber(one)));
  const columns = shape.length === 2 ? shape[1] : 1;
  const widths = Array.from({length: columns}, (_, column) =>
    Math.max(...texts.filter((_, i) => i % columns === column).map(({length}) => length)));
  return Array.from({length: texts.length / columns}, (_, row) =>
    widths.map((wide, column) => texts[row * columns + column].padStart(wide, "\u00a0")).join("\u00a0"));
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
 * @param {{words: Words, format: NumberFormat}} context
 * @returns {string[]}
 */
export function savedTexts(trace, node, {words, format}) {
  if (node.saved) return node.saved.map((entry) => savedText(entry, words));
  return trace.edges
    .filter((edge) => edge.to === node.id && toNumber(edge.local) !== null)
    .map((edge) => format.short(toNumber(edge.local)));
}

/** @param {SavedTensor} entry @param {Words} words */
function savedText({name, shape, bytes, of}, words) {
  const what = [of ?? name, shapeText(shape), bytesText(bytes, words.lang)].filter(Boolean).join(" ");
  return of === null ? what : `${what} ${words.byReference}`;
}

/** Spaces as wide as digits, in place of a gradient that has not arrived. */
export const BLANK = "\u2007\u2007\u2007";

/**
 * What is at the receiver: the addition, from the second arrival on, and the gradient so far.
 *
 * @param {Pick<import("../trace/steps.js").ScalarStep, "before"|"contribution"|"total"|"isOverwritten">} arrival
 *   the last one; its total is null before the first
 * @param {(x: number) => string} format
 * @returns {{sum: string, total: string}} `3 + 3 = ` and `6`
 */
export function gradientTexts({before, contribution, total, isOverwritten = false}, format) {
  if (total === null) return {sum: "", total: BLANK};
  if (before === null || isOverwritten) return {sum: "", total: format(total)};
  const added = contribution < 0 ? `(${format(contribution)})` : format(contribution);
  return {sum: `${format(before)} + ${added} = `, total: format(total)};
}

/**
 * A value as it is in the drawing; a tensor shows its shape.
 *
 * @param {TraceNode} node of a trace
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function valueText(node, format) {
  const value = toNumber(node.value);
  return value === null ? shapeText(node.shape) : format(value);
}
