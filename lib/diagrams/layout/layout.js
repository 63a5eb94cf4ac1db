import {arrange} from "./arrange.js";
import {edgeLabel, longestTexts, nodeBox} from "./measure.js";
import {numberFormat, toNumber} from "../words/numbers.js";
import {route} from "./route.js";
import {steps as stepsOf} from "../trace/steps.js";

/** Below this scale a drawing to the right gives way to one downwards: its text would be tiny. */
const SMALLEST_SCALE = 0.8;

/** Distances between a node and a label, airy first; as wide as the room allows. */
const GAPS_RIGHT = [42, 34, 26];
const GAP_DOWN = 20;

/**
 * Positions of everything in the drawing of a trace.
 *
 * @param {Trace} trace
 * @param {object} [options]
 * @param {number} [options.width] room there is, in CSS pixels
 * @param {string} [options.lang] decides how numbers are written, and so how wide they are
 * @param {"right"|"down"} [options.direction] fixes the direction, whatever the width
 * @returns {{direction: "right"|"down", width: number, height: number, nodes: Fields[],
 *   edges: Fields[]}} nodes by id, edges by position
 */
export function layout(trace, {width = 720, lang = "en", direction} = {}) {
  const format = numberFormat(lang).short;
  const texts = longestTexts(trace, stepsOf(trace), format);
  const right = direction === "down" ? null : toRight(sizes(trace, texts, "right", format), width);
  if (direction === "right" || right?.width * SMALLEST_SCALE <= width) return right;
  const down = downwards(sizes(trace, texts, "down", format));
  return direction === "down" || down.width < right.width ? down : right;
}

function toRight(boxes, room) {
  let plan;
  for (const gap of GAPS_RIGHT) {
    plan = arrange(boxes, {direction: "right", gap});
    if (plan.width <= room) break;
  }
  return finish(plan, "right");
}

function downwards(boxes) {
  return finish(arrange(boxes, {direction: "down", gap: GAP_DOWN}), "down");
}

function finish({nodes, edges, width, height}, direction) {
  return {direction, width, height, nodes, edges: route(nodes, edges, direction)};
}

/** Nodes and edges with the room that they take. */
function sizes(trace, texts, direction, format) {
  const nodes = trace.nodes.map((node, id) => ({
    id,
    isLeaf: node.op === "leaf",
    ...nodeBox(node, texts.gradients[id], direction, format)
  }));
  const edges = trace.edges.map(({from, to, slot, local}, i) => ({
    from,
    to,
    slot,
    label: edgeLabel(toNumber(local), texts.contributions[i], direction, format)
  }));
  return {nodes, edges};
}
