/**
 * How often edges cross, drawn as straight lines from point to point.
 *
 * @param {{nodes: object[], edges: object[]}} plan nodes with x, y; edges with from, to, points
 * @returns {number}
 */
export function crossings({nodes, edges}) {
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
