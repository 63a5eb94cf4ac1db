import {toNumber} from "../../words/numbers.js";
import {TraceError} from "../../trace/trace-error.js";

/** Most cells of an array that is not from a trace: a trace lists 64. */
const MOST_CELLS = 1024;

/**
 * A tensor of a trace with all its numbers.
 *
 * @typedef {object} Tensor
 * @property {string} label what the program calls it; a gradient's begins with ∂
 * @property {"value"|"grad"} kind
 * @property {number[]} shape
 * @property {number[]} numbers row by row
 */

/**
 * Return the tensor of an entry in a trace: a number, or the summary of more.
 *
 * @param {string} label
 * @param {"value"|"grad"} kind
 * @param {number|string|Fields|null|undefined} entry
 * @returns {Tensor}
 * @throws {TraceError} when the trace does not list the numbers: it lists up to 64
 */
export function tensor(label, kind, entry) {
  if (entry === null || entry === undefined) throw new TraceError("noNumbers", label);
  if (typeof entry !== "object") return {label, kind, shape: [], numbers: [toNumber(entry)]};
  const {shape, values, min, max, mean, norm} = entry;
  if (!values) {
    // An explanation shows every digit of a number.
    const round = (amount) => Number((toNumber(amount) ?? NaN).toPrecision(4));
    const amounts = [min, max, mean, norm].map(round);
    throw new TraceError("manyNumbers", label, pythonShape(shape), ...amounts);
  }
  return {label, kind, shape, numbers: values.map(toNumber)};
}

/**
 * A tensor made of plain rows of numbers, as Python publishes an array.
 *
 * @param {{rows: any[], label?: string}} given one row, or rows of rows
 * @param {"value"|"grad"} [kind]
 * @returns {Tensor}
 * @throws {TraceError} when the rows are not numbers, or not of one length
 */
export function fromRows({rows, label = "x"}, kind = "value") {
  const isVector = Array.isArray(rows) && !rows.some(Array.isArray);
  const lists = isVector ? [rows] : rows;
  const isMatrix = Array.isArray(lists) && lists.every(
    (row) => Array.isArray(row) && row.length === lists[0].length && row.every(isNumber)
  );
  if (!isMatrix) throw new TraceError("rows", label);
  const columns = lists[0]?.length ?? 0;
  const shape = isVector ? [columns] : [lists.length, columns];
  const isSmall = lists.length * columns <= MOST_CELLS;
  if (!isSmall) throw new TraceError("noMatrix", label, pythonShape(shape));
  return {label, kind, shape, numbers: lists.flat().map(toNumber)};
}

function isNumber(entry) {
  return typeof entry === "number" || typeof toNumber(entry) === "number";
}

/**
 * The value of a node.
 *
 * @param {Trace} trace
 * @param {number} id
 * @param {string} label
 * @returns {Tensor}
 */
export function valueOf(trace, id, label) {
  const node = trace.nodes[id];
  return tensor(label, "value", node.summary ?? node.value);
}

/**
 * The whole gradient of a node.
 *
 * @param {Trace} trace
 * @param {number} id
 * @param {string} label of the node
 * @returns {Tensor|null} null where no gradient arrives
 */
export function gradientOf(trace, id, label) {
  const event = trace.backward.find(({node}) => node === id);
  const entry = event ? event.grad : trace.grads?.[id];
  return entry === undefined ? null : tensor(`∂${label}`, "grad", entry);
}

/**
 * The gradient that was sent along an edge.
 *
 * @param {Trace} trace
 * @param {Fields} edge of the trace
 * @param {string} label of the receiver
 * @returns {Tensor}
 */
export function sentAlong(trace, edge, label) {
  const sends = trace.backward.flatMap((event) => event.sends);
  const sent = sends.find((one) => trace.edges[one.edge] === edge);
  return tensor(`∂${label}`, "grad", sent?.contribution);
}

/**
 * A shape as Python writes it: `(2, 3)`, `(3,)`, `()`.
 *
 * @param {number[]} shape
 * @returns {string}
 */
export function pythonShape(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/**
 * The name of one number of a tensor, `y[0, 1]`.
 *
 * @param {Tensor} of
 * @param {number} position among its numbers
 * @returns {string}
 */
export function cellName({label, shape}, position) {
  let rest = position;
  const index = [...shape].reverse().map((length) => {
    const here = rest % length;
    rest = (rest - here) / length;
    return here;
  });
  return shape.length === 0 ? label : `${label}[${index.reverse().join(", ")}]`;
}
