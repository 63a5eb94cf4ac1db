import {html, svg} from "htl";
import {numberFormat} from "../../words/numbers.js";
import {brief, TraceError} from "../../trace/trace-error.js";
import {sentenceBox} from "../../controls/sentence-box.js";
import {sideways} from "../../controls/drag.js";
import {quietly} from "../../controls/quietly.js";
import {keyboard} from "../../controls/walk.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {figure} from "../../figure/figure.js";
import {asked, connect, copyLink} from "../../figure/links.js";
import {twin} from "../../figure/twin.js";
import {upTo} from "../../figure/up-to.js";
import manifest from "./view.json" with {type: "json"};
import {words as own} from "./words.js";

const SIZE = {width: 640, height: 320};
const GAP = 14;
const HEAD = 24;
/** The width of a character of a label. */
const CHARACTER = 6.4;
/** Pixels of a drag from one length to the next. */
const STEP = 8;

/**
 * What one head of attention saves: the T × T square of weights beside the strips of the fused node, each
 * byte with the same area. The reader drags T.
 *
 * @param {{lengths: number[], head: number, saved: {unfused: number[], fused: number[]}}} data
 *   `saved` are the bytes that PyTorch's nodes save, for each length
 * @param {Options & {backward?: boolean}} [options] those of `view.json`
 * @returns {HTMLElement & {value: {tokens: number}}} a change dispatches `input`
 */
export function attentionSquare(data, options = {}) {
  return figure(manifest, options, {}, (words) =>
    upTo(options, (now) => build(checked(data), now, words), words), own);
}

/** @typedef {Parameters<typeof attentionSquare>[0]} Data */

function checked(/** @type {Data} */ data) {
  const {lengths, head, saved} = data ?? {};
  const isWhole = Array.isArray(lengths) && head > 0 &&
    [saved?.unfused, saved?.fused].every((bytes) => bytes?.length === lengths.length);
  if (!isWhole) throw new TraceError("notASquare", brief(data));
  return {head, lengths, saved};
}

