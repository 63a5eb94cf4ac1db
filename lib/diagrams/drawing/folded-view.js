import {create} from "d3-selection";
import {gradientText, numberFormat} from "../words/numbers.js";
import {describeEdge, describeGroup, describeNode, labelNode} from "../trace/describe.js";
import {tensorGradient} from "../layout/tensor-box.js";
import {markNode, writeNumbers, markEdge} from "./graph-view.js";
import {drawFrame, drawGroup, fillGroup} from "./group-marks.js";
import {itemState} from "./item-state.js";
import {drawEdge, drawNode} from "./node-marks.js";
import {drawTensor} from "./tensor-marks.js";

/** Later arrivals look like the third; their number distinguishes them. */
const MOST_STROKES = 3;

/** The place of an arrival's number, from the tip of its arrow. */
const BADGE = {down: [0, 24], right: [24, 0]};

/**
 * The drawing of a trace with groups, as SVG. A step changes classes and texts, and only of what it
 * touches.
 *
 * @param {Trace} trace
 * @param {object} options
 * @param {Words} options.words of `strings(lang)`
 * @param {Fields} options.plan of `graphPlan`
 * @returns {SVGSVGElement & {show: (state: import("../trace/steps.js").State) => void,
 *   detail: (mark: Element) => string, marks: SVGGElement[], lines: SVGGElement[],
 *   plan: Fields}} `marks` by item, `lines` by edge
 */
export function foldedView(trace, {words, plan}) {
  const svg = create("svg:svg")
    .attr("class", `tw-graph tw-to-${plan.direction} tw-folding`)
    .attr("viewBox", `0 0 ${plan.width} ${plan.height}`)
    .attr("width", plan.width)
    .attr("height", plan.height)
    .attr("role", "group")
    .attr("aria-label", words.drawing(trace.nodes.length));
  const context = {trace, words, format: numberFormat(words.lang), plan};
  const frames = draw(svg, plan.frames, drawFrame);
  const edges = draw(svg, plan.edges, (group, edge) => drawLine(group, edge, context));
  const items = draw(svg, plan.items, (group, item) => drawItem(group, item, trace));
  frames.forEach((group, i) => {
    const {path, name, members} = plan.frames[i];
    group.attr("data-group", path).attr("data-first", members[0]);
    group.select(".tw-fold").attr("aria-label", words.groupIs(name, members.length));
  });
  let before = null;
  let shown = null;
  const show = (state) => {
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
  const marks = items.map((group) => group.node());
  const lines = edges.map((group) => group.node());
  const detail = (mark) => {
    const at = marks.indexOf(mark);
    if (at >= 0 && !before.items[at].isGroup) return describeNode(plan.items[at].members[0], shown, context);
    const i = lines.indexOf(mark);
    if (i === -1) return mark.getAttribute("aria-label");
    return plan.edges[i].members.map((edge) => describeEdge(edge, shown, context)).join(" · ");
  };
  return Object.assign(/** @type {SVGSVGElement} */ (svg.node()), {show, detail, marks, lines, plan});
}

function draw(svg, data, drawOne) {
  const parent = svg.append("g");
  return data.map((datum) => {
    const group = parent.append("g");
    drawOne(group, datum);
    return group;
  });
}

function drawItem(group, item, trace) {
  const node = trace.nodes[item.members[0]];
  if (item.kind === "group") drawGroup(group, item);
  else if (trace.engine === "value") drawNode(group, item, node);
  else drawTensor(group, item, node);
  group.attr("tabindex", -1);
  if (item.kind === "group") {
    group.attr("data-group", item.path).attr("data-first", item.members[0]);
  }
}

/** Beside the usual marks: the number of the arrival, where a gradient is a sum. */
function drawLine(group, edge, {plan, trace}) {
  drawEdge(group, edge, edge.members.length === 1 ? edge.members[0] : undefined);
  group.classed("is-quiet", Boolean(edge.label?.isQuiet));
  const receiver = plan.items[edge.from];
  if (!edge.label || receiver.kind === "group" || edge.members.length > 1) return;
  if (trace.edges.filter(({from}) => from === receiver.members[0]).length < 2) return;
  const [x, y] = edge.backward.tip;
  const [dx, dy] = BADGE[plan.direction];
  const badge = group
    .append("g")
    .attr("class", "tw-arrival")
    .attr("transform", `translate(${x + dx},${y + dy})`);
  badge.append("circle").attr("r", 9);
  badge.append("text").attr("y", 5).attr("text-anchor", "middle");
}

function isSame(one, other) {
  return other !== undefined && Object.keys(one).every((key) => one[key] === other[key]);
}

function updateItem(group, i, now, state, context) {
  const {plan, trace, format} = context;
  const item = plan.items[i];
  const known = now.items[i];
  const id = item.members[0];
  markNode(group, known).attr("aria-label", known.isGroup
    ? describeGroup(item, known, context)
    : labelNode(id, state, context));
  if (known.isGroup) return fillGroup(group, item, known);
  if (trace.engine !== "value") {
    return group.select(".tw-gradient .tw-number").text(tensorGradient(known, format.short));
  }
  writeNumbers(group, known, format.short);
}

function updateLine(group, edge, {format}) {
  markEdge(group, edge, format.short);
  const nth = Math.min(edge.arrival ?? 0, MOST_STROKES);
  const isSum = !group.select(".tw-arrival").empty();
  for (const one of [2, 3]) group.classed(`is-arrival-${one}`, isSum && nth === one);
  const text = edge.contribution === null ? "" : gradientText(edge.contribution, format.short);
  const times = edge.count > 1 ? ` (${edge.count})` : "";
  group.select(".tw-contribution").text(text + times);
  group.select(".tw-arrival text").text(edge.arrival ?? "");
}
