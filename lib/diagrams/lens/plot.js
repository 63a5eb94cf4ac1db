import {svg} from "htl";
import {linear} from "../drawing/scale.js";

/** Of a curve's values, the outer ones may be far off: near a pole, or up an exponential. */
const OUTER = 0.04;

/** How far beyond the others, as a share of their span, an outer value is still shown. */
const SLACK = 0.6;

/** Room above and below, as a share of the span. */
const AIR = 0.06;

/**
 * The path of a curve, with a gap wherever a value is missing.
 *
 * @param {number[]} xs
 * @param {number[]} ys NaN where there is none
 * @param {(x: number) => number} atX
 * @param {(y: number) => number} atY
 * @returns {string} for `d`
 */
export function curve(xs, ys, atX, atY) {
  let isDrawing = false;
  const parts = ys.map((y, i) => {
    if (!Number.isFinite(y)) {
      isDrawing = false;
      return "";
    }
    const part = `${isDrawing ? "L" : "M"}${round(atX(xs[i]))} ${round(atY(y))}`;
    isDrawing = true;
    return part;
  });
  return parts.join("");
}

/**
 * The part of a curve between two ends, where it is cut in the middle of its steps.
 *
 * @param {number[]} xs ascending
 * @param {number[]} ys NaN where there is none
 * @param {[number, number]} ends
 * @returns {{x: number[], y: number[]}}
 */
export function between(xs, ys, ends) {
  const [least, most] = ends;
  const points = ys.flatMap((y, i) => {
    const x = xs[i];
    const cuts = i > 0 ? ends.filter((end) => xs[i - 1] < end && end < x) : [];
    const cut = cuts.map((end) => [end, linear([xs[i - 1], x], [ys[i - 1], y])(end)]);
    return x >= least && x <= most ? [...cut, [x, y]] : cut;
  });
  return {x: points.map(([x]) => x), y: points.map(([, y]) => y)};
}

/**
 * The numbers that the height of a drawing spans.
 *
 * @param {number[]} ys of a curve
 * @param {number[]} shown those that have to be seen in any case
 * @returns {[number, number]}
 */
export function spanOf(ys, shown) {
  const finite = ys.filter(Number.isFinite).sort((one, other) => one - other);
  const must = shown.filter(Number.isFinite);
  const at = (/** @type {number} */ share) => finite[Math.round(share * (finite.length - 1))];
  const slack = finite.length > 0 ? (at(1 - OUTER) - at(OUTER)) * SLACK : 0;
  const ends = finite.length > 0
    ? [Math.max(finite[0], at(OUTER) - slack), Math.min(finite.at(-1), at(1 - OUTER) + slack)]
    : [];
  const least = Math.min(...ends, ...must);
  const most = Math.max(...ends, ...must);
  if (!(least <= most)) return [-1, 1];
  const air = most > least ? (most - least) * AIR : Math.abs(most) || 1;
  return [least - air, most + air];
}

/** Tenths of a pixel; a curve that leaves its drawing far off is cut by it. */
function round(/** @type {number} */ x) {
  return Math.round(Math.max(-1e5, Math.min(1e5, x)) * 10) / 10;
}

/**
 * Draw lines a unit apart, from the middle, and the diagonal, whose slope is 1.
 *
 * @param {Element} group
 * @param {number} width
 * @param {number} unit pixels, on both axes
 * @param {number} [height]
 */
export function drawGrid(group, width, unit, height = width) {
  const key = `${width} ${height} ${unit}`;
  if (group.getAttribute("data-grid") === key) return;
  group.setAttribute("data-grid", key);
  const across = width / 2;
  const up = height / 2;
  const steps = (/** @type {number} */ half) => {
    const count = Math.floor(half / unit);
    return Array.from({length: 2 * count + 1}, (_, i) => (i - count) * unit);
  };
  const lines = [
    ...steps(across).map((by) => `M${across + by} 0V${height}`),
    ...steps(up).map((by) => `M0 ${up + by}H${width}`)
  ];
  const far = Math.min(across, up);
  group.replaceChildren(
    svg`<path class="tw-lens-grid" d=${lines.join("")}></path>`,
    svg`<path class="tw-lens-diagonal" d=${`M${across - far} ${up + far}L${across + far} ${up - far}`}></path>`
  );
}
