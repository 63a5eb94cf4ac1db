import {toNumber} from "../../words/numbers.js";
import {brief, TraceError} from "../../trace/trace-error.js";
import {validate} from "../../trace/validate.js";

/**
 * Runs of one program with different numbers for one leaf, as Python published them.
 *
 * @typedef {object} Runs
 * @property {Trace} trace of the run at which the figure begins
 * @property {number} leaf its id
 * @property {number} root its id
 * @property {number[][]} values a column for each node
 * @property {number[][]} sends a column for each send, in the order of the backward pass
 */

/**
 * @param {Omit<Runs, "root">} data
 * @returns {Runs}
 * @throws {TraceError} naming the rule and the offending value
 */
export function runsOf(data) {
  const {trace, leaf, values, sends} = data ?? {};
  const isColumns = (/** @type {number[][]} */ columns, /** @type {number} */ count) =>
    Array.isArray(columns) &&
    columns.length === count &&
    columns.every((one) => Array.isArray(one) && one.length === columns[0].length && one.every(Number.isFinite));
  if (!trace) throw new TraceError("notRuns", brief(data));
  validate(trace);
  const arrivals = trace.backward.flatMap((event) => event.sends);
  const isWhole =
    trace.nodes[leaf]?.op === "leaf" && isColumns(values, trace.nodes.length) && isColumns(sends, arrivals.length);
  if (!isWhole) throw new TraceError("notRuns", brief({leaf, values, sends}));
  return {trace, leaf, root: trace.nodes.length - 1, values, sends};
}

/** The run at which the figure begins. */
export function beginning(/** @type {Runs} */ {trace, leaf, values}) {
  return nearest(values[leaf], toNumber(trace.nodes[leaf].value));
}

/** The position of the number that is nearest to another one. */
export function nearest(/** @type {number[]} */ numbers, /** @type {number} */ x) {
  return numbers.reduce((best, y, i) => (Math.abs(y - x) < Math.abs(numbers[best] - x) ? i : best), 0);
}

/** What is sent to the leaf in one of the runs; the sum is the slope. */
export function termsAt(/** @type {Runs} */ {trace, leaf, sends}, /** @type {number} */ at) {
  const edges = trace.backward.flatMap((event) => event.sends.map(({edge}) => trace.edges[edge]));
  return sends.filter((_, i) => edges[i].from === leaf).map((column) => column[at]);
}

/** The trace of one of the runs. @returns {Trace} */
export function traceAt(/** @type {Runs} */ {trace, values, sends}, /** @type {number} */ at) {
  const totals = new Map();
  let nth = 0;
  const arrive = (/** @type {TraceSend} */ sent) => {
    const {from} = trace.edges[sent.edge];
    const contribution = sends[nth++][at];
    totals.set(from, (totals.get(from) ?? 0) + contribution);
    return {...sent, contribution, total: totals.get(from)};
  };
  return {
    ...trace,
    nodes: trace.nodes.map((node, id) => ({...node, value: values[id][at]})),
    backward: trace.backward.map((event) => ({...event, sends: event.sends.map(arrive)}))
  };
}
