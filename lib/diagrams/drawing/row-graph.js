import {create} from "d3-selection";
import {html} from "htl";
import {labelNode} from "../trace/describe.js";
import {planRow} from "../layout/row.js";
import {entriesText, isSummary, numberFormat, rowsText, toNumber} from "../words/numbers.js";
import {bareName} from "../words/operations.js";
import {markEdge, markNode} from "./graph-view.js";
import {isCalm} from "./motion.js";
import {add, kindOf, write} from "./node-marks.js";
/** @import {State, Step} from "../trace/steps.js" */
/** @import {RowBox} from "../layout/row.js" */
/** @import {Group} from "./node-marks.js" */

/** Room where nothing can be measured: without a browser. */
const DEFAULT = {width: 380, height: 240};

/** What is before a local gradient. */
const TIMES = "×";

/** As wide as the sign before a gradient, before its other rows. */
const INDENT = "\u00a0\u00a0";

/** Half of a cross's width. */
const ARM = 8;

/** Milliseconds that a gradient needs along its edge. */
const WALK = 560;

/**
 * What happened to a graph beside its backward pass, by node or by edge.
 *
 * @typedef {object} Harm
 * @property {Record<string, number[]>} [held] the gradient that a leaf had before
 * @property {number[]} [cut] edges that were not recorded
 * @property {number[]} [stopped] nodes whose backward raised an error
 * @property {Record<string, {was?: number[], now: number[], also?: number[]}>} [saved] what a node has
 *   saved, what was there before it was written over, and a second tensor
 * @property {Record<string, number[]>} [values] of nodes, in place of those of the trace
 * @property {Record<string, number[]>} [before] the same, before anything was written over
 * @property {Record<string, {now: number[]}>} [trays] what nodes saved, before anything was written over
 */

/**
 * A small graph in one row, in the order of its tape: forward arrows above, backward ones below, the
 * entries of small tensors in their boxes.
 *
 * @param {Trace} trace
 * @param {Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {{harm?: Harm, isWalked?: boolean}} [options] `isWalked`: gradients walk along their edges
 * @returns {HTMLElement & {show: (state: State) => void,
 *   fit: (width: number, height?: number) => {direction: string, width: number, isBare: boolean}}} `isBare`
 *   where numbers had no room
 *
 * @typedef {{trace: Trace, words: Words, format: NumberFormat, harm: Harm,
 *   late: ReturnType<typeof lateArrivals>}} Context
 * @typedef {import("../words/numbers.js").NumberFormat} NumberFormat
 * @typedef {ReturnType<typeof planRow>} Plan
 */
export function rowGraph(trace, steps, words, {harm = {}, isWalked = false} = {}) {
  const context = {trace, words, format: numberFormat(words.lang), harm, late: lateArrivals(steps)};
  const boxes = trace.nodes.map((node) => boxOf(node, steps, context));
  const locals = steps.flatMap(({local}) => (typeof local === "number" ? [`${TIMES}${context.format.short(local)}`] : []));
  const element = html`<div class="tw-row-frame"></div>`;
  let drawn = /** @type {ReturnType<typeof draw>|null} */ (null);
  let shown = /** @type {State|null} */ (null);
  const show = (/** @type {State} */ state) => {
    const isNext = isWalked && shown && state.index === shown.index + 1;
    shown = state;
    update(drawn, state, context);
    if (isNext && state.step.kind === "send") walkAlong(drawn, state.step, context);
  };
  const fit = (/** @type {number} */ width, height = DEFAULT.height) => {
    drawn = draw(planRow(trace, boxes, {width: Math.max(width, 1), height: Math.max(height, 1), locals}), context);
    element.replaceChildren(drawn.svg);
    if (shown) update(drawn, shown, context);
    element.dispatchEvent(new Event("tw-drawn", {bubbles: true}));
    return {direction: "right", width, isBare: drawn.plan.isBare};
  };
  fit(DEFAULT.width);
  return Object.assign(element, {show, fit});
}

