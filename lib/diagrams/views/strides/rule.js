/**
 * The strides of tensors as in PyTorch: which operations only change the description of the memory, and
 * which have to copy. `tests/diagrams/test_strides.py` compares this with PyTorch.
 *
 * @typedef {object} Memory
 * @property {number[]} numbers at each address
 * @property {number[][]} ids which entries of the first tensor are at each address
 * @property {Memory|null} from the memory that it was copied from
 * @property {[number, number][]} links addresses in `from`, and here
 * @property {boolean} [isTray] whether it began as zeros, to which gradients were added
 *
 * @typedef {{shape: number[], strides: number[], offset: number, memory: Memory}} Tensor
 * @typedef {{name: string, args: number[]}} Operation
 * @typedef {{tensor: Tensor, kind: string, operation: Operation|null, back?: (grad: Tensor) => Tensor,
 *   wanted?: number[]}} Step `kind` is "leaf", "view", "same", "copy", "error" or "late"
 */

/** How many numbers each operation takes, at least and at most. @type {Record<string, [number, number]>} */
export const OPERATIONS = {
  transpose: [2, 2], permute: [1, 4], view: [1, 4], reshape: [1, 4], select: [2, 2], unbind: [2, 2], contiguous: [0, 0],
  strided: [2, 9]
};

export const product = (/** @type {number[]} */ list) => list.reduce((a, b) => a * b, 1);

/** The strides of a tensor whose numbers are in the order in which they are read. */
export function inOrder(/** @type {number[]} */ shape) {
  return shape.map((_, dim) => product(shape.slice(dim + 1)));
}

/** A tensor whose memory is in the order in which it is read. @returns {Tensor} */
function inMemory(/** @type {number[]} */ shape, /** @type {Memory} */ memory) {
  return {shape, strides: inOrder(shape), offset: 0, memory};
}

/** A new tensor whose numbers count up from `first`. */
export function leaf(/** @type {number[]} */ shape, first = 0) {
  const numbers = Array.from({length: product(shape)}, (_, i) => i + first);
  return inMemory(shape, {numbers, ids: numbers.map((_, i) => [i]), from: null, links: []});
}

/** The index of an entry by its place in reading order. */
export function indexOf(/** @type {number[]} */ shape, /** @type {number} */ place) {
  return inOrder(shape).map((stride, dim) => Math.floor(place / stride) % shape[dim]);
}

export function addressOf(/** @type {Tensor} */ {strides, offset}, /** @type {number[]} */ index) {
  return index.reduce((sum, i, dim) => sum + i * strides[dim], offset);
}

/** The addresses of all entries, in reading order. */
export function addresses(/** @type {Tensor} */ tensor) {
  return Array.from({length: product(tensor.shape)}, (_, place) => addressOf(tensor, indexOf(tensor.shape, place)));
}

/** The strides with which a wanted shape reads the same numbers in the same order; null where none exist.
 * @param {Tensor} tensor @param {number[]} wanted */
export function stridesFor({shape, strides}, wanted) {
  const found = wanted.map(() => 1);
  let next = wanted.length - 1;
  let dim = shape.length - 1;
  while (dim >= 0) {
    // Neighbouring dimensions that one stride can walk through are one block.
    const base = strides[dim];
    let size = shape[dim];
    while (dim > 0 && (shape[dim - 1] === 1 || strides[dim - 1] === size * base)) size *= shape[--dim];
    let taken = 1;
    while (next >= 0 && (taken < size || wanted[next] === 1)) {
      found[next] = taken * base;
      taken *= wanted[next--];
    }
    if (taken !== size) return null;
    dim -= 1;
  }
  return found;
}

function isInOrder(/** @type {Tensor} */ {shape, strides}) {
  return inOrder(shape).every((stride, dim) => shape[dim] === 1 || strides[dim] === stride);
}

/** A copy with the numbers in reading order. */
function copied(/** @type {Tensor} */ tensor) {
  const {memory: from, shape} = tensor;
  const read = addresses(tensor);
  const numbers = read.map((a) => from.numbers[a]);
  return inMemory(shape, {numbers, ids: read.map((a) => from.ids[a]), from, links: read.map((a, to) => [a, to])});
}

