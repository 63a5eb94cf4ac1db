/** Arithmetic, functions of each element, reductions and matrix products, with NumPy's types. */
import {
  BOOL, FLOAT, FLOAT32, INT, TYPES, NDArray, assign, broadcastShapes, broadcastTo, contiguous, count, eachRow,
  fresh, full, reshape, told
} from "./ndarray.js";

/** Return the type of a result: int64 and float32 have float64 in common. */
export const promoted = (/** @type {number} */ a, /** @type {number} */ b) =>
  Math.min(a, b) === INT && Math.max(a, b) === FLOAT32 ? FLOAT : Math.max(a, b);

/**
 * @typedef {(x: number, y: number) => number} Operation
 * @typedef {(x: Float64Array, p: number, s: number, y: Float64Array, q: number, t: number, z: Float64Array, r: number,
 *   n: number) => void} Loop over `n` numbers, each array from an offset and with a stride
 * @typedef {(d: Float64Array, p: number, s: number, n: number) => number} Reduction
 */

/** Return a Python number as an array: it takes the type of the other operand, if that can have it. */
export function weak(/** @type {number} */ x, /** @type {number} */ type, /** @type {number} */ other) {
  const least = type === FLOAT ? FLOAT32 : type;
  return full(x, [], other >= least ? other : type);
}

function modulo(/** @type {number} */ x, /** @type {number} */ y) {
  const r = x % y;
  if (r === 0) return y < 0 ? -0 : 0;
  return r < 0 !== y < 0 ? r + y : r;
}

/** NumPy's: from the remainder, so that 1.0 // 0.1 is 9. */
function floorDivide(/** @type {number} */ x, /** @type {number} */ y) {
  if (y === 0) return x / y;
  const q = (x - modulo(x, y)) / y;
  const floor = Math.floor(q);
  return q - floor > 0.5 ? floor + 1 : floor;
}

// NumPy's 1 ** nan is 1, and JavaScript's is nan.
/** @type {Operation} */
const power = (x, y) => (x === 1 ? 1 : y === 2 ? x * x : y === 0.5 ? Math.sqrt(x) : x ** y);

function logaddexp(/** @type {number} */ x, /** @type {number} */ y) {
  if (x === y) return x + Math.LN2;
  return Math.max(x, y) + Math.log1p(Math.exp(-Math.abs(x - y)));
}

/** The most frequent ones have a loop of their own, in which nothing is called. @type {Record<string, Loop>} */
const LOOPS = {
  add: (x, p, s, y, q, t, z, r, n) => { for (let i = 0; i < n; i++) z[r + i] = x[p + i * s] + y[q + i * t]; },
  subtract: (x, p, s, y, q, t, z, r, n) => { for (let i = 0; i < n; i++) z[r + i] = x[p + i * s] - y[q + i * t]; },
  multiply: (x, p, s, y, q, t, z, r, n) => { for (let i = 0; i < n; i++) z[r + i] = x[p + i * s] * y[q + i * t]; },
  divide: (x, p, s, y, q, t, z, r, n) => { for (let i = 0; i < n; i++) z[r + i] = x[p + i * s] / y[q + i * t]; }
};
/** @returns {Loop} */
const loopOf = (/** @type {Operation} */ f) => (x, p, s, y, q, t, z, r, n) => {
  for (let i = 0; i < n; i++) z[r + i] = f(x[p + i * s], y[q + i * t]);
};
/** @type {Record<string, Loop>} */
const BINARY = {
  ...LOOPS,
  power: loopOf(power), floor_divide: loopOf(floorDivide), remainder: loopOf(modulo),
  maximum: loopOf(Math.max), minimum: loopOf(Math.min),
  less: loopOf((x, y) => Number(x < y)), less_equal: loopOf((x, y) => Number(x <= y)),
  equal: loopOf((x, y) => Number(x === y)), not_equal: loopOf((x, y) => Number(x !== y)),
  greater: loopOf((x, y) => Number(x > y)), greater_equal: loopOf((x, y) => Number(x >= y)),
  bitwise_and: loopOf((x, y) => Number(BigInt(x) & BigInt(y))),
  bitwise_or: loopOf((x, y) => Number(BigInt(x) | BigInt(y))),
  bitwise_xor: loopOf((x, y) => Number(BigInt(x) ^ BigInt(y))),
  logaddexp: loopOf(logaddexp)
};
export const BINARY_NAMES = Object.keys(BINARY);
const COMPARISONS = ["less", "less_equal", "equal", "not_equal", "greater", "greater_equal"];
const BITWISE = ["bitwise_and", "bitwise_or", "bitwise_xor"];

