import {html} from "htl";
import {graph} from "../graph/graph.js";
import {state, steps as stepsOf} from "../../trace/steps.js";
import {isCalm} from "../../drawing/motion.js";
import {rowGraph} from "../../drawing/row-graph.js";

/** A graph with more nodes than these is not drawn in a row. */
const MOST_IN_A_ROW = 7;

/** The height of a title in pixels, and the milliseconds between two steps that play. */
const TITLE = 26;
const PACE = 900;

/**
 * One graph with its title; broken nodes are marked.
 *
 * @param {import("./data.js").Picture} picture
 * @returns {HTMLElement & {fit: (width: number, height: number) => void, play: () => void,
 *   hold: () => void}} `hold` goes back to the end of the forward pass, `play` walks through the backward pass
 */
export function pictureOf({title, trace, broken = [], step, harm}, words) {
  const head = title ? html`<p class="tw-case-title">${title}</p>` : null;
  const still = {fit: () => {}, play: () => {}, hold: () => {}};
  if (!trace) return Object.assign(html`<div class="tw-case-picture">${head}<p class="tw-no-tape">${words.noTape}</p></div>`, still);
  const isRow = trace.nodes.length <= MOST_IN_A_ROW && trace.nodes.every(({group}) => !group);
  if (!isRow) return Object.assign(html`<div class="tw-case-picture">${head}${large({title, trace, step, broken}, words)}</div>`, still);
  const steps = stepsOf(trace);
  const end = Math.min(step ?? Infinity, steps.length - 1);
  const drawing = rowGraph(trace, steps, words, {harm, isWalked: true});
  const element = html`<div class="tw-case-picture">${head}${drawing}</div>`;
  let at = end;
  const show = (index) => {
    at = index;
    drawing.show(state(trace, at, steps));
    mark();
  };
  const mark = () => drawing.querySelectorAll(".tw-node").forEach((node) => {
    node.classList.toggle("is-broken", at === end && broken.includes(Number(node.getAttribute("data-node"))));
  });
  drawing.addEventListener("tw-drawn", mark);
  show(end);
  return Object.assign(element, {
    fit: (width, height) => drawing.fit(width, height - (title ? TITLE : 0)),
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

function large({title, trace, step, broken}, words) {
  const drawing = graph(trace, {lang: words.lang, title, step, live: false});
  // This figure has a table and tools itself.
  delete drawing.dataset.figure;
  for (const extra of drawing.querySelectorAll(".tw-twin-button, .tw-tools")) extra.remove();
  const mark = () => drawing.querySelectorAll(".tw-node").forEach((node) => {
    node.classList.toggle("is-broken", broken.includes(Number(node.getAttribute("data-node"))));
  });
  mark();
  // A graph is drawn again if another direction fits its room better.
  if (globalThis.MutationObserver) new MutationObserver(mark).observe(drawing, {childList: true, subtree: true});
  return drawing;
}