/** Gradients that reach a node that has sent already, by the step at which they do. */
function lateArrivals(/** @type {Step[]} */ steps) {
  const hasSent = new Set();
  return steps.flatMap((step, at) => {
    if (step.kind === "send") hasSent.add(step.node);
    return step.kind === "send" && hasSent.has(step.to) ? [{at, to: step.to, edge: step.edge, sent: step.contribution}] : [];
  });
}

/** The texts of a node, the longest that its gradient will have among them. */
/** @param {TraceNode} node @param {Step[]} steps @param {Context} context @returns {RowBox} */
function boxOf(node, steps, context) {
  const {words, format, harm, late} = context;
  const last = steps.findLast(({kind, to, node: from}) =>
    (kind === "send" && to === node.id) || (kind === "seed" && from === node.id));
  const values = harm.values?.[node.id] ?? node.summary?.values;
  const own = values ? tensorOf(node.shape, values) : toNumber(node.value);
  const known = {grad: last?.total ?? null, sum: (last?.before ?? null) === null ? null : last};
  const saved = harm.saved?.[node.id];
  const list = (/** @type {number[]} */ entries) => textOf(listOf(entries), format);
  const kind = node.op.replace(/Backward\d*$/, "").toLowerCase();
  const isTensor = node.op !== "leaf" && context.trace.engine !== "value";
  const each = (/** @type {boolean} */ isColumn) => ({
    values: own === null ? [] : linesOf("= ", own, isColumn, format),
    gradients: gradientLines(known, node.id, isColumn, context)
  });
  return {
    id: node.id,
    name: isTensor ? node.label ?? kind : bareName(node, words, format.short),
    kind: isTensor && node.label ? kind : "",
    ...each(false),
    columns: each(true),
    tray: saved ? [saved.was, saved.now, saved.also].filter(Boolean).map(list) : [],
    isWritten: Boolean(saved?.was),
    isLate: late.some(({to}) => to === node.id)
  };
}

/** Entries as a trace summarizes them, with what is drawn here. @param {number[]} shape @param {Entry[]} values */
const tensorOf = (shape, values) => /** @type {Summary} */ ({shape, values, norm: Math.hypot(...values.map(toNumber))});
const listOf = (/** @type {number[]} */ values) => tensorOf([values.length], values);

/** Up to eight entries, a number, or of larger tensors the norm. */
function textOf(/** @type {Amount} */ amount, /** @type {NumberFormat} */ format) {
  if (!isSummary(amount)) return format.short(amount);
  return entriesText(amount, format.short) ?? `‖·‖ ${format.short(toNumber(amount.norm))}`;
}

/** One line; of a matrix its rows, and in a column one for each entry.
 * @param {string} lead @param {Amount} amount @param {boolean} isColumn @param {NumberFormat} format */
function linesOf(lead, amount, isColumn, format) {
  const isShort = isSummary(amount) && entriesText(amount, format.short) !== null;
  const isMatrix = isShort && amount.shape.length === 2;
  if (!isMatrix && (!isColumn || !isShort || amount.shape.length === 0)) {
    const isList = isSummary(amount) && lead === "= ";
    return [`${isList ? "" : lead}${textOf(amount, format)}`];
  }
  const rows = rowsText(amount, format.short);
  return lead === "∂ " ? rows.map((row, i) => (i === 0 ? lead : isMatrix ? INDENT : "") + row) : rows;
}

/** The addition on a line of its own, and the total: `7 + 6` and `∂ 13`.
 * @param {{grad: Amount|null, sum: {before?: Amount, contribution?: Amount}|null}} known @param {number} id
 * @param {boolean} isColumn @param {Context} context */
function gradientLines({grad, sum}, id, isColumn, {format, harm}) {
  const text = (/** @type {Amount} */ amount) => textOf(amount, format);
  const held = harm.held?.[id];
  if (held && grad === null) return ["", ...linesOf("∂ ", listOf(held), isColumn, format)];
  if (held && isSummary(grad)) {
    const all = listOf(held.map((one, i) => one + toNumber(grad.values[i])));
    return [`${text(listOf(held))} + ${text(grad)}`, ...linesOf("∂ ", all, isColumn, format)];
  }
  if (grad === null) return [];
  const total = linesOf("∂ ", grad, isColumn, format);
  return sum && !isColumn ? [`${text(sum.before)} + ${text(sum.contribution)}`, ...total] : total;
}