/** Return the loop of an operation on two arrays, and the type of its result. */
function ruleOf(/** @type {string} */ name, /** @type {NDArray} */ a, /** @type {NDArray} */ b) {
  const type = promoted(a.type, b.type);
  if (COMPARISONS.includes(name)) return {name, type: BOOL};
  if (name === "divide" || name === "logaddexp") return {name, type: Math.max(type, type < FLOAT32 ? FLOAT : type)};
  if (BITWISE.includes(name) && type > INT) {
    throw new TypeError(`ufunc '${name}' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''`);
  }
  if (name === "power" && type === INT && b.data.some((x) => x < 0)) {
    throw new Error("Integers to negative integer powers are not allowed.");
  }
  if (type !== BOOL) return {name, type};
  if (name === "subtract") {
    throw new TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.");
  }
  if (name === "add" || name === "multiply") return {name: name === "add" ? "maximum" : "minimum", type};
  return {name, type: ["power", "floor_divide", "remainder"].includes(name) ? INT : BOOL};
}

/** An operand is passed through in one go if its numbers follow each other, or if it is one number. */
function wholeStride(/** @type {NDArray} */ v) {
  if (v.isContiguous) return 1;
  return v.strides.every((s) => s === 0) ? 0 : -1;
}

export function binary(/** @type {number} */ op, /** @type {NDArray} */ a, /** @type {NDArray} */ b) {
  const shape = broadcastShapes(a.shape, b.shape);
  const {name, type} = ruleOf(BINARY_NAMES[op], a, b);
  const out = fresh(shape, type);
  const x = broadcastTo(a, shape);
  const y = broadcastTo(b, shape);
  const loop = BINARY[name];
  const s = wholeStride(x);
  const t = wholeStride(y);
  if (s >= 0 && t >= 0) {
    loop(x.data, x.offset, s, y.data, y.offset, t, out.data, 0, out.size);
  } else {
    const n = shape.at(-1) ?? 1;
    const sx = x.strides.at(-1) ?? 0;
    const sy = y.strides.at(-1) ?? 0;
    let r = 0;
    eachRow(shape, x, y, (p, q) => {
      loop(x.data, p, sx, y.data, q, sy, out.data, r, n);
      r += n;
    });
  }
  // Without a -0, and x // 0 is 0.
  if (type === INT) for (let i = 0; i < out.size; i++) out.data[i] = Number.isFinite(out.data[i]) ? out.data[i] + 0 : 0;
  return rounded(out);
}

/** Return an array with its numbers rounded to single precision, if that is their type. */
function rounded(/** @type {NDArray} */ a) {
  if (a.type === FLOAT32) for (let i = 0; i < a.size; i++) a.data[i] = Math.fround(a.data[i]);
  return a;
}

export function binaryInPlace(/** @type {number} */ op, /** @type {NDArray} */ a, /** @type {NDArray} */ b) {
  const out = binary(op, a, b);
  const isWider = out.type > a.type && !(a.type === FLOAT32 && out.type === FLOAT);
  if (isWider) {
    throw new TypeError(`Cannot cast ufunc '${BINARY_NAMES[op]}' output from dtype('${TYPES[out.type]}') to dtype('${TYPES[a.type]}') with casting rule 'same_kind'`);
  }
  if (out.size !== a.size || out.shape.length !== a.shape.length) {
    throw new Error(`non-broadcastable output operand with shape ${told(a.shape)} doesn't match the broadcast shape ${told(out.shape)}`);
  }
  assign(a, out);
}

