import {svg} from "htl";
import {linear, ticks} from "../../drawing/scale.js";
/** @import {Size} from "../../layout/types.js" */
/** @import {Run, lossesAt} from "./data.js" */

/** Room for the axes, and the loss above which a curve leaves the picture. */
const EDGE = {left: 34, right: 12, top: 10, bottom: 22};
const HIGH = 3;

/**
 * The training losses along the steps, with the right and the chosen curve over all others, and the
 * chosen step.
 *
 * @param {Size} size
 * @param {{runs: Run[], gradient: string, step: number, last: number, block: number}} now `runs` of the learning rate;
 *   `last` is a step
 * @param {(x: number) => string} short
 */
export function lossParts({width, height}, {runs, gradient, step, last, block}, short) {
  const {left, right, top, bottom} = EDGE;
  const x = linear([0, last], [left, width - right]);
  const low = Math.floor(10 * Math.min(...runs.flatMap(({blocks}) => blocks)) - 0.2) / 10;
  const y = linear([low, HIGH], [height - bottom, top]);
  const path = (/** @type {Run} */ {blocks}) => blocks.map((loss, i) =>
    `${i > 0 ? "L" : "M"}${x((i + 0.5) * block).toFixed(1)} ${Math.max(top - 9, y(loss)).toFixed(1)}`).join("");
  const kinds = ["", "is-right", "is-chosen"];
  const rank = (/** @type {Run} */ {gradient: name}) => (name === "right" ? 1 : name === gradient ? 2 : 0);
  return [
    ...ticks(low, HIGH, 4).map((loss) => svg`<line class="tw-wrong-rule" x1=${left} x2=${width - right} y1=${y(loss)} y2=${y(loss)}></line>
      <text x=${left - 5} y=${y(loss) + 4} text-anchor="end">${short(loss)}</text>`),
    ...ticks(0, last, 3).map((at) => svg`<text x=${x(at)} y=${height - 5}
      text-anchor=${at === 0 ? "start" : at === last ? "end" : "middle"}>${short(at)}</text>`),
    ...[...runs].sort((one, other) => rank(one) - rank(other)).map((run) =>
      svg`<path class=${`tw-wrong-curve ${kinds[rank(run)]}`} d=${path(run)}></path>`),
    svg`<line class="tw-wrong-step" x1=${x(step)} x2=${x(step)} y1=${top} y2=${height - bottom}></line>`,
    svg`<circle class="tw-wrong-grip" cx=${x(step)} cy=${height - bottom} r="8"></circle>`
  ];
}

/** The step under the pointer.
 * @param {SVGElement} chart @param {number} clientX @param {number} last @param {number} block */
export function stepAt(chart, clientX, last, block) {
  const {left, width} = chart.getBoundingClientRect();
  const share = (clientX - left - EDGE.left) / (width - EDGE.left - EDGE.right);
  return Math.max(0, Math.min(last, Math.round((share * last) / block) * block));
}

/**
 * A dot for each seed on the axis that all rows share, over the range of the right runs.
 *
 * @param {Size} size
 * @param {ReturnType<typeof lossesAt>|null} found null while it is not shown
 * @param {ReturnType<typeof lossesAt>} right
 * @param {number[]} span of the axis, least and most
 */
export function dotParts({width, height}, found, right, span) {
  const x = linear(span, [8, width - 8]);
  const band = svg`<rect class="tw-wrong-band" x=${x(right.least) - 4} y="0" width=${x(right.most) - x(right.least) + 8} height=${height}></rect>`;
  if (!found) return [band, svg`<text x="8" y=${height / 2 + 5}>?</text>`];
  const dots = found.losses.map((loss, i) => svg`<circle class="tw-wrong-dot" cx=${x(loss)} cy=${height * (0.3 + 0.1 * ((2 * i) % 5))} r="3"></circle>`);
  return [band, ...dots, svg`<line class="tw-wrong-mean" x1=${x(found.mean)} x2=${x(found.mean)} y1="3" y2=${height - 3}></line>`];
}

/** The axis of the dots.
 * @param {Size} size @param {number[]} span @param {(x: number) => string} short */
export function axisParts({width}, span, short) {
  const x = linear(span, [8, width - 8]);
  return ticks(span[0], span[1], width < 200 ? 2 : 4).map((loss) => svg`<line class="tw-wrong-rule" x1=${x(loss)} x2=${x(loss)} y1="0" y2="4"></line>
    <text x=${Math.max(14, Math.min(width - 14, x(loss)))} y="16" text-anchor="middle">${short(loss)}</text>`);
}
