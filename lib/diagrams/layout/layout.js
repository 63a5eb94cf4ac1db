import {numberFormat, toNumber} from "../words/numbers.js";
import {steps as stepsOf} from "../trace/steps.js";
import {bareLabel, edgeLabel, longestTexts, nodeBox} from "./measure.js";
import {route} from "./route.js";
import {layered} from "./layered.js";
import {AXES} from "./ports.js";
/** @import {Axes, BentEdge, Direction, LabelSize, LooseEdge, NodeBox, PlacedEdge, Point, Size} from "./types.js" */

/** Below this scale a drawing to the right gives way to one downwards: its text would be tiny. */
const SMALLEST_SCALE = 0.8;

/** Distances between a node and a label, airy first; as wide as the room allows. */
const GAPS_RIGHT = [42, 34, 24];
const GAP_DOWN = 20;

/** The same where every pixel counts, as on a phone. */
const GAP_DENSE = 11;
const GAP_BARE = 8;
const MARGIN_DENSE = 6;

/** Larger graphs of numbers are laid out as those of tensors: that takes less time. */
const MOST_COMPARED = 40;

/**
 * Positions of everything in the drawing of a trace.
 *
 * @param {Trace} trace
 * @param {object} [options]
 * @param {number} [options.width] room there is, in CSS pixels
 * @param {number} [options.height] room there is, where it is limited too
 * @param {string} [options.lang] decides how numbers are written, and so how wide they are
 * @param {Direction} [options.direction] fixes the direction, whatever the width
 * @returns {Plan} nodes by id, edges by position
 *
 * @typedef {NodeBox & {id: number, isLeaf: boolean}} NumberNode
 * @typedef {{nodes: NumberNode[], edges: LooseEdge[]}} Boxes
 * @typedef {Size & {direction: Direction, nodes: (NumberNode & Point)[], edges: PlacedEdge[]}} Plan
 */
export function layout(trace, {width = 720, height, lang = "en", direction} = {}) {
  const format = numberFormat(lang).short;
  const texts = longestTexts(trace, stepsOf(trace), format);
  const right = direction === "down" ? null : toRight(sizes(trace, texts, "right", format), width);
  if (direction === "right") return right;
  if (height !== undefined) {
    return inside({width, height}, right, (kind, ...how) => sizes(trace, texts, kind, format, ...how));
  }
  if (right?.width * SMALLEST_SCALE <= width) return right;
  const down = downwards(sizes(trace, texts, "down", format));
  return direction === "down" || down.width < right.width ? down : right;
}

/** The first plan that can be read in a room whose height counts too, or else the largest; the last have no labels.
 * @param {Size} room @param {Plan} right @param {(direction: Direction, ...how: boolean[]) => Boxes} boxes */
function inside(room, right, boxes) {
  const scale = (/** @type {Plan} */ plan) => Math.min(room.width / plan.width, room.height / plan.height);
  if (scale(right) >= SMALLEST_SCALE) return right;
  const dense = (/** @type {Direction} */ direction, /** @type {boolean} */ isBare) => {
    const gap = isBare ? GAP_BARE : GAP_DENSE;
    return finish(arrange(boxes(direction, true, isBare), {direction, gap, margin: MARGIN_DENSE}), direction);
  };
  const all = [dense("right", false), right, downwards(boxes("down", false)), dense("right", true), dense("down", true)];
  return all.find((plan) => scale(plan) >= SMALLEST_SCALE) ?? all.sort((one, other) => scale(other) - scale(one))[0];
}

function toRight(/** @type {Boxes} */ boxes, /** @type {number} */ room) {
  let plan;
  for (const gap of GAPS_RIGHT) {
    plan = arrange(boxes, {direction: "right", gap});
    if (plan.width <= room) break;
  }
  return finish(plan, "right");
}

function downwards(/** @type {Boxes} */ boxes) {
  return finish(arrange(boxes, {direction: "down", gap: GAP_DOWN}), "down");
}

/** @param {Ranked} plan @param {Direction} direction @returns {Plan} */
function finish({nodes, edges, width, height}, direction) {
  return {direction, width, height, nodes, edges: route(nodes, edges, direction)};
}

/** Nodes and edges with the room that they take.
 * @param {Trace} trace @param {ReturnType<typeof longestTexts>} texts @param {Direction} direction
 * @param {(x: number) => string} format @returns {Boxes} */
