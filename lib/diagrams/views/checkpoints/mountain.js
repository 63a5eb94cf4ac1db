import {html, svg} from "htl";

/** Sizes in pixels. */
const HEIGHT = 220;
const TOP = 28;
const BOTTOM = 26;
const LEFT = 30;
const GAP = 2;
const DEFAULT_WIDTH = 640;

/**
 * What is held after each step, as a mountain of bars; the dashed line is what is held with all
 * results kept.
 *
 * @param {number} most the height of the axis
 * @param {Words} words
 * @param {(step: number) => void} onPick
 * @returns {HTMLElement & {show: (steps: import("./runs.js").Step[], at: number, line: number) => void}}
 */
export function mountain(most, words, onPick) {
  let width = DEFAULT_WIDTH;
  let last = null;
  const legend = html`<p class="tw-legend">${["forward", "again", "backward"].map((kind) => html`<span
    class="${`tw-heap-key is-${kind}`}"
  >${words.kinds[kind]}</span> `)}</p>`;
  const stage = html`<div class="tw-mountain-stage"></div>`;
  const element = html`<div class="tw-mountain">${legend}${stage}</div>`;
  const draw = () => {
    if (!last) return;
    stage.replaceChildren(drawn(last, most + 1, width, words));
  };
  const show = (...shown) => {
    last = shown;
    draw();
  };
  stage.addEventListener("click", (event) => {
    const {left, width: wide} = stage.getBoundingClientRect();
    const place = ((event.clientX - left) * width) / wide - LEFT;
    onPick(Math.floor((place / (width - LEFT)) * last[0].length));
  });
  if (globalThis.ResizeObserver) {
    new ResizeObserver(([{contentRect}]) => {
      if (contentRect.width === 0 || Math.abs(contentRect.width - width) < 1) return;
      width = contentRect.width;
      draw();
    }).observe(stage);
  }
  return Object.assign(element, {show});
}

function drawn([steps, at, line], top, width, words) {
  const y = (held) => HEIGHT - BOTTOM - (held / top) * (HEIGHT - TOP - BOTTOM);
  const wide = (width - LEFT) / steps.length;
  const peak = Math.max(...steps.map(({held}) => held));
  const first = steps.findIndex(({held}) => held === peak);
  const bars = steps.map(({kind, held}, i) => svg`<rect
    class="${`tw-heap is-${kind}${i === at ? " is-now" : ""}`}"
    x=${LEFT + i * wide + GAP / 2} y=${y(held)} width=${Math.max(1, wide - GAP)}
    height=${HEIGHT - BOTTOM - y(held)}
  ></rect>`);
  const ticks = [0, Math.round(top / 2), top - 1].map((held) => svg`<text
    class="tw-tick" x=${LEFT - 6} y=${y(held) + 5} text-anchor="end"
  >${held}</text>`);
  const alt = `${words.heldAxis}: ${words.most} ${peak}`;
  return svg`<svg class="tw-plot tw-mountain-plot" role="img" aria-label=${alt}
    viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT}
  >
    <text class="tw-axis-title" x="0" y="14">${words.heldAxis}</text>
    ${ticks}${bars}
    <line class="tw-before" x1=${LEFT} x2=${width} y1=${y(line)} y2=${y(line)}></line>
    <text class="tw-before-label" x=${width - 2} y=${y(line) - 5} text-anchor="end">${words.before}: ${line}</text>
    <text class="tw-peak" x=${Math.min(width - 20, LEFT + (first + 0.5) * wide)} y=${
      y(peak) - (peak === line ? -16 : 6)} text-anchor="middle">${peak}</text>
    <path class="tw-now-mark" d=${`M${LEFT + (at + 0.5) * wide - 6},${HEIGHT - 8}h12l-6,-10z`}></path>
  </svg>`;
}
