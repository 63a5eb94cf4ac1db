import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {player} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {fill} from "../../drawing/size.js";
import {letterBars} from "./drawing.js";
import {chancesOf, drawn, modelOf, randomFrom, scoresOf} from "./model.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Formats, Now} from "./drawing.js" */
/** @import {Model, Packed} from "./model.js" */

/** Milliseconds for a letter that the model writes. */
const PACE = 130;

/** The most letters of a name, the most finished names that are kept, and the most letters that are listed. */
const LONGEST = 16;
const KEPT = 24;
const ROWS = 9;

/** Names that the trained model has written when the figure opens. */
const BEGUN = 8;

/** The size of the bars where there is no layout: on paper, and in Node. */
const SIZE = {width: 640, height: 240};

let count = 0;

/**
 * A small model of names that runs in the page: 27 bars for the next letter, to be pressed or drawn.
 *
 * @param {Packed} data
 * @param {Options & First & {after?: {temperature: number}}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {name: string, steps: number, temperature: number,
 *   chances: number[], written: string[]}}} a change dispatches `input`
 *
 * @typedef {{name?: string, steps?: number, temperature?: number}} First
 * @typedef {{name?: unknown, steps?: unknown, temperature?: unknown, chosen?: number, pressed?: number}} Change
 */
export function nextLetter(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(modelOf(data), options, words), own);
}

/** @param {Model} model @param {OptionsOf<typeof nextLetter>} options @param {Words} words */
function build(model, {id, title, after, ...first}, words) {
  const context = formats(words);
  const state = stateOf(model, first);
  const {now} = state;
  state.limit(isOpen(id, after) ? 0 : after.temperature);
  const {bars, line, lists, told, play, draw} = partsOf(words);
  const steps = slider(words.steps, [0, model.checkpoints.length - 1, 1], (to) =>
    byHand({steps: model.checkpoints[to].steps}));
  const heat = slider(words.temperature, [0, 2, 0.1], (to) => byHand({temperature: to}));
  const letters = html`<div class="tw-letters-panel"><div class="tw-letters-set">${steps}${heat}</div>${line}${bars}</div>`;
  const copy = copyLink(id, state.address, words, state.address());
  const waits = after ? lock(after.prediction, words, () => {
    state.limit(0);
    state.set({temperature: 0, name: ""});
    writing.start(PACE);
  }) : null;
  const element = html`<div class="tw-next-letter tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.chances}>
    ${letters}${lists}<div class="tw-panel">${told}${waits}
    <div class="tw-line" role="group" aria-label=${words.controls}>${play}${draw}${copy}</div></div></div>`;
  const refresh = twin(element, () => table(model, now, context), words, {picture: [letters, lists]});
  const change = (/** @type {Change} */ settings) => {
    state.set(settings);
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const prefix = `tw-letter-${++count}`;
  let room = /** @type {typeof SIZE|null} */ (null);
  /** @type {ReturnType<typeof letterBars>["columnAt"]} */
  let columnAt;

  const render = () => {
    // On a phone the sliders wait for the answer.
    const size = room ? {...room, height: Math.max(60, room.height - heightOf(letters.firstElementChild, line))} : SIZE;
    const found = letterBars({...now, symbols: model.symbols, id: prefix}, size, context);
    columnAt = found.columnAt;
    fill(bars, size, found.bars);
    bars.setAttribute("aria-activedescendant", `${prefix}-${now.chosen}`);
    line.replaceChildren(...lineOf(model, now.name));
    lists.replaceChildren(...listsOf(now, context));
    steps.show(model.checkpoints.indexOf(now.checkpoint), context.short(now.checkpoint.steps));
    heat.show(now.temperature, context.short(now.temperature), now.least);
    told.say([{text: sentenceOf(model, now, context)}], writing.isPlaying());
    showPlay(play, writing.isPlaying(), false, {...words, play: words.write});
    waits?.show(now.least > 0);
    refresh();
  };
  const writing = player({
    tick() {
      change({pressed: state.next()});
      return true;
    },
    isAlive: () => element.isConnected,
    onChange: render
  });
  const byHand = (/** @type {Change} */ settings) => {
    writing.stop();
    change(settings);
  };
  play.addEventListener("click", () => (writing.isPlaying() ? writing.stop() : writing.start(PACE)));
  draw.addEventListener("click", () => byHand({pressed: state.next()}));
  bars.addEventListener("click", (/** @type {MouseEvent} */ {clientX}) =>
    byHand({pressed: columnAt(clientX - bars.getBoundingClientRect().left)}));
  byLetter(bars, model, now, byHand);
  followLink(element, id, {read: state.address, apply({play: wants, ...settings}) {
    byHand(settings);
    if (wants) writing.start(PACE);
  }});
  Object.defineProperty(element, "value", {get: state.value, set(/** @type {Change} */ settings) {
    byHand(settings ?? {});
  }});
  state.set(asked(id) ?? {});
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    room = {width, height};
    render();
  };
  element.panels = [
    {name: "letters", text: words.lettersPanel, element: letters, least: 215, most: 470, fit},
    {name: "written", text: words.writtenPanel, element: lists, least: 180, most: 250}
  ];
  render();
  return element;
}