function sizes(trace, texts, direction, format, isDense = false, isBare = false) {
  const nodes = trace.nodes.map((node, id) => ({
    id,
    isLeaf: node.op === "leaf",
    ...nodeBox(node, isBare ? texts.totals[id] : texts.gradients[id], direction, format, isDense, isBare)
  }));
  const edges = trace.edges.map(({from, to, slot, local}, i) => ({
    from,
    to,
    slot,
    label: isBare
      ? bareLabel(texts.contributions[i])
      : edgeLabel(toNumber(local), texts.contributions[i], direction, format, isDense)
  }));
  return {nodes, edges};
}

/**
 * @param {Trace} trace
 * @returns {boolean} whether it is drawn as a graph of numbers is in lessons
 */
export function isSmall({engine, nodes}) {
  return engine === "value" && nodes.length <= MOST_COMPARED;
}

/**
 * The places that read best: few crossings, operands in the order in which they are written, and
 * then the least room across. Some orders to begin with are compared.
 *
 * @param {Boxes} boxes
 * @param {{direction: Direction, gap: number, margin?: number}} options
 * @returns {Ranked}
 */
function arrange(boxes, options) {
  const axes = AXES[options.direction];
  const plans = orders(boxes).map((order) => rank(boxes, {...options, order}));
  // A crossing is worse than operands that changed sides.
  const faults = plans.map((plan) => 10 * crossings(plan) + disorder(plan, axes) + axes.size(plan).across / 1e6);
  return plans[faults.indexOf(Math.min(...faults))];
}

/** By age; and by when the walk from the result comes to each, operand by operand. */
function orders(/** @type {Boxes} */ {nodes, edges}) {
  const arriving = nodes.map(() => /** @type {number[]} */ ([]));
  edges.forEach((edge, i) => arriving[edge.to].push(i));
  for (const list of arriving) list.sort((one, other) => edges[one].slot - edges[other].slot);
  const first = /** @type {number[]} */ ([]);
  const last = /** @type {number[]} */ ([]);
  const ofEdges = /** @type {number[]} */ ([]);
  let count = 0;
  const visit = (/** @type {number} */ id) => {
    last[id] = count++;
    if (first[id] !== undefined) return;
    first[id] = last[id];
    for (const i of arriving[id]) {
      ofEdges[i] = count++;
      visit(edges[i].from);
    }
  };
  for (let id = nodes.length - 1; id >= 0; id--) if (first[id] === undefined) visit(id);
  const middle = first.map((at, id) => (at + last[id]) / 2);
  return [
    {nodes: nodes.map((_, id) => id), edges: edges.map(({from}) => from)},
    ...[first, last, middle].map((own) => ({nodes: own, edges: ofEdges}))
  ];
}

/** Count the operands below, or right of, one that is written after them. */
function disorder(/** @type {Ranked} */ {nodes, edges}, /** @type {Axes} */ axes) {
  const across = (/** @type {Point} */ place) => axes.read(place).across;
  const isAfter = (/** @type {BentEdge} */ one, /** @type {BentEdge} */ other) =>
    one.from === other.from
      ? across(one.points[0]) > across(other.points[0])
      : across(nodes[one.from]) > across(nodes[other.from]);
  return edges.filter((left) =>
    edges.some((right) => left.to === right.to && left.slot < right.slot && isAfter(left, right))
  ).length;
}

/** How often edges cross, drawn as straight lines from point to point. */
function crossings(/** @type {Ranked} */ {nodes, edges}) {
  const lines = edges.map(({from, to, points}) => {
    const all = [nodes[from], ...points, nodes[to]];
    return all.slice(1).map((point, i) => /** @type {[Point, Point]} */ ([all[i], point]));
  });
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    for (let k = i + 1; k < lines.length; k++) {
      for (const one of lines[i]) count += lines[k].filter((other) => cross(one, other)).length;
    }
  }
  return count;
}

