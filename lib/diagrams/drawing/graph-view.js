import {create} from "d3-selection";
import {html} from "htl";
import {numberFormat, gradientTexts} from "../words/numbers.js";
import {describeEdge, describeNode, labelNode} from "../trace/describe.js";
import {layout} from "../layout/layout.js";
import {drawEdge, drawNode, write} from "./node-marks.js";
import {readout, scrolls} from "./stage.js";

/**
 * The graph of a trace as SVG: forward and backward arrows, values, gradients as they arrive.
 *
 * @param {Trace} trace
 * @param {object} options
 * @param {Words} options.words of `strings(lang)`
 * @param {ReturnType<typeof import("../layout/layout.js").layout>} options.plan of positions
 * @returns {SVGSVGElement & {show: (state: import("../trace/steps.js").State) => void,
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
  markNode(group, state.nodes[id]).attr("aria-label", labelNode(id, state, context));
  writeNumbers(group, state.nodes[id], context.format.short);
}

/**
 * @param {Fields} group d3 selection of a node's group
 * @param {{isKnown: boolean, grad: unknown, now: string|null}} state of the node
 * @returns {Fields} the group, with the classes of that state
 */
export function markNode(group, {isKnown, grad, now}) {
  return group
    .classed("is-waiting", !isKnown)
    .classed("has-gradient", grad !== null)
    .classed("is-now-forward", now === "forward")
    .classed("is-now-backward", now === "backward");
}

/**
 * Writes the value of a node and its gradient so far, as a sum from the second arrival on.
 *
 * @param {Fields} group d3 selection of a node's group
 * @param {import("../trace/steps.js").NodeState} state
 * @param {(x: number) => string} format
 */
export function writeNumbers(group, {value, sum: last, grad}, format) {
  // Other leaves bring other values, where an engine computes.
  if (value !== null) write(group, ".tw-value .tw-number", format(value));
  const {sum, total} = gradientTexts({before: null, ...last, total: grad}, format);
  write(group, ".tw-sum", sum);
  write(group, ".tw-gradient .tw-number", total);
}

/**
 * @param {Fields} group d3 selection of an edge's group
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

function updateEdge(group, i, state, context) {
  const edge = state.edges[i];
  markEdge(group, edge, context.format.short);
  const sent = edge.contribution;
  write(group, ".tw-contribution", sent === null ? "" : `∂ ${context.format.short(sent)}`);
}

/** A drawing shrinks to its room no further than this: past it, its stage scrolls. */
const SMALLEST_SCALE = 0.7;

/** In a picture, no further than to type of 12.5 px; past it, the picture follows the step. */
const SMALLEST_TYPE = 12.5 / 16;

/** The least room that a drawing has in a picture. */
const PHONE = {width: 358, height: 247};

function resize(view, {width, height}, scale) {
  const size = {minWidth: "0", maxWidth: "none", width: `${width * scale}px`, height: `${height * scale}px`};
  Object.assign(view.style, size);
}

/**
 * A graph that runs to the right or downwards, as its room allows. Only such a change redraws it.
 *
 * @param {Trace} trace
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLElement & {show: (state: import("../trace/steps.js").State) => void,
 *   fit: (width: number, height?: number) => {direction: "right"|"down", width: number, nodes: {x: number}[],
 *   scale: number}}} nothing is drawn before `fit` was told how much room there is; it returns what became
 *   of it
 */
export function responsiveGraph(trace, words) {
  const stage = html`<div class="tw-stage"></div>`;
  const note = readout(stage, (mark) => view.detail(mark));
  const element = html`<div class="tw-frame">${stage}${note}</div>`;
  let view = null;
  let drawn = "";
  let shown = null;

  const draw = (plan) => {
    view = graphView(trace, {words, plan});
    view.style.minWidth = `${Math.round(plan.width * SMALLEST_SCALE)}px`;
    if (shown) view.show(shown);
    stage.replaceChildren(view);
    element.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
  };
  const fit = (room, height) => {
    const plan = layout(trace, {width: room, height, lang: words.lang});
    const {direction, width, nodes} = plan;
    // Most changes of the room change neither the direction nor the distances.
    if (drawn !== `${direction} ${width} ${plan.height}`) draw(plan);
    drawn = `${direction} ${width} ${plan.height}`;
    const scale = height ? Math.max(SMALLEST_TYPE, Math.min(1, room / width, height / plan.height)) : 1;
    if (height) resize(view, plan, scale);
    scrolls(stage, words);
    return {direction, width, nodes, scale};
  };
  const show = (state) => {
    shown = state;
    view?.show(state);
  };
  const tall = (room) => layout(trace, {width: room, lang: words.lang}).height;
  const low = () => layout(trace, {...PHONE, lang: words.lang}).height * SMALLEST_TYPE;
  return Object.assign(element, {fit, show, tall, low});
}
