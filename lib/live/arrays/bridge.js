import {
  FLOAT, INT, IndexFault, MemoryFault, TYPES, assign, astype, broadcastTo, fresh, full, gather, recount, reshape,
  scatter, transpose, view
} from "./ndarray.js";
import {
  BINARY_NAMES, REDUCE_NAMES, UNARY_NAMES, argsort, binary, binaryInPlace, cumsum, matmul, nonzero, reduce, unary,
  weak, where
} from "./operations.js";
import {textOf} from "./print.js";
import {Generator} from "./random.js";

/**
 * @typedef {import("./ndarray.js").NDArray} NDArray
 * @typedef {Record<string, (...given: any[]) => unknown>} Functions
 */

const REMAPPED = "operands could not be broadcast together with remapped shapes [original->remapped]: ";

/** Codes of errors, as numpy.py reads them. */
const FAULTS = [IndexFault, TypeError, MemoryFault, Error];

/** Represents an array in Python, which can see nothing of it. */
class Token {
  #array;

  constructor(/** @type {NDArray} */ array) {
    this.#array = array;
  }

  /** @returns {one is Token} */
  static isOne(/** @type {unknown} */ one) {
    return typeof one === "object" && one !== null && #array in one;
  }

  static read(/** @type {unknown} */ one) {
    if (!Token.isOne(one)) throw new TypeError("not an array");
    return one.#array;
  }
}
delete Token.prototype.constructor;
Object.setPrototypeOf(Token.prototype, null);

/**
 * Return what numpy.py calls `_np`: functions of numbers and of tokens.
 *
 * Between two calls of the page, Python's collector frees tokens, and with each its array. Shapes, single
 * numbers and whole arrays go through buffers in Python's memory.
 *
 * @param {() => ArrayBuffer} memory of MicroPython
 * @param {() => Iterable<object>} referenced what Python still refers to
 */
export function bridge(memory, referenced) {
  const module = guarded(functionsOf(memory));
  return {module, recount: () => recount([...referenced()].filter(Token.isOne).map(Token.read))};
}

/** @param {() => ArrayBuffer} memory @returns {Functions} what Python passes is checked by `guarded` and `Token` */
function functionsOf(memory) {
  let dims = 0;
  let cell = 0;
  const give = (/** @type {NDArray} */ a) => new Token(a);
  const of = Token.read;
  const ints = (/** @type {number} */ n) => Array.from(new Int32Array(memory(), dims, n));
  const tell = (/** @type {number[]} */ shape) => new Int32Array(memory(), dims, shape.length).set(shape);
  const number = (/** @type {NDArray} */ a) => {
    new Float64Array(memory(), cell, 1)[0] = a.data[a.offset];
    return a.type;
  };
  const indexes = (/** @type {object[]} */ ...tokens) => tokens.filter((t) => t !== undefined).map(of);
  return {
    ...drawing(ints, give),
    // Once: a program can't move the buffers.
    begin(d, c) {
      if (!cell) {
        dims = d;
        cell = c;
      }
    },
    names: (kind) => [BINARY_NAMES, UNARY_NAMES, REDUCE_NAMES, TYPES][kind].join(" "),
    binary: (op, a, b) => give(binary(op, of(a), of(b))),
    right: (op, a, x, type) => give(binary(op, of(a), weak(x, type, of(a).type))),
    left: (op, a, x, type) => give(binary(op, weak(x, type, of(a).type), of(a))),
    into: (op, a, b) => binaryInPlace(op, of(a), of(b)),
    intoRight: (op, a, x, type) => binaryInPlace(op, of(a), weak(x, type, of(a).type)),
    unary: (op, a) => give(unary(op, of(a))),
    reduce: (op, a, axis, keeps) => give(reduce(op, of(a), axis, keeps)),
    whole: (op, a) => number(reduce(op, of(a), -1, false)),
    cumsum: (a, axis) => give(cumsum(of(a), axis)),
    argsort: (a) => give(argsort(of(a))),
    matmul: (a, b) => give(matmul(of(a), of(b))),
    where: (c, a, b) => give(where(of(c), of(a), of(b))),
    shape(a) {
      const {shape, type} = of(a);
      tell(shape);
      return shape.length + 64 * type;
    },
    item: (a) => number(of(a)),
    load(at, n, type, nd) {
      const out = fresh(ints(nd), FLOAT);
      if (out.size !== n) throw new TypeError("not the size of its shape");
      out.data.set(new Float64Array(memory(), at, n));
      return give(type === FLOAT ? out : astype(out, type));
    },
    save: (a, at) => new Float64Array(memory(), at, of(a).size).set(astype(of(a), FLOAT).data),
    full: (x, type, nd) => give(full(x, ints(nd), type)),
    astype: (a, type) => give(astype(of(a), type)),
    reshape: (a, nd) => give(reshape(of(a), ints(nd))),
    transpose: (a, nd) => give(transpose(of(a), ints(nd))),
    broadcast: (a, nd) => give(broadcastTo(of(a), ints(nd), REMAPPED, "  and requested shape ")),
    view(a, n) {
      const flat = ints(4 * n);
      return give(view(of(a), Array.from({length: n}, (_, i) => flat.slice(4 * i, 4 * i + 4))));
    },
    gather: (a, lead, i, j, k) => give(gather(of(a), lead, indexes(i, j, k))),
    scatter: (a, lead, adds, value, i, j, k) => scatter(of(a), lead, indexes(i, j, k), of(value), adds),
    assign: (a, value) => assign(of(a), of(value)),
    fill: (a, x, type) => assign(of(a), weak(x, type, of(a).type)),
    nonzero: (a, axis) => give(nonzero(of(a))[axis]),
    text: (a, prefix, isRepr) => textOf(of(a), prefix, isRepr)
  };
}

/** @param {(n: number) => number[]} ints @param {(a: NDArray) => object} give @returns {Functions} */
function drawing(ints, give) {
  /** @type {Generator[]} */
  const generators = [];
  return {
    seed: (n) => generators.push(new Generator(n)) - 1,
    draw(g, how, low, high, nd) {
      const out = fresh(ints(nd), how === 1 ? INT : FLOAT);
      const random = generators[g];
      if (how === 1 && !(low < high && high - low < 2 ** 32)) throw new Error("low >= high");
      const one = [
        () => low + high * random.normal(), () => random.integer(low, high), () => low + (high - low) * random.random()
      ][how];
      for (let i = 0; i < out.size; i++) out.data[i] = one();
      return give(out);
    }
  };
}

/**
 * Return functions that never raise: an error that crosses into Python would pass every `except`, and
 * its collector would never run again. They return a negative number, and `reason` the sentence.
 */
function guarded(/** @type {Functions} */ functions) {
  let reason = "";
  // Another object of Python's would be asked for its number, and could do anything meanwhile.
  const isAllowed = (/** @type {unknown} */ x) => x === undefined || typeof x === "number" || typeof x === "boolean" || Token.isOne(x);
  const module = Object.create(null);
  for (const [name, f] of Object.entries(functions)) {
    module[name] = (/** @type {unknown[]} */ ...given) => {
      try {
        if (!given.every(isAllowed)) throw new TypeError("neither a number nor an array");
        return f(...given) ?? 0;
      } catch (error) {
        reason = String(error.message);
        return -1 - FAULTS.findIndex((fault) => error instanceof fault);
      }
    };
  }
  module.reason = () => reason;
  return Object.freeze(module);
}
