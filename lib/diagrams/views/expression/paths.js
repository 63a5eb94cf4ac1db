import {toNumber} from "../../words/numbers.js";

/** A leaf with more ways back than this is described by the gradient along each of its edges. */
const MOST_PATHS = 6;

/**
 * One summand of a leaf's gradient.
 *
 * @typedef {object} Summand
 * @property {number[]} nodes ids along the way, from the root to the leaf
 * @property {number[]} edges positions of the edges along it; of the last edge alone where there
 *   are too many ways
 * @property {boolean} isWhole whether it is a whole way from the root
 */

/**
 * Where the gradient of a leaf comes from: one summand a way from the root to it.
 *
 * @param {Trace} trace
 * @param {number} leaf id
 * @returns {Summand[]} in the order in which they arrive
 */
export function summands(trace, leaf) {
  const arrivals = trace.backward.flatMap(({sends}) => sends.map(({edge}) => edge));
  const arrival = ({edges}) => arrivals.indexOf(edges.at(-1));
  const ways = waysTo(trace, leaf, MOST_PATHS);
  const all = ways ?? edgesFrom(trace, leaf).map((edge) => [edge]);
  return all
    .map((edges) => ({
      nodes: [trace.edges[edges[0]].to, ...edges.map((edge) => trace.edges[edge].from)],
      edges,
      isWhole: ways !== null
    }))
    .sort((one, other) => arrival(one) - arrival(other));
}

/**
 * What a summand is the product of, and the product, in a trace of the same graph.
 *
 * @param {Trace} trace
 * @param {Summand} summand
 * @returns {{factors: number[], product: number}} the local gradients along the way; without the
 *   whole way, the gradient of the sender and the last local gradient
 */
export function factorsOf(trace, {edges, isWhole, nodes}) {
  const locals = edges.map((edge) => toNumber(trace.edges[edge].local));
  const sender = isWhole ? null : trace.backward.find(({node}) => node === nodes[0]);
  const factors = sender ? [toNumber(/** @type {Entry} */ (sender.grad)), ...locals] : locals;
  return {factors, product: factors.reduce((one, other) => one * other)};
}

/** Every way from the root to a node, as edges from the root on; null when there are too many. */
function waysTo(trace, node, most) {
  if (node === trace.nodes.length - 1) return [[]];
  const ways = [];
  for (const edge of edgesFrom(trace, node)) {
    const heads = waysTo(trace, trace.edges[edge].to, most - ways.length);
    if (heads === null || ways.length + heads.length > most) return null;
    ways.push(...heads.map((head) => [...head, edge]));
  }
  return ways;
}

function edgesFrom({edges}, node) {
  return edges.flatMap(({from}, i) => (from === node ? [i] : []));
}
