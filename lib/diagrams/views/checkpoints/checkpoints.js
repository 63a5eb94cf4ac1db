import {html} from "htl";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {tint} from "../../drawing/plot-marks.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {mountain} from "./mountain.js";
import {keyOf, most, runsOf} from "./runs.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Step} from "./runs.js" */

/** Milliseconds that a step stays. */
const PACE = 350;

/**
 * A chain of layers whose results the reader keeps or drops, and what both passes then hold in memory,
 * step by step. Python measured every number, in a run for each choice.
 *
 * @param {Parameters<typeof runsOf>[0]} data the reader cannot drop the result of the last layer
 * @param {Options & {kept?: string, passes?: string}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {kept: string, step: number}}} a change dispatches `input`;
 *   setting the value may leave out what stays
 */
export function checkpoints(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(runsOf(data), now, words), words), own);
}

/** The layers that are kept, the steps of their run, and the present step, which is at first that of the peak. */
function strategyOf(/** @type {ReturnType<typeof runsOf>} */ {layers, run: runAll}, /** @type {boolean} */ isForward) {
  const own = Array.from({length: layers - 1}, (_, i) => i + 1);
  const everything = runAll(new Set(own));
  const room = runAll(new Set()).length;
  const kept = new Set(own);
  const peak = (/** @type {Step[]} */ steps) => steps.findIndex(({held}) => held === most(steps));
  const now = {own, kept, everything, room, steps: everything, at: peak(everything)};
  const keep = (/** @type {number[]} */ wanted) => {
    kept.clear();
    for (const layer of wanted) if (own.includes(layer)) kept.add(layer);
    now.steps = runAll(kept).filter(({kind}) => !isForward || kind === "forward");
    now.at = peak(now.steps);
  };
  const go = (/** @type {number} */ step) => {
    now.at = Math.max(0, Math.min(now.steps.length - 1, step));
  };
  const isAtEnd = () => now.at >= now.steps.length - 1;
  return Object.assign(now, {keep, go, isAtEnd});
}

/** @param {ReturnType<typeof runsOf>} data @param {OptionsOf<typeof checkpoints>} options @param {Words} words */
function build(data, options, words) {
  const isForward = options.passes === "forward";
  const {layers} = data;
  const now = strategyOf(data, isForward);
  const {own, kept, everything, room, keep, go, isAtEnd} = now;
  keep([...(options.kept ?? keyOf(kept))].map(Number));
  const valueOf = () => ({kept: keyOf(kept), step: now.at});
  const start = valueOf();
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const byHand = (/** @type {() => void} */ act) => {
    playing.stop();
    act();
    render();
    report();
  };
  const playing = replay({
    advance: () => {
      go(now.at + 1);
      render();
      report();
    },
    rewind: () => go(0),
    isAtEnd,
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });

  const turn = (/** @type {number} */ layer) =>
    byHand(() => keep(kept.has(layer) ? own.filter((n) => n !== layer && kept.has(n)) : [...kept, layer]));
  const trays = [...own, layers].map((layer) => tray(layer, layer === layers, words, () => turn(layer)));
  const row = html`<div class="tw-keeps" role="group" aria-label=${words.trays}>${trays}</div>`;
  const drawing = mountain(most(everything) + 1, words, (step) => byHand(() => go(step)));
  const range = html`<input type="range" class="tw-range" min="0" step="1" aria-label=${words.stepRange}>`;
  quietly(range, () => byHand(() => go(range.valueAsNumber)));
  const button = html`<button type="button" class="tw-button tw-play" onclick=${playing.play}></button>`;
  const moment = html`<span class="tw-moment"></span>`;
  const reading = html`<span class="tw-reading" role="status"></span>`;
  const copy = copyLink(options.id, valueOf, words, start);
  const picture = html`<div class="tw-checkpoints-picture">${row}${drawing}</div>`;
  const element = html`<div
    class="tw-checkpoints tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.checkpoints(layers)}
  >${picture}<p class="tw-says">${moment} ${reading}</p>
    <div class="tw-line tw-knobs">${button}${range}${copy}</div></div>`;
  const refreshTwin = twin(element, () => table(now.steps, now.at, keyOf(kept), words), words, {picture: [picture]});

  const render = () => {
    const {steps, at} = now;
    const {kind, layer, held} = steps[at];
    trays.forEach((one, i) => one.show({
      isKept: kept.has(i + 1), isThere: steps[at].there.has(i + 1), now: i + 1 === layer ? kind : null
    }));
    drawing.show({steps, at, room, line: most(everything), isWhole: !isForward});
    range.max = String(steps.length - 1);
    range.value = String(at);
    const said = `${words.moment[kind](layer)} ${words.now(held)}`;
    range.setAttribute("aria-valuetext", said);
    moment.textContent = said;
    showPlay(button, playing.isPlaying(), isAtEnd(), words);
    if (!isForward) reading.replaceChildren(...readings(steps, words));
    refreshTwin();
  };
  const set = (/** @type {Settings} */ {kept: wanted, step}) => {
    playing.stop();
    if (wanted !== undefined) keep([...String(wanted)].map(Number));
    if (step !== undefined && Number.isFinite(Number(step))) go(Number(step));
    render();
  };
  set(asked(options.id) ?? {});
  keyboard(element, {
    move: (by) => byHand(() => go(now.at + by)),
    jump: (end) => byHand(() => go(end === "first" ? 0 : now.steps.length - 1)),
    play: playing.play
  });
  element.panels = [{name: "memory", text: words.heldAxis, element: picture, least: 190,
    fit: (/** @type {number} */ width, /** @type {number} */ height) => drawing.fit(width, height - row.offsetHeight)}];
  return connect(element, options.id, {read: valueOf, apply: set});
}

function readings(/** @type {Step[]} */ steps, /** @type {Words} */ {reading}) {
  /** @param {string} label @param {number} number @param {string} colour */
  const entry = (label, number, colour) => html`<span class="tw-series" style=${tint(colour)}>${label}
    <strong>${number}</strong></span>`;
  const again = steps.filter((step) => step.kind === "again").length;
  return [entry(reading.most, most(steps), "ink"), " ", entry(reading.again, again, "forward")];
}

/** A layer with a tray below it, which is full while the layer's result is in memory.
 * @param {number} layer @param {boolean} isLast @param {Words} words @param {() => void} onPick */
function tray(layer, isLast, words, onPick) {
  const name = html`<span class="tw-keep-layer">${layer}</span>`;
  const dish = html`<span class="tw-keep-dish" aria-hidden="true"></span>`;
  const element = isLast
    ? html`<span class="tw-keep is-last" aria-hidden="true">${name}${dish}</span>`
    : html`<button type="button" class="tw-keep" onclick=${onPick}>${name}${dish}</button>`;
  /** @param {{isKept: boolean, isThere: boolean, now: string|null}} state */
  const show = ({isKept, isThere, now}) => {
    element.dataset.now = now ?? "";
    element.classList.toggle("is-there", isThere);
    if (isLast) return;
    element.setAttribute("aria-pressed", String(isKept));
    element.setAttribute("aria-label", words.tray(layer, isKept, isThere));
  };
  return Object.assign(element, {show});
}

/** @param {Step[]} steps @param {number} at @param {string} kept @param {Words} words */
function table(steps, at, kept, words) {
  const rows = steps.map(({kind, layer, held}, i) => [i + 1, words.kinds[kind], layer, held]);
  const element = rowsTable(words.table([...kept].join(", ")), words.columns, rows, at);
  element.classList.add("tw-chart-table");
  return element;
}
