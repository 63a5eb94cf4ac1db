import {scalarOperations} from "../../diagrams/words/operations.js";
import {state, steps as stepsOf} from "../../diagrams/trace/steps.js";
import {toEntry, toNumber} from "../../diagrams/words/numbers.js";

/** Larger graphs are not drawn. */
const MOST_DRAWN = 24;

/** Smaller relative differences come from the order of the additions. */
const NEAR = 1e-9;

/**
 * Return the last backward pass of an engine as a trace.
 *
 * @param {Watched} its
 * @param {Watched} [graph] of the right engine with the same program: its nodes and edges are drawn,
 *   even those that a broken engine lost
 * @returns {Trace|null} null if a figure could not show it
 */
export function traceOf(its, graph = its) {
  const walk = its.walks.at(-1);
  const root = graph.walks.at(-1)?.root;
  const isSame = its.nodes.length === graph.nodes.length;
  if (!walk || root === undefined || !isSame || walk.root !== root) return null;
  const places = reached(graph.nodes, root);
  if (places.length > MOST_DRAWN) return null;
  const ids = new Map(places.map((place, id) => [place, id]));
  const nodes = places.map((place, id) => {
    const {op, label} = graph.nodes[place];
    return /** @type {TraceNode} */ ({id, op, label, value: its.nodes[place].value, constants: []});
  });
  if (nodes.some(({op}) => op !== "leaf" && !scalarOperations.includes(op))) return null;
  const edges = places.flatMap((place, to) => edgesInto(graph.nodes[place], its.nodes[place], ids, to));
  const backward = events(walk, ids, edges);
  if (!backward) return null;
  const leaves = nodes.filter(({op}) => op === "leaf");
  return {
    schema: 1,
    engine: "value",
    nodes,
    edges,
    forward: nodes.filter(({op}) => op !== "leaf").map(({id}) => id),
    backward,
    grads: Object.fromEntries(leaves.map(({id}) => [id, its.nodes[places[id]].grad]))
  };
}

/** Return the numbers that the root depends on, in the order in which they were made. */
function reached(/** @type {WatchedNode[]} */ nodes, /** @type {number} */ root) {
  const seen = new Set([root]);
  for (const place of seen) for (const parent of nodes[place].parents) seen.add(parent);
  return [...seen].sort((one, other) => one - other);
}

/**
 * Return the edges into a node. A broken engine may have lost one, and given another one its slope.
 *
 * @param {WatchedNode} node of the right engine
 * @param {WatchedNode} its the broken engine's
 * @param {Map<number, number>} ids by place
 * @param {number} to id of the node
 * @returns {TraceEdge[]}
 */
function edgesInto({parents, locals}, its, ids, to) {
  const taken = new Map();
  return parents.map((parent, slot) => {
    const nth = taken.get(parent) ?? 0;
    taken.set(parent, nth + 1);
    const own = its.parents.flatMap((other, k) => (other === parent ? [its.locals[k]] : []));
    return {from: ids.get(parent), to, slot, local: own[nth] ?? locals[slot]};
  });
}

/**
 * @param {WatchedWalk} walk
 * @param {Map<number, number>} ids by place
 * @param {TraceEdge[]} edges
 * @returns {TraceEvent[]|null} null if a gradient went along no edge
 */
function events(walk, ids, edges) {
  const root = ids.get(walk.root);
  const seeds = walk.writes.filter(([place, sender]) => place === walk.root && sender === null);
  /** @type {TraceEvent[]} */
  const list = [{node: root, grad: seeds.at(-1)?.[3] ?? 1, sends: []}];
  for (const [place, sender, grad, total] of walk.writes) {
    if (sender === null) continue;
    const from = ids.get(place);
    const to = ids.get(sender);
    let event = list.at(-1);
    const free = () => edges.findIndex((edge, i) =>
      edge.from === from && edge.to === to && !event.sends.some((sent) => sent.edge === i));
    if (event.node !== to || free() === -1) {
      event = {node: to, grad, sends: []};
      list.push(event);
    }
    const edge = free();
    if (edge === -1) return null;
    const contribution = toEntry(toNumber(grad) * toNumber(edges[edge].local));
    event.sends.push({edge, contribution, total});
  }
  return list;
}

/**
 * Return the first step at which two backward passes over one graph show different numbers.
 *
 * @param {Trace} one
 * @param {Trace} other
 * @returns {{step: number, node: number, numbers: (number|null)[]}|null} the node nearest to the root
 */
export function firstDifference(one, other) {
  const walks = [one, other].map((trace) => ({trace, steps: stepsOf(trace)}));
  const count = Math.max(...walks.map(({steps}) => steps.length));
  for (let step = 0; step < count; step++) {
    const [mine, its] = walks.map(({trace, steps}) =>
      state(trace, Math.min(step, steps.length - 1), steps).nodes.map(({grad}) => /** @type {number} */ (grad)));
    const node = mine.findLastIndex((grad, at) => !isNear(grad, its[at]));
    if (node >= 0) return {step, node, numbers: [mine[node], its[node]]};
  }
  return null;
}

/**
 * Return the named numbers whose final gradients differ.
 *
 * @param {Watched} one
 * @param {Watched} other of the same program
 * @returns {{label: string, numbers: (number|null)[]}[]} the last one made comes first
 */
export function differences(one, other) {
  const its = new Map(other.nodes.map(({label, grad}) => [label, toNumber(grad)]));
  return one.nodes
    .filter(({label, grad}) => label && !isNear(toNumber(grad), its.get(label) ?? null))
    .map(({label, grad}) => ({label, numbers: [toNumber(grad), its.get(label) ?? null]}))
    .reverse();
}

function isNear(/** @type {number|null} */ one, /** @type {number|null} */ other) {
  if (one === null || other === null || !Number.isFinite(one) || !Number.isFinite(other)) {
    return Object.is(one, other);
  }
  return Math.abs(one - other) <= NEAR * Math.max(1, Math.abs(one));
}
