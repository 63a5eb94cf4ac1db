import {html} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {lock} from "../../controls/lock.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {isCalm} from "../../drawing/motion.js";
import {onWidth} from "../../drawing/on-width.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink, kept} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {stackDrawing} from "./drawing.js";
import {stacksOf, timeText} from "./walk.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Counts, Stack} from "./walk.js" */

/** Visits in a second, and how many times as fast the walk along every path may go. */
const PACE = 4;
const FASTER = [1, 1000, 100_000];

/** Milliseconds between two drawings for a reader who prefers less motion. */
const CALM = 1000;

/**
 * A stack of y = y + y, and how many visits two walks make to its nodes: the tape read from its end,
 * and a walk along every path. Python counted the visits.
 *
 * @param {Counts} data
 * @param {Options & {after?: {depth: number}}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {depth: number}}} a change dispatches `input`
 *
 * @typedef {{stack: Stack, faster: number, tape: number, path: number, isPlaying: boolean}} Now
 * @typedef {(x: number) => string} Format
 */
export function pathCount(data, options = {}) {
  return figure(manifest, options, {}, (words) => build(stacksOf(data), options, words), own);
}

/** @param {Stack[]} stacks @param {OptionsOf<typeof pathCount>} options @param {Words} words */
function build(stacks, {id, title, after}, words) {
  const {short} = numberFormat(words.lang);
  const isLocked = after && !after.prediction.value?.answered && !(Number(kept(id)?.depth) > after.depth);
  let limit = isLocked ? after.depth : Infinity;
  const open = () => stacks.filter(({depth}) => depth <= limit);
  const now = {stack: open().at(-1), faster: 1, tape: 0, path: 0, isPlaying: false};
  const drawing = stackDrawing(words, short);
  const told = sentenceBox([[{text: "\u2007\u2007 ".repeat(33)}]]);
  const play = html`<button type="button" class="tw-button tw-play"></button>`;
  const pace = html`<button type="button" class="tw-plain-button tw-pace"></button>`;
  pace.addEventListener("click", () => {
    now.faster = FASTER[(FASTER.indexOf(now.faster) + 1) % FASTER.length];
    if (now.path > 0 && !isDone()) run();
    render();
  });
  const slider = html`<input type="range" class="tw-range" min="0" step="1">`;
  const label = html`<label class="tw-depth"><span></span>${slider}</label>`;
  const copy = copyLink(id, () => ({depth: now.stack.depth}), words);
  const waits = after ? lock(after.prediction, words, () => {
    limit = Infinity;
    choose(stacks.at(-1).depth);
    run();
  }) : null;
  const element = html`<div class="tw-paths tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.byPath}>
    ${drawing}<div class="tw-panel">${told}${waits}
    <div class="tw-line tw-path-line" role="group" aria-label=${words.controls}>${play}${pace}${label}${copy}</div></div>
  </div>`;
  const refresh = twin(element, () => table(open(), words, short), words, {picture: [drawing]});

  const isDone = () => now.tape >= now.stack.visits && now.path >= now.stack.calls;
  const choose = (/** @type {unknown} */ depth) => {
    const found = open().find((one) => one.depth === Number(depth));
    if (found) Object.assign(now, {stack: found, tape: 0, path: 0, isPlaying: false});
    render();
  };
  const run = () => {
    if (isDone()) Object.assign(now, {tape: 0, path: 0});
    if (!now.isPlaying) requestAnimationFrame(clock(now, element, {isDone, render: () => render()}));
    now.isPlaying = true;
    render();
  };
  const render = () => {
    const {stack, tape, path, faster} = now;
    const left = timeText((stack.calls - path) / (PACE * faster), words, short);
    const visits = Math.min(stack.visits, Math.ceil(tape));
    const calls = Math.min(stack.calls, Math.ceil(path));
    drawing.show({...now, visits, calls, left, rate: now.isPlaying ? PACE * faster : 0});
    told.say([{text: sentenceOf(now, words, short)}], now.isPlaying);
    pace.textContent = words.faster(short(faster));
    pace.setAttribute("aria-label", words.pace(short(faster)));
    Object.assign(slider, {max: open().length - 1, value: open().indexOf(stack)});
    slider.setAttribute("aria-valuetext", words.stackOf(short(stack.depth)));
    label.firstElementChild.textContent = `${short(stack.depth)} ${words.depth}`;
    showPlay(play, now.isPlaying, isDone(), words);
    waits?.show(limit !== Infinity);
    refresh();
  };
  play.addEventListener("click", () => {
    if (!now.isPlaying) return run();
    now.isPlaying = false;
    render();
  });
  quietly(slider, () => {
    choose(open()[slider.valueAsNumber].depth);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  });
  const apply = (/** @type {Settings} */ {depth, play: wants}) => {
    if (depth !== undefined) choose(depth);
    if (wants && now.stack.depth === Number(depth)) run();
  };
  choose(asked(id)?.depth ?? now.stack.depth);
  drawing.fit(640, 260);
  onWidth(element, (width) => element.closest(".picture") || drawing.fit(width, width < 560 ? 230 : 300));
  element.panels = [{name: "stack", text: words.pathsPanel, element: drawing, least: 170, most: 360, fit: drawing.fit}];
  return connect(element, id, {read: () => ({depth: now.stack.depth}), apply});
}

/** A frame callback that moves both walks until they are done.
 * @param {Now} now @param {HTMLElement} element @param {{isDone: () => boolean, render: () => void}} on */
function clock(now, element, {isDone, render}) {
  let last = /** @type {number|null} */ (null);
  let drawn = 0;
  const frame = (/** @type {number} */ time) => {
    if (!now.isPlaying || !element.isConnected) return;
    const seconds = last === null ? 0 : Math.min(2, (time - last) / 1000);
    last = time;
    now.tape = Math.min(now.stack.visits, now.tape + seconds * PACE);
    now.path = Math.min(now.stack.calls, now.path + seconds * PACE * now.faster);
    if (isDone()) now.isPlaying = false;
    if (!isCalm() || time - drawn > CALM || !now.isPlaying) {
      drawn = time;
      render();
    }
    if (now.isPlaying) requestAnimationFrame(frame);
  };
  return frame;
}

function sentenceOf(/** @type {Now} */ {stack, tape, path}, /** @type {Words} */ words, /** @type {Format} */ short) {
  if (path >= stack.calls) return words.bothDone(short(2 ** stack.depth), short(stack.visits), short(stack.calls));
  return tape >= stack.visits ? words.tapeIsDone(short(stack.visits)) : words.begin;
}

function table(/** @type {Stack[]} */ stacks, /** @type {Words} */ words, /** @type {Format} */ short) {
  return rowsTable(words.visitTable, ["y = y + y", words.byTape, words.byPath],
    stacks.map(({depth, visits, calls}) => [depth, visits, calls].map(short)));
}