/** Whether all temperatures may be tried: the question is answered, or was before a reload.
 * @param {string} id @param {OptionsOf<typeof nextLetter>["after"]} after */
function isOpen(id, after) {
  return !after || after.prediction.value?.answered || Number(kept(id)?.temperature) < after.temperature;
}

const heightOf = (/** @type {HTMLElement[]} */ ...parts) => parts.reduce((sum, one) => sum + one.offsetHeight, 0);

/** The elements that `build` puts together. */
function partsOf(/** @type {Words} */ words) {
  return {
    bars: svg`<svg class="tw-graph tw-letters" role="listbox" tabindex="0" aria-label=${words.chances}></svg>`,
    line: html`<p class="tw-written-line" aria-hidden="true"></p>`,
    lists: html`<div class="tw-written-panel"></div>`,
    told: sentenceBox([[{text: words.after("‘...’", "‘m’", "00,0 %").padEnd(76, "m")}]]),
    play: html`<button type="button" class="tw-button tw-play"></button>`,
    draw: html`<button type="button" class="tw-plain-button tw-draw-letter">${words.drawOne}</button>`
  };
}

/** The name so far, the finished ones, the checkpoint and the temperature. */
function stateOf(/** @type {Model} */ model, /** @type {First} */ first) {
  const {symbols, checkpoints} = model;
  const random = randomFrom(7);
  /** @type {Now} */
  const now = {name: "", checkpoint: checkpoints.at(-1), temperature: 1, chosen: 1, least: 0, rows: [], written: [], context: [], chances: [], finished: null};
  const settle = () => {
    now.context = [...symbols[0].repeat(model.context), ...now.name].slice(-model.context);
    const seen = now.context.map((symbol) => symbols.indexOf(symbol));
    now.chances = chancesOf(scoresOf(model, now.checkpoint, seen), now.temperature);
  };
  const write = (/** @type {number} */ index) => {
    if (now.finished) now.rows = [];
    now.rows = [...now.rows, {context: now.context, symbol: symbols[index], chance: now.chances[index]}].slice(-ROWS);
    const isOver = index === 0 || now.name.length + 1 >= LONGEST;
    now.finished = isOver ? `${now.name}${index === 0 ? "" : `${symbols[index]}…`}` : null;
    if (isOver) now.written = [{name: now.finished, steps: now.checkpoint.steps}, ...now.written].slice(0, KEPT);
    now.name = isOver ? "" : now.name + symbols[index];
    settle();
  };
  const set = (/** @type {Change} */ {name, steps, temperature, chosen, pressed}) => {
    if (pressed !== undefined) return write(pressed);
    if (chosen !== undefined) now.chosen = (chosen + symbols.length) % symbols.length;
    if (name !== undefined) {
      const known = [...String(name)].filter((one) => symbols.indexOf(one) > 0).slice(0, LONGEST - 1);
      Object.assign(now, {finished: null, name: known.join(""), rows: []});
    }
    if (steps !== undefined) {
      const away = checkpoints.map((one) => Math.abs(one.steps - Number(steps)));
      now.checkpoint = checkpoints[Math.max(0, away.indexOf(Math.min(...away)))];
    }
    const heat = Number(temperature ?? NaN);
    if (Number.isFinite(heat)) now.temperature = Math.max(now.least, Math.min(2, heat));
    settle();
  };
  settle();
  while (now.written.length < BEGUN) write(drawn(now.chances, random()));
  set({name: "", ...first});
  const address = () => ({name: now.name, steps: now.checkpoint.steps, temperature: now.temperature});
  return {
    now, set, address,
    limit: (/** @type {number} */ least) => {
      now.least = least;
      set({temperature: now.temperature});
    },
    next: () => drawn(now.chances, random()),
    value: () => ({...address(), chances: now.chances, written: now.written.map(({name}) => name)})
  };
}

