/** Pixels between two lines that leave one side of a box. */
const SPREAD = 14;

/** Pixels that a row leaves below and above its boxes at most. */
const MARGIN = 10;

/**
 * @typedef {{name: string, at: [number, number], parameters: number}} PartNode
 * @typedef {{nodes: PartNode[], edges: [string, string][]}} PartGraph
 * @typedef {{x: number, y: number, width: number, height: number}} PartBox the middle and the size
 * @typedef {{from: string, to: string, points: [number, number][]}} PartLine
 */

/**
 * Boxes on the grid that the graph gives them, and lines with right angles between them.
 *
 * @param {PartGraph} graph
 * @param {number} width
 * @param {number} height
 * @returns {{boxes: Record<string, PartBox>, lines: PartLine[]}}
 */
export function placeParts({nodes, edges}, width, height) {
  const columns = 1 + Math.max(...nodes.map(({at}) => at[0]));
  const rows = 1 + Math.max(...nodes.map(({at}) => at[1]));
  const pitch = {x: width / columns, y: height / rows};
  // Small boxes keep the room of their names.
  const margin = Math.min(MARGIN, 0.17 * pitch.y);
  const size = {width: Math.min(92, pitch.x - (pitch.x < 60 ? 7 : 11)), height: Math.min(54, pitch.y - 2 * margin)};
  const boxes = Object.fromEntries(nodes.map(({name, at: [column, row]}) =>
    [name, {x: pitch.x * (column + 0.5), y: pitch.y * (row + 0.5), ...size}]));
  const ends = edges.map(([from, to]) => ({from, to, ...sidesOf(boxes[from], boxes[to])}));
  const offset = (/** @type {string} */ name, /** @type {string} */ side, /** @type {typeof ends[0]} */ end) => {
    const other = (/** @type {typeof end} */ one) => boxes[one.from === name ? one.to : one.from].x;
    const there = ends.filter((one) =>
      (one.from === name && one.out === side) || (one.to === name && one.into === side));
    there.sort((a, b) => other(a) - other(b));
    const step = Math.min(SPREAD, size.width / (there.length + 1));
    return ["left", "right"].includes(side) ? 0 : (there.indexOf(end) - (there.length - 1) / 2) * step;
  };
  const lines = ends.map((end) => {
    const leaves = offset(end.from, end.out, end);
    const arrives = offset(end.to, end.into, end);
    // A straight line stays straight: the more crowded side decides where it is.
    const isStraight = boxes[end.from].x === boxes[end.to].x;
    const first = edgeOf(boxes[end.from], end.out, isStraight ? leaves || arrives : leaves);
    const last = edgeOf(boxes[end.to], end.into, isStraight ? leaves || arrives : arrives);
    return {from: end.from, to: end.to, points: bent(first, last, end.out)};
  });
  return {boxes, lines};
}

function sidesOf(/** @type {PartBox} */ from, /** @type {PartBox} */ to) {
  if (from.y === to.y) return {out: "right", into: "left"};
  return from.y < to.y ? {out: "bottom", into: "top"} : {out: "top", into: "bottom"};
}

/** @param {PartBox} box @param {string} side @param {number} offset @returns {[number, number]} */
function edgeOf({x, y, width, height}, side, offset) {
  if (side === "right" || side === "left") return [x + (side === "right" ? width : -width) / 2, y];
  return [x + offset, y + (side === "bottom" ? height : -height) / 2];
}

/**
 * @param {[number, number]} first @param {[number, number]} last @param {string} side
 * @returns {[number, number][]}
 */
function bent(first, last, side) {
  if (first[0] === last[0] || first[1] === last[1] || side === "right") return [first, last];
  const middle = (first[1] + last[1]) / 2;
  return [first, [first[0], middle], [last[0], middle], last];
}

/**
 * A line moved to its left, seen along it.
 *
 * @param {[number, number][]} points
 * @param {number} by pixels; negative to its right
 * @returns {[number, number][]}
 */
export function beside(points, by) {
  const normal = (/** @type {number} */ i) => {
    const across = points[i + 1][0] - points[i][0];
    const down = points[i + 1][1] - points[i][1];
    const length = Math.hypot(across, down) || 1;
    return [down / length, -across / length];
  };
  return points.map(([x, y], i) => {
    const around = [i > 0 ? normal(i - 1) : null, i + 1 < points.length ? normal(i) : null].filter(Boolean);
    const turns = around.length === 2 && around[0][0] !== around[1][0] ? around : around.slice(0, 1);
    const [a, b] = turns.reduce(([left, top], [dx, dy]) => [left + dx * by, top + dy * by], [x, y]);
    return /** @type {[number, number]} */ ([a, b]);
  });
}

/**
 * @param {[number, number][]} points
 * @returns {number[]} the point halfway along the line
 */
export function halfway(points) {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  let left = lengths.reduce((sum, one) => sum + one, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    if (left <= length) {
      const part = left / (length || 1);
      return [0, 1].map((axis) => points[i][axis] + (points[i + 1][axis] - points[i][axis]) * part);
    }
    left -= length;
  }
  return points[0];
}
