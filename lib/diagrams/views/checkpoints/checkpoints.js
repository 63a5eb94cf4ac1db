import {html} from "htl";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {tint} from "../../drawing/plot-marks.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {mountain} from "./mountain.js";
import {keyOf, runsOf} from "./runs.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Milliseconds that a step stays. */
const PACE = 350;

/**
 * A chain of layers whose results the reader keeps or drops, and what both passes then hold in memory,
 * step by step. Python measured every number, in a run for each choice.
 *
 * @param {object} data
 * @param {number} data.layers how many; the reader cannot drop the result of the last one
 * @param {Record<string, string>} data.runs as `runs.js` reads them
 * @param {Options & {kept?: string, passes?: string}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {kept: string, step: number}}} a change dispatches `input`;
 *   setting the value may leave out what stays
 */
export function checkpoints(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(runsOf(data), now, words), words), own);
}

/** The layers that are kept, the steps of their run, and the present step, which is at first that of the peak. */
function strategyOf({layers, run: runAll}, isForward) {
  const own = Array.from({length: layers - 1}, (_, i) => i + 1);
  const run = (kept) => runAll(kept).filter(({kind}) => !isForward || kind === "forward");
  const everything = runAll(new Set(own));
  const room = runAll(new Set()).length;
  const kept = new Set(own);
  const peak = (steps) => steps.findIndex(({held}) => held === most(steps));
  const now = {own, kept, everything, room, steps: everything, at: peak(everything)};
  const keep = (wanted) => {
    kept.clear();
    for (const layer of wanted) if (own.includes(layer)) kept.add(layer);
    now.steps = run(kept);
    now.at = peak(now.steps);
  };
  const go = (step) => {
    now.at = Math.max(0, Math.min(now.steps.length - 1, step));
  };
  const isAtEnd = () => now.at >= now.steps.length - 1;
  return Object.assign(now, {keep, go, isAtEnd});
}

function most(steps) {
  return Math.max(...steps.map(({held}) => held));
}

function build({layers, run}, options, words) {
  const isForward = options.passes === "forward";
  const now = strategyOf({layers, run}, isForward);
  const {own, kept, everything, room, keep, go, isAtEnd} = now;
  if (options.kept !== undefined) keep([...options.kept].map(Number));
  const valueOf = () => ({kept: keyOf(kept), step: now.at});
  const start = valueOf();
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const byHand = (act) => {
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

  const trays = Array.from({length: layers}, (_, i) => tray(i + 1, layers, words, (layer) =>
    byHand(() => keep(kept.has(layer) ? own.filter((n) => n !== layer && kept.has(n)) : [...kept, layer]))));
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
    if (!isForward) reading.replaceChildren(...readings(now, words));
    refreshTwin();
  };
  const set = (settings) => {
    const {kept: wanted, step} = settings ?? {};
    if (wanted !== undefined) keep([...String(wanted)].map(Number));
    if (step !== undefined && Number.isFinite(Number(step))) go(Number(step));
    render();
  };
  set(asked(options.id));
  keyboard(element, {
    move: (by) => byHand(() => go(now.at + by)),
    jump: (end) => byHand(() => go(end === "first" ? 0 : now.steps.length - 1)),
    play: playing.play
  });
  followLink(element, options.id, {
    read: valueOf,
    apply: (parameters) => byHand(() => set(parameters))
  });
  const fit = (width, height) => drawing.fit(width, height - row.offsetHeight);
  element.panels = [{name: "memory", text: words.heldAxis, element: picture, least: 190, fit}];
  return Object.defineProperty(element, "value", {get: valueOf, set});
}

function readings({steps}, {reading}) {
  const entry = (label, number, colour) => html`<span class="tw-series" style=${tint(colour)}>${label}
    <strong>${number}</strong></span>`;
  const again = steps.filter((step) => step.kind === "again").length;
  return [entry(reading.most, most(steps), "ink"), " ", entry(reading.again, again, "saved")];
}

/** A layer with a tray below it, which is full while the layer's result is in memory. */
function tray(layer, layers, words, onPick) {
  const isLast = layer === layers;
  const name = html`<span class="tw-keep-layer">${layer}</span>`;
  const dish = html`<span class="tw-keep-dish" aria-hidden="true"></span>`;
  const element = isLast
    ? html`<span class="tw-keep is-last" aria-hidden="true">${name}${dish}</span>`
    : html`<button type="button" class="tw-keep" onclick=${() => onPick(layer)}>${name}${dish}</button>`;
  const show = ({isKept, isThere, now}) => {
    element.dataset.now = now ?? "";
    element.classList.toggle("is-there", isThere);
    if (isLast) return;
    element.setAttribute("aria-pressed", String(isKept));
    element.setAttribute("aria-label", words.tray(layer, isKept, isThere));
  };
  return Object.assign(element, {show});
}

function table(steps, at, kept, words) {
  const rows = steps.map(({kind, layer, held}, i) => [i + 1, words.kinds[kind], layer, held]);
  const element = rowsTable(words.table([...kept].join(", ")), words.columns, rows, at);
  element.classList.add("tw-chart-table");
  return element;
}
