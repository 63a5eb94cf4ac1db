import {numberFormat, toNumber} from "../words/numbers.js";
import {TraceError} from "../trace/trace-error.js";
import {MOST_NODES} from "../trace/validate.js";
import {fold} from "./fold.js";
import {longestTexts, nodeBox, PILL, textWidth, TYPE} from "./measure.js";
import {isSmall, layout} from "./layout.js";
import {FRAME, nest} from "./nest.js";
import {placeLabels} from "./place-labels.js";
import {arrowsAlong} from "./route.js";
import {groupBox, tensorBox, frameTitle} from "./tensor-box.js";
/** @import {Box, GraphPlan, OutlineEdge, Point} from "./types.js" */

/**
 * Where everything is, by the layout that suits the trace: a small graph of numbers as in lessons,
 * everything else from the top down.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {object} options
 * @param {string[]|null} options.open paths of the open groups; null folds nothing
 * @param {boolean} [options.trays]
 * @param {Words} options.words of `strings(lang)`
 * @param {number} options.room width in CSS pixels
 * @param {number} [options.height] where it is limited too
 * @returns {GraphPlan}
 */
export function graphPlan(trace, steps, {open, trays, words, room, height}) {
  if (!isSmall(trace) || open !== null) return foldedLayout(trace, steps, {open, trays, words});
  const outline = fold(trace);
  const {nodes, edges, ...plan} = layout(trace, {width: room, height, lang: words.lang});
  return {
    ...plan,
    isFluid: true,
    outline,
    items: outline.items.map((item, i) => ({...nodes[i], ...item})),
    frames: [],
    edges: edges.map((edge, i) => ({...edge, members: [i]}))
  };
}

/** Beyond this many boxes, trays tell only the sum. */
const MOST_TRAYS = 24;

/** Room between a title and a line that enters the frame. */
const BESIDE = 16;

/**
 * Positions of everything in the drawing of a trace with some of its groups open.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {object} options
 * @param {Iterable<string>|null} options.open paths of the open groups; null folds nothing
 * @param {boolean} [options.trays] whether saved tensors are shown
 * @param {Words} options.words of `strings(lang)`
 * @returns {GraphPlan}
 * @throws {TraceError} when there would be too much to draw
 */
export function foldedLayout(trace, steps, {open, trays = true, words}) {
  const outline = fold(trace, open);
  const count = outline.items.length;
  if (count > MOST_NODES) {
    const hasGroups = trace.nodes.some(({group}) => group);
    throw new TraceError(hasGroups ? "tooLargeOpen" : "tooLarge", count, MOST_NODES);
  }
  const {short: format} = numberFormat(words.lang);
  const isScalar = trace.engine === "value";
  const received = new Set(steps.flatMap(({kind, node, to}) => (kind === "seed" ? [node] : [to])));
  const detail = !trays ? "none" : count > MOST_TRAYS ? "sum" : "rows";
  const texts = isScalar ? longestTexts(trace, steps, format) : null;
  const boxes = outline.items.map((item) => {
    if (item.kind === "group") return groupBox(item, trace, words);
    const [id] = item.members;
    const node = trace.nodes[id];
    if (isScalar) return {...nodeBox(node, texts.gradients[id], "down", format), tray: 0};
    return tensorBox(trace, node, {hasGradient: received.has(id), trays: detail, words, format});
  });
  const sizes = boxes.map((box, i) => ({...box, isLeaf: isLeaf(trace, outline.items[i])}));
  const plan = nest(outline, sizes, outline.frames.map(({name}) => frameTitle(name) + FRAME.side));
  const items = boxes.map((box, i) => ({...box, ...outline.items[i], ...plan.items[i]}));
  const points = plan.lines.flat();
  const frames = outline.frames.map((frame, i) =>
    ({...frame, ...plan.frames[i], titleAt: titleAt(plan.frames[i], frame.name, points)})
  );
  const sent = new Set(steps.flatMap(({kind, edge}) => (kind === "send" ? [edge] : [])));
  const edges = outline.edges.map((edge, i) =>
    edgeOf(edge, plan.lines[i], trace, {isSent: edge.members.some((one) => sent.has(one)), format})
  );
  const width = Math.max(plan.width, placeLabels(edges, items, frames));
  return {direction: "down", outline, items, frames, edges, width, height: plan.height};
}

/** As far left in its frame as no line enters there. */
function titleAt(/** @type {Box} */ {x, y, width}, /** @type {string} */ name, /** @type {Point[]} */ points) {
  const last = Math.max(width - frameTitle(name), 0);
  const entries = points.filter((point) => point.y === y).map((point) => point.x);
  const isFree = (/** @type {number} */ at) =>
    entries.every((entry) => entry < x + at - BESIDE || entry > x + at + width - last + BESIDE);
  for (let at = 0; at <= last; at += BESIDE) if (isFree(at)) return at;
  return 0;
}

function isLeaf(/** @type {Trace} */ trace, /** @type {import("./fold.js").Item} */ {kind, members}) {
  return kind === "node" && trace.nodes[members[0]].op === "leaf";
}

/** @param {import("./fold.js").Outline["edges"][0]} edge @param {Point[]} points @param {Trace} trace
 * @param {{isSent: boolean, format: (x: number) => string}} options @returns {OutlineEdge} */
function edgeOf(edge, points, trace, {isSent, format}) {
  const {forward, backward} = arrowsAlong(points);
  if (!isSent) return {...edge, points, forward, backward: null, label: null};
  const local = edge.members.length === 1 ? toNumber(trace.edges[edge.members[0]].local) : null;
  const text = local === null ? "" : `× ${format(local)}`;
  const pill = {x: 0, y: 0, width: textWidth(text, TYPE.label) + 16, height: PILL.height};
  const label = {text, pill, sentAt: {x: 0, y: 0, anchor: "start"}};
  return {...edge, points, forward, backward, label};
}
