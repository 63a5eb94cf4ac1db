import {create} from "d3-selection";
import {gradientText, gradientTexts, numberFormat} from "../words/numbers.js";
import {describeEdge, describeGroup, describeNode, labelNode} from "../trace/describe.js";
import {tensorGradient} from "../layout/tensor-box.js";
import {drawFrame, drawGroup, fillGroup} from "./group-marks.js";
import {itemState} from "./item-state.js";
import {add, drawEdge, drawNode, write} from "./node-marks.js";
import {drawTensor} from "./tensor-marks.js";
/** @import {GraphPlan, GroupBox, NodeBox, OutlineEdge, PlacedItem, TensorBox} from "../layout/types.js" */
/** @import {ScalarStep, State} from "../trace/steps.js" */
/** @import {Group} from "./node-marks.js" */

/** Later arrivals look like the third; their number distinguishes them. */
const MOST_STROKES = 3;

/** The place of an arrival's number, from the tip of its arrow. */
const BADGE = {down: [0, 24], right: [24, 0]};

/**
 * The graph of a trace as SVG: forward and backward arrows, values, gradients as they arrive, folded
 * and open groups. A step changes classes and texts, and only of what it touches.
 *
 * @param {Trace} trace
 * @param {object} options
 * @param {Words} options.words of `strings(lang)`
 * @param {GraphPlan} options.plan
 * @param {boolean} [options.isPlain] arrivals have no numbers, and the Tab key reaches every node
 * @returns {GraphView}
 *
 * @typedef {SVGSVGElement & {show: (state: State) => void, detail: (mark: Element) => string,
 *   marks: SVGGElement[], lines: SVGGElement[], plan: GraphPlan}} GraphView `marks` by item, `lines` by edge;
 *   `detail` describes a node or an edge with exact numbers
 * @typedef {ReturnType<typeof itemState>} ItemStates
 * @typedef {{trace: Trace, words: Words, format: import("../words/numbers.js").NumberFormat, plan: GraphPlan,
 *   isPlain: boolean}} Context
 */
export function graphView(trace, {words, plan, isPlain = false}) {
  const svg = /** @type {Group} */ (create("svg:svg"))
    .attr("class", `tw-graph tw-to-${plan.direction}${isPlain ? "" : " tw-folding"}`)
    .attr("viewBox", `0 0 ${plan.width} ${plan.height}`)
    .attr("width", plan.width)
    .attr("height", plan.height)
    .attr("role", "group")
    .attr("aria-label", words.drawing(trace.nodes.length));
  const context = {trace, words, format: numberFormat(words.lang), plan, isPlain};
  const frames = draw(svg, plan.frames, drawFrame);
  const edges = draw(svg, plan.edges, (group, edge) => drawLine(group, edge, context));
  const items = draw(svg, plan.items, (group, item) => drawItem(group, item, context));
  frames.forEach((group, i) => {
    const {path, name, members} = plan.frames[i];
    group.attr("data-group", path).attr("data-first", members[0]);
    group.select(".tw-fold").attr("aria-label", words.groupIs(name, members.length));
  });
  let before = /** @type {ItemStates|null} */ (null);
  let shown = /** @type {State|null} */ (null);
  const show = (/** @type {State} */ state) => {
    shown = state;
    const now = itemState(plan.outline, trace, state);
    items.forEach((group, i) => {
      if (!isSame(now.items[i], before?.items[i])) updateItem(group, i, now, state, context);
    });
    edges.forEach((group, i) => {
      if (!isSame(now.edges[i], before?.edges[i])) updateLine(group, now.edges[i], context);
    });
    before = now;
  };
  const marks = items.map((group) => /** @type {SVGGElement} */ (group.node()));
  const lines = edges.map((group) => /** @type {SVGGElement} */ (group.node()));
  const detail = (/** @type {SVGGElement} */ mark) => {
    const at = marks.indexOf(mark);
    if (at >= 0 && plan.items[at].kind === "node") return describeNode(plan.items[at].members[0], shown, context);
    const i = lines.indexOf(mark);
    if (i === -1) return mark.getAttribute("aria-label");
    return plan.edges[i].members.map((edge) => describeEdge(edge, shown, context)).join(" · ");
  };
  return Object.assign(/** @type {SVGSVGElement} */ (svg.node()), {show, detail, marks, lines, plan});
}

/** @template T @param {Group} svg @param {T[]} data @param {(group: Group, datum: T) => void} drawOne */
function draw(svg, data, drawOne) {
  const parent = svg.append("g");
  return data.map((datum) => {
    const group = /** @type {Group} */ (parent.append("g"));
    drawOne(group, datum);
    return group;
  });
}

