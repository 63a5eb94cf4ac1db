import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {onPlaces} from "../../controls/drag.js";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {checkedAt, lossesAt, runsOf, verdict} from "./data.js";
import {fill} from "../../drawing/size.js";
import {axisParts, dotParts, lossParts, stepAt} from "./drawing.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Size} from "../../layout/types.js" */
/** @import {Data, Runs} from "./data.js" */

/** Milliseconds for a block of steps that plays. */
const PACE = 90;

/** The sizes of the panels where there is no layout: on paper, and in Node. @type {Record<"loss"|"runs", Size>} */
const SIZES = {loss: {width: 640, height: 240}, runs: {width: 640, height: 300}};

let count = 0;

/**
 * A model trained with its right backward pass and with wrong ones, as Python ran them: the losses along
 * the steps, and for the chosen step the names and the dev loss of each seed.
 *
 * @param {Data} data the record of `bench.wrong_gradients`
 * @param {Options & {gradient?: string, rate?: number}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {step: number, rate: number, gradient: string}}} a change dispatches
 *   `input`
 *
 * @typedef {{isOpen: boolean, step: number, rate: number, gradient: string}} Now
 * @typedef {{step?: unknown, rate?: unknown, gradient?: unknown}} Change
 * @typedef {ReturnType<typeof textsOf>} Texts
 */
export function wrongGradients(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(runsOf(data), options, words), own);
}