function draw(/** @type {Plan} */ plan, /** @type {Context} */ context) {
  const {trace, words} = context;
  const svg = /** @type {Group} */ (create("svg:svg"))
    .attr("class", "tw-graph tw-row")
    .attr("viewBox", `0 0 ${plan.wide} ${plan.height}`)
    .attr("width", plan.width)
    .attr("height", plan.height)
    .attr("role", "group")
    .attr("aria-label", words.drawing(trace.nodes.length))
    .style("--tw-row-size", `${plan.size}px`);
  const edges = plan.edges.map((edge, i) => drawLine(add(svg, "g", {}), edge, i, context));
  const nodes = plan.nodes.map((place) => drawBox(add(svg, "g", {}), place, plan, trace.nodes[place.id]));
  return {svg: svg.node(), plan, nodes, edges, walkers: add(svg, "g", {class: "tw-walkers"})};
}

/** @param {Group} group @param {Plan["edges"][0]} edge @param {number} i @param {Context} context */
function drawLine(group, {forward, backward, at: [x, y], lift}, i, {trace, harm}) {
  group.attr("class", "tw-edge").attr("data-edge", i);
  for (const [kind, {line, head}] of Object.entries({"tw-forward": forward, "tw-waiting": backward, "tw-sent": backward})) {
    const arrow = add(group, "g", {class: kind});
    add(arrow, "path", {class: "tw-head", d: head});
    add(arrow, "path", {class: "tw-line", d: line, pathLength: kind === "tw-waiting" ? null : 1});
  }
  const isBroken = Boolean(harm.cut?.includes(i) || harm.stopped?.includes(trace.edges[i].to));
  group.classed("is-cut", isBroken);
  if (isBroken) {
    const d = `M${x - ARM},${y - ARM}l${2 * ARM},${2 * ARM}m0,${-2 * ARM}l${-2 * ARM},${2 * ARM}`;
    add(group, "path", {class: "tw-lost-cross", d});
  } else if (trace.engine === "value") {
    add(add(group, "g", {class: "tw-local"}), "text", {x, y: y + 5 - lift});
  }
  return group;
}

/** @param {Group} group @param {Plan["nodes"][0]} place @param {Plan} plan @param {TraceNode} node */
function drawBox(group, place, {size}, node) {
  const {x, y, width, height, name, kind, at, values, gradients} = place;
  const round = node.op === "leaf" ? 16 : 5;
  const box = (/** @type {string} */ className, /** @type {number} */ grow) => add(group, "rect", {
    class: className, x: -grow, y: -grow, width: width + 2 * grow, height: height + 2 * grow, rx: round + grow
  });
  /** @param {Group} into @param {string} className @param {number} baseline @param {string} content */
  const text = (into, className, baseline, content) =>
    add(into, "text", {class: className, x: width / 2, y: baseline, "text-anchor": "middle"}, content);
  group
    .attr("class", `tw-node ${kindOf(node)}`)
    .attr("data-node", node.id)
    .attr("transform", `translate(${x},${y})`)
    .attr("tabindex", 0)
    .attr("role", "img");
  box("tw-halo", 5);
  box("tw-box", 0);
  const title = text(group, "tw-name", at.name, place.isLow ? "" : name);
  if (place.isLow) {
    const [label, number] = name.split(" = ");
    add(title, "tspan", {}, label);
    add(title, "tspan", {class: "tw-beside"}, ` = ${number}`);
  }
  if (kind) text(group, "tw-row-kind", at.kind, kind);
  const shown = add(group, "g", {class: "tw-value"});
  at.values.forEach((baseline, i) => text(shown, "tw-number", baseline, values[i]));
  const gradient = add(group, "g", {class: "tw-gradient"});
  if (gradients.length > 0) {
    const top = at.gradients.at(-1) - size * 0.95;
    add(gradient, "rect", {class: "tw-slot", rx: 3, x: 7, y: top, width: width - 14, height: size * 1.25});
  }
  for (const baseline of at.gradients) text(gradient, "tw-number", baseline, "");
  if (place.isLate) text(group, "tw-late", height + size * 1.2, "");
  if (place.tray.length > 0) drawTray(group, place, size);
  return group;
}

