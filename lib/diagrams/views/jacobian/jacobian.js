import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {icon} from "../../controls/icons.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {twoDecimals} from "../../drawing/two-decimals.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {upTo} from "../../figure/up-to.js";
import {jacobianData} from "./data.js";
import {NAMES, networkDrawing} from "./network.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Mode, Network, State} from "./data.js" */

/** Milliseconds of a sweep: its wave, which the stylesheet moves, and time to look at the new slopes. */
const PACE = 1900;

/** Height in which the network can be read. */
const LEAST = 84;

/** Pixels of the drawing where nothing can be measured. */
const SIZE = {width: 640, height: 300};

/**
 * A small network, and the table of its slopes: a sweep in forward mode starts from an input and
 * fills a column, one in reverse mode starts from an output and fills a row.
 *
 * @param {{networks: Network[]}} data one for each number of inputs, as Python ran it
 * @param {Options & {inputs?: number, outputs?: number, mode?: string, modes?: string}} [options] those of `view.json`
 * @returns {View<State>} a change dispatches `input`; setting the value may leave out what stays
 */
export function jacobian(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(jacobianData(data), now, words), words), own);
}

/** @param {ReturnType<typeof jacobianData>} data @param {OptionsOf<typeof jacobian>} options @param {Words} words */
function build(data, options, words) {
  const state = stateOf(data, options);
  const start = state.value();
  const change = (/** @type {Settings} */ settings) => {
    const before = state.now.sweeps;
    state.set(settings);
    picture.classList.toggle("is-sweeping", state.now.sweeps > before || "sweeps" in settings);
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const byHand = (/** @type {Settings} */ settings) => {
    playing.stop();
    change(settings);
  };
  const playing = replay({
    advance: () => change({sweeps: state.now.sweeps + 1}),
    rewind: () => change({sweeps: 0}),
    isAtEnd: state.isFull,
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });

  const stage = html`<div class="tw-jacobian-stage"></div>`;
  const table = html`<div class="tw-jacobian-table"></div>`;
  const sliders = COUNTS.map((name) =>
    slider(name, words[name], state.limits[name], (to) => byHand({[name]: to})));
  const counts = html`<div class="tw-jacobian-counts"></div>`;
  const picture = html`<div class="tw-jacobian-picture">${stage}<div class="tw-jacobian-below">
    ${table}<div class="tw-jacobian-side">${sliders}${counts}</div>
  </div></div>`;
  const says = html`<p class="tw-says" role="status"></p>`;
  const play = html`<button type="button" class="tw-button tw-play" onclick=${playing.play}></button>`;
  const next = html`<button type="button" class="tw-button tw-jacobian-next"
    aria-label=${words.nextSweep} title=${words.nextSweep}
    onclick=${() => byHand({sweeps: state.now.sweeps + 1})}>${icon("next")}</button>`;
  const modes = state.modes.map((value) => ({value, text: words.modes[value]}));
  const mode = modes.length > 1
    ? choices(words.mode, modes, (to) => byHand({mode: to, sweeps: 0})) : null;
  const copy = copyLink(options.id, state.value, words, start);
  const element = html`<div
    class="tw-jacobian tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.jacobian}
  >${picture}${says}<div class="tw-line tw-knobs">${play}${next}${mode}${copy}</div></div>`;

  let size = SIZE;
  const two = twoDecimals(words.lang);
  const render = () => {
    const {network, now} = state;
    stage.replaceChildren(networkDrawing(network(), now, size, two, words.jacobian));
    table.replaceChildren(tableOf(network(), now, two, words));
    counts.replaceChildren(...state.modes.map((name) => countOf(name, network(), now, words)));
    sliders.forEach((one) => one.show(now));
    mode?.show(now.mode);
    next.disabled = state.isFull();
    showPlay(play, playing.isPlaying(), state.isFull(), words);
    says.setAttribute("aria-live", playing.isPlaying() ? "off" : "polite");
    says.textContent = saying(now, words);
  };
  const set = (/** @type {Settings|null} */ settings) => {
    state.set(settings ?? {});
    render();
  };
  set(asked(options.id));
  keyboard(element, {
    move: (by) => byHand({sweeps: state.now.sweeps + by}),
    jump: (end) => byHand({sweeps: end === "first" ? 0 : Infinity}),
    play: playing.play
  });
  followLink(element, options.id, {read: state.value, apply: byHand});
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    picture.classList.remove("is-sweeping");
    picture.style.setProperty("--tw-cell", height > 480 ? "42px" : height > 320 ? "32px" : "22px");
    const left = height - picture.lastElementChild.offsetHeight - 8;
    stage.hidden = left < LEAST;
    size = {width, height: Math.max(LEAST, left)};
    render();
  };
  element.panels = [{name: "network", text: words.jacobian, element: picture, least: 240, fit}];
  return Object.defineProperty(element, "value", {get: state.value, set});
}

