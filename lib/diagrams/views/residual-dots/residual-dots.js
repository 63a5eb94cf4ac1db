import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {onPlaces} from "../../controls/drag.js";
import {keyboard, replay} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {isCalm} from "../../drawing/motion.js";
import {familyOf, formula} from "./data.js";
import {barsOf, gradientBars, lossCurves, rowDots, shareBar, sheet, sizeText} from "./drawing.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Data, Family, Setting, Stack} from "./data.js" */
/** @import {Room} from "./drawing.js" */

/** Milliseconds that a block stays while it plays, and that the dots take to move. */
const PACE = 260;
const MOVE = 220;

/** The settings of the page's question, or the nearest that a family has. */
const BEGINNING = {skip: false, norm: "before", depth: 8, gain: 1, block: 0};

const SIZE = {width: 320, height: 260};

/**
 * A deep stack of blocks at the settings that a reader chooses: the gradient of each block, its rows
 * as dots, the paths of the gradient, and the losses. All numbers are those of a family that Python
 * computed.
 *
 * @param {Data} data as `stacks.py` of module 04 writes it
 * @param {Options & {losses?: boolean}} [options] those of `view.json`
 * @returns {View<Settings>} a change dispatches `input`
 *
 * @typedef {Setting & {block: number}} Now
 * @typedef {{stack: Stack, ghost: Stack|null, drawn: number}} Drawn what is shown, the stack before, and the block to
 *   which the dots have moved
 */
export function residualDots(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(familyOf(data), now, words), words), own);
}

