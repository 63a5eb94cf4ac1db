/**
 * Arrays as NumPy has them: numbers, a shape, strides and a type. Views share their numbers.
 *
 * Written here since it is a twentieth of the size of numpy-ts, agrees with NumPy where that did not,
 * and needs no WebAssembly, which close.js takes from the worker.
 */
export const BOOL = 0;
export const INT = 1;
export const FLOAT32 = 2;
export const FLOAT = 3;
export const TYPES = ["bool", "int64", "float32", "float64"];

/** Numbers that one array may have, and all arrays of a program together: 64 and 384 MB. */
const MOST_IN_ONE = 8 * 2 ** 20;
const MOST = 48 * 2 ** 20;

let used = 0;

/** Count the memory of the arrays again, after Python freed some. */
export function recount(/** @type {Iterable<NDArray>} */ arrays) {
  const stored = new Set();
  for (const {data} of arrays) stored.add(data.buffer);
  used = 0;
  for (const {byteLength} of stored) used += byteLength / 8 + 8;
}

export class IndexFault extends Error {}
export class MemoryFault extends Error {}

export const count = (/** @type {number[]} */ shape) => shape.reduce((n, m) => n * m, 1);
export const told = (/** @type {number[]} */ shape) => `(${shape.join(",")}${shape.length === 1 ? "," : ""})`;

function plainStrides(/** @type {number[]} */ shape) {
  const strides = new Array(shape.length);
  for (let i = shape.length - 1, n = 1; i >= 0; n *= shape[i--]) strides[i] = n;
  return strides;
}

export class NDArray {
  /**
   * @param {Float64Array} data every type is stored in doubles, so an int64 is exact up to 2 ** 53
   * @param {number[]} shape
   * @param {number} type its place in TYPES
   * @param {number} [offset]
   * @param {number[]|null} [strides] null if the numbers follow each other
   */
  constructor(data, shape, type, offset = 0, strides = null) {
    this.data = data;
    this.shape = shape;
    this.type = type;
    this.offset = offset;
    this.size = count(shape);
    const plain = plainStrides(shape);
    this.strides = strides ?? plain;
    this.isContiguous = strides === null || strides.every((s, i) => shape[i] < 2 || s === plain[i]);
  }
}

export function fresh(/** @type {number[]} */ shape, /** @type {number} */ type) {
  if (shape.some((m) => m < 0)) throw new Error("negative dimensions are not allowed");
  const n = count(shape);
  if (n > MOST_IN_ONE) throw new MemoryFault(`an array of ${n} numbers is too large for a page`);
  used += n + 8;
  if (used > MOST) {
    throw new MemoryFault(
      "arrays take more than 384 MB: a page frees them between the steps of a loop that is not inside a function"
    );
  }
  return new NDArray(new Float64Array(n), shape, type);
}

export function full(/** @type {number} */ x, /** @type {number[]} */ shape, /** @type {number} */ type) {
  const out = fresh(shape, type);
  if (x !== 0) out.data.fill(type === FLOAT32 ? Math.fround(x) : x);
  return out;
}

/** Return an array whose numbers fill its `data` in order: the given one if it is like that. */
export function contiguous(/** @type {NDArray} */ a) {
  if (a.isContiguous && a.offset === 0 && a.data.length === a.size) return a;
  if (a.isContiguous) return new NDArray(a.data.subarray(a.offset, a.offset + a.size), a.shape, a.type);
  return astype(a, a.type);
}

export function astype(/** @type {NDArray} */ a, /** @type {number} */ type) {
  const out = fresh(a.shape, type);
  assign(out, a);
  return out;
}

/**
 * Return the shape that two have in common.
 *
 * @param {number[]} p
 * @param {number[]} q
 * @param {{shape: number[]}[]} [operands] those that an error names
 */