/** The numbers that have a slider. */
const COUNTS = /** @type {const} */ (["inputs", "outputs"]);

/** The state: the numbers of inputs and outputs, the mode, and the sweeps so far.
 * @param {ReturnType<typeof jacobianData>} data @param {OptionsOf<typeof jacobian>} options */
function stateOf({networks, least, most, outputs}, options) {
  const limits = {inputs: [least, most], outputs: [1, outputs]};
  /** @type {Mode[]} */
  const modes = options.modes === "forward" ? ["forward"] : ["forward", "backward"];
  /** @type {State} */
  const now = {inputs: most, outputs: 1, mode: modes[0], sweeps: 0};
  const full = () => (now.mode === "forward" ? now.inputs : now.outputs);
  const set = (/** @type {Settings} */ settings) => {
    for (const name of COUNTS) {
      const [from, to] = limits[name];
      const wanted = Math.round(Number(settings[name] ?? now[name])) || 0;
      now[name] = Math.max(from, Math.min(to, wanted));
    }
    now.mode = modes.find((mode) => mode === settings.mode) ?? now.mode;
    now.sweeps = Math.max(0, Math.min(full(), Number(settings.sweeps ?? now.sweeps) || 0));
  };
  set({...options});
  return {
    limits, modes, now, set,
    value: () => ({...now}),
    network: () => networks[now.inputs - least],
    isFull: () => now.sweeps >= full()
  };
}

function saying(/** @type {State} */ {mode, sweeps}, /** @type {Words} */ {says}) {
  return sweeps > 0 ? says[mode](`${NAMES[mode === "forward" ? 0 : 2]}${sweeps}`) : says.none(mode);
}

/** The slopes that the sweeps have brought so far; those of the last sweep appear after its wave.
 * @param {Network} network @param {State} now @param {(x: number) => string} format @param {Words} words */
function tableOf({forward, backward}, {inputs, outputs, mode, sweeps}, format, words) {
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const which = mode === "forward" ? column : row;
    if (which >= sweeps) return html`<td aria-label=${words.notYet}></td>`;
    const slope = mode === "forward" ? forward[column][2][row] : backward[row][0][column];
    return html`<td class=${`is-${mode}${which === sweeps - 1 ? " is-new" : ""}`}>${format(slope)}</td>`;
  };
  const columns = Array.from({length: inputs}, (_, i) => i);
  return html`<table aria-label=${words.table}>
    <thead><tr><td></td>${columns.map((i) => html`<th scope="col">${NAMES[0]}${i + 1}</th>`)}</tr></thead>
    <tbody>${Array.from({length: outputs}, (_, row) => html`<tr>
      <th scope="row">${NAMES[2]}${row + 1}</th>${columns.map((i) => cell(row, i))}
    </tr>`)}</tbody>
  </table>`;
}

/** The cost of the whole table in a mode: its sweeps, each with a box, and the edges that they cross.
 * @param {Mode} mode @param {Network} network @param {State} now @param {Words} words */
function countOf(mode, {crossed}, {inputs, outputs, mode: present, sweeps}, words) {
  const count = mode === "forward" ? inputs : outputs;
  const done = mode === present ? sweeps : 0;
  return html`<p class=${`is-${mode}`}><strong>${words.modes[mode]}</strong>
    <span class="tw-jacobian-boxes" aria-hidden="true">${Array.from(
      {length: count}, (_, i) => html`<i class=${i < done ? "is-done" : ""}></i>`
    )}</span> ${words.sweeps(count)}
    <span class="tw-jacobian-crossed">${words.crossed(crossed[mode][outputs - 1])}</span></p>`;
}

/** @param {typeof COUNTS[number]} name @param {string} label @param {number[]} limits
 * @param {(to: number) => void} onMove */
function slider(name, label, [from, to], onMove) {
  const output = html`<output></output>`;
  const range = html`<input type="range" min=${from} max=${to} step="1" aria-label=${label}>`;
  quietly(range, () => onMove(range.valueAsNumber));
  const element = html`<label class="tw-jacobian-slider">${label} ${output}${range}</label>`;
  const show = (/** @type {State} */ {[name]: count}) => {
    output.textContent = range.value = String(count);
  };
  return Object.assign(element, {show});
}