function toEven(/** @type {number} */ x) {
  const r = Math.round(x);
  return r - x === 0.5 && r % 2 ? r - 1 : r;
}

/** @type {Record<string, (x: number) => number>} */
const UNARY = {
  negative: (x) => -x, exp: Math.exp, log: Math.log, tanh: Math.tanh, sqrt: Math.sqrt, absolute: Math.abs,
  sin: Math.sin, cos: Math.cos, invert: (x) => -x - 1, sign: Math.sign, floor: Math.floor, ceil: Math.ceil,
  isnan: (x) => Number(x !== x), isinf: (x) => Number(Math.abs(x) === Infinity),
  isfinite: (x) => Number(Number.isFinite(x)),
  square: (x) => x * x, log1p: Math.log1p, expm1: Math.expm1, rint: toEven, logical_not: (x) => Number(!x),
  arctanh: Math.atanh, sinh: Math.sinh, cosh: Math.cosh, log2: Math.log2, log10: Math.log10, reciprocal: (x) => 1 / x
};
export const UNARY_NAMES = Object.keys(UNARY);
const KEEP_TYPE = ["negative", "absolute", "invert", "sign", "floor", "ceil", "square", "rint"];
const TRUTHS = ["isnan", "isinf", "isfinite", "logical_not"];

export function unary(/** @type {number} */ op, /** @type {NDArray} */ a) {
  const name = UNARY_NAMES[op];
  if (name === "negative" && a.type === BOOL) {
    throw new TypeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.");
  }
  if (name === "invert" && a.type > INT) {
    throw new TypeError("ufunc 'invert' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''");
  }
  const type = TRUTHS.includes(name) ? BOOL : KEEP_TYPE.includes(name) || a.type > INT ? a.type : FLOAT;
  const f = name === "invert" && a.type === BOOL ? UNARY.logical_not : UNARY[name];
  const out = fresh(a.shape, type);
  const x = contiguous(a).data;
  const z = out.data;
  for (let i = 0; i < z.length; i++) z[i] = f(x[i]);
  if (type === INT) for (let i = 0; i < z.length; i++) z[i] += 0; // without a -0
  return rounded(out);
}

/** Add in halves, as NumPy does, so that rounding does not grow. @type {Reduction} */
function total(d, p, s, n) {
  if (n > 128) {
    const half = n >> 1;
    return total(d, p, s, half) + total(d, p + half * s, s, n - half);
  }
  let v = 0;
  for (let i = 0; i < n; i++, p += s) v += d[p];
  return v;
}

/** Return the place of the extreme; the first NaN is one. @returns {Reduction} */
const extreme = (/** @type {(one: number, best: number) => boolean} */ isBetter) => (d, p, s, n) => {
  let at = 0;
  for (let i = 1; i < n; i++) {
    const v = d[p + i * s];
    const best = d[p + at * s];
    if (best === best && (v !== v || isBetter(v, best))) at = i;
  }
  return at;
};
const argmax = extreme((v, best) => v > best);
const argmin = extreme((v, best) => v < best);

/** Return whether a truth is among the numbers.
 * @param {Float64Array} d @param {number} p @param {number} s @param {number} n @param {boolean} truth */
function has(d, p, s, n, truth) {
  for (let i = 0; i < n; i++) if ((d[p + i * s] !== 0) === truth) return true;
  return false;
}

/** @type {Reduction} */
function product(d, p, s, n) {
  let v = 1;
  for (let i = 0; i < n; i++) v *= d[p + i * s];
  return v;
}