export function broadcastShapes(p, q, operands = [{shape: p}, {shape: q}]) {
  const n = Math.max(p.length, q.length);
  const shape = new Array(n);
  for (let i = 1; i <= n; i++) {
    const u = p[p.length - i] ?? 1;
    const v = q[q.length - i] ?? 1;
    if (u !== v && u !== 1 && v !== 1) {
      const shapes = operands.map(({shape: own}) => told(own)).join(" ");
      throw new Error(`operands could not be broadcast together with shapes ${shapes} `);
    }
    shape[n - i] = u === 1 ? v : u;
  }
  return shape;
}

/**
 * Return a view of a larger shape, which repeats numbers by strides of 0.
 *
 * @param {NDArray} a
 * @param {number[]} shape
 * @param {string} [message] the beginning of an error's sentence
 * @param {string} [into] the words between the two shapes
 */
export function broadcastTo(a, shape, message = "could not broadcast input array from shape ", into = " into shape ") {
  const skip = shape.length - a.shape.length;
  if (skip === 0 && a.shape.every((m, i) => m === shape[i])) return a;
  if (skip < 0 || a.shape.some((m, i) => m !== 1 && m !== shape[i + skip])) {
    if (skip < 0 && into !== " into shape ") throw new Error("input operand has more dimensions than allowed by the axis remapping");
    throw new Error(`${message}${told(a.shape)}${into}${told(shape)}`);
  }
  const strides = shape.map((m, i) => (i < skip || a.shape[i - skip] !== m ? 0 : a.strides[i - skip]));
  return new NDArray(a.data, shape, a.type, a.offset, strides);
}

/** Call `row` with the offsets of each row of the last axis.
 * @param {number[]} shape @param {NDArray} a @param {NDArray} b @param {(p: number, q: number) => void} row */
export function eachRow(shape, a, b, row) {
  if (count(shape) === 0) return;
  const last = shape.length - 1;
  const at = new Array(Math.max(last, 0)).fill(0);
  let x = a.offset;
  let y = b.offset;
  for (;;) {
    row(x, y);
    let i = last - 1;
    for (; i >= 0; i--) {
      x += a.strides[i];
      y += b.strides[i];
      if (++at[i] < shape[i]) break;
      at[i] = 0;
      x -= a.strides[i] * shape[i];
      y -= b.strides[i] * shape[i];
    }
    if (i < 0) return;
  }
}

/** Numbers of a wider type, by the narrower type that they go into. @type {((v: number) => number)[]} */
const CASTS = [(v) => Number(v !== 0), (v) => Math.trunc(v) + 0, Math.fround];

export function assign(/** @type {NDArray} */ into, /** @type {NDArray} */ from) {
  const whole = from.data === into.data ? new NDArray(contiguous(from).data.slice(), from.shape, from.type) : from;
  const b = broadcastTo(whole, into.shape);
  const x = into.data;
  const y = b.data;
  const cast = into.type < b.type || into.type === FLOAT32 ? CASTS[into.type] : null;
  if (!cast && into.isContiguous && b.isContiguous) {
    x.set(y.subarray(b.offset, b.offset + b.size), into.offset);
    return;
  }
  const n = into.shape.at(-1) ?? 1;
  const s = into.strides.at(-1) ?? 0;
  const t = b.strides.at(-1) ?? 0;
  eachRow(into.shape, into, b, (p, q) => {
    if (cast) for (let i = 0; i < n; i++, p += s, q += t) x[p] = cast(y[q]);
    else for (let i = 0; i < n; i++, p += s, q += t) x[p] = y[q];
  });
}

export function reshape(/** @type {NDArray} */ a, /** @type {number[]} */ shape) {
  if (shape.filter((m) => m < 0).length > 1) throw new Error("can only specify one unknown dimension");
  const known = shape.reduce((n, m) => (m < 0 ? n : n * m), 1);
  const to = shape.map((m) => (m < 0 ? a.size / known : m));
  if (count(to) !== a.size || !to.every(Number.isInteger)) {
    throw new Error(`cannot reshape array of size ${a.size} into shape ${told(shape)}`);
  }
  if (a.isContiguous) return new NDArray(a.data, to, a.type, a.offset);
  return new NDArray(contiguous(a).data, to, a.type);
}

