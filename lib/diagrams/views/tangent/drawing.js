import {svg} from "htl";
import {formula as formulaOf} from "../../words/operations.js";
import {ticks} from "../../drawing/scale.js";

/** Pixels: half the length of a tangent, and the least height of a triangle with labels at its sides. */
const TANGENT = 118;
const FLAT = 38;
const NARROW_FLAT = 24;

/** The curve has at most about so many points. */
const POINTS = 160;

/**
 * The curve of the root against the leaf, its tangent with the triangle of the slope, and the axis.
 *
 * @param {import("./data.js").Runs} runs
 * @typedef {Omit<import("./motion.js").Look, "size"|"step"> & {state: import("../../trace/steps.js").State,
 *   format: import("../../words/numbers.js").NumberFormat, nameOf: (id: number) => string, formula: string}} Scene
 *
 * @param {Scene} scene
 */
export function curvePart(runs, {at, trail, plan, state, format, formula, nameOf}) {
  const {values, leaf, root} = runs;
  const {left, right, width, floor} = plan;
  const slope = state.nodes[leaf].complete ? state.nodes[leaf].grad : null;
  const b = values[leaf][at];
  const c = values[root][at];
  const x = plan.x(b);
  const y = plan.y(c);
  const every = Math.max(1, Math.floor(values[leaf].length / POINTS));
  const shown = [...values[leaf].keys()].filter((i) => i % every === 0 || i === values[leaf].length - 1);
  const path = shown.map((i, nth) =>
    `${nth > 0 ? "L" : "M"}${plan.x(values[leaf][i]).toFixed(1)} ${plan.y(values[root][i]).toFixed(1)}`);
  const isKnown = state.nodes[root].isKnown;
  const heights = ticks(Math.min(...values[root]), Math.max(...values[root]), 3);
  return svg`<g>
    ${heights.map((v) => svg`<line class="tw-tangent-rule" x1=${left} x2=${right} y1=${plan.y(v)} y2=${plan.y(v)}></line>
      <text class="tw-tangent-tick" x=${left} y=${plan.y(v) - 5}>${format.short(v)}</text>`)}
    <text class="tw-tangent-formula" x=${plan.isNarrow ? width / 2 : width * 0.38} y=${plan.top + 12} text-anchor="middle">${
      coloured(formula, nameOf(leaf), nameOf(root))}</text>
    <svg x="0" y="0" width=${width} height=${floor}>
      <path class="tw-tangent-curve" d=${path.join("")}></path>
      ${trail.map((b) => line(runs, plan, b, "tw-tangent-ghost"))}
      ${slope === null ? "" : line(runs, plan, at, "tw-tangent-line", slope)}
    </svg>
    ${slope === null ? "" : triangle({plan, b, c, slope, format})}
    <line class="tw-tangent-drop" x1=${x} x2=${x} y1=${isKnown ? y : plan.base} y2=${plan.rail}></line>
    ${isKnown ? svg`<circle class="tw-tangent-point" cx=${x} cy=${y} r=${plan.isNarrow ? 6.5 : 8}></circle>` : ""}
    ${isKnown ? rootLabel({plan, b, c, slope, text: `${nameOf(root)} = ${format.short(c)}`}) : ""}
    ${axis(plan, values[leaf], b, format)}
  </g>`;
}

/** The tangent of a run; its slope is the sum of the gradients that are sent to the leaf. */
function line({trace, values, sends, leaf, root}, plan, at, name, slope = slopeAt(trace, sends, leaf, at)) {
  const kx = plan.x(1) - plan.x(0);
  const ky = plan.y(0) - plan.y(1);
  const length = Math.hypot(kx, slope * ky);
  const reach = Math.max(plan.isNarrow ? TANGENT / 2 : TANGENT, length + 10) / length;
  const x = plan.x(values[leaf][at]);
  const y = plan.y(values[root][at]);
  const dx = kx * reach;
  const dy = slope * ky * reach;
  return svg`<line class=${name} x1=${x - dx} y1=${y + dy} x2=${x + dx} y2=${y - dy}></line>`;
}

function slopeAt({edges, backward}, sends, leaf, at) {
  const arrivals = backward.flatMap((event) => event.sends);
  return arrivals.reduce((sum, {edge}, i) => sum + (edges[edge].from === leaf ? sends[i][at] : 0), 0);
}

function flatOf({isNarrow}) {
  return isNarrow ? NARROW_FLAT : FLAT;
}

/** The triangle of the slope: 1 to the side, and the gradient up. */
function triangle({plan, b, c, slope, format}) {
  const x = plan.x(b);
  const y = plan.y(c);
  const side = x > (plan.left + 4 * plan.right) / 5 || (slope > 0 && x > plan.width * 0.6) ? -1 : 1;
  const far = plan.x(b + side);
  const top = plan.y(c + side * slope);
  const isFlat = Math.abs(y - top) < flatOf(plan);
  const label = isFlat
    ? svg`<text class="tw-tangent-slope" x=${x} y=${y - 28} text-anchor="middle">∂ ${format.short(slope)}</text>`
    : svg`<text class="tw-tangent-one" x=${(x + far) / 2} y=${y + (side * slope > 0 ? 18 : -8)} text-anchor="middle">1</text>
      <text class="tw-tangent-slope" x=${far + side * 8} y=${(y + top) / 2 + 6} text-anchor=${
        side > 0 ? "start" : "end"}>∂ ${format.short(slope)}</text>`;
  return svg`<g><path class="tw-tangent-triangle" d=${`M${x} ${y}H${far}V${top}`}></path>${label}</g>`;
}

