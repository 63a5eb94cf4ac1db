import {amount, toNumber} from "../words/numbers.js";

/**
 * Gradients are numbers, or summaries where the trace is one of tensors.
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
 * A step of a trace of numbers.
 *
 * @typedef {Step & {upstream?: number, contribution?: number, before?: number|null, total?: number}}
 *   ScalarStep
 */

/**
 * The steps of both passes, one per thing that happens: the leaves, each operation, the seed, and
 * each single send of the backward walk, so that `a * a` sends twice.
 *
 * @param {Trace} trace a trace, as described in lib/tapewalk/trace/format.py
 * @returns {Step[]} in the order they happen
 */
export function steps(trace) {
  const forward = trace.forward.map((node) => /** @type {Step} */ ({kind: "forward", node}));
  return [{kind: "start"}, ...forward, ...backwardSteps(trace)];
}

/** @param {Trace} trace @returns {Step[]} */
function backwardSteps(trace) {
  if (trace.backward.length === 0) return [];
  const waiting = new Map();
  const sends = trace.backward.flatMap((event) => event.sends.map((sent) => ({event, sent})));
  for (const {sent} of sends) count(waiting, trace.edges[sent.edge].from, 1);

  const totals = new Map();
  const [first] = trace.backward;
  /** @type {Step} */
  const seed = {kind: "seed", node: first.node, total: amount(first.grad)};
  return [seed, ...sends.map(({event, sent}) => {
    const edge = trace.edges[sent.edge];
    const before = totals.get(edge.from) ?? null;
    const total = amount(sent.total);
    totals.set(edge.from, total);
    count(waiting, edge.from, -1);
    return /** @type {Step} */ ({
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
    });
  })];
}

/**
 * No engine that adds up gives such a total.
 *
 * @param {Amount|null} before
 * @param {Amount} contribution
 * @param {Amount} total
 */
function isLost(before, contribution, total) {
  const isNumber = [before, contribution, total].every((x) => typeof x === "number" && !Number.isNaN(x));
  return isNumber && Number(before) + Number(contribution) !== total;
}

/** @param {Map<number, number>} map @param {number} key @param {number} by */
function count(map, key, by) {
  map.set(key, (map.get(key) ?? 0) + by);
}

/** @type {WeakMap<Trace, {edge: TraceEdge, i: number}[][]>} */
const known = new WeakMap();

/**
 * The edges that lead to a node, with their positions. Found once for each trace: steps ask for
 * them again and again.
 *
 * @param {Trace} trace
 * @param {number} id
 * @returns {{edge: TraceEdge, i: number}[]}
 */
export function incoming(trace, id) {
  if (!known.has(trace)) known.set(trace, byTarget(trace));
  return known.get(trace)[id];
}

/** @param {Trace} trace */
function byTarget({nodes, edges}) {
  const lists = nodes.map(() => /** @type {{edge: TraceEdge, i: number}[]} */ ([]));
  edges.forEach((edge, i) => lists[edge.to].push({edge, i}));
  return lists;
}

/**
 * How much memory nodes keep for the backward pass, each piece counted once. A leaf's memory, kept by
 * reference, costs nothing more.
 *
 * @param {Trace} trace
 * @param {TraceNode[]} nodes of it
 * @returns {number} bytes
 */
export function savedBytes({storages}, nodes) {
  const seen = new Set();
  let sum = 0;
  for (const {bytes, of, storage} of nodes.flatMap(({saved}) => saved ?? [])) {
    if (of || seen.has(storage)) continue;
    if (storage !== undefined) seen.add(storage);
    sum += storages?.[storage]?.bytes ?? bytes;
  }
  return sum;
}

/**
 * @typedef {object} NodeState
 * @property {boolean} isKnown whether it has been computed; a leaf is from the start
 * @property {number|null} value the value, once it is known; null for a tensor
 * @property {Amount|null} grad the gradient so far; null before the first arrival
 * @property {{before: Amount, contribution: Amount}|null} sum the last addition, from the second
 *   arrival on
 * @property {boolean} complete whether every arrival is in
 * @property {number} arrivals how many gradients have arrived so far
 * @property {"forward"|"backward"|null} now which pass is at this node in this step
 *
 * @typedef {object} EdgeState
 * @property {"waiting"|"now"|"done"} forward
 * @property {"waiting"|"now"|"done"} backward
 * @property {number|null} local the local gradient, known once the operation has run
 * @property {Amount|null} contribution what was sent along the edge, once it was
 * @property {number|null} arrival its number among the gradients that reached the receiver: 1, 2 …
 *
 * @typedef {object} State
 * @property {number} index
 * @property {Step} step
 * @property {"forward"|"backward"} phase
 * @property {NodeState[]} nodes by id
 * @property {EdgeState[]} edges by position
 */

/**
 * What is known at every node and edge at one step.
 *
 * @param {Trace} trace
 * @param {number} index position in `steps(trace)`
 * @param {Step[]} [list] those steps, when the caller has them already
 * @returns {State}
 */
export function state(trace, index, list = steps(trace)) {
  /** @type {State} */
  const known = {
    index,
    step: list[index],
    phase: "forward",
    nodes: trace.nodes.map((node) => /** @type {NodeState} */ ({
      isKnown: node.op === "leaf",
      value: node.op === "leaf" ? toNumber(node.value) : null,
      grad: null,
      sum: null,
      complete: false,
      arrivals: 0,
      now: null
    })),
    edges: trace.edges.map(() => /** @type {EdgeState} */ ({
      forward: "waiting",
      backward: "waiting",
      local: null,
      contribution: null,
      arrival: null
    }))
  };
  for (let i = 1; i <= index; i++) {
    const step = list[i];
    if (step.kind === "forward") compute(known, trace, step, i === index);
    else if (step.kind === "seed") seed(known, step, i === index);
    else send(known, step, i === index);
  }
  return known;
}

/** @param {State} known @param {Trace} trace @param {Step} step @param {boolean} isNow */
function compute(known, trace, step, isNow) {
  const node = known.nodes[step.node];
  node.isKnown = true;
  node.value = toNumber(trace.nodes[step.node].value);
  if (isNow) node.now = "forward";
  for (const {edge, i} of incoming(trace, step.node)) {
    known.edges[i].forward = isNow ? "now" : "done";
    known.edges[i].local = toNumber(edge.local);
  }
}

/** @param {State} known @param {Step} step @param {boolean} isNow */
function seed(known, step, isNow) {
  known.phase = "backward";
  const node = known.nodes[step.node];
  node.grad = step.total;
  node.complete = true;
  if (isNow) node.now = "backward";
}

/** @param {State} known @param {Step} step @param {boolean} isNow */
function send(known, step, isNow) {
  const {nodes, edges} = known;
  const receiver = nodes[step.to];
  receiver.grad = step.total;
  receiver.sum = step.before === null || step.isOverwritten
    ? null
    : {before: step.before, contribution: step.contribution};
  receiver.arrivals += 1;
  receiver.complete = step.waiting === 0;
  if (isNow) receiver.now = "backward";
  edges[step.edge].backward = isNow ? "now" : "done";
  edges[step.edge].contribution = step.contribution;
  edges[step.edge].arrival = receiver.arrivals;
}
