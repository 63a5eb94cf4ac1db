import {html} from "htl";
import {readGuess} from "../../words/guess.js";
import {numberFormat, toNumber} from "../../words/numbers.js";
import {sideways} from "../../controls/drag.js";
import {keyboard, replay} from "../../controls/walk.js";
import {onWidth} from "../../drawing/on-width.js";
import {tint} from "../../drawing/plot-marks.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {bring, offer} from "../../figure/live.js";
import {upTo} from "../../figure/up-to.js";
import {familyData, pick} from "./data.js";
import {familyPanel} from "./panel.js";
import {familySliders} from "./sliders.js";
import {startByKey, startOf} from "./start-handle.js";
import {startedRun} from "./started-run.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {LiveFigure} from "../../figure/live.js" */
/** @import {Say} from "./sliders.js" */
/** @import {Choose, Live, Panel, Place, Published, Reading, Slider, Start, Whole} from "./types.js" */

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 420;

/** Milliseconds between two values of a slider that plays, and the most for all of them. */
const PACE = 220;
const LONGEST = 12_000;

/**
 * Many runs, of which sliders choose one: panels of curves, points, paths and maps, and readings. Python
 * computed every number; there are none between two settings.
 *
 * @param {Published} data
 * @param {Options & {tangents?: boolean, most?: Record<string, number>}} [options] those of `view.json`
 * @returns {View<Settings>} `value` is the value of each slider; a change dispatches
 *   `input`; setting it may leave out what stays
 */
export function family(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(drawnOf(familyData(data), now), now, words), words), own);
}

/** The family without tangents and their slopes where `tangents` is false, and without the values after `most`.
 * @param {Whole} whole @param {OptionsOf<typeof family>} options */
function drawnOf(whole, {tangents = true, most = {}}) {
  const sliders = whole.sliders.map((slider) => {
    const {name, values: all} = slider;
    const values = name in most ? all.slice(0, all.indexOf(most[name]) + 1) : all;
    return {...slider, values, at: Math.min(slider.at, values.length - 1)};
  });
  const data = {...whole, sliders};
  if (tangents) return data;
  const isElse = (/** @type {{kind?: string, of?: string}} */ {kind, of}) => kind !== "tangent" && of !== "tangent";
  return {
    ...data,
    panels: data.panels.map((panel) => ({...panel, marks: panel.marks.filter(isElse)})),
    readings: data.readings.filter(isElse)
  };
}

