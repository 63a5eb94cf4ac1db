import {incoming} from "./lookup.js";
import {steps as stepsOf} from "./steps.js";
import {toNumber} from "../words/numbers.js";

/**
 * @typedef {import("../words/amounts.js").Amount} Amount
 *
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
 * @property {number|null} arrival as the how-manieth it reached its receiver: 1, 2 …
 *
 * @typedef {object} State
 * @property {number} index
 * @property {import("./steps.js").Step} step
 * @property {"forward"|"backward"} phase
 * @property {NodeState[]} nodes by id
 * @property {EdgeState[]} edges by position
 */

/**
 * What is known at every node and edge at one step.
 *
 * @param {Trace} trace
 * @param {number} index position in `steps(trace)`
 * @param {import("./steps.js").Step[]} [steps] those steps, when the caller has them already
 * @returns {State}
 */
export function state(trace, index, steps = stepsOf(trace)) {
  /** @type {State} */
  const known = {
    index,
    step: steps[index],
    phase: "forward",
    nodes: trace.nodes.map((node) => ({
      isKnown: node.op === "leaf",
      value: node.op === "leaf" ? toNumber(node.value) : null,
      grad: null,
      sum: null,
      complete: false,
      arrivals: 0,
      now: null
    })),
    edges: trace.edges.map(() => ({
      forward: "waiting",
      backward: "waiting",
      local: null,
      contribution: null,
      arrival: null
    }))
  };
  for (let i = 1; i <= index; i++) apply(known, trace, steps[i], i === index);
  return known;
}

function apply(known, trace, step, isNow) {
  if (step.kind === "forward") compute(known, trace, step, isNow);
  else if (step.kind === "seed") seed(known, step, isNow);
  else send(known, step, isNow);
}

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

function seed(known, step, isNow) {
  known.phase = "backward";
  const node = known.nodes[step.node];
  node.grad = step.total;
  node.complete = true;
  if (isNow) node.now = "backward";
}

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
