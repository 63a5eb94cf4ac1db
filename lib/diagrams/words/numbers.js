/** The strings that stand in a trace for the numbers JSON lacks. */
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
 * @property {(x: number) => string} exact every digit the number has
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

function makeFormat(lang) {
  const decimal = new Intl.NumberFormat(lang, {maximumSignificantDigits: 4, useGrouping: false});
  const whole = new Intl.NumberFormat(lang, {maximumFractionDigits: 0, useGrouping: "auto"});
  const tiny = new Intl.NumberFormat(lang, {notation: "scientific", maximumSignificantDigits: 4});
  const separator = decimal.format(0.5)[1];
  // In Spanish a point between digits may be read as a decimal one; a space is what prose has too.
  const between = (part) => (part.type === "group" && separator === "," ? "\u202f" : part.value);
  const grouped = (x) => whole.formatToParts(x).map(between).join("");

  // A whole number cut to four digits (2097151 → 2097000) would look like another whole number.
  const isWhole = (x) => Number.isInteger(x) && Math.abs(x) < 1e7;
  // Likewise 12345.6 as 12350. The e of a power of ten says that digits are missing.
  const isPlain = (x) => Math.abs(x) >= 1e-4 && Math.abs(x) < 1e4;
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
      return tidy(Number.isSafeInteger(x) ? grouped(x) : String(x).replace(".", separator));
    },
    isRounded: (x) => Number.isFinite(x) && !isWhole(x) && Number(x.toPrecision(4)) !== x
  };
}

function special(x) {
  if (Number.isNaN(x)) return "NaN";
  return x > 0 ? "∞" : "−∞";
}

/** A true minus sign, no minus on zero, and a small e. */
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
