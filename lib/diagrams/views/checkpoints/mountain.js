import {html, svg} from "htl";
import {onWidth} from "../../drawing/on-width.js";
import {rule, text} from "../../drawing/plot-marks.js";
import {ticks} from "../../drawing/scale.js";
import {most} from "./runs.js";
/** @import {Step} from "./runs.js" */

/** Sizes in pixels. */
const SIZE = {width: 640, height: 250};
const TOP = 30;
const BOTTOM = 30;
const LEFT = 30;
const GAP = 2;
const STRIP = 10;

/** In less height there is no room for the legend. */
const LEAST_LEGEND = 170;

/** Smaller blocks have no room for a number. */
const LEAST_BLOCK = {width: 10, height: 13};

/**
 * The memory after each step as a column of blocks, one for each result and each gradient that is held.
 * The dashed line is the peak with all results kept.
 *
 * @param {number} top the height of the axis
 * @param {Words} words
 * @param {(step: number) => void} onPick
 * @returns {HTMLElement & {show: (shown: Shown) => void, fit: (width: number, height: number) => void}}
 *
 * @typedef {object} Shown
 * @property {Step[]} steps
 * @property {number} at the present one
 * @property {number} room how many steps there may be
 * @property {number} line
 * @property {boolean} isWhole whether the steps are all there; else the peak is not known
 */
export function mountain(top, words, onPick) {
  let size = SIZE;
  let last = /** @type {Shown|null} */ (null);
  const legend = html`<p class="tw-legend">${["forward", "again", "saved", "backward"].map((kind) => html`<span
    class="${`tw-heap-key is-${kind}`}"
  >${words.kinds[kind]}</span> `)}</p>`;
  const stage = html`<div class="tw-mountain-stage"></div>`;
  const element = html`<div class="tw-mountain">${stage}${legend}</div>`;
  const draw = () => last && stage.replaceChildren(drawn(last, top, size, words));
  const show = (/** @type {Shown} */ shown) => {
    last = shown;
    draw();
  };
  let isFitted = false;
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    isFitted = true;
    legend.hidden = height < LEAST_LEGEND;
    size = {width, height: Math.max(60, height - legend.offsetHeight)};
    draw();
  };
  stage.addEventListener("click", (/** @type {Click} */ {clientX}) => {
    const {left, width} = stage.getBoundingClientRect();
    const place = ((clientX - left) * size.width) / width - LEFT;
    onPick(Math.floor((place / (size.width - LEFT)) * last.room));
  });
  onWidth(stage, (width) => {
    if (isFitted) return;
    size = {...SIZE, width};
    draw();
  });
  return Object.assign(element, {show, fit});
}

/** @param {Shown} shown @param {number} top @param {typeof SIZE} size @param {Words} words */
function drawn({steps, at, room, line, isWhole}, top, {width, height}, words) {
  const floor = height - BOTTOM;
  const unit = (floor - TOP) / top;
  const wide = (width - LEFT) / room;
  const x = (/** @type {number} */ i) => LEFT + i * wide;
  const y = (/** @type {number} */ held) => floor - held * unit;
  const peak = most(steps);
  const first = steps.findIndex(({held}) => held === peak);
  const columns = steps.map((step, i) => column(step, {
    left: x(i) + GAP / 2, wide: Math.max(1, wide - GAP), unit, y, isNow: i === at
  }));
  const marks = ticks(0, top, floor > 140 ? 5 : 3, true).map((held) => text(LEFT - 6, y(held) + 5, "end", held, "tw-tick"));
  const alt = `${words.heldAxis}: ${words.most} ${peak}`;
  return svg`<svg class="tw-plot tw-mountain-plot" role="img" aria-label=${alt}
    viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
  >
    <text class="tw-axis-title" x="0" y="14">${words.heldAxis}</text>
    ${marks}${columns}
    ${rule(LEFT, width, y(line), y(line), "tw-before")}
    ${text(isWhole ? width - 2 : x(steps.length) - 6, y(line) - 5, "end", `${words.before}: ${line}`, "tw-before-label")}
    ${isWhole ? text(Math.min(width - 20, x(first + 0.5)), y(peak) - 6, "middle", peak, "tw-peak")
      : unknown(x(steps.length), width, TOP, floor)}
    <path class="tw-now-mark" d=${`M${x(at + 0.5) - 6},${height - 4}h12l-6,-10z`}></path>
  </svg>`;
}

/** A question mark in place of the steps that the question is about.
 * @param {number} left @param {number} right @param {number} top @param {number} bottom */
function unknown(left, right, top, bottom) {
  return svg`<g class="tw-unknown">
    <rect x=${left + 3} y=${top} width=${right - left - 5} height=${bottom - top} rx="6"></rect>
    ${text((left + right) / 2, (top + bottom) / 2 + 12, "middle", "?")}
  </g>`;
}

/** The results in memory from the first layer up, and gradients above them; the step's kind below.
 * @param {Step} step
 * @param {{left: number, wide: number, unit: number, y: (held: number) => number, isNow: boolean}} place */
function column({kind, layer, held, there}, {left, wide, unit, y, isNow}) {
  const names = [...there].sort((a, b) => a - b);
  const hasNumbers = wide >= LEAST_BLOCK.width && unit >= LEAST_BLOCK.height;
  const blocks = Array.from({length: held}, (_, i) => {
    const name = names[i] ?? "∂";
    const look = name === "∂" ? "backward" : name === layer && kind !== "backward" ? "forward" : "saved";
    return svg`<g class=${`tw-block is-${look}`}>
      <rect x=${left} y=${y(i + 1)} width=${wide} height=${Math.max(1, unit - 1)}></rect>
      ${hasNumbers ? text(left + wide / 2, y(i + 0.5) + 4.5, "middle", name) : null}
    </g>`;
  });
  return svg`<g class=${`tw-heap is-${kind}${isNow ? " is-now" : ""}`}>
    ${blocks}<rect class="tw-heap-kind" x=${left} y=${y(0) + 2} width=${wide} height=${STRIP - 4}></rect>
  </g>`;
}
