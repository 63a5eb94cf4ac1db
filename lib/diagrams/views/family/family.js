import {html} from "htl";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {familyData, pick} from "./data.js";
import {familyPanel} from "./panel.js";
import {familySliders} from "./sliders.js";
import {figure} from "../../figure/figure.js";
import {keyboard} from "../../controls/keyboard.js";
import {numberFormat, toNumber} from "../../words/numbers.js";
import {player} from "../../controls/player.js";
import {readGuess} from "../../questions/guess.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Width where nothing can be measured: without a browser. */
const DEFAULT_WIDTH = 420;

/** Milliseconds between two values of a slider that plays. */
const PACE = 220;

/**
 * What a family of runs shows at the settings of its sliders: panels of curves, points, paths and
 * maps, and readings. Every number is one that Python computed: there is none between two settings.
 *
 * @param {object} data lists that Python published
 * @param {Fields[]} data.sliders `name`, `label`, `values`, `at` (where it begins) and `plays`
 * @param {Fields[]} data.panels `title`, `x`, `y` and `marks`: each a `kind` with its fields, which
 *   may be families
 * @param {Fields[]} [data.readings] `label`, `values` (a family), `colour`, `unit`; `of: "tangent"`
 *   where it is the slope of one
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: Fields}} `value` is the value of each slider; a change dispatches
 *   `input`; setting it may leave out what stays
 */
export function family(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(drawnOf(familyData(data), now), now, words), words), own);
}

/** All of it, or what is left without tangents and their slopes. */
function drawnOf(data, {tangents = true}) {
  if (tangents) return data;
  const isElse = ({kind, of}) => kind !== "tangent" && of !== "tangent";
  return {
    ...data,
    panels: data.panels.map((panel) => ({...panel, marks: panel.marks.filter(isElse)})),
    readings: data.readings.filter(isElse)
  };
}

function build({sliders, panels, readings}, options, words) {
  const {short} = numberFormat(words.lang);
  const say = (value) => (typeof value === "number" ? short(value) : String(value));
  const at = Object.fromEntries(sliders.map((slider) => [slider.name, slider.at]));
  const valueOf = () =>
    Object.fromEntries(sliders.map(({name, values}) => [name, values[at[name]]]));
  const start = valueOf();
  const main = sliders.find(({plays}) => plays) ?? sliders.at(-1);
  const telling = readingsOf(readings, say, words);

  const set = (name, index) => {
    const {values} = sliders.find((slider) => slider.name === name);
    const to = Math.max(0, Math.min(values.length - 1, index));
    if (to === at[name]) return false;
    at[name] = to;
    return true;
  };
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const change = (name, index) => {
    if (!set(name, index)) return;
    render();
    report();
  };
  const playing = player({
    tick: () => {
      change(main.name, at[main.name] + 1);
      return at[main.name] < main.values.length - 1;
    },
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const byHand = (name, index) => {
    playing.stop();
    change(name, index);
  };
  const play = () => {
    if (playing.isPlaying()) return playing.stop();
    if (at[main.name] >= main.values.length - 1) change(main.name, 0);
    playing.start(PACE);
  };

  const drawings = panels.map((panel) => familyPanel(panel, sliders, short));
  const knobs = familySliders(sliders, say, words, {set: byHand, play});
  const reading = html`<p class="tw-reading" role="status"></p>`;
  const row = html`<div class="tw-panels">${drawings}</div>`;
  const copy = copyLink(options.id, valueOf, words, start);
  const element = html`<div
    class="tw-family"
    role="group"
    tabindex="-1"
    lang=${words.lang}
    aria-label=${options.title ?? words.family(panels.map(({title}) => title))}
  >${knobs}<div class="tw-below">${reading}${copy}</div>${row}</div>`;
  const refreshTwin = twin(
    element, () => table(sliders, main, at, telling, say, words), words, {picture: [row]}
  );
  const render = () => {
    for (const drawing of drawings) drawing.show(at);
    knobs.show(at, playing.isPlaying());
    reading.setAttribute("aria-live", playing.isPlaying() ? "off" : "polite");
    reading.replaceChildren(...telling.show(at));
    refreshTwin();
  };

  const go = (settings) => {
    for (const [name, wanted] of Object.entries(settings ?? {})) {
      const slider = sliders.find((one) => one.name === name);
      const index = slider ? nearest(slider.values, wanted) : -1;
      if (index >= 0) set(name, index);
    }
    render();
  };
  go(asked(options.id));
  for (const drawing of drawings) {
    drag(drawing, () => at, byHand);
    keepFitting(drawing);
  }
  keyboard(element, {
    move: (by) => byHand(main.name, at[main.name] + by),
    jump: (end) => byHand(main.name, end === "first" ? 0 : main.values.length - 1),
    play
  });
  followLink(element, options.id, {
    read: valueOf,
    apply: (parameters) => {
      playing.stop();
      go(parameters);
      report();
    }
  });
  Object.defineProperty(element, "value", {get: valueOf, set: go});
  return element;
}

/** The position of the value that is nearest to what was asked for; -1 for what is no value. */
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
      class="tw-series" style=${`--tw-series: var(--${one.colour ?? "ink"})`}
    >${one.label} <strong>${textOf(one, at)}</strong></span>`)
  };
}

/** The readings along the slider that plays, the others as they are set. */
function table(sliders, main, at, telling, say, words) {
  const others = sliders.filter((slider) => slider !== main);
  const set = others.map(({name, label, values}) => `${label} ${say(values[at[name]])}`);
  return html`<table class="tw-table tw-chart-table">
    <caption>${[words.runTable, ...set].join(words.listSeparator)}</caption>
    <thead><tr>
      <th scope="col">${main.label}</th>
      ${telling.names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr></thead>
    <tbody>${main.values.map((value, index) => html`<tr
      aria-current=${index === at[main.name] ? "true" : null}
    >
      <th scope="row">${say(value)}</th>
      ${telling.texts({...at, [main.name]: index}).map((text) => html`<td>${text}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}

/** What a finger or the pointer takes hold of in a panel. */
function drag({stage, grip}, settings, set) {
  let isHeld = false;
  const move = (event) => {
    const drawn = stage.firstElementChild;
    const {left, top, width} = drawn.getBoundingClientRect();
    const times = drawn.viewBox.baseVal.width / width;
    const found = grip((event.clientX - left) * times, (event.clientY - top) * times, settings());
    if (found) set(...found);
  };
  stage.addEventListener("pointerdown", (event) => {
    isHeld = true;
    stage.setPointerCapture?.(event.pointerId);
    move(event);
  });
  stage.addEventListener("pointermove", (event) => isHeld && move(event));
  for (const name of ["pointerup", "pointercancel"]) {
    stage.addEventListener(name, () => {
      isHeld = false;
    });
  }
}

/** Draws now, and again whenever there is more or less room. */
function keepFitting({stage, fit}) {
  fit(DEFAULT_WIDTH);
  if (!globalThis.ResizeObserver) return;
  let known = DEFAULT_WIDTH;
  new ResizeObserver(([{contentRect: {width}}]) => {
    if (width === 0 || Math.abs(width - known) < 1) return;
    known = width;
    fit(width);
  }).observe(stage);
}