/** The number of the root, where the curve and the triangle leave room. */
function rootLabel({plan, b, c, slope, text}) {
  const x = plan.x(b);
  const y = plan.y(c);
  const advance = plan.isNarrow ? 8.4 : 9.6;
  const isRight = x < plan.width - advance * text.length - (plan.isNarrow ? 0 : 16);
  const isRising = (slope ?? 1) > 0;
  const isLow = Math.abs(slope ?? 9) * (plan.y(0) - plan.y(1)) < flatOf(plan);
  const [dx, dy] = isLow ? [0, 34] : isRising && isRight ? [plan.isNarrow ? 6 : 14, 24]
    : isRising ? [-14, -12] : [-14, 22];
  const anchor = dx === 0 ? "middle" : dx > 0 ? "start" : "end";
  const inside = anchor === "end" ? Math.max(x + dx, advance * text.length + 4) : x + dx;
  return svg`<text class="tw-tangent-root" x=${inside} y=${Math.min(y + dy, plan.base - 4)} text-anchor=${
    anchor}>${text}</text>`;
}

function axis({left, right, rail, x, isNarrow}, numbers, b, format) {
  const apart = isNarrow ? 0.75 : 0.45;
  const marks = ticks(numbers[0], numbers.at(-1), 8).map((v) => svg`<line x1=${x(v)} x2=${x(v)} y1=${rail} y2=${rail + 9}></line>
    ${Math.abs(v - b) > apart ? svg`<text class="tw-tangent-tick" x=${x(v)} y=${rail + 24} text-anchor="middle">${format.short(v)}</text>` : ""}`);
  return svg`<g class="tw-tangent-axis"><line class="tw-tangent-rail" x1=${left} x2=${right} y1=${rail} y2=${rail}></line>${marks}</g>`;
}

/** A formula with the leaf and the root in their colours. */
function coloured(formula, leaf, root) {
  return formula.split(/(\b\w+\b)/).map((word) => {
    const name = word === leaf ? "tw-tangent-leaf" : word === root ? "tw-value" : "";
    return svg`<tspan class=${name}>${word}</tspan>`;
  });
}

/** The tape: a cell for each node, with the arcs of the forward pass above and of the backward pass below. */
export function stripPart({trace, plan, state, format, nameOf}) {
  const {width, strip, tall, isNarrow} = plan;
  const edges = trace.edges.map((_, i) => i);
  const holes = isNarrow ? 17 : 22;
  const perforation = `stroke-dasharray: ${holes / 2} ${holes / 2}`;
  return svg`<g>
    <rect class="tw-tangent-strip" x="0" y=${strip} width=${width} height=${tall} rx="8"></rect>
    ${[strip + 8, strip + tall - 8].map((y) => svg`<line class="tw-tangent-holes" style=${perforation}
      x1="10" x2=${width - 10} y1=${y} y2=${y}></line>`)}
    ${trace.nodes.map((node, id) => cell(node, id, {plan, state, format, trace, nameOf}))}
    ${edges.map((i) => arrow(plan.arc(i, true), true, state.edges[i].forward !== "waiting"))}
    ${edges.map((i) => arrow(plan.arc(i, false), false, state.edges[i].backward !== "waiting"))}
    ${edges.map((i) => sent(plan.arc(i, false), state.edges[i].contribution, format))}
  </g>`;
}

function cell(node, id, {plan, state, format, trace, nameOf}) {
  const {strip, tall, cell: wide, isNarrow} = plan;
  const {isKnown, value, grad} = state.nodes[id];
  const x = plan.middle(id);
  const air = isNarrow ? 10 : 12;
  const line = (tall - 2 * air) / 3;
  const top = strip + air;
  const isLeaf = node.op === "leaf";
  const title = isLeaf || isNarrow ? nameOf(id) : titleOf(trace, id, nameOf, format);
  return svg`<g class=${`tw-tangent-cell${isLeaf ? " is-leaf" : ""}${isKnown ? "" : " is-waiting"}`}>
    <rect x=${x - wide / 2} y=${top} width=${wide} height=${3 * line} rx=${isLeaf ? 14 : 5}></rect>
    <text class="tw-tangent-name" x=${x} y=${top + line * 0.5 + 6} text-anchor="middle">${title}</text>
    ${isKnown ? svg`<text class="tw-value" x=${x} y=${top + line * 1.5 + 6} text-anchor="middle">= ${format.short(value)}</text>` : ""}
    ${grad === null
      ? svg`<rect class="tw-tangent-slot" x=${x - 20} y=${top + line * 2 + 2} width="40" height=${line - 6} rx="3"></rect>`
      : svg`<text class="tw-grad" x=${x} y=${top + line * 2.5 + 4} text-anchor="middle">∂ ${format.short(grad)}</text>`}
  </g>`;
}

/** `c = s × b` */
function titleOf(trace, id, nameOf, format) {
  const operands = [];
  for (const {from, to, slot} of trace.edges) if (to === id) operands[slot] = nameOf(from);
  return `${nameOf(id)} = ${formulaOf(trace.nodes[id], operands, format.short)}`;
}

function arrow({path, tip: [x, y]}, isForward, isDone) {
  const back = isForward ? y - 8 : y + 8;
  const name = `tw-tangent-arc ${isForward ? "is-forward" : "is-backward"}${isDone ? "" : " is-waiting"}`;
  return svg`<g class=${name}><path d=${path}></path>
    <path class="tw-tangent-head" d=${`M${x - 5} ${back}L${x} ${y}L${x + 5} ${back}${isForward ? "z" : ""}`}></path></g>`;
}

function sent({label: [x, y]}, contribution, format) {
  if (contribution === null) return "";
  return svg`<text class="tw-tangent-sent" x=${x} y=${y + 5} text-anchor="middle">${format.short(contribution)}</text>`;
}
