import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {handles} from "../../controls/handles.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
import {replay} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, copyLink, followLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import {rowsDrawing} from "./drawing.js";
import {MODES, rowsOf, writtenBy} from "./rows.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";
/** @import {Now, Rows} from "./rows.js" */

/** The size of the drawing where there is no layout: on paper, and in Node. */
const SIZE = {width: 640, height: 420};

/** Milliseconds in which all rows fall. */
const LONGEST = 6000;

/**
 * The rows of a gradient that go into the rows of a smaller one: added up, or written so that all but one
 * are lost. If the smaller one has a single row, it is the gradient of a bias: the column sums.
 *
 * @param {Parameters<typeof rowsOf>[0]} data
 * @param {Options & {modes?: number, fallen?: number}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {fallen: number, mode: string, chosen: string, lost: number}}} a change
 *   dispatches `input`; a new value may leave out settings that stay
 */
export function rowSums(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(rowsOf(data), now, words), words), own);
}

/** @param {Rows} data @param {OptionsOf<typeof rowSums>} options @param {Words} words */
function build(data, {id, title, modes: count, fallen: most = data.rows.length}, words) {
  const {rows, into, labels, columns} = data;
  const isBias = labels.length === 1;
  const names = isBias ? columns : labels;
  const modes = MODES.slice(0, isBias ? 1 : count);
  const now = {fallen: most, mode: modes[0], chosen: 0};
  const address = () => ({...now, chosen: names[now.chosen]});
  const value = () => ({...address(), lost: writtenBy(data, now).lost.size});
  const set = (/** @type {Settings} */ wanted) => {
    const fallen = Number(wanted?.fallen ?? now.fallen);
    if (Number.isInteger(fallen)) now.fallen = Math.max(0, Math.min(most, fallen));
    now.mode = modes.find((mode) => mode === wanted?.mode) ?? now.mode;
    const chosen = names.findIndex((name) => name === wanted?.chosen);
    if (chosen >= 0) now.chosen = chosen;
    render();
  };
  const change = (/** @type {Settings} */ wanted) => {
    set(wanted);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const byHand = (/** @type {Settings} */ wanted) => {
    playing.stop();
    change(wanted);
  };
  const playing = replay({
    advance: () => change({fallen: now.fallen + 1}),
    rewind: () => change({fallen: 0}),
    isAtEnd: () => now.fallen === most,
    pace: () => LONGEST / rows.length,
    isAlive: () => element.isConnected,
    onChange: () => render()
  });
  const drawing = rowsDrawing(data, words, title);
  const sentence = sentenceBox([[{text: "\u2007\u2007 ".repeat(30)}]]);
  const play = html`<button type="button" class="tw-button tw-play" onclick=${playing.play}></button>`;
  const range = html`<input type="range" class="tw-range" min="0" max=${most} aria-label=${words.fallen}>`;
  quietly(range, () => byHand({fallen: range.valueAsNumber}));
  const entries = modes.map((mode) => ({value: mode, text: mode}));
  /** @type {ReturnType<typeof choices>|null} */
  const writes = modes.length > 1 ? choices(words.write, entries, (mode) => byHand({mode})) : null;
  writes?.classList.add("tw-few");
  const copy = copyLink(id, address, words);
  const element = html`<div class="tw-rows tw-view" lang=${words.lang}>${drawing.element}${sentence}
    <div class="tw-line tw-knobs" role="group" aria-label=${words.controls}>${play}${range}${writes}${copy}</div></div>`;
  const refresh = twin(element, () => table(data, now, words), words, {picture: [drawing.element]});
  const told = handles(drawing.element, [{
    element: drawing.sums, label: words.chosen, least: 0, most: names.length - 1, arrow: 1,
    get: () => now.chosen, set: (at) => byHand({chosen: names[Math.round(at)]}), perPixel: () => 0
  }], {find: () => null});
  drawing.element.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const at = drawing.chosenAt(event);
    if (at !== null) byHand({chosen: names[at]});
  });
  const render = () => {
    const written = writtenBy(data, now);
    drawing.show(now, written);
    const own = isBias ? null : into.slice(0, now.fallen).filter((to) => to === now.chosen).length;
    sentence.say([{text: isBias
      ? words.columnSum(names[now.chosen], now.fallen, words.number(written.sums[0][now.chosen]))
      : words.says[now.mode](names[now.chosen], own, written.lost.size, now.fallen)}], playing.isPlaying());
    range.value = String(now.fallen);
    range.setAttribute("aria-valuetext", words.of(now.fallen, rows.length));
    showPlay(play, playing.isPlaying(), now.fallen === most, words);
    writes?.show(now.mode);
    told((at) => names[at]);
    refresh();
  };
  Object.defineProperty(element, "value", {get: value, set});
  drawing.fit(SIZE.width, SIZE.height);
  set(asked(id));
  followLink(element, id, {read: address, apply: byHand});
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    drawing.fit(width, height);
    render();
  };
  element.panels = [{name: "rows", text: words.rows, element: drawing.element, least: 150, most: isBias ? 300 : 470, fit}];
  return element;
}

/** @param {Rows} data @param {Now} now @param {Words} words */
function table(data, now, words) {
  const {sums, lost} = writtenBy(data, now);
  const rows = data.labels.map((label, row) => {
    const arrived = data.into.flatMap((to, i) => (to === row && i < now.fallen ? [i] : []));
    return [label, arrived.length, arrived.filter((i) => lost.has(i)).length, words.number(sums[row][0])];
  });
  return rowsTable(words.rows, words.heads, rows);
}
