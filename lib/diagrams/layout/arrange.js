import {rank} from "./rank.js";

/**
 * The arrangement that reads best: few crossings, and operands in the order they are written.
 * dagre minimises crossings but knows nothing of operands, so a few of its results are compared.
 *
 * @param {object} boxes as for `rank`
 * @param {object} options of dagre's graph
 * @returns {import("./rank.js").Arrangement}
 */
export function arrange(boxes, options) {
  const asItIs = {isTurned: false, constraints: []};
  const plan = rank(boxes, options, asItIs);
  if (faults(plan, options) === 0) return asItIs;
  const inOrder = operandPairs(plan, options);
  const turned = inOrder.map(({left, right}) => ({left: right, right: left}));
  // Turned over, operands of different ranks change sides too.
  const arrangements = [
    asItIs,
    {isTurned: true, constraints: []},
    {isTurned: false, constraints: inOrder},
    {isTurned: true, constraints: turned}
  ];
  const counts = arrangements.map((one) => faults(rank(boxes, options, one), options));
  return arrangements[counts.indexOf(Math.min(...counts))];
}

/** A crossing is worse than operands that changed sides. */
function faults(plan, options) {
  return 10 * crossings(plan) + disorder(plan, options);
}

/** How many operands stand below, or right of, one that is written after them. */
function disorder({nodes, edges}, {rankdir}) {
  const axis = rankdir === "LR" ? "y" : "x";
  const isAfter = (one, other) =>
    one.from === other.from
      ? one.points[0][axis] > other.points[0][axis]
      : nodes[one.from][axis] > nodes[other.from][axis];
  return edges.filter((left) =>
    edges.some((right) => left.to === right.to && left.slot < right.slot && isAfter(left, right))
  ).length;
}

/** Operands of one operation that share a rank, as dagre's constraints. */
function operandPairs({nodes, edges}, {rankdir}) {
  const axis = rankdir === "LR" ? "x" : "y";
  return edges.flatMap((left) =>
    edges
      .filter((right) => right.to === left.to && right.slot > left.slot)
      .filter((right) => right.from !== left.from)
      .filter((right) => nodes[right.from][axis] === nodes[left.from][axis])
      .map((right) => ({left: String(left.from), right: String(right.from)}))
  );
}

/**
 * How often edges cross, drawn as straight lines from point to point.
 *
 * @param {{nodes: object[], edges: object[]}} plan nodes with x, y; edges with from, to, points
 * @returns {number}
 */
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