/** The same numbers in another shape, with a copy where it takes one. */
function reshaped(/** @type {Tensor} */ tensor, /** @type {number[]} */ shape) {
  const strides = stridesFor(tensor, shape);
  return strides ? {...tensor, shape, strides} : inMemory(shape, copied(tensor).memory);
}

/** The gradient of a partly read tensor: zeros, to which each entry is added where it was read.
 * @param {Tensor} input @param {number[]} read @param {Tensor} grad */
function tray(input, read, grad) {
  const size = product(input.shape);
  const from = grad.memory;
  const placeAt = new Map(addresses(input).map((address, place) => [address, place]));
  /** @type {Memory} */
  const memory = {numbers: Array(size).fill(0), ids: Array(size).fill([]), from, links: [], isTray: true};
  addresses(grad).forEach((source, i) => {
    const to = placeAt.get(read[i]);
    if (to === undefined) return;
    memory.numbers[to] += from.numbers[source];
    memory.ids[to] = [...memory.ids[to], ...from.ids[source]];
    memory.links.push([source, to]);
  });
  return inMemory(input.shape, memory);
}

class Refused extends Error {}

const at = (/** @type {number} */ dim, /** @type {number} */ count) => {
  const found = dim < 0 ? dim + count : dim;
  if (!(found >= 0 && found < count)) throw new Refused("dimension");
  return found;
};

function shapeOf(/** @type {number[]} */ sizes, /** @type {number} */ count) {
  const known = product(sizes.filter((size) => size !== -1));
  const shape = sizes.map((size) => (size === -1 ? count / known : size));
  const isRight = shape.every((size) => Number.isInteger(size) && size > 0) && product(shape) === count;
  if (!isRight || sizes.filter((size) => size === -1).length > 1) throw new Refused("size");
  return shape;
}

const order = (/** @type {Tensor} */ tensor, /** @type {number[]} */ dims) => ({
  ...tensor, shape: dims.map((dim) => tensor.shape[dim]), strides: dims.map((dim) => tensor.strides[dim])
});

/** @param {Tensor} tensor @param {number[]} asked @returns {Made} */
function permuted(tensor, asked) {
  const count = tensor.shape.length;
  const dims = asked.map((dim) => at(dim, count));
  if (dims.length !== count || new Set(dims).size < count) throw new Refused("dimension");
  return {
    tensor: order(tensor, dims), kind: "view", back: (grad) => order(grad, dims.map((_, dim) => dims.indexOf(dim)))
  };
}

/** @param {Tensor} tensor @param {number} dim @param {number} index @returns {Made} */
function selected(tensor, dim, index) {
  const axis = at(dim, tensor.shape.length);
  const i = at(index, tensor.shape[axis]);
  const without = (/** @type {number[]} */ list) => list.filter((_, k) => k !== axis);
  const view = {
    ...tensor, shape: without(tensor.shape), strides: without(tensor.strides),
    offset: tensor.offset + i * tensor.strides[axis]
  };
  return {tensor: view, kind: "view", back: (grad) => tray(tensor, addresses(view), grad)};
}

/** @typedef {Omit<Step, "operation">} Made */

/** @type {Record<string, (tensor: Tensor, ...numbers: number[]) => Made>} */
const MAKE = {
  transpose(tensor, a, b) {
    const count = tensor.shape.length;
    const dims = tensor.shape.map((_, dim) => dim);
    [dims[at(a, count)], dims[at(b, count)]] = [at(b, count), at(a, count)];
    return permuted(tensor, dims);
  },
  permute: (tensor, ...dims) => permuted(tensor, dims),
  view(tensor, ...sizes) {
    const wanted = shapeOf(sizes, product(tensor.shape));
    const strides = stridesFor(tensor, wanted);
    if (!strides) throw Object.assign(new Refused("strides"), {wanted});
    return {tensor: {...tensor, shape: wanted, strides}, kind: "view", back: (grad) => reshaped(grad, tensor.shape)};
  },
  reshape(tensor, ...sizes) {
    const wanted = shapeOf(sizes, product(tensor.shape));
    const found = reshaped(tensor, wanted);
    return {
      tensor: found, kind: found.memory === tensor.memory ? "view" : "copy",
      back: (grad) => reshaped(grad, tensor.shape), wanted
    };
  },
  select: selected,
  unbind: selected,
  contiguous(tensor) {
    const back = (/** @type {Tensor} */ grad) => grad;
    return isInOrder(tensor) ? {tensor, kind: "same", back} : {tensor: copied(tensor), kind: "copy", back};
  },
  /** `as_strided` with the shape as it is: the strides of each dimension, then the offset. */
  strided(tensor, ...numbers) {
    const offset = numbers.at(-1);
    const view = {...tensor, strides: numbers.slice(0, -1), offset};
    const last = addressOf(view, tensor.shape.map((size) => size - 1));
    if (view.strides.length !== tensor.shape.length) throw new Refused("dimension");
    if (last >= tensor.memory.numbers.length) throw new Refused("memory");
    return {tensor: view, kind: "view", back: (grad) => tray(tensor, addresses(view), grad)};
  }
};