/** @param {Data} data @param {OptionsOf<typeof attentionSquare>} options @param {Words} words */
function build(data, {id, title, backward = true}, words) {
  const {lengths, saved} = data;
  const {short} = numberFormat(words.lang);
  const now = {at: Math.max(0, lengths.indexOf(128)), size: SIZE, isBack: false};
  const stage = html`<div class="tw-square-stage"></div>`;
  const told = sentenceBox([[{text: "\u2007 ".repeat(60)}]]);
  const range = html`<input type="range" class="tw-range" min="0" max=${lengths.length - 1} step="1" aria-label=${words.lengthOf}>`;
  const output = html`<output class="tw-square-count"></output>`;
  const back = html`<button type="button" class="tw-plain-button tw-square-back tw-toggle" hidden=${!backward}>${words.recompute}</button>`;
  const value = () => ({tokens: lengths[now.at]});
  const copy = copyLink(id, value, words);
  const element = html`<div class="tw-square tw-view" role="group" tabindex="-1" lang=${words.lang}
    aria-label=${title ?? words.attentionSquare}>${stage}${told}
    <div class="tw-line" role="group" aria-label=${words.controls}>${output}${range}${back}${copy}</div></div>`;
  const refresh = twin(element, () => rowsTable(words.squareTable, [words.lengthOf, words.unfusedHead, words.fusedHead],
    lengths.map((length, i) => [length, sizeOf(saved.unfused[i]), sizeOf(saved.fused[i])])), words, {picture: [stage]});
  const sizeOf = (/** @type {number} */ bytes) => {
    const [unit, by] = bytes < 2 ** 20 ? ["KiB", 2 ** 10] : ["MiB", 2 ** 20];
    return `${short(Number((bytes / by).toPrecision(3)))} ${unit}`;
  };
  const go = (/** @type {number} */ at) => {
    now.at = Math.max(0, Math.min(lengths.length - 1, at));
    render();
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const render = () => {
    const unfused = saved.unfused[now.at];
    const fused = saved.fused[now.at];
    stage.replaceChildren(drawingOf(data, now, words));
    output.textContent = words.tokens(short(lengths[now.at]));
    range.value = String(now.at);
    range.setAttribute("aria-valuetext", output.textContent);
    back.setAttribute("aria-pressed", String(now.isBack));
    const ratio = unfused / fused;
    const said = ratio > 1.05 ? words.saved(sizeOf(unfused), sizeOf(fused), short(Number(ratio.toPrecision(2))))
      : words.less(sizeOf(unfused), sizeOf(fused));
    told.say([{text: now.isBack ? words.window : said}], false);
    refresh();
  };
  quietly(range, () => go(range.valueAsNumber));
  back.addEventListener("click", () => {
    now.isBack = !now.isBack;
    render();
  });
  let held = 0;
  sideways(stage, {
    canStart: () => true,
    start: () => {
      held = now.at;
    },
    move: (by) => go(held + Math.round(by / STEP))
  });
  keyboard(element, {
    move: (by) => go(now.at + by), jump: (end) => go(end === "first" ? 0 : lengths.length - 1), play: () => back.hidden || back.click()
  });
  const apply = (/** @type {Settings} */ {tokens, back: isBack}) => {
    if (isBack !== undefined && backward) now.isBack = Boolean(Number(isBack));
    const away = lengths.map((length) => Math.abs(Math.log(length / Number(tokens))));
    if (tokens !== undefined) now.at = away.indexOf(Math.min(...away));
    render();
  };
  const fit = (/** @type {number} */ width, /** @type {number} */ height) => {
    now.size = {width, height};
    render();
  };
  element.panels = [{name: "saved", text: words.squarePanel, element: stage, least: 140, most: 420, fit}];
  apply(asked(id) ?? {});
  return connect(element, id, {read: value, apply});
}

/** What is saved without fusion at the left and with it at the right, on one scale.
 * @param {Data} data @param {{at: number, size: typeof SIZE, isBack: boolean}} now @param {Words} words */
function drawingOf({lengths, head}, {at, size, isBack}, words) {
  const {width, height} = size;
  const tokens = lengths[at];
  const scale = Math.min((width - 6 * GAP) / (tokens + 7 * head + 1), (height - HEAD - 6) / tokens);
  const tall = tokens * scale;
  let x = 0;
  const strip = (/** @type {number} */ wide, /** @type {string} */ kind, gap = GAP / 2) => {
    const made = svg`<rect class=${kind} x=${x} y=${HEAD} width=${Math.max(1.5, wide * scale)} height=${tall}></rect>`;
    x += wide * scale + gap;
    return made;
  };
  const strips = (/** @type {number} */ count, gap = GAP / 2) => Array.from({length: count}, (_, i) =>
    strip(head, "tw-square-strip", i === count - 1 ? gap : GAP / 2));
  const unfused = [strip(tokens, `tw-square-weights${isBack ? " is-recomputed" : ""}`), ...strips(3, 2 * GAP)];
  const start = x;
  const fused = [...strips(4), strip(1, "tw-square-strip")];
  const band = Math.max(4, tall / 8);
  const slide = isBack ? svg`<rect class="tw-square-window" x="0" y=${HEAD} width=${tokens * scale} height=${band}
    style=${`--tw-slide: ${Math.max(0, tall - band)}px`}></rect>` : null;
  const isNarrow = start > width - 230;
  return svg`<svg class="tw-square-drawing" role="img" aria-label=${words.attentionSquare} width=${width} height=${height}
    viewBox=${`0 0 ${width} ${height}`}>
    <text x="0" y="14">${(words.weights + words.strips).length * CHARACTER > width ? words.unfusedHead : words.weights}</text>
    <text x=${isNarrow ? width : Math.max(start, width / 2)} y="14" text-anchor=${isNarrow ? "end" : "start"}>${words.strips}</text>
    ${unfused}${fused}${slide}</svg>`;
}
