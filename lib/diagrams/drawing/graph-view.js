import {create} from "d3-selection";
import {describeEdge, describeNode} from "../words/describe.js";
import {drawEdge} from "./edge-marks.js";
import {drawNode} from "./node-marks.js";
import {gradientTexts} from "../layout/measure.js";
import {numberFormat} from "../words/numbers.js";
import {write} from "./write.js";

/**
 * The graph of a trace as SVG: forward and backward arrows, values, gradients as they arrive.
 *
 * @param {Trace} trace
 * @param {object} options
 * @param {Words} options.words of `strings(lang)`
 * @param {ReturnType<typeof import("../layout/layout.js").layout>} options.plan where everything stands
 * @returns {SVGSVGElement & {show: (state: import("../trace/state.js").State) => void,
 *   detail: (mark: Element) => string}} `show` draws a state by changing classes and texts only;
 *   `detail` says what a node or an edge holds, with exact numbers
 */
export function graphView(trace, {words, plan}) {
  const svg = create("svg:svg")
    .attr("class", `tw-graph tw-to-${plan.direction}`)
    .attr("viewBox", `0 0 ${plan.width} ${plan.height}`)
    .attr("width", plan.width)
    .attr("height", plan.height)
    .attr("role", "group")
    .attr("aria-label", words.drawing(trace.nodes.length));
  const edges = groups(svg, plan.edges, drawEdge);
  const nodes = groups(svg, plan.nodes, (group, place) =>
    drawNode(group, place, trace.nodes[place.id])
  );

  const context = {trace, words, format: numberFormat(words.lang)};
  let shown = null;
  const show = (state) => {
    shown = state;
    nodes.forEach((group, id) => updateNode(group, id, state, context));
    edges.forEach((group, i) => updateEdge(group, i, state, context));
  };
  const detail = (mark) => {
    const id = nodes.findIndex((group) => group.node() === mark);
    const i = edges.findIndex((group) => group.node() === mark);
    return id >= 0 ? describeNode(id, shown, context) : describeEdge(i, shown, context);
  };
  return Object.assign(/** @type {SVGSVGElement} */ (svg.node()), {show, detail});
}

function groups(svg, data, draw) {
  const parent = svg.append("g");
  return data.map((datum, i) => {
    const group = parent.append("g");
    draw(group, datum, i);
    return group;
  });
}

function updateNode(group, id, state, context) {
  const node = state.nodes[id];
  group
    .classed("is-waiting", !node.isKnown)
    .classed("has-gradient", node.grad !== null)
    .classed("is-now-forward", node.now === "forward")
    .classed("is-now-backward", node.now === "backward")
    .attr("aria-label", describeNode(id, state, context));
  // Other leaves bring other values, where an engine computes.
  if (node.value !== null) write(group, ".tw-value .tw-number", context.format.short(node.value));
  const arrival = {before: null, ...node.sum, total: node.grad};
  const {sum, total} = gradientTexts(arrival, context.format.short);
  group.select(".tw-sum").text(sum);
  group.select(".tw-gradient .tw-number").text(total);
}

function updateEdge(group, i, state, context) {
  const edge = state.edges[i];
  group
    .classed("is-waiting", edge.forward === "waiting")
    .classed("is-now-forward", edge.forward === "now")
    .classed("is-now-backward", edge.backward === "now")
    .classed("is-sent", edge.backward !== "waiting");
  if (edge.local !== null) write(group, ".tw-local text", `× ${context.format.short(edge.local)}`);
  const sent = edge.contribution;
  group.select(".tw-contribution").text(sent === null ? "" : `∂ ${context.format.short(sent)}`);
}
