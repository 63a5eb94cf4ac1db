import {html} from "htl";
import {create} from "d3-selection";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {sideways} from "../../controls/drag.js";
import {byKey} from "../../controls/leaf-sliders.js";
import {BANDS, kvCache} from "./bytes.js";
import {limitOf} from "./state.js";
/** @import {Group} from "../../drawing/node-marks.js" */
/** @import {Moment, Setting} from "./bytes.js" */

/** The length of the axis in forward passes: room for two of them, a backward pass and the step. */
const SPAN = 4.3;
const LEFT = 56;
const TOP = 10;
const FOOT = 24;
const LEGEND = 214;
/** Width of the picture from which its legend is beside it. */
const WIDE = 620;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
/** The bands that are drawn before the answer. */
const BASE = ["parameters", "moments"];

/**
 * The bytes that are held over the course of a step, as a mountain, with the line of a card.
 *
 * @param {Words} words
 * @param {(place: number) => void} onMove to a moment of the step
 *
 * @typedef {{moments: Moment[], peak: Moment, base?: number, setting?: Setting}} Drawn a step
 * @typedef {{now: Drawn, ghost: Drawn|null, card: number, moment: Moment, isOpen: boolean, span?: number}} Shown
 * @typedef {{svg: Group, x: (at: number) => number, y: (bytes: number) => number, width: number, floor: number,
 *   text: (name: string, at: number, up: number, content: string, anchor?: string) => Group, words: Words}} Plot
 */
export function mountain(words, onMove) {
  const stage = html`<div class="tw-held-stage" role="slider" tabindex="0" aria-label=${words.momentOf} aria-valuemin="0"></div>`;
  const legend = html`<ul class="tw-held-legend"></ul>`;
  const element = html`<div class="tw-held-picture">${stage}${legend}</div>`;
  let room = {width: 640, height: 300};
  let shown = /** @type {Shown|null} */ (null);
  const wide = () => (room.width >= WIDE ? room.width - LEGEND : room.width);
  const draw = () => {
    if (!shown) return;
    element.classList.toggle("is-narrow", room.width < WIDE);
    stage.replaceChildren(picture(shown, {width: wide(), height: room.height}, words));
    legend.replaceChildren(...rowsOf(shown, words));
    const {moments} = shown.now;
    stage.setAttribute("aria-valuemax", String(moments.length - 1));
    stage.setAttribute("aria-valuenow", String(moments.indexOf(shown.moment)));
    stage.setAttribute("aria-valuetext", `${words.at[shown.moment.phase]}: ${bytesText(shown.moment.total, words.lang)}`);
  };
  const moveTo = (/** @type {PointerEvent} */ event) => {
    const {left} = stage.getBoundingClientRect();
    const at = ((event.clientX - left - LEFT) / (wide() - LEFT)) * (shown.span ?? SPAN);
    onMove(nearest(shown.now.moments, at));
  };
  sideways(stage, {
    canStart: () => Boolean(shown?.isOpen),
    move: (_, event) => moveTo(event),
    end: (isTap, event) => isTap && moveTo(event)
  });
  stage.addEventListener("keydown", (/** @type {KeyPress} */ event) => {
    const {moments} = shown.now;
    const by = byKey(event, {arrow: 1});
    if (by === undefined || !shown.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(Math.min(moments.length - 1, Math.max(0, moments.indexOf(shown.moment) + by)));
  });
  return Object.assign(element, {
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      room = {width, height};
      draw();
    },
    show(/** @type {Shown} */ next) {
      shown = next;
      draw();
    }
  });
}

function nearest(/** @type {Moment[]} */ moments, /** @type {number} */ at) {
  let end = 0;
  const found = moments.findIndex(({width}) => (end += width) > at);
  return found === -1 ? moments.length - 1 : Math.max(0, found);
}

/** @param {Shown} shown @param {{width: number, height: number}} size @param {Words} words */
function picture({now, ghost, card, moment, isOpen, span = SPAN}, {width, height}, words) {
  const svg = /** @type {Group} */ (create("svg:svg"))
    .attr("class", "tw-graph tw-held-drawing").attr("width", width).attr("height", height)
    .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img").attr("aria-label", words.heldPanel);
  const most = isOpen ? Math.max(now.peak.total, ghost?.peak.total ?? 0) : now.base;
  const limit = limitOf(card);
  const isNear = limit < 3.2 * most;
  // The words about a far limit are above the mountain.
  const top = isNear ? Math.max(most, limit) * 1.12 : most * 1.3;
  const floor = height - FOOT;
  const x = (/** @type {number} */ at) => LEFT + (at / span) * (width - LEFT);
  const y = (/** @type {number} */ bytes) => floor - ((floor - TOP) * bytes) / top;
  /** @type {Plot["text"]} */
  const text = (name, at, up, content, anchor = "start") => svg.append("text")
    .attr("class", name).attr("x", at).attr("y", up).attr("text-anchor", anchor).text(content);
  const plot = {svg, x, y, text, width, floor, words};
  drawAxis(plot, top);
  drawBands(plot, now.moments, isOpen);
  if (isOpen && ghost) {
    svg.append("path").attr("class", "tw-held-ghost").attr("d", outline(plot, ghost.moments));
    const up = y(ghost.peak.total);
    if (Math.abs(up - y(now.peak.total)) > 24) text("tw-held-before", width - 4, Math.max(TOP + 8, up + 4), words.before(bytesText(ghost.peak.total, words.lang)), "end");
  }
  const isOver = isOpen && now.peak.total > limit;
  if (isNear) {
    svg.append("path").attr("class", "tw-held-card").classed("is-over", isOver).attr("d", `M${LEFT} ${y(limit)}H${width}`);
    text("tw-held-limit", width - 4, y(limit) < TOP + 16 ? y(limit) + 16 : y(limit) - 6, words.onCard(card, bytesText(limit, words.lang)), "end").classed("is-over", isOver);
  } else text("tw-held-limit", width - 4, TOP + 8, words.higher(numberFormat(words.lang).short(Math.round(limit / most))), "end");
  if (isOpen) drawMoment(plot, now.moments, moment);
  drawPhases(plot, now.moments);
  // Bands and the line of the moment would hide parts of these names.
  svg.node().append(...svg.node().querySelectorAll(".tw-band-name, .tw-held-limit"));
  return svg.node();
}