/** Arrows choose a letter, Enter writes it, and a letter's own key does both.
 * @param {SVGElement} bars @param {Model} model @param {Now} now @param {(settings: Change) => void} change */
function byLetter(bars, model, now, change) {
  bars.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    const own = model.symbols.indexOf(event.key.toLowerCase());
    if (by) change({chosen: now.chosen + by});
    else if (event.key === "Enter" || event.key === " ") change({pressed: now.chosen});
    else if (own >= 0) change({pressed: own});
    else return;
    // Elsewhere in the figure the key t shows its table.
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The dots that begin a name, then its letters so far; the end that the model sees is marked. */
function lineOf(/** @type {Model} */ {symbols, context}, /** @type {string} */ name) {
  const all = [...symbols[0].repeat(context), ...name];
  const seen = all.length - context;
  return [html`<span>${all.slice(0, seen).join("")}</span>`, html`<mark>${all.slice(seen).join("")}</mark>`, "▯"];
}

function listsOf(/** @type {Now} */ {rows, written}, /** @type {Formats} */ {percent, words}) {
  const windows = html`<ul class="tw-windows" aria-label=${words.windows}>${rows.map(({context, symbol, chance}) => html`<li>
    <span>${context.join("")}</span> → <b>${symbol}</b> <i style=${`--tw-share: ${chance}`}></i> <small>${percent(chance)}</small></li>`)}</ul>`;
  const names = html`<ul class="tw-names" aria-label=${words.names}>${written.map(({name}) => html`<li>${name || "·"}</li>`)}</ul>`;
  return [windows, names];
}

/** @param {Model} model @param {Now} now @param {Formats} formats */
function sentenceOf({symbols}, {finished, chances, context: seen}, {percent, words}) {
  if (finished) return words.finished(finished);
  const best = chances.indexOf(Math.max(...chances));
  return words.after(`‘${seen.join("")}’`, best === 0 ? words.isEnd : symbols[best], percent(chances[best]));
}

/** A slider with its name and its number.
 * @param {string} label @param {number[]} range @param {(to: number) => void} onMove */
function slider(label, [min, max, step], onMove) {
  const output = html`<output></output>`;
  const range = html`<input type="range" class="tw-range" min=${min} max=${max} step=${step} aria-label=${label}>`;
  quietly(range, () => onMove(range.valueAsNumber));
  const element = html`<label>${label} ${output}${range}</label>`;
  return Object.assign(element, {
    show(/** @type {number} */ to, /** @type {string} */ text, least = min) {
      Object.assign(range, {min: least, value: to});
      range.setAttribute("aria-valuetext", text);
      output.textContent = text;
    }
  });
}

/** @returns {Formats} */
function formats(/** @type {Words} */ words) {
  const share = new Intl.NumberFormat(words.lang, {style: "percent", maximumSignificantDigits: 2});
  return {words, short: numberFormat(words.lang).short, percent: (x) => share.format(x < 5e-5 ? 0 : x).replace(/\s/, " ")};
}

/** @param {Model} model @param {Now} now @param {Formats} formats */
function table({symbols}, {chances, context}, {percent, words}) {
  const ranked = [...chances.keys()].sort((a, b) => chances[b] - chances[a]);
  return rowsTable(words.chanceTable(context.join("")), [words.letter, words.chance],
    ranked.map((i) => [symbols[i], percent(chances[i])]));
}