function drawItem(/** @type {Group} */ group, /** @type {PlacedItem} */ item, /** @type {Context} */ {trace, isPlain}) {
  const node = trace.nodes[item.members[0]];
  if (item.kind === "group") drawGroup(group, /** @type {PlacedItem & GroupBox} */ (item));
  else if (trace.engine === "value") drawNode(group, /** @type {PlacedItem & NodeBox} */ (item), node);
  else drawTensor(group, /** @type {PlacedItem & TensorBox} */ (item), node);
  group.attr("tabindex", isPlain ? 0 : -1);
}

/** Beside the usual marks: the number of the arrival, where a gradient is a sum.
 * @param {Group} group @param {OutlineEdge} edge @param {Context} context */
function drawLine(group, edge, {plan, trace, isPlain}) {
  drawEdge(group, edge, edge.members.length === 1 ? edge.members[0] : undefined);
  group.classed("is-quiet", Boolean(edge.label?.isQuiet));
  const receiver = plan.items[edge.from];
  if (isPlain || !edge.label || receiver.kind === "group" || edge.members.length > 1) return;
  if (trace.edges.filter(({from}) => from === receiver.members[0]).length < 2) return;
  const [x, y] = edge.backward.tip;
  const [dx, dy] = BADGE[plan.direction];
  const badge = add(group, "g", {class: "tw-arrival", transform: `translate(${x + dx},${y + dy})`});
  add(badge, "circle", {r: 9});
  add(badge, "text", {y: 5, "text-anchor": "middle"});
}

function isSame(/** @type {Record<string, unknown>} */ one, /** @type {Record<string, unknown>|undefined} */ other) {
  return other !== undefined && Object.keys(one).every((key) => one[key] === other[key]);
}

/** @param {Group} group @param {number} i @param {ItemStates} now @param {State} state @param {Context} context */
function updateItem(group, i, now, state, context) {
  const {plan, trace, format} = context;
  const item = plan.items[i];
  const known = now.items[i];
  const id = item.members[0];
  markNode(group, known).attr("aria-label", "isGroup" in known
    ? describeGroup(item, known, context)
    : labelNode(id, state, context));
  if ("isGroup" in known) return fillGroup(group, item, known);
  if (trace.engine !== "value") {
    group.select(".tw-gradient .tw-number").text(tensorGradient(known, format.short));
    return;
  }
  // Other leaves bring other values, where an engine computes.
  if (known.value !== null) write(group, ".tw-value .tw-number", format.short(known.value));
  // From the second arrival on, the gradient is written as a sum.
  const arrival = /** @type {ScalarStep} */ ({before: null, ...known.sum, total: known.grad});
  const {sum, total} = gradientTexts(arrival, format.short);
  write(group, ".tw-sum", sum);
  write(group, ".tw-gradient .tw-number", total);
}

/**
 * @param {Group} group of a node
 * @param {{isKnown: boolean, grad: unknown, now: string|null}} state of the node
 * @returns {Group} the group, with the classes of that state
 */
export function markNode(group, {isKnown, grad, now}) {
  return group
    .classed("is-waiting", !isKnown)
    .classed("has-gradient", grad !== null)
    .classed("is-now-forward", now === "forward")
    .classed("is-now-backward", now === "backward");
}

/** @param {Group} group @param {import("./item-state.js").LineState} edge @param {Context} context */
function updateLine(group, edge, {format}) {
  markEdge(group, edge, format.short);
  const nth = Math.min(edge.arrival ?? 0, MOST_STROKES);
  const isSum = !group.select(".tw-arrival").empty();
  for (const one of [2, 3]) group.classed(`is-arrival-${one}`, isSum && nth === one);
  const text = edge.contribution === null ? "" : gradientText(edge.contribution, format.short);
  const times = edge.count > 1 ? ` (${edge.count})` : "";
  write(group, ".tw-contribution", text + times);
  write(group, ".tw-arrival text", String(edge.arrival ?? ""));
}

/**
 * @param {Group} group of an edge
 * @param {{forward: string, backward: string, local: number|null}} state of the edge
 * @param {(x: number) => string} format
 * @param {string} [times] before the local gradient
 */
export function markEdge(group, {forward, backward, local}, format, times = "× ") {
  group
    .classed("is-waiting", forward === "waiting")
    .classed("is-now-forward", forward === "now")
    .classed("is-now-backward", backward === "now")
    .classed("is-sent", backward !== "waiting");
  if (local !== null) write(group, ".tw-local text", `${times}${format(local)}`);
}