/** Strictly: lines that only touch, as at a node they share, don't cross. */
function cross(/** @type {[Point, Point]} */ [a, b], /** @type {[Point, Point]} */ [c, d]) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function turn(/** @type {Point} */ a, /** @type {Point} */ b, /** @type {Point} */ c) {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/** Room around the drawing, for the halo and the arrow heads. */
const MARGIN = 14;

/** Room between boxes of a rank. */
const BESIDE = 28;

/** Room that a label needs on the other side of its edge, for the forward arrow. */
const FORWARD_SIDE = 17;

/** A long edge that bends by less than this beside its label is drawn straight. */
const SEEMS_STRAIGHT = 6;

/**
 * Places nodes in ranks, with room for the labels of edges between them: each label is a box of its
 * own, which its edge passes at the left.
 *
 * @param {Boxes} boxes nodes oldest first
 * @param {object} options
 * @param {Direction} options.direction
 * @param {number} options.gap between a node and a label
 * @param {Order} options.order
 * @param {number} [options.margin] before the first rank and after the last
 * @returns {Ranked}
 *
 * @typedef {ReturnType<typeof layered> & {nodeAt: number[], labelAt: number[], margin: number,
 *   links: {edge: number, to: number}[]}} RankPlan with the spots of nodes and labels
 * @typedef {Size & {nodes: (NumberNode & Point)[], edges: BentEdge[]}} Ranked nodes by their centre
 * @typedef {{nodes: number[], edges: number[]}} Order what is before what in a rank
 */
function rank({nodes, edges}, {direction, gap, order, margin = MARGIN}) {
  const axes = AXES[direction];
  const spots = /** @type {import("./layered.js").Box[]} */ ([]);
  const nodeAt = /** @type {number[]} */ ([]);
  const labelAt = /** @type {number[]} */ ([]);
  const arriving = nodes.map(() => /** @type {number[]} */ ([]));
  edges.forEach(({to, label}, i) => label && arriving[to].push(i));
  nodes.forEach((node, id) => {
    for (const i of arriving[id]) {
      labelAt[i] = spots.length;
      const {along, across} = axes.size(edges[i].label);
      spots.push({left: FORWARD_SIDE, right: across, height: along, isLabel: true, key: order.edges[i]});
    }
    nodeAt[id] = spots.length;
    const {along, across} = axes.size(node);
    spots.push({left: across / 2, right: across / 2, height: along, key: order.nodes[id]});
  });
  const links = edges.flatMap(({from, to}, i) =>
    labelAt[i] === undefined
      ? [{edge: i, from: nodeAt[from], to: nodeAt[to]}]
      : [{edge: i, from: nodeAt[from], to: labelAt[i]}, {edge: i, from: labelAt[i], to: nodeAt[to]}]
  );
  const straight = links.map((link) => ({...link, fromAt: 0, toAt: 0}));
  const plan = layered(spots, straight, {rank: gap, border: gap, box: BESIDE}, true);
  return read({nodes, edges}, {...plan, nodeAt, labelAt, links, margin}, axes);
}

/** @param {Boxes} boxes @param {RankPlan} plan @param {Axes} axes @returns {Ranked} */
function read({nodes, edges}, plan, axes) {
  const at = (/** @type {[number, number]} */ [along, across]) => {
    const [x, y] = axes.write({along: along + plan.margin, across: across - plan.left + MARGIN});
    return {x, y};
  };
  const spotAt = (/** @type {number} */ i) => at([plan.y[i], plan.x[i]]);
  const lanes = edges.map(() => /** @type {Point[]} */ ([]));
  plan.links.forEach(({edge, to}, i) => {
    const label = plan.x[plan.labelAt[edge]];
    for (const {x: lane, rank: nth} of plan.lanes[i]) {
      const x = Math.abs(lane - label) < SEEMS_STRAIGHT ? label : lane;
      lanes[edge].push(at([plan.bands[nth].top, x]), at([plan.bands[nth].bottom, x]));
    }
    if (to === plan.labelAt[edge]) lanes[edge].push(spotAt(to));
  });
  const [width, height] = axes.write({
    along: Math.ceil(plan.height + 2 * plan.margin),
    across: Math.ceil(plan.right - plan.left + 2 * MARGIN)
  });
  const places = nodes.map((node, id) => ({...node, ...spotAt(plan.nodeAt[id])}));
  return {
    nodes: places,
    edges: edges.map((edge, i) => ({
      ...edge,
      points: lanes[i].length > 0 ? lanes[i] : [between(places[edge.from], places[edge.to])],
      labelBox: edge.label && boxOf(edge.label, spotAt(plan.labelAt[i]), axes)
    })),
    width,
    height
  };
}

/** Beside the edge, on the side of its backward arrow. */
function boxOf(/** @type {LabelSize} */ label, /** @type {Point} */ {x, y}, /** @type {Axes} */ axes) {
  const [dx, dy] = axes.write({along: axes.size(label).along / 2, across: 0});
  return {x: x - dx, y: y - dy, width: label.width, height: label.height};
}

function between(/** @type {Point} */ one, /** @type {Point} */ other) {
  return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2};
}