/** @type {Record<string, Reduction>} */
const REDUCE = {
  sum: total,
  mean: (d, p, s, n) => total(d, p, s, n) / n,
  prod: product,
  max: (d, p, s, n) => d[p + s * argmax(d, p, s, n)],
  min: (d, p, s, n) => d[p + s * argmin(d, p, s, n)],
  argmax,
  argmin,
  any: (d, p, s, n) => Number(has(d, p, s, n, true)),
  all: (d, p, s, n) => Number(!has(d, p, s, n, false))
};
export const REDUCE_NAMES = Object.keys(REDUCE);

function reducedType(/** @type {string} */ name, /** @type {number} */ type) {
  if (name === "any" || name === "all") return BOOL;
  if (name === "argmax" || name === "argmin") return INT;
  if (name === "mean") return type < FLOAT32 ? FLOAT : type;
  return name === "sum" || name === "prod" ? Math.max(type, INT) : type;
}

/** @param {number} axis from 0, or -1 for all */
export function reduce(/** @type {number} */ op, /** @type {NDArray} */ a, axis, /** @type {boolean} */ keeps) {
  const name = REDUCE_NAMES[op];
  const isAll = axis === -1;
  const n = isAll ? a.size : a.shape[axis];
  if (n === 0 && name.startsWith("arg")) throw new Error(`attempt to get ${name} of an empty sequence`);
  if (n === 0 && (name === "max" || name === "min")) {
    throw new Error(`zero-size array to reduction operation ${name}imum which has no identity`);
  }
  const outer = isAll ? 1 : count(a.shape.slice(0, axis));
  const step = isAll ? 1 : count(a.shape.slice(axis + 1));
  const kept = a.shape.map((m, i) => (isAll || i === axis ? 1 : m));
  const shape = keeps ? kept : isAll ? [] : a.shape.filter((_, i) => i !== axis);
  const out = fresh(shape, reducedType(name, a.type));
  const x = contiguous(a).data;
  const f = REDUCE[name];
  for (let o = 0; o < outer; o++) {
    for (let r = 0; r < step; r++) out.data[o * step + r] = f(x, o * n * step + r, step, n);
  }
  return rounded(out);
}

export function cumsum(/** @type {NDArray} */ a, /** @type {number} */ axis) {
  const out = astype0(a);
  const n = a.shape[axis];
  const step = count(a.shape.slice(axis + 1));
  for (let i = 0; i < out.size; i++) if (Math.floor(i / step) % n > 0) out.data[i] += out.data[i - step];
  return rounded(out);
}

function astype0(/** @type {NDArray} */ a) {
  const out = fresh(a.shape, Math.max(a.type, INT));
  assign(out, a);
  return out;
}

/** Return the places that sort the last axis; NaN comes last, and equal numbers keep their order. */
export function argsort(/** @type {NDArray} */ a) {
  const out = fresh(a.shape, INT);
  const x = contiguous(a).data;
  const n = a.shape.at(-1) ?? 1;
  const compare = (/** @type {number} */ p, /** @type {number} */ q) =>
    (Number(x[p] !== x[p]) - Number(x[q] !== x[q])) || x[p] - x[q] || p - q;
  for (let start = 0; start < a.size; start += n) {
    const order = Array.from({length: n}, (_, i) => start + i).sort(compare);
    order.forEach((place, i) => { out.data[start + i] = place - start; });
  }
  return out;
}

/**
 * Set each number of `z` to a sum of products, by strides, so that a transposed operand is not copied.
 *
 * Eight sums at a time, two rows by four columns: each number that is read serves several. The last
 * rows and columns are computed twice where the size is not a multiple.
 *
 * @param {Float64Array} x @param {number} p @param {number[]} xStrides @param {Float64Array} y @param {number} q
 * @param {number[]} yStrides @param {Float64Array} z @param {number} r @param {[number, number, number]} size
 */
