import {html, svg} from "htl";
import {onWidth} from "../../drawing/on-width.js";
import {ticks} from "../../drawing/scale.js";

/** Sizes in pixels. */
const HEIGHT = 250;
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
 * @param {number} most the height of the axis
 * @param {Words} words
 * @param {(step: number) => void} onPick
 * @returns {HTMLElement & {show: (shown: Shown) => void, fit: (width: number, height: number) => void}}
 *
 * @typedef {object} Shown
 * @property {import("./runs.js").Step[]} steps
 * @property {number} at the present one
 * @property {number} room how many steps there may be
 * @property {number} line
 * @property {boolean} isWhole whether the steps are all there; else the peak is not known
 */
export function mountain(most, words, onPick) {
  let size = {width: 640, height: HEIGHT};
  let last = null;
  const legend = html`<p class="tw-legend">${["forward", "again", "backward"].map((kind) => html`<span
    class="${`tw-heap-key is-${kind}`}"
  >${words.kinds[kind]}</span> `)}</p>`;
  const stage = html`<div class="tw-mountain-stage"></div>`;
  const element = html`<div class="tw-mountain">${stage}${legend}</div>`;
  const draw = () => last && stage.replaceChildren(drawn(last, most, size, words));
  const show = (shown) => {
    last = shown;
    draw();
  };
  let isFitted = false;
  const fit = (width, height) => {
    isFitted = true;
    legend.hidden = height < LEAST_LEGEND;
    size = {width, height: Math.max(60, height - legend.offsetHeight)};
    draw();
  };
  stage.addEventListener("click", ({clientX}) => {
    const {left, width} = stage.getBoundingClientRect();
    const place = ((clientX - left) * size.width) / width - LEFT;
    onPick(Math.floor((place / (size.width - LEFT)) * last.room));
  });
  onWidth(stage, (width) => {
    if (isFitted) return;
    size = {width, height: HEIGHT};
    draw();
  });
  return Object.assign(element, {show, fit});
}

function drawn({steps, at, room, line, isWhole}, top, {width, height}, words) {
  const floor = height - BOTTOM;
  const unit = (floor - TOP) / top;
  const wide = (width - LEFT) / room;
  const x = (i) => LEFT + i * wide;
  const y = (held) => floor - held * unit;
  const peak = Math.max(...steps.map(({held}) => held));
  const first = steps.findIndex(({held}) => held === peak);
  const columns = steps.map((step, i) => column(step, {
    left: x(i) + GAP / 2, wide: Math.max(1, wide - GAP), unit, y, isNow: i === at
  }));
  const marks = ticks(0, top, floor > 140 ? 5 : 3, true).map((held) => svg`<text
    class="tw-tick" x=${LEFT - 6} y=${y(held) + 5} text-anchor="end"
  >${held}</text>`);
  const alt = `${words.heldAxis}: ${words.most} ${peak}`;
  return svg`<svg class="tw-plot tw-mountain-plot" role="img" aria-label=${alt}
    viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
  >
    <text class="tw-axis-title" x="0" y="14">${words.heldAxis}</text>
    ${marks}${columns}
    <line class="tw-before" x1=${LEFT} x2=${width} y1=${y(line)} y2=${y(line)}></line>
    <text class="tw-before-label" x=${isWhole ? width - 2 : x(steps.length) - 6} y=${y(line) - 5} text-anchor="end">${words.before}: ${line}</text>
    ${isWhole ? svg`<text class="tw-peak" x=${Math.min(width - 20, x(first + 0.5))} y=${y(peak) - 6}
      text-anchor="middle">${peak}</text>` : unknown(x(steps.length), width, TOP, floor)}
    <path class="tw-now-mark" d=${`M${x(at + 0.5) - 6},${height - 4}h12l-6,-10z`}></path>
  </svg>`;
}

/** A question mark in place of the steps that the question is about. */
function unknown(left, right, top, bottom) {
  return svg`<g class="tw-unknown">
    <rect x=${left + 3} y=${top} width=${right - left - 5} height=${bottom - top} rx="6"></rect>
    <text x=${(left + right) / 2} y=${(top + bottom) / 2 + 12} text-anchor="middle">?</text>
  </g>`;
}

/** The results in memory from the first layer up, and gradients above them; the step's kind below. */
function column({kind, layer, held, there}, {left, wide, unit, y, isNow}) {
  const names = [...there].sort((a, b) => a - b);
  const hasNumbers = wide >= LEAST_BLOCK.width && unit >= LEAST_BLOCK.height;
  const blocks = Array.from({length: held}, (_, i) => {
    const name = names[i] ?? "∂";
    const look = name === "∂" ? "gradient" : name === layer && kind !== "backward" ? "new" : "saved";
    return svg`<g class=${`tw-block is-${look}`}>
      <rect x=${left} y=${y(i + 1)} width=${wide} height=${Math.max(1, unit - 1)}></rect>
      ${hasNumbers ? svg`<text x=${left + wide / 2} y=${y(i + 0.5) + 4.5} text-anchor="middle">${name}</text>` : null}
    </g>`;
  });
  return svg`<g class=${`tw-heap is-${kind}${isNow ? " is-now" : ""}`}>
    ${blocks}<rect class="tw-heap-kind" x=${left} y=${y(0) + 2} width=${wide} height=${STRIP - 4}></rect>
  </g>`;
}
