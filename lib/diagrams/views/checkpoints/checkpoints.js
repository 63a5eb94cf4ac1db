import {html} from "htl";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {figure} from "../../figure/figure.js";
import {icon} from "../../controls/icons.js";
import {keyboard} from "../../controls/keyboard.js";
import {keyOf, runsOf} from "./runs.js";
import {mountain} from "./mountain.js";
import {player} from "../../controls/player.js";
import {twin} from "../../figure/twin.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

/** Milliseconds a step. */
const PACE = 350;

/**
 * A chain of layers whose results the reader keeps or drops, and what both passes held then, step
 * by step. Every number is one that Python measured, in a run for each choice.
 *
 * @param {object} data
 * @param {number} data.layers how many; the result of the last one is not up to the reader
 * @param {Record<string, string>} data.runs as `runs.js` reads them
 * @param {Fields} [options] those of `view.json`
 * @returns {HTMLElement & {value: {kept: string, step: number}}} a change dispatches `input`;
 *   setting the value may leave out what stays
 */
export function checkpoints(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(runsOf(data), options, words), own);
}

function build({layers, run}, options, words) {
  const own = Array.from({length: layers - 1}, (_, i) => i + 1);
  const everything = run(new Set(own));
  const most = (steps) => Math.max(...steps.map(({held}) => held));
  const kept = new Set(own);
  let steps = everything;
  let at = everything.findIndex(({held}) => held === most(everything));

  const valueOf = () => ({kept: keyOf(kept), step: at});
  const start = valueOf();
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const keep = (wanted) => {
    kept.clear();
    for (const layer of wanted) if (own.includes(layer)) kept.add(layer);
    steps = run(kept);
    at = steps.findIndex(({held}) => held === most(steps));
  };
  const byHand = (act) => {
    playing.stop();
    act();
    render();
    report();
  };
  const go = (step) => {
    at = Math.max(0, Math.min(steps.length - 1, step));
  };
  const playing = player({
    tick: () => {
      go(at + 1);
      render();
      report();
      return at < steps.length - 1;
    },
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const play = () => {
    if (playing.isPlaying()) return playing.stop();
    if (at >= steps.length - 1) go(0);
    playing.start(PACE);
  };

  const trays = Array.from({length: layers}, (_, i) => tray(i + 1, layers, words, (layer) =>
    byHand(() => keep(kept.has(layer) ? own.filter((n) => n !== layer && kept.has(n)) : [...kept, layer]))));
  const row = html`<div class="tw-keeps" role="group" aria-label=${words.trays}>${trays}</div>`;
  const presets = html`<div class="tw-presets">
    <button type="button" class="tw-preset" onclick=${() => byHand(() => keep(own))}>${words.all}</button>
    <button type="button" class="tw-preset" onclick=${() => byHand(() => keep([]))}>${words.none}</button>
  </div>`;
  const drawing = mountain(most(everything), words, (step) => byHand(() => go(step)));
  const range = html`<input type="range" min="0" step="1" aria-label=${words.stepRange}>`;
  for (const event of ["input", "change"]) {
    range.addEventListener(event, (one) => one.stopPropagation());
  }
  range.addEventListener("input", () => byHand(() => go(range.valueAsNumber)));
  const button = html`<button type="button" class="tw-button tw-play" onclick=${play}></button>`;
  const moment = html`<p class="tw-moment"></p>`;
  const reading = html`<p class="tw-reading" role="status"></p>`;
  const copy = copyLink(options.id, valueOf, words, start);
  const picture = html`<div class="tw-checkpoints-picture">${row}${presets}${drawing}</div>`;
  const element = html`<div
    class="tw-checkpoints" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.checkpoints(layers)}
  >${picture}<div class="tw-checkpoints-walk">${button}${range}</div>${moment}
    <div class="tw-below">${reading}${copy}</div></div>`;
  const refreshTwin = twin(element, () => table(steps, at, keyOf(kept), words), words, {picture: [picture]});

  const render = () => {
    const {kind, layer, held} = steps[at];
    trays.forEach((one, i) => one.show({
      isKept: i + 1 === layers ? null : kept.has(i + 1),
      now: i + 1 === layer ? kind : null
    }));
    drawing.show(steps, at, most(everything));
    range.max = String(steps.length - 1);
    range.value = String(at);
    const said = `${words.moment[kind](layer)} ${words.now(held)}`;
    range.setAttribute("aria-valuetext", said);
    moment.textContent = said;
    showPlay(button, playing.isPlaying(), at >= steps.length - 1, words);
    const again = steps.filter((step) => step.kind === "again").length;
    reading.replaceChildren(
      entry(words.reading.most, most(steps), "ink"), " ",
      entry(words.reading.all, most(everything), "muted"), " ",
      entry(words.reading.again, again, "saved")
    );
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
    move: (by) => byHand(() => go(at + by)),
    jump: (end) => byHand(() => go(end === "first" ? 0 : steps.length - 1)),
    play
  });
  followLink(element, options.id, {
    read: valueOf,
    apply: (parameters) => byHand(() => set(parameters))
  });
  Object.defineProperty(element, "value", {get: valueOf, set});
  return element;
}

/** A layer with the tray below it that holds its result, or not. */
function tray(layer, layers, words, onPick) {
  const isLast = layer === layers;
  const dish = html`<span class="tw-keep-dish" aria-hidden="true"></span>`;
  const name = html`<span class="tw-keep-layer">${layer}</span>`;
  const element = isLast
    ? html`<span class="tw-keep is-last" aria-hidden="true">${name}</span>`
    : html`<button type="button" class="tw-keep" onclick=${() => onPick(layer)}>${name}${dish}</button>`;
  const show = ({isKept, now}) => {
    element.dataset.now = now ?? "";
    if (isLast) return;
    element.setAttribute("aria-pressed", String(isKept));
    element.setAttribute("aria-label", words.tray(layer, isKept));
  };
  return Object.assign(element, {show});
}

function showPlay(button, isPlaying, isOver, words) {
  const shows = isPlaying ? "pause" : isOver ? "replay" : "play";
  if (button.dataset.shows === shows) return;
  button.dataset.shows = shows;
  button.replaceChildren(icon(shows));
  button.setAttribute("aria-label", words[shows]);
  button.title = words[shows];
}

function entry(label, number, colour) {
  return html`<span class="tw-series" style=${`--tw-series: var(--${colour})`}>${label}
    <strong>${number}</strong></span>`;
}

function table(steps, at, kept, words) {
  return html`<table class="tw-table tw-chart-table">
    <caption>${words.table([...kept].join(", "))}</caption>
    <thead><tr>${words.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${steps.map(({kind, layer, held}, i) => html`<tr aria-current=${i === at ? "true" : null}>
      <th scope="row">${i + 1}</th><td>${words.kinds[kind]}</td><td>${layer}</td><td>${held}</td>
    </tr>`)}</tbody>
  </table>`;
}
