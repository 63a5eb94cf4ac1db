/** @import {Axes, Box, Point, Spot} from "./types.js" */

/** Least distance between edges that meet at the same side of a node. */
const GAP = 30;

/** Least distance from an edge to a node's corner; a leaf's corners are round. */
const CORNER = {leaf: 26, operation: 18};

/**
 * The part of a node's side where edges may touch it.
 *
 * @param {Box & {isLeaf?: boolean}} node its centre and size
 * @param {Axes} axes
 * @returns {[number, number]} across
 */
export function reach(node, axes) {
  const {across} = axes.read(node);
  const half = axes.size(node).across / 2 - (node.isLeaf ? CORNER.leaf : CORNER.operation);
  return [across - Math.max(half, 0), across + Math.max(half, 0)];
}

/**
 * Where each edge leaves and enters: straight before the place it comes from beyond the node, as
 * far as the node reaches. Edges that meet at a side keep their order, so that they don't cross,
 * and a distance, so that two edges between the same pair stay two.
 *
 * @param {Box[]} nodes
 * @param {{from: number, to: number, points: Point[]}[]} edges
 * @param {Axes} axes
 * @returns {{start: Spot, end: Spot}[]} by edge
 */
export function ports(nodes, edges, axes) {
  const across = (/** @type {Point} */ point) => axes.read(point).across;
  const starts = side(nodes, edges.map(({from, points}) => ({node: from, wish: across(points[0])})), axes, 1);
  const ends = side(nodes, edges.map(({to, points}) => ({node: to, wish: across(points.at(-1))})), axes, -1);
  return edges.map((_, i) => ({start: starts[i], end: ends[i]}));
}

/** @param {Box[]} nodes @param {{node: number, wish: number}[]} wishes @param {Axes} axes @param {1|-1} sign */
function side(nodes, wishes, axes, sign) {
  const touching = nodes.map(() => /** @type {{i: number, wish: number}[]} */ ([]));
  wishes.forEach(({node, wish}, i) => touching[node].push({i, wish}));
  const spots = /** @type {Spot[]} */ ([]);
  touching.forEach((list, id) => {
    list.sort((one, other) => one.wish - other.wish || one.i - other.i);
    const along = axes.read(nodes[id]).along + (sign * axes.size(nodes[id]).along) / 2;
    const places = spread(list.map(({wish}) => wish), reach(nodes[id], axes));
    list.forEach(({i}, nth) => (spots[i] = {along, across: places[nth]}));
  });
  return spots;
}

/**
 * Sorted wishes, moved into the range and apart from each other.
 *
 * @param {number[]} wishes
 * @param {[number, number]} range
 * @returns {number[]}
 */
export function spread(wishes, [low, high]) {
  const last = wishes.length - 1;
  if (last * GAP >= high - low) {
    const gap = last > 0 ? Math.min(GAP, (high - low + CORNER.operation) / last) : 0;
    return wishes.map((_, i) => (low + high) / 2 + (i - last / 2) * gap);
  }
  const places = /** @type {number[]} */ ([]);
  wishes.forEach((wish, i) => {
    const least = i === 0 ? low : places[i - 1] + GAP;
    places.push(Math.min(Math.max(wish, least), high - (last - i) * GAP));
  });
  return places;
}

/**
 * The two axes of a drawing by their part, so that one geometry serves both directions: `along`
 * runs with the computation, `across` to its right.
 *
 * @type {{right: Axes, down: Axes}}
 */
export const AXES = {
  right: {
    read: ({x, y}) => ({along: x, across: y}),
    write: ({along, across}) => [along, across],
    size: ({width, height}) => ({along: width, across: height})
  },
  down: {
    read: ({x, y}) => ({along: y, across: x}),
    write: ({along, across}) => [across, along],
    size: ({width, height}) => ({along: height, across: width})
  }
};