/** The leaf, and the result of each operation of a pile; those after a refused one are not reached. */
export function runPile(/** @type {Operation[]} */ pile, shape = [2, 3, 4]) {
  /** @type {Step[]} */
  const steps = [{tensor: leaf(shape), kind: "leaf", operation: null}];
  for (const operation of pile) {
    const {tensor, kind} = steps.at(-1);
    if (["error", "late"].includes(kind)) {
      steps.push({tensor, kind: "late", operation});
      continue;
    }
    try {
      steps.push({...MAKE[operation.name](tensor, ...operation.args), operation});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const {wanted} = /** @type {Refused & {wanted?: number[]}} */ (error);
      steps.push({tensor, kind: "error", operation, wanted});
    }
  }
  return steps;
}

/** The gradients of the backward pass, for the steps that were reached; that of the last tensor counts up from 1. */
export function gradients(/** @type {Step[]} */ steps) {
  const reached = steps.filter(({kind}) => !["error", "late"].includes(kind));
  const grads = [leaf(reached.at(-1).tensor.shape, 1)];
  for (let k = reached.length - 1; k > 0; k--) grads.unshift(reached[k].back(grads[0]));
  return grads;
}

/** The first entry of a wanted shape that the strides of the entries before it do not reach, if there is one. */
export function breach(/** @type {Tensor} */ tensor, /** @type {number[]} */ wanted) {
  const read = addresses(tensor);
  const strides = inOrder(wanted).map((step, dim) => (wanted[dim] > 1 ? read[step] - read[0] : 0));
  const rule = {...tensor, strides, offset: read[0]};
  const place = read.findIndex((address, i) => address !== addressOf(rule, indexOf(wanted, i)));
  if (place < 0) return null;
  return {place, expected: addressOf(rule, indexOf(wanted, place)), address: read[place]};
}

/** An operation as a reader writes it, `.view(6, 4)` or `unbind(0)[1]`, or as a link does, `view-6-4`; else null. */
export function parse(/** @type {string} */ text) {
  const found = /^\s*\.?\s*([a-z]+)\s*[(-]?([-\d,\s]*?)\)?\s*(?:\[\s*(\d+)\s*\])?\s*$/.exec(text);
  if (!found || !Object.hasOwn(OPERATIONS, found[1])) return null;
  const numbers = text.includes("(") ? found[2].split(",") : found[2].split("-");
  const args = [...numbers, found[3] ?? ""].filter((one) => one.trim() !== "").map(Number);
  const [least, most] = OPERATIONS[found[1]];
  return args.length >= least && args.length <= most && args.every(Number.isInteger) ? {name: found[1], args} : null;
}

export function written(/** @type {Operation} */ {name, args}) {
  if (name === "unbind") return `unbind(${args[0]})[${args[1]}]`;
  if (name === "strided") return `as_strided((…), (${args.slice(0, -1).join(", ")}))`;
  return `${name}(${args.join(", ")})`;
}

/** An operation with numbers that fit a shape, for a button that has only a name. @returns {Operation} */
export function fitting(/** @type {string} */ name, /** @type {number[]} */ shape) {
  const count = shape.length;
  const merged = count > 1 ? [shape[0] * shape[1], ...shape.slice(2)] : [2, -1];
  const first = [0, Math.min(1, (shape[0] ?? 1) - 1)];
  /** @type {Record<string, number[]>} */
  const args = {
    transpose: [Math.max(0, count - 2), Math.max(0, count - 1)],
    permute: [count - 1, ...shape.slice(1).map((_, dim) => dim)],
    view: merged, reshape: merged, select: first, unbind: first, contiguous: []
  };
  return {name, args: args[name]};
}
