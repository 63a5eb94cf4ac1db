import {html} from "htl";
import {graph} from "../graph/graph.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {isCalm} from "../../drawing/motion.js";
import {markBroken} from "../../drawing/node-marks.js";
import {rowGraph} from "../../drawing/row-graph.js";
/** @import {Picture} from "./data.js" */

/** A graph with more nodes than these is not drawn in a row. */
const MOST_IN_A_ROW = 7;

/** The height of a title in pixels, and the milliseconds between two steps that play. */
const TITLE = 26;
const PACE = 900;

/**
 * One graph with its title; broken nodes are marked.
 *
 * @param {Picture} picture
 * @param {Words} words
 * @returns {HTMLElement & {fit: (width: number, height: number) => boolean, play: () => void,
 *   hold: () => void}} `fit` returns whether numbers had no room, `hold` goes back to the end of the
 *   forward pass, `play` walks through the backward pass
 */
export function pictureOf({title, trace, broken = [], step, harm}, words) {
  const head = title ? html`<p class="tw-case-title">${title}</p>` : null;
  const isRow = trace?.nodes.length <= MOST_IN_A_ROW && trace.nodes.every(({group}) => !group);
  if (!isRow) {
    const only = trace ? large({title, trace, step, broken}, words) : html`<p class="tw-no-tape">${words.noTape}</p>`;
    const still = {fit: () => false, play: () => {}, hold: () => {}};
    return Object.assign(html`<div class="tw-case-picture">${head}${only}</div>`, still);
  }
  const steps = stepsOf(trace);
  const end = Math.min(step ?? Infinity, steps.length - 1);
  const drawing = rowGraph(trace, steps, words, {harm, isWalked: true});
  const element = html`<div class="tw-case-picture">${head}${drawing}</div>`;
  let at = end;
  const show = (/** @type {number} */ index) => {
    at = index;
    drawing.show(state(trace, at, steps));
    mark();
  };
  const mark = () => markBroken(drawing, ...(at === end ? broken : []));
  drawing.addEventListener("tw-drawn", mark);
  show(end);
  return Object.assign(element, {
    fit: (/** @type {number} */ width, /** @type {number} */ height) =>
      drawing.fit(width, height - (title ? TITLE : 0)).isBare,
    hold: () => show(Math.min(end, trace.forward.length)),
    play() {
      if (isCalm()) return show(end);
      const go = () => {
        if (at >= end || !element.isConnected) return;
        show(at + 1);
        setTimeout(go, PACE);
      };
      go();
    }
  });
}

function large(/** @type {Picture} */ {title, trace, step, broken}, /** @type {Words} */ words) {
  const drawing = graph(trace, {lang: words.lang, title, step, live: false});
  // This figure has a table and tools itself.
  delete drawing.dataset.figure;
  for (const extra of drawing.querySelectorAll(".tw-twin-button, .tw-tools")) extra.remove();
  const mark = () => markBroken(drawing, ...broken);
  mark();
  // A graph is drawn again if another direction fits its room better.
  if (globalThis.MutationObserver) new MutationObserver(mark).observe(drawing, {childList: true, subtree: true});
  return drawing;
}