function multiply(x, p, [px, pk], y, q, [qk, qn], z, r, [m, k, n]) {
  if (m < 2 || n < 4) {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let s = 0, u = p + i * px, o = q + j * qn; s < k; s++, u += pk, o += qk) sum += x[u] * y[o];
        z[r + i * n + j] = sum;
      }
    }
    return;
  }
  for (let to = 0; to < n; to += 4) {
    const j = Math.min(to, n - 4);
    for (let under = 0; under < m; under += 2) {
      const i = Math.min(under, m - 2);
      let a0 = 0;
      let a1 = 0;
      let a2 = 0;
      let a3 = 0;
      let b0 = 0;
      let b1 = 0;
      let b2 = 0;
      let b3 = 0;
      for (let s = 0, u = p + i * px, o = q + j * qn; s < k; s++, u += pk, o += qk) {
        const a = x[u];
        const b = x[u + px];
        const c0 = y[o];
        const c1 = y[o + qn];
        const c2 = y[o + 2 * qn];
        const c3 = y[o + 3 * qn];
        a0 += a * c0;
        a1 += a * c1;
        a2 += a * c2;
        a3 += a * c3;
        b0 += b * c0;
        b1 += b * c1;
        b2 += b * c2;
        b3 += b * c3;
      }
      const w = r + i * n + j;
      z[w] = a0;
      z[w + 1] = a1;
      z[w + 2] = a2;
      z[w + 3] = a3;
      z[w + n] = b0;
      z[w + n + 1] = b1;
      z[w + n + 2] = b2;
      z[w + n + 3] = b3;
    }
  }
}

export function matmul(/** @type {NDArray} */ a, /** @type {NDArray} */ b) {
  [a, b].forEach(({shape}, i) => {
    if (shape.length > 0) return;
    throw new Error(`matmul: Input operand ${i} does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)`);
  });
  // A vector is a row at the left and a column at the right.
  const x = a.shape.length === 1 ? reshape(a, [1, a.size]) : a;
  const y = b.shape.length === 1 ? reshape(b, [b.size, 1]) : b;
  const [m, k] = x.shape.slice(-2);
  const [rows, n] = y.shape.slice(-2);
  if (k !== rows) {
    throw new Error(`matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size ${rows} is different from ${k})`);
  }
  const lead = broadcastShapes(x.shape.slice(0, -2), y.shape.slice(0, -2));
  const ends = [...(a.shape.length > 1 ? [m] : []), ...(b.shape.length > 1 ? [n] : [])];
  const out = fresh([...lead, ...ends], promoted(a.type, b.type));
  const before = (/** @type {NDArray} */ v) =>
    broadcastTo(new NDArray(v.data, v.shape.slice(0, -2), v.type, v.offset, v.strides.slice(0, -2)), lead);
  let at = 0;
  eachRow([...lead, 1], before(x), before(y), (u, v) => {
    multiply(x.data, u, x.strides.slice(-2), y.data, v, y.strides.slice(-2), out.data, at, [m, k, n]);
    at += m * n;
  });
  return rounded(out);
}

export function where(/** @type {NDArray} */ c, /** @type {NDArray} */ a, /** @type {NDArray} */ b) {
  const shape = [a, b].reduce((so, v) => broadcastShapes(so, v.shape, [c, a, b]), c.shape);
  const [x, y, z] = [c, a, b].map((v) => contiguous(broadcastTo(v, shape)).data);
  const out = fresh(shape, promoted(a.type, b.type));
  for (let i = 0; i < out.size; i++) out.data[i] = x[i] ? y[i] : z[i];
  return out;
}

/** Return the places of all numbers but 0, an array for each axis. */
export function nonzero(/** @type {NDArray} */ a) {
  const at = /** @type {number[]} */ ([]);
  contiguous(a).data.forEach((v, i) => v !== 0 && at.push(i));
  const strides = new NDArray(null, a.shape, INT).strides;
  return strides.map((s, k) => {
    const out = fresh([at.length], INT);
    at.forEach((place, i) => { out.data[i] = Math.floor(place / s) % a.shape[k]; });
    return out;
  });
}
