import {overlap} from "./measure.js";
import {FRAME} from "./nest.js";
import {frameTitle} from "./tensor-box.js";
/** @import {OutlineEdge, PlacedFrame, PlacedItem, Point} from "./types.js" */

/** A line may drift this far aside over the length of a label. */
const DRIFT = 12;

/** Room of a label, and its distance from the line and from the boxes above and below. */
const LABEL = {width: 96, height: 20, beside: 22, above: 12};

/**
 * Gives each edge of a drawing downwards the place of its label: below the box that it leaves, or
 * above the one that it enters when more than one edge leaves the first. A label without room of
 * its own is quiet: it shows only while its edge is the one that matters.
 *
 * @param {OutlineEdge[]} edges of `foldedLayout`; their labels are changed
 * @param {PlacedItem[]} items
 * @param {PlacedFrame[]} frames
 * @returns {number} how far to the right the labels reach
 */
export function placeLabels(edges, items, frames) {
  const leaving = count(edges, "from");
  const entering = count(edges, "to");
  const taken = [
    ...items.map(({x, y, width, height, tray}) =>
      ({x: x - width / 2, y: y - height / 2, width: width + tray, height})),
    ...frames.map(({x, y, name, titleAt}) =>
      ({x: x + titleAt, y, width: frameTitle(name), height: FRAME.title}))
  ];
  const lines = edges.map((edge) => stretches(edge.points));
  edges.forEach((edge, i) => {
    const {label, points, from, to} = edge;
    if (!label) return;
    const isForked = leaving.get(from) > 1 && entering.get(to) === 1;
    const wishes = isForked ? ["end", "start"] : ["start", "end"];
    const place = wishes.find((end) => isStraight(points, end));
    const {x, y} = points.at(place === "end" ? -1 : 0);
    const top = place === "end" ? y - LABEL.above - LABEL.height - 4 : y + LABEL.above;
    const box = {x: x + LABEL.beside, y: top, width: LABEL.width, height: LABEL.height};
    label.isQuiet =
      place === undefined ||
      taken.some((other) => overlap(box, other)) ||
      lines.some((line, k) => k !== i && line.some((other) => overlap(box, other)));
    label.sentAt = {x: box.x, y: top + 15, anchor: "start"};
    label.pill = {...label.pill, x: box.x - 8, y: top - 2};
    if (!label.isQuiet) taken.push(box);
  });
  const ends = edges.map(({label}) => (label ? label.sentAt.x + LABEL.width : 0));
  return Math.max(0, ...ends);
}

/** Whether a line leaves its first or reaches its last box without a bend beside the label. */
function isStraight(/** @type {Point[]} */ points, /** @type {string} */ end) {
  const [first, second] = end === "start" ? points : [...points].reverse();
  return Math.abs(second.x - first.x) <= DRIFT;
}

function count(/** @type {OutlineEdge[]} */ edges, /** @type {"from"|"to"} */ end) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const edge of edges) counts.set(edge[end], (counts.get(edge[end]) ?? 0) + 1);
  return counts;
}

/** Boxes around the straight stretches of a line, both arrows included. */
function stretches(/** @type {Point[]} */ points) {
  return points.slice(1).map((point, i) => {
    const left = Math.min(point.x, points[i].x);
    const right = Math.max(point.x, points[i].x);
    return {x: left - 10, y: points[i].y, width: right - left + 20, height: point.y - points[i].y};
  });
}
