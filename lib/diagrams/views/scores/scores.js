import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard, replay} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {fill, setAll} from "../../drawing/size.js";
import {planOf, REACH, scoreParts} from "./bars.js";
import {takeHold} from "./hold.js";
import {mapDrawing, sizeParts} from "./maps.js";
import {backward, batchOf, forward, reach, scoresLike, STEPS} from "./rows.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Plan, Texts} from "./bars.js" */
/** @import {Batch, Example, Now, Step} from "./rows.js" */

/** Milliseconds for each step that plays. */
const PACE = 1500;

/** The sizes of the panels where there is no layout: on paper, and in Node. */
const SIZES = {scores: {width: 640, height: 230}, map: {width: 400, height: 330}, sizes: {width: 360, height: 300}};

/**
 * The scores of a batch, to be dragged; the pulls of the chosen row on a rope; and the eight gradients
 * from the loss back to the scores as maps on one scale.
 *
 * @param {Parameters<typeof batchOf>[0]} data
 * @param {Options & {example?: number}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {step: number, example: number, letter: string, score: number}}}
 *   a change dispatches `input`
 */
export function scores(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(batchOf(data), options, words), own);
}

/** @param {Batch} batch @param {OptionsOf<typeof scores>} options @param {Words} words */
function build(batch, {id, title, after, step: first = 1, example = 0}, words) {
  const texts = textsOf(words);
  const isOpen = !after || after.prediction.value?.answered || Number(kept(id)?.step) > after.step;
  const state = stateOf(batch, {step: first - 1, example, limit: isOpen ? STEPS.length - 1 : after.step - 1});
  const {now} = state;
  const sizes = {...SIZES};
  let plan = planOf(sizes.scores, batch.symbols.length);
  const parts = partsOf(batch, words);
  const {bars, code, map, ladder, panels, told, play, slider, counter} = parts;
  const copy = copyLink(id, state.address, words, state.address());
  const waits = after ? lock(after.prediction, words, () => {
    now.limit = STEPS.length - 1;
    change({step: after.step + 1});
  }) : null;
  const element = html`<div class="tw-scores tw-view" role="group" tabindex="-1" lang=${words.lang} aria-label=${title ?? words.sizesOf}>
    ${panels}<div class="tw-panel">${told}${waits}
    <div class="tw-line" role="group" aria-label=${words.controls}>${play}${slider}${counter}${copy}</div></div>
  </div>`;
  const refresh = twin(element, () => table(now, texts), words, {picture: panels});

  const render = () => {
    draw(parts, plan, now, texts);
    fill(ladder, sizes.sizes, sizeParts(sizes.sizes, now, `1/${batch.examples.length}`, (to) => byHand({step: to + 1})));
    told.say([{text: sentenceOf(now, texts)}], playing.isPlaying());
    showPlay(play, playing.isPlaying(), now.step >= now.limit, words);
    waits?.show(now.limit < STEPS.length - 1 && now.step === now.limit);
    refresh();
  };
  const set = (/** @type {Settings} */ settings) => {
    map.classList.toggle("is-stepping", "step" in settings);
    state.set(settings);
    render();
  };
  const change = (/** @type {Settings} */ settings) => {
    set(settings);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const playing = replay({
    advance: () => change({step: now.step + 2}),
    rewind: () => change({step: 1}),
    isAtEnd: () => now.step >= now.limit,
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const byHand = (/** @type {Settings} */ settings) => {
    playing.stop();
    change(settings);
  };
  play.addEventListener("click", playing.play);
  quietly(slider, () => byHand({step: slider.valueAsNumber}));
  takeHold({bars, map, now, plan: () => plan, count: batch.symbols.length}, byHand);
  keyboard(element, {
    move: (by) => byHand({step: now.step + 1 + by}),
    jump: (end) => byHand({step: end === "first" ? 1 : STEPS.length}),
    play: playing.play
  });
  const apply = (/** @type {Settings} */ {play: wants, ...settings}) => {
    playing.stop();
    set(settings);
    if (wants) playing.play();
  };
  state.set(asked(id) ?? {});
  /** @param {keyof typeof SIZES} name */
  const fit = (name) => (/** @type {number} */ width, /** @type {number} */ height) => {
    sizes[name] = {width, height: Math.max(80, height)};
    if (name === "scores") plan = planOf(sizes.scores, batch.symbols.length);
    if (name === "map") map.fit(width, Math.max(80, height - code.offsetHeight - panels[1].lastElementChild.offsetHeight));
    render();
  };
  map.fit(sizes.map.width, sizes.map.height);
  element.panels = [
    {name: "scores", text: words.scoresPanel, element: panels[0], least: 190, most: 280, fit: fit("scores")},
    {name: "map", text: words.mapPanel, element: panels[1], least: 190, most: 420, wide: 330, fit: fit("map")},
    {name: "sizes", text: words.sizesPanel, element: panels[2], least: 190, most: 420, wide: 330, fit: fit("sizes")}
  ];
  render();
  return connect(element, id, {read: state.address, apply, value: state.value});
}

/** The elements that `build` puts together. */
function partsOf(/** @type {Batch} */ {examples, symbols}, /** @type {Words} */ words) {
  const bars = svg`<svg class="tw-graph tw-score-bars" role="slider" tabindex="0" aria-label=${words.knobs}
    aria-valuemin=${-REACH} aria-valuemax=${REACH}></svg>`;
  const code = html`<code class="tw-score-code"></code>`;
  const map = mapDrawing(examples.length, symbols.length);
  const ladder = svg`<svg class="tw-graph tw-score-sizes" role="img" aria-label=${words.sizesOf}></svg>`;
  return {
    bars, code, map, ladder,
    panels: [bars, [code, map, html`<small>${words.legend}</small>`], ladder].map((drawn) =>
      html`<div class="tw-score-panel">${drawn}</div>`),
    told: sentenceBox([[{text: words.says[7]({n: 32, d: "−0.03125"})}]]),
    play: html`<button type="button" class="tw-button tw-play"></button>`,
    slider: html`<input type="range" class="tw-range" min="1" step="1" aria-label=${words.step}>`,
    counter: html`<span class="tw-counter" aria-hidden="true"></span>`
  };
}

/** The batch as the reader has set it: which row, which letter, which step.
 * @param {Batch} batch @param {Pick<Now, "step"|"example"|"limit">} begin */
function stateOf({symbols, examples}, begin) {
  const rows = examples.map((example) => ({...example, isMoved: false}));
  const gradientsOf = (/** @type {Example} */ row) => backward(forward(row), row.right, examples.length);
  const rights = rows.map(({right}) => right);
  const now = /** @type {Now} */ ({...begin, symbols, gradients: rows.map(gradientsOf), rights});
  const take = (/** @type {number} */ at) => {
    now.example = Math.max(0, Math.min(rows.length - 1, Math.round(at) || 0));
    now.letter = rows[now.example].right;
  };
  const put = (/** @type {number[]} */ list) => {
    const row = rows[now.example];
    row.scores = list.map((score) => Math.round(100 * Math.max(-REACH - 2, Math.min(REACH + 2, score))) / 100);
    row.isMoved = row.scores.some((score, j) => score !== examples[now.example].scores[j]);
    now.gradients[now.example] = gradientsOf(row);
  };
  const settle = () => Object.assign(now, rows[now.example], forward(rows[now.example]));
  take(begin.example);
  settle();
  return {
    now,
    /** @param {Settings} settings */
    set({example, like, scores: list, letter, score, step}) {
      now.isScore = like !== undefined || score !== undefined || letter !== undefined;
      if (example !== undefined) take(Number(example) - 1);
      const made = like === undefined ? null : scoresLike(examples[now.example], String(like));
      if (made) put(made);
      if (made) now.letter = now.right;
      const read = typeof list === "string" ? list.split("_").map(Number) : null;
      if (read?.length === symbols.length && read.every(Number.isFinite)) put(read);
      if (letter !== undefined) now.letter = (Number(letter) + symbols.length) % symbols.length;
      const within = Math.max(-REACH, Math.min(REACH, Number(score)));
      if (score !== undefined) put(now.scores.map((had, j) => (j === now.letter ? within : had)));
      if (step !== undefined) now.step = Math.max(0, Math.min(now.limit, Math.round(Number(step)) - 1 || 0));
      settle();
    },
    address: () => ({step: now.step + 1, example: now.example + 1, scores: now.isMoved ? now.scores.join("_") : null}),
    value: () => ({
      step: now.step + 1, example: now.example + 1, letter: symbols[now.letter], score: now.scores[now.letter]
    })
  };
}

/** @param {ReturnType<typeof partsOf>} parts @param {Plan} plan @param {Now} now @param {Texts} texts */
function draw({bars, code, map, slider, counter}, plan, now, texts) {
  const {words, short, three} = texts;
  const {symbols, letter, scores: list, probs, step, limit, example, context, right} = now;
  const {name, code: line} = STEPS[step];
  const said = words.scoreIs(symbols[letter], short(list[letter]), three(probs[letter]));
  setAll(bars, {"aria-valuenow": list[letter], "aria-valuetext": said});
  fill(bars, plan, scoreParts(plan, now, texts));
  code.textContent = line;
  map.show(now);
  const row = words.rowIs(example + 1, context, symbols[right]);
  setAll(map, {"aria-label": words.mapOf(name), "aria-valuenow": example + 1, "aria-valuetext": row});
  Object.assign(slider, {max: limit + 1, value: step + 1});
  slider.setAttribute("aria-valuetext", `${words.stepOf(step + 1, STEPS.length)}: ${name}`);
  counter.textContent = `${step + 1} / ${STEPS.length}`;
}

function sentenceOf(/** @type {Now} */ now, /** @type {Texts} */ {words, short, three}) {
  const {gradients, example, step, right, probs, symbols, letter, scores: list} = now;
  const up = three(1 - probs[right]);
  if (now.isScore) return words.moved(symbols[letter], short(list[letter]), three(probs[letter]), up);
  const {cells, column} = gradients[example][step];
  const d = column === null || step === 4 ? cells[right] : column;
  return words.says[step]({n: gradients.length, p: short(probs[right]), d: short(d), column: short(column ?? 0)});
}

/** @returns {Texts} */
function textsOf(/** @type {Words} */ words) {
  const digits = new Intl.NumberFormat(words.lang, {minimumFractionDigits: 3, maximumFractionDigits: 3});
  return {words, short: numberFormat(words.lang).short, three: digits.format};
}

function table(/** @type {Now} */ {gradients, example, step, limit}, /** @type {Texts} */ {words, short}) {
  /** @param {Step[][]} of @param {number} i @param {0|1} end */
  const size = (of, i, end) => short(reach(of, i)?.[end] ?? 0);
  const rows = STEPS.slice(0, limit + 1).map(({name}, i) =>
    [name, size(gradients, i, 0), size(gradients, i, 1), size([gradients[example]], i, 1)]);
  return rowsTable(words.sizeTable, ["gradient", "least", "most", "inRow"].map((name) => words[name]), rows, step);
}
