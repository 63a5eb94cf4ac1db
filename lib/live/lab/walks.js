import {scalarOperations} from "../../diagrams/words/operations.js";
import {state} from "../../diagrams/trace/state.js";
import {steps as stepsOf} from "../../diagrams/trace/steps.js";
import {toEntry, toNumber} from "../../diagrams/words/numbers.js";

/** Larger graphs are no figure. */
const MOST_DRAWN = 24;

/** Numbers that differ by less than this share differ by the order of the additions. */
const NEAR = 1e-9;

/**
 * The last walk of an engine as a trace.
 *
 * @param {Fields} told what `watch` of lib/tapewalk_course/lab/watch.py wrote down
 * @param {Fields} [graph] what the right engine did with the same program: its nodes and edges are
 *   drawn, whatever a broken engine lost of them
 * @returns {Trace|null} null where there is nothing that a figure could show
 */
export function traceOf(told, graph = told) {
  const walk = told.walks.at(-1);
  const root = graph.walks.at(-1)?.root;
  const isSame = told.nodes.length === graph.nodes.length;
  if (!walk || root === undefined || !isSame || walk.root !== root) return null;
  const places = reached(graph.nodes, root);
  if (places.length > MOST_DRAWN) return null;
  const ids = new Map(places.map((place, id) => [place, id]));
  const nodes = places.map((place, id) => {
    const {op, label} = graph.nodes[place];
    return {id, op, label, value: told.nodes[place].value, constants: []};
  });
  if (nodes.some(({op}) => op !== "leaf" && !scalarOperations.includes(op))) return null;
  const edges = places.flatMap((place, to) => edgesInto(graph.nodes[place], told.nodes[place], ids, to));
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
    grads: Object.fromEntries(leaves.map(({id}) => [id, told.nodes[places[id]].grad]))
  };
}

/** What leads to a number, in the order it was made. */
function reached(nodes, root) {
  const seen = new Set([root]);
  for (const place of seen) for (const parent of nodes[place].parents) seen.add(parent);
  return [...seen].sort((one, other) => one - other);
}

/** A broken engine may have lost an edge, and given another one its slope. */
function edgesInto({parents, locals}, its, ids, to) {
  const taken = new Map();
  return parents.map((parent, slot) => {
    const nth = taken.get(parent) ?? 0;
    taken.set(parent, nth + 1);
    const own = its.parents.flatMap((other, k) => (other === parent ? [its.locals[k]] : []));
    return {from: ids.get(parent), to, slot, local: own[nth] ?? locals[slot]};
  });
}

function events(walk, ids, edges) {
  const root = ids.get(walk.root);
  const seeds = walk.writes.filter(([place, sender]) => place === walk.root && sender === null);
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
 * The first step at which two walks over one graph show another number somewhere.
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
      state(trace, Math.min(step, steps.length - 1), steps).nodes.map(({grad}) => grad));
    const node = mine.findLastIndex((grad, at) => !isNear(grad, its[at]));
    if (node >= 0) return {step, node, numbers: [mine[node], its[node]]};
  }
  return null;
}

/**
 * The numbers with a name whose gradients differ in the end.
 *
 * @param {Fields} told
 * @param {Fields} other of the same program
 * @returns {{label: string, numbers: (number|null)[]}[]} the last one made comes first
 */
export function differences(told, other) {
  const its = new Map(other.nodes.map(({label, grad}) => [label, toNumber(grad)]));
  return told.nodes
    .filter(({label, grad}) => label && !isNear(toNumber(grad), its.get(label) ?? null))
    .map(({label, grad}) => ({label, numbers: [toNumber(grad), its.get(label) ?? null]}))
    .reverse();
}

function isNear(one, other) {
  if (one === null || other === null || !Number.isFinite(one) || !Number.isFinite(other)) {
    return Object.is(one, other);
  }
  return Math.abs(one - other) <= NEAR * Math.max(1, Math.abs(one));
}