function drawAxis(/** @type {Plot} */ {svg, width, y, floor, text, words: {lang}}, /** @type {number} */ top) {
  const power = Math.max(1, Math.floor(Math.log2(top / 1.1) / 10));
  const unit = 1024 ** power;
  const most = Math.min(6, (floor - TOP) / 20);
  const step = STEPS.find((one) => top / unit / one <= most) ?? 1000;
  const last = Math.floor(top / unit / step) * step;
  for (let value = 0; value <= last; value += step) {
    svg.append("path").attr("class", "tw-held-grid").attr("d", `M${LEFT} ${y(value * unit)}H${width}`);
    const label = value === last ? bytesText(value * unit, lang) : String(value);
    text("tw-held-axis", LEFT - 6, y(value * unit) + 4, value === last ? label.replace(" ", "\u00a0") : label, "end");
  }
}

/** Each band as a path with steps, and its name where it is high enough.
 * @param {Plot} plot @param {Moment[]} moments @param {boolean} isOpen */
function drawBands({svg, x, y, text, words}, moments, isOpen) {
  let low = moments.map(() => 0);
  for (const band of BANDS) {
    const isBase = BASE.includes(band);
    if (!isOpen && !isBase) continue;
    const high = moments.map(({held}, i) => low[i] + (held[band] ?? 0));
    if (high.every((one, i) => one === low[i])) continue;
    let at = 0;
    let up = "";
    let down = "";
    let best = {high: 0, x: 0, y: 0};
    moments.forEach(({width}, i) => {
      const from = x(at).toFixed(1);
      const to = x(at += width).toFixed(1);
      up += `${i ? "L" : "M"}${from} ${y(high[i]).toFixed(1)}H${to}`;
      down = `L${to} ${y(low[i]).toFixed(1)}H${from}${down}`;
      const thick = y(low[i]) - y(high[i]);
      if (thick > best.high) best = {high: thick, x: x(at - width / 2), y: (y(low[i]) + y(high[i])) / 2};
    });
    const name = words.bands[band];
    svg.append("path").attr("class", `tw-band tw-band-${band}`).attr("d", `${up}${down}Z`).append("title").text(name);
    if (best.high > 17 && isBase) text("tw-band-name", x(0) + 8, best.y + 4, name);
    else if (best.high > 24 && best.x > x(0) + name.length * 4 + 8) text("tw-band-name", best.x, best.y + 4, name, "middle");
    low = high;
  }
}

function outline(/** @type {Plot} */ {x, y}, /** @type {Moment[]} */ moments) {
  let at = 0;
  return moments.map(({width, total}, i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(total).toFixed(1)}H${x(at += width).toFixed(1)}`).join("");
}

/** @param {Plot} plot @param {Moment[]} moments @param {Moment} moment */
function drawMoment({svg, x, y, floor}, moments, moment) {
  const before = moments.slice(0, moments.indexOf(moment)).reduce((sum, {width}) => sum + width, 0);
  const middle = x(before + moment.width / 2);
  svg.append("path").attr("class", "tw-held-now").attr("d", `M${middle} ${y(moment.total)}V${floor}`);
  svg.append("circle").attr("class", "tw-held-dot").attr("cx", middle).attr("cy", y(moment.total)).attr("r", 6);
}

function drawPhases(/** @type {Plot} */ {svg, x, floor, text, words}, /** @type {Moment[]} */ moments) {
  const widths = {forward: 0, backward: 0, step: 0};
  for (const {phase, width} of moments) widths[phase === "again" ? "backward" : phase] += width;
  let at = 0;
  for (const [phase, width] of Object.entries(widths)) {
    svg.append("path").attr("class", `tw-held-phase is-${phase}`).attr("d", `M${x(at) + 1} ${floor + 3}H${x(at + width) - 1}`);
    text(`tw-held-name is-${phase}`, phase === "step" ? x(at) : x(at + width / 2), floor + 19, words.phases[phase], phase === "step" ? "start" : "middle");
    at += width;
  }
}

/** The rows of the legend: the bytes of each band at the moment, the top band first. */
function rowsOf(/** @type {Shown} */ {now, moment, isOpen}, /** @type {Words} */ words) {
  const size = (/** @type {number} */ bytes) => bytesText(bytes, words.lang);
  /** @param {string} className @param {string} name @param {string} bytes */
  const row = (className, name, bytes) => html`<li class=${className}><span class="tw-swatch"></span><span>${name}</span><span>${bytes}</span></li>`;
  const bands = [...BANDS].reverse().filter((band) => now.moments.some(({held}) => held[band] > 0));
  const drawn = isOpen ? bands : bands.filter((band) => BASE.includes(band));
  return [
    ...(isOpen ? [row("is-total", words.now, size(moment.total))] : []),
    ...drawn.map((band) => row(`tw-band-${band}`, words.bands[band], moment.held[band] > 0 ? size(moment.held[band]) : "–")),
    ...(isOpen && now.setting ? [row("is-cache", words.cache, size(kvCache(now.setting)))] : [])
  ];
}
