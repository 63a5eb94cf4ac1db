import {arrange} from "./arrange.js";
import {edgeLabel, longestTexts, nodeBox} from "./measure.js";
import {numberFormat, toNumber} from "../words/numbers.js";
import {rank} from "./rank.js";
import {route} from "./route.js";
import {steps as stepsOf} from "../trace/steps.js";

/** Below this scale a drawing to the right gives way to one downwards: its text would be tiny. */
const SMALLEST_SCALE = 0.8;

/** Distances between ranks, airy first; as wide as the room allows. */
const GAPS_RIGHT = [84, 68, 52];
const GAP_DOWN = 40;

/** dagre's ways to line up nodes. Downwards the narrowest wins, since phones are narrow. */
const ALIGNMENTS = [undefined, "UL", "UR", "DL", "DR"];

/** Larger graphs are laid out once: comparing ways would take too long, and no phone holds them. */
const MOST_COMPARED = 16;

/**
 * Positions of everything in the drawing of a trace.
 *
 * @param {object} trace
 * @param {object} [options]
 * @param {number} [options.width] room there is, in CSS pixels
 * @param {string} [options.lang] decides how numbers are written, and so how wide they are
 * @param {"right"|"down"} [options.direction] fixes the direction, whatever the width
 * @returns {{direction: "right"|"down", width: number, height: number, nodes: object[],
 *   edges: object[]}} nodes by id, edges by position
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
  const arrangement = isSmall(boxes) ? arrange(boxes, {rankdir: "LR"}) : undefined;
  let plan;
  for (const ranksep of GAPS_RIGHT) {
    plan = rank(boxes, {rankdir: "LR", ranksep}, arrangement);
    if (plan.width <= room) break;
  }
  return finish(plan, "right");
}

function downwards(boxes) {
  const options = {rankdir: "TB", ranksep: GAP_DOWN};
  if (!isSmall(boxes)) return finish(rank(boxes, options), "down");
  const arrangement = arrange(boxes, options);
  const plans = ALIGNMENTS.map((align) => rank(boxes, {...options, align}, arrangement));
  const narrowest = plans.reduce((one, other) => (other.width < one.width ? other : one));
  return finish(narrowest, "down");
}

function isSmall({nodes}) {
  return nodes.length <= MOST_COMPARED;
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
