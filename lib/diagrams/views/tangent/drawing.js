import {svg} from "htl";
import {formula as formulaOf} from "../../words/operations.js";
import {rule, text} from "../../drawing/plot-marks.js";
import {ticks} from "../../drawing/scale.js";
import {termsAt} from "./data.js";
/** @import {NumberFormat} from "../../words/numbers.js" */
/** @import {Runs} from "./data.js" */
/** @import {Plan} from "./plan.js" */

/** Pixels: half the length of a tangent, and the least height of a triangle with labels at its sides. */
const TANGENT = 118;
const FLAT = 38;
const NARROW_FLAT = 24;

/** The curve has at most about so many points. */
const POINTS = 160;

/**
 * The curve of the root against the leaf, its tangent with the triangle of the slope, and the axis.
 *
 * @param {Runs} runs
 * @param {Scene} scene
 *
 * @typedef {Omit<import("./motion.js").Look, "size"|"step"> & {state: import("../../trace/steps.js").State,
 *   format: NumberFormat, nameOf: (id: number) => string, formula: string}} Scene
 * @typedef {{plan: Plan, b: number, c: number, slope: number|null}} Place the numbers of the leaf and of the root
 */
export function curvePart(runs, {at, trail, plan, state, format, formula, nameOf}) {
  const {values, leaf, root} = runs;
  const {left, right, width, floor} = plan;
  const slope = state.nodes[leaf].complete ? Number(state.nodes[leaf].grad) : null;
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
    ${heights.map((v) => svg`${rule(left, right, plan.y(v), plan.y(v), "tw-tangent-rule")}
      <text class="tw-tangent-tick" x=${left} y=${plan.y(v) - 5}>${format.short(v)}</text>`)}
    ${text(plan.isNarrow ? width / 2 : width * 0.38, plan.top + 12, "middle",
      coloured(formula, nameOf(leaf), nameOf(root)), "tw-tangent-formula")}
    <svg x="0" y="0" width=${width} height=${floor}>
      <path class="tw-tangent-curve" d=${path.join("")}></path>
      ${trail.map((old) => line(runs, plan, old, "tw-tangent-ghost", termsAt(runs, old).reduce((sum, term) => sum + term, 0)))}
      ${slope === null ? "" : line(runs, plan, at, "tw-tangent-line", slope)}
    </svg>
    ${slope === null ? "" : triangle({plan, b, c, slope}, format)}
    ${rule(x, x, isKnown ? y : plan.base, plan.rail, "tw-tangent-drop")}
    ${isKnown ? svg`<circle class="tw-tangent-point" cx=${x} cy=${y} r=${plan.isNarrow ? 6.5 : 8}></circle>` : ""}
    ${isKnown ? rootLabel({plan, b, c, slope}, `${nameOf(root)} = ${format.short(c)}`) : ""}
    ${axis(plan, values[leaf], b, format)}
  </g>`;
}

/** The tangent of a run.
 * @param {Runs} runs @param {Plan} plan @param {number} at @param {string} name @param {number} slope */
function line({values, leaf, root}, plan, at, name, slope) {
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

function flatOf(/** @type {Plan} */ {isNarrow}) {
  return isNarrow ? NARROW_FLAT : FLAT;
}

/** The triangle of the slope: 1 to the side, and the gradient up. */
function triangle(/** @type {Place} */ {plan, b, c, slope}, /** @type {NumberFormat} */ format) {
  const x = plan.x(b);
  const y = plan.y(c);
  const side = x > (plan.left + 4 * plan.right) / 5 || (slope > 0 && x > plan.width * 0.6) ? -1 : 1;
  const far = plan.x(b + side);
  const top = plan.y(c + side * slope);
  const isFlat = Math.abs(y - top) < flatOf(plan);
  const label = isFlat
    ? text(x, y - 28, "middle", `∂ ${format.short(slope)}`, "tw-tangent-slope")
    : [text((x + far) / 2, y + (side * slope > 0 ? 18 : -8), "middle", "1", "tw-tangent-one"),
      text(far + side * 8, (y + top) / 2 + 6, side > 0 ? "start" : "end", `∂ ${format.short(slope)}`, "tw-tangent-slope")];
  return svg`<g><path class="tw-tangent-triangle" d=${`M${x} ${y}H${far}V${top}`}></path>${label}</g>`;
}

/** The number of the root, where the curve and the triangle leave room. */
function rootLabel(/** @type {Place} */ {plan, b, c, slope}, /** @type {string} */ said) {
  const x = plan.x(b);
  const y = plan.y(c);
  const advance = plan.isNarrow ? 8.4 : 9.6;
  const isRight = x < plan.width - advance * said.length - (plan.isNarrow ? 0 : 16);
  const isRising = (slope ?? 1) > 0;
  const isLow = Math.abs(slope ?? 9) * (plan.y(0) - plan.y(1)) < flatOf(plan);
  const [dx, dy] = isLow ? [0, 34] : isRising && isRight ? [plan.isNarrow ? 6 : 14, 24]
    : isRising ? [-14, -12] : [-14, 22];
  const anchor = dx === 0 ? "middle" : dx > 0 ? "start" : "end";
  const inside = anchor === "end" ? Math.max(x + dx, advance * said.length + 4) : x + dx;
  return text(inside, Math.min(y + dy, plan.base - 4), anchor, said, "tw-tangent-root");
}

/** @param {Plan} plan @param {number[]} numbers @param {number} b @param {NumberFormat} format */
function axis({left, right, rail, x, isNarrow}, numbers, b, format) {
  const apart = isNarrow ? 0.75 : 0.45;
  const marks = ticks(numbers[0], numbers.at(-1), 8).map((v) => svg`${rule(x(v), x(v), rail, rail + 9)}
    ${Math.abs(v - b) > apart ? text(x(v), rail + 24, "middle", format.short(v), "tw-tangent-tick") : ""}`);
  return svg`<g class="tw-tangent-axis">${rule(left, right, rail, rail, "tw-tangent-rail")}${marks}</g>`;
}

/** A formula with the names of the leaf and of the root in their colours.
 * @param {string} formula @param {string} leaf @param {string} root */
function coloured(formula, leaf, root) {
  return formula.split(/(\b\w+\b)/).map((word) => {
    const name = word === leaf ? "tw-tangent-leaf" : word === root ? "tw-value" : "";
    return svg`<tspan class=${name}>${word}</tspan>`;
  });
}

/** The tape: a cell for each node, with the arcs of the forward pass above and of the backward pass below. */
export function stripPart(/** @type {Scene} */ scene) {
  const {trace, plan, state, format} = scene;
  const {width, strip, tall, isNarrow} = plan;
  const edges = trace.edges.map((_, i) => i);
  const holes = isNarrow ? 17 : 22;
  const perforation = `stroke-dasharray: ${holes / 2} ${holes / 2}`;
  return svg`<g>
    <rect class="tw-tangent-strip" x="0" y=${strip} width=${width} height=${tall} rx="8"></rect>
    ${[strip + 8, strip + tall - 8].map((y) => svg`<line class="tw-tangent-holes" style=${perforation}
      x1="10" x2=${width - 10} y1=${y} y2=${y}></line>`)}
    ${trace.nodes.map((node) => cell(node, scene))}
    ${edges.map((i) => arrow(plan.arc(i, true), true, state.edges[i].forward !== "waiting"))}
    ${edges.map((i) => arrow(plan.arc(i, false), false, state.edges[i].backward !== "waiting"))}
    ${edges.map((i) => sent(plan.arc(i, false), state.edges[i].contribution, format))}
  </g>`;
}

function cell(/** @type {TraceNode} */ {id, op}, /** @type {Scene} */ {plan, state, format, trace, nameOf}) {
  const {strip, tall, cell: wide, isNarrow} = plan;
  const {isKnown, value, grad} = state.nodes[id];
  const x = plan.middle(id);
  const air = isNarrow ? 10 : 12;
  const line = (tall - 2 * air) / 3;
  const top = strip + air;
  const isLeaf = op === "leaf";
  const title = isLeaf || isNarrow ? nameOf(id) : titleOf(trace, id, nameOf, format);
  return svg`<g class=${`tw-tangent-cell${isLeaf ? " is-leaf" : ""}${isKnown ? "" : " is-waiting"}`}>
    <rect x=${x - wide / 2} y=${top} width=${wide} height=${3 * line} rx=${isLeaf ? 14 : 5}></rect>
    ${text(x, top + line * 0.5 + 6, "middle", title, "tw-tangent-name")}
    ${isKnown ? text(x, top + line * 1.5 + 6, "middle", `= ${format.short(value)}`, "tw-value") : ""}
    ${grad === null
      ? svg`<rect class="tw-tangent-slot" x=${x - 20} y=${top + line * 2 + 2} width="40" height=${line - 6} rx="3"></rect>`
      : text(x, top + line * 2.5 + 4, "middle", `∂ ${format.short(Number(grad))}`, "tw-grad")}
  </g>`;
}

/** `c = s × b` @param {Trace} trace @param {number} id @param {Scene["nameOf"]} nameOf @param {NumberFormat} format */
function titleOf(trace, id, nameOf, format) {
  const operands = /** @type {string[]} */ ([]);
  for (const {from, to, slot} of trace.edges) if (to === id) operands[slot] = nameOf(from);
  return `${nameOf(id)} = ${formulaOf(trace.nodes[id], operands, format.short)}`;
}

/** @param {ReturnType<Plan["arc"]>} arc @param {boolean} isForward @param {boolean} isDone */
function arrow({path, tip: [x, y]}, isForward, isDone) {
  const back = isForward ? y - 8 : y + 8;
  const name = `tw-tangent-arc ${isForward ? "is-forward" : "is-backward"}${isDone ? "" : " is-waiting"}`;
  return svg`<g class=${name}><path d=${path}></path>
    <path class="tw-tangent-head" d=${`M${x - 5} ${back}L${x} ${y}L${x + 5} ${back}${isForward ? "z" : ""}`}></path></g>`;
}

/** @param {ReturnType<Plan["arc"]>} arc @param {Amount|null} contribution @param {NumberFormat} format */
function sent({label: [x, y]}, contribution, format) {
  if (contribution === null) return "";
  return text(x, y + 5, "middle", format.short(Number(contribution)), "tw-tangent-sent");
}
