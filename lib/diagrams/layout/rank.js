import {AXES} from "./ports.js";
import {layered} from "./layered.js";

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
 * @param {{nodes: Fields[], edges: Fields[]}} boxes nodes with width and height, oldest first;
 *   edges with from, to, slot and label (null, or with width and height)
 * @param {object} options
 * @param {"right"|"down"} options.direction
 * @param {number} options.gap between a node and a label
 * @param {Order} options.order
 * @returns {{nodes: Fields[], edges: Fields[], width: number, height: number}} the same, with x, y
 *   for nodes (their centre) and points, labelBox for edges
 *
 * @typedef {{nodes: number[], edges: number[]}} Order what stands before what in a rank
 */
export function rank({nodes, edges}, {direction, gap, order}) {
  const axes = AXES[direction];
  const spots = [];
  const nodeAt = [];
  const labelAt = [];
  const arriving = nodes.map(() => []);
  edges.forEach(({to, label}, i) => label && arriving[to].push(i));
  nodes.forEach((node, id) => {
    for (const i of arriving[id]) {
      labelAt[i] = spots.length;
      spots.push({...labelSpot(edges[i].label, axes), key: order.edges[i]});
    }
    nodeAt[id] = spots.length;
    spots.push({...nodeSpot(node, axes), key: order.nodes[id]});
  });
  const links = edges.flatMap(({from, to}, i) =>
    labelAt[i] === undefined
      ? [{edge: i, from: nodeAt[from], to: nodeAt[to]}]
      : [{edge: i, from: nodeAt[from], to: labelAt[i]}, {edge: i, from: labelAt[i], to: nodeAt[to]}]
  );
  const gaps = {rank: gap, border: gap, box: BESIDE};
  const straight = links.map((link) => ({...link, fromAt: 0, toAt: 0}));
  const plan = layered(spots, straight, gaps, true);
  return read({nodes, edges}, {...plan, nodeAt, labelAt, links}, axes);
}

function nodeSpot(node, axes) {
  const {along, across} = axes.size(node);
  return {left: across / 2, right: across / 2, height: along};
}

function labelSpot(label, axes) {
  const {along, across} = axes.size(label);
  return {left: FORWARD_SIDE, right: across, height: along, isLabel: true};
}

function read({nodes, edges}, plan, axes) {
  const at = ([along, across]) => {
    const [x, y] = axes.write({along: along + MARGIN, across: across - plan.left + MARGIN});
    return {x, y};
  };
  const spotAt = (i) => at([plan.y[i], plan.x[i]]);
  const lanes = edges.map(() => []);
  plan.links.forEach(({edge, to}, i) => {
    const label = plan.x[plan.labelAt[edge]];
    for (const {x: lane, rank: nth} of plan.lanes[i]) {
      const x = Math.abs(lane - label) < SEEMS_STRAIGHT ? label : lane;
      lanes[edge].push(at([plan.bands[nth].top, x]), at([plan.bands[nth].bottom, x]));
    }
    if (to === plan.labelAt[edge]) lanes[edge].push(spotAt(to));
  });
  const [width, height] = axes.write({
    along: Math.ceil(plan.height + 2 * MARGIN),
    across: Math.ceil(plan.right - plan.left + 2 * MARGIN)
  });
  const places = nodes.map((node, id) => ({...node, ...spotAt(plan.nodeAt[id])}));
  return {
    nodes: places,
    edges: edges.map((edge, i) => ({
      ...edge,
      points: lanes[i].length > 0 ? lanes[i] : [between(places[edge.from], places[edge.to])],
      labelBox: boxOf(edge.label, plan.labelAt[i], spotAt, axes)
    })),
    width,
    height
  };
}

/** Beside the edge, on the side of its backward arrow. */
function boxOf(label, spot, spotAt, axes) {
  if (!label) return null;
  const {along} = axes.size(label);
  const [dx, dy] = axes.write({along: along / 2, across: 0});
  const {x, y} = spotAt(spot);
  return {x: x - dx, y: y - dy, width: label.width, height: label.height};
}

function between(one, other) {
  return {x: (one.x + other.x) / 2, y: (one.y + other.y) / 2};
}