/** @param {Whole} data @param {OptionsOf<typeof family>} options @param {Words} words */
function build({sliders, panels, readings, live}, options, words) {
  const {short} = numberFormat(words.lang);
  /** @type {Say} */
  const say = (value) => (typeof value === "number" ? short(value) : String(value));
  const state = settingsOf(sliders, live, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true}))
  });
  const {at, main, change, valueOf, address, go} = state;
  const position = () => at.index[main.name];
  const telling = readingsOf(readings, say, words);
  const playing = replay({
    advance: () => change(main.name, position() + 1),
    rewind: () => change(main.name, 0),
    isAtEnd: () => position() >= main.values.length - 1,
    pace: () => Math.min(PACE, LONGEST / main.values.length),
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  /** @type {Choose} */
  const byHand = (name, to) => {
    playing.stop();
    change(name, to);
  };

  const drawings = panels.map((panel) => familyPanel(panel, sliders, short));
  const knobs = familySliders(sliders, say, words, {set: byHand, play: playing.play});
  const {element, row, reading, again} = assemble(panels, drawings, knobs, options, words, {
    copy: copyLink(options.id, address, words, valueOf()),
    back: live && state.back
  });
  const refreshTwin = twin(element, () => table(sliders, main, at, telling, say, words), words, {picture: [row]});
  const render = () => {
    for (const drawing of drawings) drawing.show(at);
    knobs.show(at.index, playing.isPlaying());
    if (again) again.hidden = at.run === null;
    reading.setAttribute("aria-live", playing.isPlaying() ? "off" : "polite");
    reading.replaceChildren(...telling.show(at));
    refreshTwin();
  };

  if (live) state.offer({element, words});
  go(asked(options.id) ?? {});
  drawings.forEach((drawing, i) => {
    drag(drawing, at, byHand);
    if (live) startByKey(drawing.stage, live, at, panels[i], words, byHand);
    drawing.fit(DEFAULT_WIDTH);
    // In a picture, the form says how large it is.
    onWidth(drawing.stage, (width) => drawing.closest(".is-placed") || drawing.fit(width));
  });
  keyboard(element, {
    move: (by) => byHand(main.name, position() + by),
    jump: (end) => byHand(main.name, end === "first" ? 0 : main.values.length - 1),
    play: playing.play
  });
  followLink(element, options.id, {read: address, apply: (parameters) => {
    playing.stop();
    go(parameters);
    state.report();
  }});
  return Object.defineProperty(element, "value", {get: valueOf, set(/** @type {Settings} */ settings) {
    go(settings, false);
  }});
}

/**
 * The state of a family: the position of each slider, and the run that a reader started.
 *
 * @param {Slider[]} sliders
 * @param {Live|undefined} live
 * @param {{render: () => void, report: () => void}} on `report` is called after each change by hand
 */
function settingsOf(sliders, live, {render, report}) {
  /** @type {Place} */
  const at = {index: Object.fromEntries(sliders.map((slider) => [slider.name, slider.at])), run: null};
  const main = sliders.find(({plays}) => plays) ?? sliders.at(-1);
  const valueOf = () => Object.fromEntries(sliders.map(({name, values}) => [name, values[at.index[name]]]));
  /** The figure as an engine gets it, if there is one. @type {LiveFigure|null} */
  let offered = null;
  const own = live && startedRun(live, main.values.length, (run) => {
    at.run = run;
    render();
    report();
  });
  const startAt = (/** @type {Start} */ place) => {
    // Python computes with them: they are numbers.
    own.start(place, /** @type {Record<string, number>} */ (valueOf()));
    // The path follows as soon as it is computed.
    at.run = {series: {}, ...at.run, id: `${place}`, along: main.name, start: place};
    bring(offered);
  };
  const stay = () => {
    own?.stop();
    at.run = null;
  };
  /** @type {Choose} */
  const change = (name, to) => {
    if (typeof to !== "number") startAt(to);
    else if (!moved(sliders, at, name, to)) return;
    else if (at.run && name !== main.name) startAt(at.run.start);
    render();
    report();
  };
  /** What a link asks for begins where Python's own runs do, unless the link names a start. */
  const go = (/** @type {Settings} */ settings, isAsked = true) => {
    const place = (live?.place ?? []).map((name) => Number(settings[name] ?? NaN));
    const isStarted = place.length > 0 && place.every(Number.isFinite);
    if (isAsked && !isStarted) stay();
    for (const {name, values} of sliders) {
      const index = name in settings ? nearest(values, settings[name]) : -1;
      if (index >= 0) moved(sliders, at, name, index);
    }
    if (isStarted) startAt(/** @type {Start} */ (place));
    render();
  };
  return {
    at, main, valueOf, change, go, report,
    address: () => ({...valueOf(), ...startOf(live, at.run)}),
    back() {
      stay();
      render();
      report();
    },
    offer(/** @type {Pick<LiveFigure, "element"|"words">} */ figure) {
      const trace = /** @type {Trace} */ ({engine: "value", nodes: []});
      offered = /** @type {LiveFigure} */ ({...figure, trace, wake: own.wake, canMove: () => true});
      offer(offered);
    }
  };
}

/** The parts of a figure in their order: panels, readings, controls.
 * @param {Panel[]} panels @param {ReturnType<typeof familyPanel>[]} drawings @param {HTMLElement} knobs
 * @param {Options} options @param {Words} words @param {{copy: HTMLElement|null, back?: () => void}} more */
function assemble(panels, drawings, knobs, {title}, words, {copy, back}) {
  const reading = html`<p class="tw-reading" role="status"></p>`;
  const row = html`<div class="tw-panels">${drawings}</div>`;
  const again = back && html`<button
    type="button" class="tw-text-button tw-afresh" onclick=${back}
  >${words.firstStart}</button>`;
  const element = html`<div
    class="tw-family tw-view"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${title ?? words.family(panels.map((panel) => panel.title))}
  >${row}<div class="tw-below">${reading}${again}${copy}</div>${knobs}</div>`;
  element.panels = panels.map((panel, i) => ({
    name: panel.name ?? `panel${i + 1}`, text: panel.tab ?? panel.title, element: drawings[i],
    least: panel.least ?? 150, most: panel.most ?? 420, wide: panel.wide ?? 230, fit: drawings[i].fit
  }));
  return {element, row, reading, again};
}

/** Move a slider, within its ends; return whether that changed anything.
 * @param {Slider[]} sliders @param {Place} at @param {string} name @param {number} wanted */
function moved(sliders, {index}, name, wanted) {
  const {values} = sliders.find((slider) => slider.name === name);
  const before = index[name];
  index[name] = Math.max(0, Math.min(values.length - 1, wanted));
  return index[name] !== before;
}

/** The position of the value that is nearest to the wanted one; -1 if there is none. */
function nearest(/** @type {Slider["values"]} */ values, /** @type {unknown} */ wanted) {
  const named = values.findIndex((value) => String(value) === String(wanted));
  if (named >= 0) return named;
  const x = typeof wanted === "number" ? wanted : readGuess(String(wanted));
  if (x === null || !values.every((value) => typeof value === "number")) return -1;
  const away = values.map((value) => Math.abs(Number(value) - x));
  return away.indexOf(Math.min(...away));
}

function readingsOf(/** @type {Reading[]} */ readings, /** @type {Say} */ say, /** @type {Words} */ words) {
  const textOf = (/** @type {Reading} */ {values, unit}, /** @type {Place} */ at) => {
    const picked = pick(values, at);
    if (picked === null) return words.over;
    const number = typeof picked === "string" ? toNumber(picked) ?? picked : picked;
    return [say(number), unit].filter(Boolean).join(" ");
  };
  return {
    names: readings.map(({label}) => label),
    texts: (/** @type {Place} */ at) => readings.map((one) => textOf(one, at)),
    show: (/** @type {Place} */ at) => readings.map((one) => html`<span
      class="tw-series" style=${tint(one.colour ?? "ink")}
    >${one.label} <strong>${textOf(one, at)}</strong></span>`)
  };
}

/** The readings at each value of the slider that plays; the other sliders stay as they are.
 * @param {Slider[]} sliders @param {Slider} main @param {Place} at @param {ReturnType<typeof readingsOf>} telling
 * @param {Say} say @param {Words} words */
function table(sliders, main, at, telling, say, words) {
  const others = sliders.filter((slider) => slider !== main);
  const set = others.map(({name, label, values}) => `${label} ${say(values[at.index[name]])}`);
  const rows = main.values.map((value, i) =>
    [say(value), ...telling.texts({...at, index: {...at.index, [main.name]: i}})]);
  const caption = [words.runTable, ...set].join(words.listSeparator);
  const element = rowsTable(caption, [main.label, ...telling.names], rows, at.index[main.name]);
  element.classList.add("tw-chart-table");
  return element;
}

/** Let a press or a drag in a panel set a slider, or the start of a run.
 * @param {ReturnType<typeof familyPanel>} panel @param {Place} at @param {Choose} set */
function drag({stage, grip}, at, set) {
  const move = (/** @type {PointerEvent} */ event) => {
    const drawn = /** @type {SVGSVGElement} */ (stage.firstElementChild);
    const {left, top, width} = drawn.getBoundingClientRect();
    const times = drawn.viewBox.baseVal.width / width;
    const found = grip((event.clientX - left) * times, (event.clientY - top) * times, at);
    if (found) set(...found);
  };
  sideways(stage, {
    canStart: () => true,
    move: (_, event) => move(event),
    end: (isTap, event) => isTap && move(event)
  });
}
