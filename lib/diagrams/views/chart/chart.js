import {html, svg} from "htl";
import {quietly} from "../../controls/quietly.js";
import {keyboard} from "../../controls/walk.js";
import {onWidth} from "../../drawing/on-width.js";
import {tint} from "../../drawing/plot-marks.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {follow} from "../../figure/follow.js";
import {asked as askedOf, copyLink, followLink, stepIn} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {chartData} from "./data.js";
import {chartDrawing} from "./drawing.js";
import {chartPlan} from "./plan.js";
import {chartWords} from "./telling.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {ChartData, Published} from "./data.js" */
/** @import {Telling} from "./telling.js" */

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 720;

/**
 * Series of numbers as lines, with a marker that the reader moves from point to point.
 *
 * @param {Published} data
 * @param {Options & {log?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: number}} `value` is the index of the point; a change dispatches
 *   `input`
 */
export function chart(data, options = {}) {
  return figure(manifest, options, 0, (words) =>
    upTo(options, (now, of = data) => build(chartData(of), now, words), words), own);
}

/** @param {ChartData} data @param {OptionsOf<typeof chart>} options @param {Words} words */
function build(data, options, words) {
  const telling = chartWords(data, options, words);
  const end = data.x.values.length - 1;
  const clamp = (/** @type {unknown} */ to) => Math.max(0, Math.min(end, Math.round(Number(to)) || 0));
  const asked = stepIn(askedOf(options.id));
  const start = clamp(options.step ?? end);
  let index = clamp(asked ?? start);

  const copy = copyLink(options.id, () => ({step: index}), words, {step: start});
  const parts = makeParts(data, telling, options.log ?? false, words);
  const {stage, range, legend, reading} = parts;
  const element = html`<div
    class="tw-chart tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${telling.title}
  >
    ${legend}${stage}${range}
    ${telling.notes.map((note) => html`<p class="tw-note-line">${note}</p>`)}
    <div class="tw-below">${reading}${copy}</div>
  </div>`;
  const refresh = twin(element, (/** @type {number} */ at) => chartTable(data, telling, at), words, {picture: [stage]});
  const set = (/** @type {unknown} */ to) => {
    index = clamp(to);
    parts.show(index);
    refresh();
  };
  const go = (/** @type {number} */ to) => {
    if (clamp(to) === index) return;
    set(to);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };

  quietly(range, () => go(range.valueAsNumber));
  listen(parts, go);
  keyboard(element, {move: (by) => go(index + by), jump: (to) => go(to === "first" ? 0 : end), play: () => {}});
  followLink(element, options.id, {
    read: () => ({step: index}),
    apply: (parameters) => go(stepIn(parameters) ?? index)
  });
  element.panels = [{name: "chart", text: telling.title, element: stage, least: 150, fit: parts.draw}];
  Object.defineProperty(element, "value", {get: () => index, set});
  set(index);
  if (options.follow) {
    follow(element, options.follow, {leads: asked !== null});
    range.after(movedNote(options.follow, words));
  }
  return element;
}

/** A note that is shown while the leaves of the other view are moved: the lines stay as Python published them. */
function movedNote(/** @type {View} */ other, /** @type {Words} */ words) {
  const note = html`<p class="tw-note-line" role="status" hidden>${words.asBuilt}</p>`;
  other.addEventListener("tw-recast", ({built, shown}) => {
    note.hidden = shown === built;
  });
  return note;
}

/** The parts that change with the point and with the room.
 * @param {ChartData} data @param {Telling} telling @param {boolean} log @param {Words} words */
function makeParts(data, telling, log, words) {
  const {format, summary} = telling;
  const stage = html`<div class="tw-stage"></div>`;
  const reading = html`<p class="tw-reading"></p>`;
  const range = html`<input type="range" min="0" max=${data.x.values.length - 1} step="1">`;
  range.setAttribute("aria-label", data.x.label || words.step);
  const legend = data.series.length > 1 ? chartLegend(data) : null;
  /** @type {ReturnType<typeof chartDrawing>} */
  let drawing;
  let index = 0;
  let hovered = /** @type {number|null} */ (null);
  let isFitted = false;

  const render = () => {
    drawing.show(index, hovered);
    reading.replaceChildren(...telling.reading(hovered ?? index));
  };
  const show = (/** @type {number} */ to) => {
    index = range.value = to;
    range.setAttribute("aria-valuetext", telling.plainReading(index));
    render();
  };
  const hover = (/** @type {number|null} */ to) => {
    if (to === hovered) return;
    hovered = to;
    render();
  };
  /** After a call with a height, the width of the stage changes nothing any more. */
  const draw = (/** @type {number} */ width, /** @type {number|undefined} */ height = undefined) => {
    isFitted ||= height !== undefined;
    const plan = chartPlan(data, {width, height, log, format});
    drawing = chartDrawing(data, plan, {log, format, label: summary});
    stage.replaceChildren(drawing);
    if (legend) legend.hidden = plan.ends !== null;
    // Half of the slider's thumb reaches past the ends of the axis.
    range.style.marginLeft = `${plan.left - 8}px`;
    // Relative to the full width: so it fits a new window too, while the table hides the drawing.
    range.style.width = `calc(100% - ${width - (plan.right - plan.left + 16)}px)`;
    render();
  };
  draw(DEFAULT_WIDTH);
  onWidth(stage, (width) => isFitted || draw(width));
  return {stage, reading, range, legend, show, draw, hover, nearest: (/** @type {number} */ x) => drawing.nearest(x)};
}

/** The reading is that of the point under the pointer; a click or a drag moves the marker there.
 * @param {ReturnType<typeof makeParts>} parts @param {(to: number) => void} go */
function listen({stage, hover, nearest}, go) {
  let isDragging = false;
  const at = (/** @type {PointerEvent} */ {clientX}) => {
    const drawing = /** @type {SVGSVGElement} */ (stage.firstElementChild);
    const {left, width} = drawing.getBoundingClientRect();
    return nearest((clientX - left) * drawing.viewBox.baseVal.width / width);
  };
  stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    isDragging = true;
    stage.setPointerCapture?.(event.pointerId);
    go(at(event));
  });
  stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (isDragging) go(at(event));
    else if (event.pointerType !== "touch") hover(at(event));
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    stage.addEventListener(name, () => {
      isDragging = false;
      hover(null);
    });
  }
}

/** The names of the lines with a piece of each, where there is no room for them at the lines' ends. */
function chartLegend(/** @type {ChartData} */ {series}) {
  return html`<div class="tw-legend" aria-hidden="true">${series.map(
    ({label, colour, dash}) => html`<span style=${tint(colour)}>
      ${svg`<svg width="34" height="10">
        <path class="tw-curve" d="M0,5H34" stroke-dasharray=${dash}></path>
      </svg>`} ${label}
    </span>`
  )}</div>`;
}

/** The numbers as a table, a row for each point; `show` marks the row of a point.
 * @param {ChartData} data @param {Telling} telling @param {number} at */
function chartTable({x, series}, {title, xText, entry}, at) {
  const rows = x.values.map((_, i) => [xText(i), ...series.map(({values}) => entry(values[i]))]);
  const element = rowsTable(title, [x.label, ...series.map(({name}) => name)], rows, at);
  element.classList.add("tw-chart-table");
  const show = (/** @type {number} */ index) => {
    element.querySelector("[aria-current]").removeAttribute("aria-current");
    element.tBodies[0].rows[index].setAttribute("aria-current", "true");
  };
  return Object.assign(element, {show});
}
