import {AXES} from "./ports.js";
import {rank} from "./rank.js";

/**
 * The places that read best: few crossings, operands in the order in which they are written, and
 * then the least room across. Some orders to begin with are compared.
 *
 * @param {{nodes: Fields[], edges: Fields[]}} boxes as for `rank`
 * @param {{direction: "right"|"down", gap: number}} options
 * @returns {ReturnType<typeof rank>}
 */
export function arrange(boxes, options) {
  const plans = orders(boxes).map((order) => rank(boxes, {...options, order}));
  const worth = plans.map((plan) => faults(plan, options) + room(plan, options) / 1e6);
  return plans[worth.indexOf(Math.min(...worth))];
}

/** By age; and by when the walk from the result comes to each, operand by operand. */
function orders({nodes, edges}) {
  const arriving = nodes.map(() => []);
  edges.forEach((edge, i) => arriving[edge.to].push(i));
  for (const list of arriving) list.sort((one, other) => edges[one].slot - edges[other].slot);
  const first = [];
  const last = [];
  const ofEdges = [];
  let count = 0;
  const visit = (id) => {
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

/** A crossing is worse than operands that changed sides. */
function faults(plan, options) {
  return 10 * crossings(plan) + disorder(plan, options);
}

function room({width, height}, {direction}) {
  return AXES[direction].size({width, height}).across;
}

/** How many operands stand below, or right of, one that is written after them. */
function disorder({nodes, edges}, {direction}) {
  const across = (place) => AXES[direction].read(place).across;
  const isAfter = (one, other) =>
    one.from === other.from
      ? across(one.points[0]) > across(other.points[0])
      : across(nodes[one.from]) > across(nodes[other.from]);
  return edges.filter((left) =>
    edges.some((right) => left.to === right.to && left.slot < right.slot && isAfter(left, right))
  ).length;
}

/** How often edges cross, drawn as straight lines from point to point. */
function crossings({nodes, edges}) {
  const lines = edges.map(({from, to, points}) => segments([nodes[from], ...points, nodes[to]]));
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    for (let k = i + 1; k < lines.length; k++) {
      for (const one of lines[i]) count += lines[k].filter((other) => cross(one, other)).length;
    }
  }
  return count;
}

function segments(points) {
  return points.slice(1).map((point, i) => [points[i], point]);
}

/** Strictly: lines that only touch, as at a node they share, don't cross. */
function cross([a, b], [c, d]) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function turn(a, b, c) {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}