/** Open at the top; what was written over is crossed out above what is there now.
 * @param {Group} group @param {Plan["nodes"][0]} place @param {number} size */
function drawTray(group, {width, height, trayWidth, tray, isWritten}, size) {
  const left = (width - trayWidth) / 2;
  const step = size * 1.25;
  const bottom = height + 10 + tray.length * step;
  const holder = add(group, "g", {class: `tw-tray${isWritten ? " is-written" : ""}`});
  add(holder, "path", {d: `M${width / 2},${height}v7M${left},${height + 7}V${bottom}h${trayWidth}V${height + 7}`});
  tray.forEach((line, i) => {
    const baseline = height + 4 + (i + 1) * step;
    const className = isWritten && i > 0 ? "tw-tray-now" : null;
    add(holder, "text", {x: width / 2, y: baseline, "text-anchor": "middle", class: className}, line);
    if (!isWritten || i > 0) return;
    const from = left + 4;
    const long = trayWidth - 8;
    const d = `M${from},${baseline}l${long},${-0.6 * size}M${from},${baseline - 0.6 * size}l${long},${0.6 * size}`;
    add(holder, "path", {class: "tw-scratch", d});
  });
}

/** @param {ReturnType<typeof draw>} drawn @param {State} state @param {Context} context */
function update({nodes, edges, plan}, state, context) {
  const {words, format, harm, late} = context;
  nodes.forEach((group, i) => {
    const {id} = plan.nodes[i];
    const known = state.nodes[id];
    markNode(group, known).attr("aria-label", labelNode(id, state, context));
    group.classed("has-gradient", known.grad !== null || Boolean(harm.held?.[id]));
    const lines = gradientLines(known, id, plan.isColumn, context);
    const marks = /** @type {Element[]} */ (group.selectAll(".tw-gradient .tw-number").nodes());
    marks.forEach((mark, at) => {
      const text = lines[at - marks.length + lines.length] ?? "";
      if (mark.textContent !== text) mark.textContent = text;
    });
    const missed = late.filter(({at, to}) => to === id && at <= state.index);
    write(group, ".tw-late", missed.map(({sent}) => words.tooLate(textOf(sent, format))).join(" "));
  });
  edges.forEach((group, i) => {
    markEdge(group, state.edges[i], format.short, TIMES);
    group.classed("is-late", late.some((one) => one.at <= state.index && one.edge === i));
  });
}

/** The gradient goes along its edge on two legs; its receiver shows it when it is there.
 * @param {ReturnType<typeof draw>} drawn @param {Step} step @param {Context} context */
function walkAlong({edges, nodes, walkers}, {edge, to, contribution}, {format}) {
  const path = /** @type {SVGPathElement} */ (edges[edge].select(".tw-sent .tw-line").node());
  if (isCalm() || !path.getTotalLength || !globalThis.requestAnimationFrame) return;
  const text = textOf(contribution, format);
  const half = (text.length * 9 + 16) / 2;
  const walker = add(walkers, "g", {class: "tw-walker"});
  const legs = walker.append("path");
  add(walker, "rect", {x: -half, y: -13, width: 2 * half, height: 26, rx: 13});
  add(walker, "text", {y: 5, "text-anchor": "middle"}, text);
  const receiver = nodes.find((group) => group.attr("data-node") === String(to));
  receiver.classed("is-awaited", true);
  const long = path.getTotalLength();
  const begin = performance.now();
  const frame = (/** @type {number} */ now) => {
    const share = Math.min(1, Math.max(0, (now - begin) / WALK));
    const {x, y} = path.getPointAtLength(long * share * share * (3 - 2 * share));
    const swing = 4 * Math.sin(share * 6 * Math.PI);
    walker.attr("transform", `translate(${x},${y})`);
    legs.attr("d", `M-4,13l${-swing},7M4,13l${swing},7`);
    if (share < 1 && path.isConnected) return requestAnimationFrame(frame);
    walker.remove();
    receiver.classed("is-awaited", false);
  };
  requestAnimationFrame(frame);
}