/** @param {Family} family @param {OptionsOf<typeof residualDots>} options @param {Words} words */
function build(family, options, words) {
  const {short} = numberFormat(words.lang);
  const {losses: hasLosses = true} = options;
  const now = settingsIn(BEGINNING, BEGINNING, family);
  /** @type {Drawn} */
  const view = {stack: family.at(now), ghost: null, drawn: 0};
  const report = () => element.dispatchEvent(new Event("input", {bubbles: true}));
  const set = (/** @type {Settings} */ settings) => {
    const before = view.stack;
    Object.assign(now, settingsIn(settings, now, family));
    now.block = Math.min(now.block, now.depth);
    view.drawn = Math.min(view.drawn, now.depth);
    view.stack = family.at(now);
    if (JSON.stringify(before.gradients) !== JSON.stringify(view.stack.gradients)) view.ghost = before;
    render();
  };
  const byHand = (/** @type {Settings} */ settings) => {
    playing.stop();
    set(settings);
    report();
  };
  const playing = replay({
    advance: () => { set({block: now.block + 1}); report(); },
    rewind: () => set({block: 0}),
    isAtEnd: () => now.block >= now.depth,
    pace: () => PACE,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const parts = partsOf(view, now, family, hasLosses, words);
  for (const {element: panel} of parts.slice(0, 2)) {
    onPlaces(panel, ({clientX}) => {
      const {left, width} = panel.getBoundingClientRect();
      byHand({block: barsOf(view.stack, width).at(clientX - left)});
    });
  }
  const told = sentenceBox([[{text: "\u2007 ".repeat(64)}]]);
  const knobs = knobsOf(family, words, byHand);
  const play = html`<button type="button" class="tw-button tw-play" onclick=${playing.play}></button>`;
  const range = html`<input type="range" class="tw-range" min="0" step="1" aria-label=${words.blockSlider}>`;
  quietly(range, () => byHand({block: range.valueAsNumber}));
  const value = () => ({...now, skip: Number(now.skip)});
  const copy = copyLink(options.id, value, words);
  const drawn = parts.map((part) => part.element);
  const element = html`<div class="tw-dots tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${options.title ?? words.residualDots}><div class="tw-dots-panels">${drawn}</div>
    ${told}${knobs}<div class="tw-line" role="group" aria-label=${words.controls}>${play}${range}${copy}</div></div>`;
  const refresh = twin(element, () => tableOf(view.stack, words), words, {picture: drawn});
  const move = mover(view, () => parts[1].draw(), () => element.isConnected);
  const render = () => {
    parts.forEach((part) => part.draw());
    move(now.block);
    knobs.show(now);
    Object.assign(range, {max: now.depth, value: now.block});
    range.setAttribute("aria-valuetext", `${words.blockAt(now.block)}, ${words.cosine(short(view.stack.cosines[now.block]))}`);
    told.say([{text: sentenceOf(view.stack, family, words, hasLosses)}], playing.isPlaying());
    showPlay(play, playing.isPlaying(), now.block >= now.depth, words);
    refresh();
  };
  const apply = (/** @type {Settings} */ parameters) => {
    playing.stop();
    set(parameters);
    if (parameters.play) playing.play();
  };
  keyboard(element, {
    move: (by) => byHand({block: now.block + by}),
    jump: (end) => byHand({block: end === "first" ? 0 : now.depth}),
    play: playing.play
  });
  element.panels = parts;
  apply(asked(options.id) ?? {});
  return connect(element, options.id, {read: value, apply});
}

/** The panels of the figure; `fit` draws one into its room.
 * @param {Drawn} view @param {Now} now @param {Family} family @param {boolean} hasLosses @param {Words} words */
function partsOf(view, now, family, hasLosses, words) {
  const {short} = numberFormat(words.lang);
  /** @param {string} name @param {() => string} label @param {{least: number, most: number, wide?: number}} room
   * @param {(room: Room) => SVGElement[]} draw */
  const panel = (name, label, room, draw) => {
    const element = html`<div class=${`tw-dots-panel is-${name}`}></div>`;
    let size = SIZE;
    const part = {
      name, text: words[`${name}Tab`], element, ...room,
      draw: () => element.replaceChildren(sheet(`is-${name}`, label(), draw({...size, words, short, ...family}), size)),
      fit(/** @type {number} */ width, /** @type {number} */ height) {
        size = {width, height};
        part.draw();
      }
    };
    return part;
  };
  const list = [
    panel("gradient", () => words.gradientPanel, {least: 190, most: 360, wide: 230},
      (room) => gradientBars(view.stack, view.ghost, now.block, room)),
    panel("rows", () => `${words.rowsAfter(now.block)}, ${words.cosine(short(view.stack.cosines[now.block]))}`,
      {least: 190, most: 360, wide: 230}, (room) => rowDots(view.stack, view.drawn, room)),
    panel("loss", () => words.lossPanel, {least: 120, most: 190}, (room) => lossCurves(view.stack, family.at({...now, skip: !now.skip}), now, room)),
    panel("share", () => words.sharePanel, {least: 66, most: 76}, (room) => shareBar(view.stack, room))
  ];
  return list.filter(({name}) => hasLosses || name !== "loss");
}

/** The settings of a link or a control; where the family lacks one, the nearest or the present one.
 * @param {Settings} settings @param {Now} now @param {Family} family @returns {Now} */
function settingsIn(settings, now, {depths, gains, norms}) {
  /** @param {number[]} list @param {number} x */
  const nearest = (list, x) => list.reduce((best, one) => (Math.abs(one - x) < Math.abs(best - x) ? one : best));
  const {skip, norm, depth, gain, block} = {...now, ...settings};
  return {
    skip: Boolean(Number(skip)),
    norm: norms.find((name) => name === norm) ?? now.norm,
    depth: nearest(depths, Number(depth)),
    gain: nearest(gains, Number(gain)),
    block: Math.max(0, Math.round(Number(block)) || 0)
  };
}

/** The skip, the place of LayerNorm, depth and gain.
 * @param {Family} family @param {Words} words @param {(settings: Settings) => void} set */
function knobsOf({depths, gains, norms}, words, set) {
  const skip = html`<button type="button" class="tw-dots-skip tw-toggle">${words.skip}</button>`;
  skip.addEventListener("click", () => set({skip: skip.getAttribute("aria-pressed") !== "true"}));
  const norm = html`<select aria-label=${words.norm}>${norms.map((name) => html`<option value=${name}>${words.norms[name]}</option>`)}</select>`;
  quietly(norm, () => set({norm: norm.value}));
  const slider = (/** @type {"depth"|"gain"} */ name, /** @type {number[]} */ list) => {
    const range = html`<input type="range" class="tw-range" min="0" max=${list.length - 1} step="1" aria-label=${words[name]}>`;
    const output = html`<output></output>`;
    quietly(range, () => set({[name]: list[range.valueAsNumber]}));
    return {name, range, output, list, element: html`<label class="tw-dots-slider"><span>${words[name]} ${output}</span>${range}</label>`};
  };
  const sliders = [slider("depth", depths), slider("gain", gains)];
  const {short} = numberFormat(words.lang);
  const formulaOf = html`<code class="tw-dots-formula"></code>`;
  const element = html`<div class="tw-dots-knobs">${formulaOf}${skip}${norm}${sliders.map((one) => one.element)}</div>`;
  return Object.assign(element, {
    show(/** @type {Now} */ now) {
      skip.setAttribute("aria-pressed", String(now.skip));
      norm.value = now.norm;
      formulaOf.textContent = formula(now);
      for (const {name, range, output, list} of sliders) {
        range.value = String(list.indexOf(now[name]));
        output.textContent = short(now[name]);
        range.setAttribute("aria-valuetext", output.textContent);
      }
    }
  });
}

/** Moves the dots to a block, frame by frame.
 * @param {Drawn} view @param {() => void} draw @param {() => boolean} isAlive */
function mover(view, draw, isAlive) {
  let run = 0;
  return (/** @type {number} */ block) => {
    const from = view.drawn;
    const mine = ++run;
    if (isCalm() || !isAlive()) {
      view.drawn = block;
      return draw();
    }
    let start = /** @type {number|null} */ (null);
    const frame = (/** @type {number} */ time) => {
      if (mine !== run) return;
      start ??= time;
      const share = Math.min(1, (time - start) / MOVE);
      view.drawn = share === 1 ? block : from + (block - from) * (1 - (1 - share) ** 3);
      draw();
      if (share < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };
}

/** A sentence about the gradients, the rows and the loss of a stack.
 * @param {Stack} stack @param {Family} family @param {Words} words @param {boolean} hasLosses */
function sentenceOf({gradients, cosines, loss}, {frequent}, words, hasLosses) {
  const {short} = numberFormat(words.lang);
  const ratio = gradients[0] - gradients.at(-1);
  const kind = Math.max(...gradients) < -5 ? "vanish" : Math.max(...gradients) > 2 ? "explode"
    : Math.abs(ratio) <= 1 ? "level" : ratio > 0 ? "front" : "back";
  const cosine = cosines.at(-1);
  const rows = cosine > 0.98 ? "same" : cosine > 0.5 ? "alike" : "apart";
  const said = words.verdict(words.gradientIs[kind], words.rowsAre[rows]);
  if (!hasLosses) return said;
  const known = Math.log10(frequent);
  const learns = loss < Math.log10(0.5) ? "yes" : loss < known - 0.05 ? "part" : loss < known + 0.1 ? "counts" : "no";
  const text = loss > 3 ? sizeText(loss, short) : short(Number((10 ** loss).toPrecision(2)));
  return said + words.lossIs(words.learns[learns], loss > 90 ? "NaN" : text);
}

function tableOf(/** @type {Stack} */ {gradients, cosines}, /** @type {Words} */ words) {
  const {short} = numberFormat(words.lang);
  return rowsTable(words.stackTable, [words.depth, words.size, words.cosineHead],
    gradients.map((power, i) => [i + 1, sizeText(power, short), short(cosines[i + 1])]));
}