export function transpose(/** @type {NDArray} */ a, /** @type {number[]} */ axes) {
  const shape = axes.map((i) => a.shape[i]);
  return new NDArray(a.data, shape, a.type, a.offset, axes.map((i) => a.strides[i]));
}

/**
 * Return a view by basic indexing.
 *
 * @param {NDArray} a
 * @param {number[][]} spec kind, start, count and step for each: kind 0 is an index, 1 a slice, 2 a new axis
 */
export function view(a, spec) {
  const shape = [];
  const strides = [];
  let offset = a.offset;
  let axis = 0;
  for (const [kind, start, length, step] of spec) {
    if (kind === 2) {
      shape.push(1);
      strides.push(0);
      continue;
    }
    offset += start * a.strides[axis];
    if (kind === 1) {
      shape.push(length);
      strides.push(step * a.strides[axis]);
    }
    axis++;
  }
  strides.push(...a.strides.slice(axis));
  return new NDArray(a.data, [...shape, ...a.shape.slice(axis)], a.type, offset, strides);
}

/** Return the offsets of the elements that index arrays name after `lead` axes, and their shape. */
function places(/** @type {NDArray} */ a, /** @type {number} */ lead, /** @type {NDArray[]} */ indexes) {
  let one = [];
  try {
    for (const {shape} of indexes) one = broadcastShapes(one, shape, indexes);
  } catch ({message}) {
    throw new IndexFault(message.replace("operands", "shape mismatch: indexing arrays"));
  }
  const numbers = indexes.map((i) => contiguous(broadcastTo(i, one)).data);
  const at = new Int32Array(count(one));
  numbers.forEach((index, k) => {
    const n = a.shape[lead + k];
    const stride = a.strides[lead + k];
    for (let i = 0; i < at.length; i++) {
      const v = index[i];
      if (v < -n || v >= n) throw new IndexFault(`index ${v} is out of bounds for axis ${lead + k} with size ${n}`);
      at[i] += (v < 0 ? v + n : v) * stride;
    }
  });
  const after = lead + indexes.length;
  const shape = [...a.shape.slice(0, lead), ...one, ...a.shape.slice(after)];
  const outer = offsets(a.shape.slice(0, lead), a.strides.slice(0, lead));
  const rest = offsets(a.shape.slice(after), a.strides.slice(after));
  const out = new Int32Array(fresh([outer.length * at.length * rest.length], INT).size);
  let w = 0;
  for (const o of outer) for (const m of at) for (const r of rest) out[w++] = a.offset + o + m + r;
  return {at: out, shape};
}

function offsets(/** @type {number[]} */ shape, /** @type {number[]} */ strides) {
  let out = [0];
  shape.forEach((n, i) => {
    out = out.flatMap((o) => Array.from({length: n}, (_, j) => o + j * strides[i]));
  });
  return out;
}

export function gather(/** @type {NDArray} */ a, /** @type {number} */ lead, /** @type {NDArray[]} */ indexes) {
  const {at, shape} = places(a, lead, indexes);
  const out = fresh(shape, a.type);
  for (let i = 0; i < at.length; i++) out.data[i] = a.data[at[i]];
  return out;
}

/**
 * Set elements, or add to them: each as often as it is named.
 *
 * @param {NDArray} a
 * @param {number} lead
 * @param {NDArray[]} indexes
 * @param {NDArray} value
 * @param {boolean} adds
 */
export function scatter(a, lead, indexes, value, adds) {
  const {at, shape} = places(a, lead, indexes);
  const message = "shape mismatch: value array of shape ";
  const cast = a.type < value.type ? astype(value, a.type) : value;
  const v = contiguous(broadcastTo(cast, shape, message)).data;
  if (adds) for (let i = 0; i < at.length; i++) a.data[at[i]] += v[i];
  else for (let i = 0; i < at.length; i++) a.data[at[i]] = v[i];
}
