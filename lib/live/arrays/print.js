/** An array's text as NumPy writes it: eight digits after the point, 75 characters a line. */
import {BOOL, FLOAT32, INT, contiguous} from "./ndarray.js";

const special = (/** @type {number} */ x) => (x !== x ? "nan" : x > 0 ? "inf" : "-inf");
const minus = (/** @type {number} */ x) => (Object.is(x, -0) ? "-" : "");

/** Return the shortest text of a number in single precision: one that only this number has. */
function singleText(/** @type {number} */ x) {
  for (let digits = 1; digits < 9; digits++) {
    const near = Number(x.toPrecision(digits));
    if (Math.fround(near) === x) return near;
  }
  return Number(x.toPrecision(9));
}

const decimals = (/** @type {string} */ text) => (text.split(".")[1] ?? "").length;
const withPoint = (/** @type {string} */ text) => (text.includes(".") ? text.replace(/0+$/, "") : `${text}.`);

/** The fewest digits that distinguish a number from others, eight after the point at most. */
function positional(/** @type {number} */ x) {
  const short = String(x);
  const text = short.includes("e") ? x.toFixed(20) : short;
  return minus(x) + withPoint(decimals(text) > 8 ? x.toFixed(8) : text);
}

/** @returns {string[]} the digits before and after the point, the exponent's sign and its digits */
function scientific(/** @type {number} */ x) {
  const short = x.toExponential();
  const [m, e] = (decimals(short.split("e")[0]) > 8 ? x.toExponential(8) : short).split("e");
  return [...`${minus(x)}${withPoint(m)}`.split("."), e[0], e.slice(1)];
}

/** @returns {(x: number) => string} writes each of the numbers in the same width */
function floats(/** @type {number[]} */ values) {
  const finite = values.filter(Number.isFinite);
  const sizes = finite.map(Math.abs).filter((x) => x > 0);
  const most = Math.max(0, ...sizes);
  const least = Math.min(Infinity, ...sizes);
  const widest = (/** @type {number} */ i, /** @type {string[][]} */ parts) =>
    Math.max(0, ...parts.map((p) => p[i].length));
  /** @type {(x: number) => string} */
  let one;
  if (sizes.length > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1e3)) {
    const parts = finite.map(scientific);
    const digits = Math.max(widest(1, parts), 1);
    const ends = Math.max(widest(3, parts), 2);
    one = (x) => {
      const [whole, rest, sign, e] = scientific(x);
      return `${whole}.${rest.padEnd(digits, "0")}e${sign}${e.padStart(ends, "0")}`;
    };
  } else {
    const digits = widest(1, finite.map((x) => positional(x).split(".")));
    one = (x) => {
      const [whole, rest] = positional(x).split(".");
      return `${whole}.${rest.padEnd(digits)}`;
    };
  }
  const text = (/** @type {number} */ x) => (Number.isFinite(x) ? one(x) : special(x));
  const width = Math.max(0, ...values.map((x) => text(x).length));
  return (x) => text(x).padStart(width);
}

function others(/** @type {number[]} */ values, /** @type {number} */ type) {
  const one = (/** @type {number} */ x) => (type === BOOL ? (x ? "True" : "False") : String(x));
  const width = type === BOOL ? 5 : Math.max(0, ...values.map((x) => one(x).length));
  return (/** @type {number} */ x) => one(x).padStart(width);
}

/**
 * Return the text of an array.
 *
 * @param {import("./ndarray.js").NDArray} a
 * @param {number} prefix characters before it on its line
 * @param {boolean} isRepr with commas, and room for a bracket at the end
 */
export function textOf(a, prefix, isRepr) {
  const {shape, type} = a;
  const numbers = contiguous(a).data;
  const data = type === FLOAT32 ? Float64Array.from(numbers, singleText) : numbers;
  if (data.length === 0 && shape.length > 0) return "[]";
  const isCut = data.length > 1000;
  const items = (/** @type {number} */ n) =>
    isCut && n > 6 ? [0, 1, 2, null, n - 3, n - 2, n - 1] : Array.from({length: n}, (_, i) => i);
  /** @type {number[]} */
  const shown = [];
  const walk = (/** @type {number} */ axis, /** @type {number} */ at, /** @type {number} */ size) => {
    if (axis === shape.length) {
      shown.push(data[at]);
      return;
    }
    const step = size / shape[axis];
    for (const i of items(shape[axis])) if (i !== null) walk(axis + 1, at + i * step, step);
  };
  walk(0, 0, data.length);
  const form = type > INT ? floats(shown) : others(shown, type);
  if (shape.length === 0) return form(data[0]).trim();
  const separator = isRepr ? ", " : " ";
  const lines = (/** @type {number} */ at, /** @type {string} */ hang, /** @type {number} */ width) => {
    let text = "";
    let line = hang;
    items(shape.at(-1)).forEach((i, k) => {
      const word = i === null ? "..." : form(data[at + i]);
      if (k > 0) line += separator;
      if (line.length + word.length > width - 1 && line.length > hang.length) {
        text += `${line.trimEnd()}\n`;
        line = hang;
      }
      line += word;
    });
    return `[${(text + line).slice(hang.length)}]`;
  };
  /** @type {(axis: number, at: number, size: number, hang: string, width: number) => string} */
  const build = (axis, at, size, hang, width) => {
    const left = shape.length - axis;
    if (left === 1) return lines(at, hang, width);
    const step = size / shape[axis];
    const line = separator.trimEnd() + "\n".repeat(left - 1) + hang;
    const part = (/** @type {number|null} */ i) =>
      i === null ? "..." : build(axis + 1, at + i * step, step, `${hang} `, width - 1);
    return `[${items(shape[axis]).map(part).join(line)}]`;
  };
  return build(0, 0, data.length, " ".repeat(prefix + 1), isRepr ? 74 : 75);
}
