import {amount} from "../words/amounts.js";
import {toNumber} from "../words/numbers.js";

/**
 * Gradients are numbers, or summaries where the trace is one of tensors: see amounts.js.
 *
 * @typedef {import("../words/amounts.js").Amount} Amount
 *
 * @typedef {object} Step
 * @property {"start"|"forward"|"seed"|"send"} kind
 * @property {number} [node] the node computed (forward), started from (seed) or sending (send)
 * @property {number} [edge] the edge that carries the gradient (send)
 * @property {number} [to] the node that receives it (send)
 * @property {Amount} [upstream] the whole gradient of the sender (send)
 * @property {number|null} [local] the local gradient along the edge (send)
 * @property {Amount} [contribution] what arrives, upstream times local (send)
 * @property {Amount|null} [before] what the receiver already had; null on a first arrival (send)
 * @property {boolean} [isOverwritten] whether a wrong walk lost what the receiver had (send)
 * @property {Amount} [total] what the receiver has afterwards (send); what the root has (seed)
 * @property {number} [at] its position, where a list keeps some of them (tape)
 * @property {number} [waiting] how many more arrivals the receiver will get (send)
 */

/**
 * The steps of both passes, one per thing that happens: the leaves, each operation, the seed, and
 * each single send of the backward walk, so that `a * a` sends twice.
 *
 * @param {Trace} trace a trace, as described in lib/tapewalk/trace/tracing/tracing.py
 * @returns {Step[]} in the order they happen
 */
export function steps(trace) {
  const forward = trace.forward.map((node) => ({kind: "forward", node}));
  return [{kind: "start"}, ...forward, ...backwardSteps(trace)];
}

function backwardSteps(trace) {
  if (trace.backward.length === 0) return [];
  const waiting = new Map();
  const sends = trace.backward.flatMap((event) => event.sends.map((sent) => ({event, sent})));
  for (const {sent} of sends) count(waiting, trace.edges[sent.edge].from, 1);

  const totals = new Map();
  const [first] = trace.backward;
  const seed = {kind: "seed", node: first.node, total: amount(first.grad)};
  return [seed, ...sends.map(({event, sent}) => {
    const edge = trace.edges[sent.edge];
    const before = totals.get(edge.from) ?? null;
    const total = amount(sent.total);
    totals.set(edge.from, total);
    count(waiting, edge.from, -1);
    return {
      kind: "send",
      node: event.node,
      edge: sent.edge,
      to: edge.from,
      upstream: amount(event.grad),
      local: toNumber(edge.local),
      contribution: amount(sent.contribution),
      before,
      isOverwritten: isLost(before, amount(sent.contribution), total),
      total,
      waiting: waiting.get(edge.from)
    };
  })];
}

/** No engine that adds up gives such a total. */
function isLost(before, contribution, total) {
  const isNumber = [before, contribution, total].every((x) => typeof x === "number" && !Number.isNaN(x));
  return isNumber && before + contribution !== total;
}

function count(map, key, by) {
  map.set(key, (map.get(key) ?? 0) + by);
}
