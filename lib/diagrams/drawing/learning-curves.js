import {html, svg} from "htl";
import {scale} from "./scale.js";

/** How far above its start a curve is drawn at least; what goes beyond the axis ends at its upper edge. */
const ABOVE = 1.6;

/**
 * @typedef {object} Curve
 * @property {(number|null)[]} values the losses, null after the end of the training
 * @property {string} colour a token's name
 * @property {string} label
 * @property {boolean} [dashed]
 * @property {number} [from] how many values come before its first one
 */

/**
 * Losses by step, as wide and high as the room is: lines are stretched, texts are not.
 *
 * @param {Curve[]} curves
 * @param {object} texts
 * @param {string} texts.label of the whole picture
 * @param {string} texts.x what is at the end of the lower edge
 * @param {(x: number) => string} texts.short
 * @param {string} [newest] the label of the curve that is drawn from its beginning
 * @returns {HTMLElement}
 */
export function learningCurves(curves, {label, x, short}, newest) {
  const shown = curves.filter(({values}) => values.some((loss) => loss !== null));
  const firsts = shown.map(({values}) => values.find((loss) => loss !== null) ?? 0);
  const all = shown.flatMap(({values}) => values.filter((loss) => loss !== null));
  const most = Math.min(Math.max(0, ...all), ABOVE * Math.max(0, ...firsts)) || 1;
  const {at, ticks: marks} = scale([0, most], [100, 0], {count: 3});
  const width = Math.max(2, ...shown.map(({values, from = 0}) => from + values.length));
  const xOf = (/** @type {number} */ i) => (100 * i) / (width - 1);
  const yOf = (/** @type {number} */ loss) => Math.max(0, at(loss));
  const line = (/** @type {Curve} */ {values, from = 0}) => values.map((loss, i) =>
    loss === null ? "" : `${i === 0 || values[i - 1] === null ? "M" : "L"}${xOf(from + i).toFixed(2)},${yOf(loss).toFixed(2)}`).join("");
  const ends = spread(shown.map((curve) => {
    const last = curve.values.filter((loss) => loss !== null).at(-1) ?? 0;
    return {...curve, last, y: yOf(last)};
  }));
  return html`<div class="tw-curves" role="img" aria-label=${[label, ...ends.map((one) => `${one.label}: ${short(one.last)}`)].join(". ")}>
    <div class="tw-curve-plot">${marks.map((mark) => html`<span class="tw-curve-tick" style=${`top:${yOf(mark)}%`}>${short(mark)}</span>`)}
    ${svg`<svg class="tw-curve-lines" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${marks.map((mark) => svg`<path class="tw-curve-grid" d=${`M0,${yOf(mark)}H100`}></path>`)}
      ${shown.map((curve) => svg`<path class=${["tw-curve-line", curve.dashed && "is-dashed", curve.label === newest && "is-new"].filter(Boolean).join(" ")}
        style=${`--tw-series: var(--${curve.colour})`} d=${line(curve)}></path>`)}</svg>`}
    ${ends.map(({last, y, colour}) => html`<span class="tw-curve-end" style=${`top:${y}%;--tw-series:var(--${colour})`}>${short(Number(last.toPrecision(last < 0.1 ? 2 : 3)))}</span>`)}</div>
    <span class="tw-curve-x">${x}</span></div>`;
}

/** Numbers at the ends of curves, moved apart until none covers another. */
/** @template {{y: number}} T @param {T[]} ends */
function spread(ends) {
  const sorted = [...ends].sort((one, other) => one.y - other.y);
  for (let i = 1; i < sorted.length; i++) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + 13);
  const over = (sorted.at(-1)?.y ?? 0) - 100;
  for (let i = sorted.length - 1; over > 0 && i >= 0; i--) {
    sorted[i].y = Math.min(sorted[i].y, (sorted[i + 1]?.y ?? 113) - 13);
  }
  return ends;
}