/** @param {Runs} runs @param {OptionsOf<typeof wrongGradients>} options @param {Words} words */
function build(runs, {id, title, after, ...first}, words) {
  const texts = textsOf(words);
  const last = runs.checked.at(-1);
  const now = stateOf(runs, first, !after || Boolean(after.prediction.value?.answered));
  const sizes = {...SIZES};
  const {chart, stage, names, told, play, slider} = partsOf(runs, words);
  const rows = rowsOf(runs, texts, (gradient) => byHand({gradient}));
  const rates = html`<select class="tw-select" aria-label=${words.rate}>${runs.rates.map((rate) => html`<option
    value=${rate}>${words.rateIs(texts.short(rate))}</option>`)}</select>`;
  quietly(rates, () => byHand({rate: Number(rates.value)}));
  const read = () => ({step: now.step, rate: now.rate, gradient: now.gradient});
  const copy = copyLink(id, read, words, read());
  const waits = after ? lock(after.prediction, words, () => {
    now.isOpen = true;
    change({gradient: "c-sign"});
  }) : null;
  const element = html`<div class="tw-wrong tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.lossOf}>
    ${stage}${names}${rows}<div class="tw-panel">${told}${waits}
    <div class="tw-line" role="group" aria-label=${words.controls}>${play}${slider}${rates}${copy}</div></div>
  </div>`;
  const refresh = twin(element, () => table(runs, now, texts), words, {picture: [stage, names, rows]});

  const render = () => {
    const curves = (now.isOpen ? runs.gradients : ["right"]).map((name) => runs.of(now.rate, name));
    fill(chart, sizes.loss, lossParts(sizes.loss, {...now, runs: curves, last, block: runs.block}, texts.short));
    names.replaceChildren(...namesOf(runs, now, texts));
    rows.show(now, sizes.runs);
    told.say([{text: sentenceOf(runs, now, texts)}], playing.isPlaying());
    slider.value = String(now.step);
    slider.setAttribute("aria-valuetext", words.stepOf(...[now.step, last].map(texts.short)));
    rates.value = `${now.rate}`;
    showPlay(play, playing.isPlaying(), now.step >= last, words);
    waits?.show(!now.isOpen);
    refresh();
  };
  const change = (/** @type {Change} */ settings) => {
    now.set(settings);
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const playing = replay({
    advance: () => change({step: now.step + runs.block}),
    rewind: () => change({step: 0}),
    isAtEnd: () => now.step >= last,
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const byHand = (/** @type {Change} */ settings) => {
    playing.stop();
    change(settings);
  };
  play.addEventListener("click", playing.play);
  quietly(slider, () => byHand({step: slider.valueAsNumber}));
  onPlaces(stage, ({clientX}) => byHand({step: stepAt(chart, clientX, last, runs.block)}));
  keyboard(element, {
    move: (by) => byHand({step: now.step + by * runs.block}),
    jump: (end) => byHand({step: end === "first" ? 0 : last}),
    play: playing.play
  });
  followLink(element, id, {read, apply: ({play: wants, ...settings}) => {
    byHand(settings);
    if (wants) playing.play();
  }});
  Object.defineProperty(element, "value", {get: read, set(/** @type {Change} */ settings) {
    byHand(settings ?? {});
  }});
  now.set(asked(id) ?? {});
  /** @param {keyof typeof SIZES} name */
  const fit = (name) => (/** @type {number} */ width, /** @type {number} */ height) => {
    sizes[name] = {width, height};
    render();
  };
  element.panels = [
    {name: "loss", text: words.lossPanel, element: stage, least: 150, most: 330, wide: 300, fit: fit("loss")},
    {name: "names", text: words.namesPanel, element: names, least: 176, most: 330, wide: 300},
    {name: "runs", text: words.runsPanel, element: rows, least: 240, most: 360, fit: fit("runs")}
  ];
  render();
  return element;
}

/** The elements that `build` puts together. */
function partsOf(/** @type {Runs} */ {checked, block}, /** @type {Words} */ words) {
  const chart = svg`<svg class="tw-graph tw-wrong-loss" role="img" aria-label=${words.lossOf}></svg>`;
  const longest = words.compared(words.gradients.variance, "2,000", "2,000") + words.inside(5, 5);
  return {
    chart,
    stage: html`<div class="tw-wrong-stage">${chart}</div>`,
    names: html`<div class="tw-wrong-names"></div>`,
    told: sentenceBox([[{text: longest}]]),
    play: html`<button type="button" class="tw-button tw-play"></button>`,
    slider: html`<input type="range" class="tw-range" min="0" max=${checked.at(-1)} step=${block} aria-label=${words.step}>`
  };
}

/** The chosen run and step. Until `isOpen`, only the right run is shown.
 * @param {Runs} runs @param {Change} first @param {boolean} isOpen */
function stateOf({checked, block, rates, gradients}, first, isOpen) {
  const now = {isOpen, step: checked.at(-1), rate: rates[0], gradient: "right"};
  const set = (/** @type {Change} */ {step, rate, gradient}) => {
    const near = Math.round(Number(step) / block) * block;
    if (Number.isFinite(near)) now.step = Math.max(0, Math.min(checked.at(-1), near));
    if (rates.includes(Number(rate))) now.rate = Number(rate);
    now.gradient = gradients.find((name) => name === gradient) ?? now.gradient;
  };
  set(first);
  return Object.assign(now, {set});
}

/** A row for each backward pass: its name, how far off it is, and a dot for each seed.
 * @param {Runs} runs @param {Texts} texts @param {(gradient: string) => void} choose */
function rowsOf(runs, {words, short, three}, choose) {
  const group = `tw-wrong-${++count}`;
  const head = html`<div class="tw-wrong-head"><span>${words.pass}</span><span>${words.off}</span><span></span></div>`;
  const axis = svg`<svg class="tw-graph"></svg>`;
  const rows = runs.gradients.map((gradient) => {
    const {tensor, by} = runs.differs(gradient);
    const dots = svg`<svg class="tw-graph" aria-hidden="true"></svg>`;
    const mean = html`<span class="tw-wrong-number"></span>`;
    const radio = html`<input type="radio" name=${group} value=${gradient}>`;
    const row = html`<label class=${`tw-wrong-row is-${gradient}`}>${radio}<span>${words.gradients[gradient]}</span>
      <span class="tw-wrong-off">${short(by)}${gradient === "right" ? "" : html` <small>${tensor}</small>`}</span>${dots}${mean}</label>`;
    quietly(radio, () => choose(gradient));
    return {gradient, row, radio, dots, mean};
  });
  const element = html`<div class="tw-wrong-rows" role="radiogroup" aria-label=${words.pass}>
    ${head}${rows.map(({row}) => row)}<div class="tw-wrong-axis"><span></span><span></span>${axis}</div></div>`;
  return Object.assign(element, {
    show(/** @type {Now} */ {rate, step, gradient: chosen, isOpen}, /** @type {Size} */ {width, height}) {
      const at = checkedAt(runs.checked, step);
      const found = runs.gradients.map((gradient) => lossesAt(runs.of(rate, gradient), at));
      const right = found[runs.gradients.indexOf("right")];
      // Else the axis would show how far away the others are.
      const seen = isOpen ? found : [right];
      const span = [Math.min(...seen.map(({least}) => least)) - 0.01, Math.max(...seen.map(({most}) => most)) + 0.01];
      const high = Math.floor((height - 40) / runs.gradients.length);
      const size = {width: Math.max(60, width < 560 ? width - 222 : width - 400), height: high};
      element.style.setProperty("--tw-row", `${high}px`);
      head.lastElementChild.textContent = words.devAt(short(runs.checked[at]));
      rows.forEach(({gradient, row, radio, dots, mean}, i) => {
        const isShown = isOpen || gradient === "right";
        radio.checked = gradient === chosen;
        radio.disabled = !isShown;
        row.classList.toggle("is-now", gradient === chosen);
        fill(dots, size, dotParts(size, isShown ? found[i] : null, right, span));
        mean.textContent = isShown ? three(found[i].mean) : "";
      });
      fill(axis, {...size, height: 18}, axisParts(size, span, short));
    }
  });
}

/** @param {Runs} runs @param {Now} now @param {Texts} texts */
function namesOf(runs, {rate, step, gradient, isOpen}, {words, short}) {
  const at = checkedAt(runs.checked, step);
  const shown = gradient === "right" || !isOpen ? ["right"] : ["right", gradient];
  const listOf = (/** @type {string} */ name) => html`<ul class=${name === "right" ? "is-right" : "is-chosen"}>
    <li>${words.gradients[name]}</li>${runs.of(rate, name).names[at].split(" ").map((one) => html`<li>${one}</li>`)}</ul>`;
  return [html`<p>${words.namesAt(short(runs.checked[at]))}</p>`, html`<div>${shown.map(listOf)}</div>`];
}

/** @param {Runs} runs @param {Now} now @param {Texts} texts */
function sentenceOf(runs, {rate, step, gradient, isOpen}, {words, three}) {
  if (!isOpen) return words.waiting;
  if (gradient === "right") return words.chosen;
  const at = checkedAt(runs.checked, step);
  if (at === 0) return words.untrained;
  const [right, wrong] = ["right", gradient].map((name) => lossesAt(runs.of(rate, name), at));
  const {inside, all, isWorse} = verdict(wrong, right);
  return words.compared(words.gradients[gradient], three(wrong.mean), three(right.mean)) +
    (isWorse ? words.outside : words.inside(inside, all));
}

function textsOf(/** @type {Words} */ words) {
  const digits = new Intl.NumberFormat(words.lang, {minimumFractionDigits: 3, maximumFractionDigits: 3});
  return {words, short: numberFormat(words.lang).short, three: (/** @type {number} */ x) => digits.format(x)};
}

/** @param {Runs} runs @param {Now} now @param {Texts} texts */
function table(runs, {rate, step, isOpen}, {words, short, three}) {
  const at = checkedAt(runs.checked, step);
  const shown = isOpen ? runs.gradients : ["right"];
  const rows = shown.map((gradient) => {
    const {mean, least, most} = lossesAt(runs.of(rate, gradient), at);
    const {tensor, by} = runs.differs(gradient);
    return [words.gradients[gradient], three(mean), `${three(least)} – ${three(most)}`, `${short(by)} (${tensor})`];
  });
  const heads = ["pass", "mean", "range", "off"].map((name) => words[name]);
  return rowsTable(words.runsTable(short(runs.checked[at]), short(rate)), heads, rows);
}
