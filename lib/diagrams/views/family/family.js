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

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 420;

/** Milliseconds between two values of a slider that plays, and the most for all of them. */
const PACE = 220;
const LONGEST = 12_000;

/**
 * Many runs, of which sliders choose one: panels of curves, points, paths and maps, and readings. Python
 * computed every number; there are none between two settings.
 *
 * @param {object} data lists that Python published
 * @param {import("./data.js").Slider[]} data.sliders
 * @param {import("./data.js").Panel[]} data.panels
 * @param {import("./data.js").Reading[]} [data.readings]
 * @param {Record<string, unknown>} [data.series] values by name, for fields that several marks have
 * @param {import("./started-run.js").Live} [data.live] lets a reader choose where a run starts
 * @param {Options & {tangents?: boolean, most?: Record<string, number>}} [options] those of `view.json`
 * @returns {View<Settings>} `value` is the value of each slider; a change dispatches
 *   `input`; setting it may leave out what stays
 */
export function family(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(drawnOf(familyData(data), now), now, words), words), own);
}

/** The family without tangents and their slopes where `tangents` is false, and without the values after `most`. */
function drawnOf(whole, {tangents = true, most = {}}) {
  const upTo = ({values, name}) => (name in most ? values.slice(0, values.indexOf(most[name]) + 1) : values);
  const sliders = whole.sliders.map((slider) => {
    const values = upTo(slider);
    return {...slider, values, at: Math.min(slider.at, values.length - 1)};
  });
  const data = {...whole, sliders};
  if (tangents) return data;
  const isElse = ({kind, of}) => kind !== "tangent" && of !== "tangent";
  return {
    ...data,
    panels: data.panels.map((panel) => ({...panel, marks: panel.marks.filter(isElse)})),
    readings: data.readings.filter(isElse)
  };
}

function build({sliders, panels, readings, live}, options, words) {
  const {short} = numberFormat(words.lang);
  const say = (value) => (typeof value === "number" ? short(value) : String(value));
  const state = settingsOf(sliders, live, {
    render: () => render(),
    report: () => element.dispatchEvent(new Event("input", {bubbles: true}))
  });
  const {at, main, change, valueOf, address} = state;
  const start = valueOf();
  const telling = readingsOf(readings, say, words);
  const playing = replay({
    advance: () => change(main.name, at[main.name] + 1),
    rewind: () => change(main.name, 0),
    isAtEnd: () => at[main.name] >= main.values.length - 1,
    pace: () => Math.min(PACE, LONGEST / main.values.length),
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const byHand = (name, to) => {
    playing.stop();
    change(name, to);
  };

  const drawings = panels.map((panel) => familyPanel(panel, sliders, short));
  const knobs = familySliders(sliders, say, words, {set: byHand, play: playing.play});
  const {element, row, reading, again} = assemble(panels, drawings, knobs, options, words, {
    copy: copyLink(options.id, address, words, start),
    back: live && state.back
  });
  const refreshTwin = twin(
    element, () => table(sliders, main, at, telling, say, words), words, {picture: [row]}
  );
  const render = () => {
    for (const drawing of drawings) drawing.show(at);
    knobs.show(at, playing.isPlaying());
    if (again) again.hidden = at.run === null;
    reading.setAttribute("aria-live", playing.isPlaying() ? "off" : "polite");
    reading.replaceChildren(...telling.show(at));
    refreshTwin();
  };

  const go = (/** @type {Settings} */ settings, isAsked = true) => {
    state.go(settings, isAsked);
    render();
  };
  if (live) state.offer({element, words});
  go(asked(options.id) ?? {});
  drawings.forEach((drawing, i) => {
    drag(drawing, () => at, byHand);
    if (live) startByKey(drawing.stage, live, at, panels[i], words, byHand);
    drawing.fit(DEFAULT_WIDTH);
    // In a picture, the form says how large it is.
    onWidth(drawing.stage, (width) => drawing.closest(".is-placed") || drawing.fit(width));
  });
  keyboard(element, {
    move: (by) => byHand(main.name, at[main.name] + by),
    jump: (end) => byHand(main.name, end === "first" ? 0 : main.values.length - 1),
    play: playing.play
  });
  followLink(element, options.id, {
    read: address,
    apply: (parameters) => {
      playing.stop();
      go(parameters);
      state.report();
    }
  });
  Object.defineProperty(element, "value", {
    get: valueOf,
    set(settings) {
      go(settings ?? {}, false);
    }
  });
  return element;
}

/**
 * The state of a family: the position of each slider, and the run that a reader started.
 *
 * @param {import("./data.js").Slider[]} sliders
 * @param {import("./started-run.js").Live|undefined} live
 * @param {{render: () => void, report: () => void}} on `report` is called after each change by hand
 */
function settingsOf(sliders, live, {render, report}) {
  /** @type {import("./data.js").Place} */
  const at = {...Object.fromEntries(sliders.map((slider) => [slider.name, slider.at])), run: null};
  const main = sliders.find(({plays}) => plays) ?? sliders.at(-1);
  const valueOf = () => Object.fromEntries(sliders.map(({name, values}) => [name, values[at[name]]]));
  /** The figure as an engine gets it, if there is one. @type {import("../../figure/live.js").LiveFigure|null} */
  let offered = null;
  const own = live && startedRun(live, main.values.length, (run) => {
    at.run = run;
    render();
    report();
  });
  const startAt = (place) => {
    // Python computes with them: they are numbers.
    own.start(place, /** @type {Record<string, number>} */ (valueOf()));
    // The path follows as soon as it is computed.
    at.run = {...at.run, id: `${place}`, along: main.name, start: place};
    bring(offered);
  };
  const stay = () => {
    own?.stop();
    at.run = null;
  };
  const change = (name, to) => {
    if (live && name === "start") startAt(to);
    else if (!moved(sliders, at, name, to)) return;
    else if (at.run && name !== main.name) startAt(at.run.start);
    render();
    report();
  };
  /** What a link asks for begins where Python's own runs do, unless the link names a start. */
  const go = (settings, isAsked) => {
    const place = (live?.place ?? []).map((name) => Number(settings[name] ?? NaN));
    const isStarted = place.length > 0 && place.every(Number.isFinite);
    if (isAsked && !isStarted) stay();
    for (const {name, values} of sliders) {
      const index = name in settings ? nearest(values, settings[name]) : -1;
      if (index >= 0) moved(sliders, at, name, index);
    }
    if (isStarted) startAt(place);
  };
  return {
    at, main, valueOf, change, go, report,
    address: () => ({...valueOf(), ...startOf(live, at.run)}),
    back() {
      stay();
      render();
      report();
    },
    offer(figure) {
      offered = {...figure, trace: {engine: "value", nodes: []}, wake: own.wake, canMove: () => true};
      offer(offered);
    }
  };
}

/** The parts of a figure in their order: panels, readings, controls. */
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

/** Move a slider, within its ends; return whether that changed anything. */
function moved(sliders, at, name, index) {
  const {values} = sliders.find((slider) => slider.name === name);
  const to = Math.max(0, Math.min(values.length - 1, index));
  const before = at[name];
  at[name] = to;
  return to !== before;
}

/** The position of the value that is nearest to the wanted one; -1 if there is none. */
function nearest(values, wanted) {
  const named = values.findIndex((value) => String(value) === String(wanted));
  if (named >= 0) return named;
  const x = typeof wanted === "number" ? wanted : readGuess(String(wanted));
  if (x === null || !values.every((value) => typeof value === "number")) return -1;
  const away = values.map((value) => Math.abs(value - x));
  return away.indexOf(Math.min(...away));
}

function readingsOf(readings, say, words) {
  const textOf = ({values, unit}, at) => {
    const picked = pick(values, at);
    if (picked === null) return words.over;
    const number = typeof picked === "string" ? toNumber(picked) ?? picked : picked;
    return [say(number), unit].filter(Boolean).join(" ");
  };
  return {
    names: readings.map(({label}) => label),
    texts: (at) => readings.map((one) => textOf(one, at)),
    show: (at) => readings.map((one) => html`<span
      class="tw-series" style=${tint(one.colour ?? "ink")}
    >${one.label} <strong>${textOf(one, at)}</strong></span>`)
  };
}

/** The readings at each value of the slider that plays; the other sliders stay as they are. */
function table(sliders, main, at, telling, say, words) {
  const others = sliders.filter((slider) => slider !== main);
  const set = others.map(({name, label, values}) => `${label} ${say(values[at[name]])}`);
  const rows = main.values.map((value, index) => [say(value), ...telling.texts({...at, [main.name]: index})]);
  const caption = [words.runTable, ...set].join(words.listSeparator);
  const element = rowsTable(caption, [main.label, ...telling.names], rows, at[main.name]);
  element.classList.add("tw-chart-table");
  return element;
}

/** Let a press or a drag in a panel set a slider, or the start of a run. */
function drag({stage, grip}, settings, set) {
  const move = (event) => {
    const drawn = stage.firstElementChild;
    const {left, top, width} = drawn.getBoundingClientRect();
    const times = drawn.viewBox.baseVal.width / width;
    const found = grip((event.clientX - left) * times, (event.clientY - top) * times, settings());
    if (found) set(...found);
  };
  sideways(stage, {
    canStart: () => true,
    move: (_, event) => move(event),
    end: (isTap, event) => isTap && move(event)
  });
}
