import {create} from "d3-selection";
import {html} from "htl";
import {placeAt} from "./walk.js";
/** @import {Group} from "../../drawing/node-marks.js" */

/** Pixels for a name and a count above each stack, and for a line of text below it. */
const HEAD = 44;
const FOOT = 26;

/**
 * The same stack twice: with the walk of the tape, and with the one along every path.
 *
 * @param {Words} words
 * @param {(x: number) => string} short
 * @returns {HTMLElement & {fit: (width: number, height: number) => void, show: (now: Now) => void}}
 *
 * @typedef {{stack: import("./walk.js").Stack, visits: number, calls: number, left: string|null, rate: number,
 *   tape: number}} Now visits and calls so far, the time that is left, and visits in a second
 */
export function stackDrawing(words, short) {
  const element = html`<div class="tw-stacks"></div>`;
  let room = {width: 640, height: 260};
  let shown = /** @type {Now|null} */ (null);
  const draw = () => {
    if (!shown) return;
    const {width, height} = room;
    const svg = create("svg:svg")
      .attr("class", "tw-graph tw-stack").attr("width", width).attr("height", height)
      .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img")
      .attr("aria-label", words.stackOf(short(shown.stack.depth)));
    const half = height / 2;
    for (const isTape of [true, false]) {
      const group = svg.append("g").attr("transform", `translate(0,${isTape ? 0 : half})`);
      drawStack(group, isTape, shown, {width, height: half, words, short});
    }
    element.replaceChildren(svg.node());
  };
  return Object.assign(element, {
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      room = {width, height};
      draw();
    },
    show(/** @type {Now} */ now) {
      shown = now;
      draw();
    }
  });
}

/** @param {Group} group @param {boolean} isTape @param {Now} now
 * @param {{width: number, height: number, words: Words, short: (x: number) => string}} how */
function drawStack(group, isTape, {stack, visits, calls, left, rate, tape}, {width, height, words, short}) {
  const count = isTape ? visits : calls;
  const isDone = count >= (isTape ? stack.visits : stack.calls);
  /** @param {string} className @param {number} x @param {number} y @param {string} content */
  const text = (className, x, y, content, anchor = "start") => group.append("text")
    .attr("class", className).attr("x", x).attr("y", y).attr("text-anchor", anchor).text(content);
  text("tw-stack-name", 0, 22, isTape ? words.byTape : words.byPath);
  text("tw-stack-count", width, 30, short(count), "end");
  const place = isTape || count === 0 ? null : placeAt(stack.depth, count);
  const look = (/** @type {number} */ level) => (isTape
    ? (visits > level + 1 ? ["is-taken", "is-taken"] : ["", ""])
    : lookOfPath(level, place, {isDone, rate, depth: stack.depth}));
  const here = isTape ? visits - 1 : place?.turns.length ?? -1;
  drawChain(group, stack.depth, {look, here: isDone ? -1 : here, width, height});
  const atTape = visits >= stack.visits ? 2 ** stack.depth : 0;
  const grad = isTape ? atTape : place?.leaves ?? 0;
  if (grad > 0) text("tw-stack-grad", 0, height - 8, `∂ ${short(grad)}`);
  const isIdle = isTape || (tape === 0 && count === 0);
  const rest = isIdle ? "" : left === null ? words.soon : words.stillTakes(left);
  text("tw-stack-left", width, height - 8, isDone ? words.done : rest, "end");
}

/** The nodes of a stack, from the root at the right to the leaf at the left.
 * @param {Group} group @param {number} depth
 * @param {{look: (level: number) => string[], here: number, width: number, height: number}} how */
function drawChain(group, depth, {look, here, width, height}) {
  const middle = HEAD + (height - HEAD - FOOT) / 2;
  const amplitude = Math.min(44, (height - HEAD - FOOT) / 2 - 2);
  const pitch = Math.min(130, (width - 24) / depth);
  const at = (/** @type {number} */ level) => 12 + (depth - level) * pitch;
  for (let level = 0; level < depth; level++) {
    for (const [turn, side] of [-1, 1].entries()) {
      const bend = `${(at(level) + at(level + 1)) / 2},${middle + 1.7 * side * amplitude}`;
      group.append("path").attr("class", `tw-strand ${look(level)[turn]}`)
        .attr("d", `M${at(level)},${middle}Q${bend} ${at(level + 1)},${middle}`);
    }
  }
  for (let level = 0; level <= depth; level++) {
    const isLeaf = level === depth;
    group.append("circle").attr("class", `tw-stop${isLeaf ? " is-leaf" : ""}${level === here ? " is-here" : ""}`)
      .attr("cx", at(level)).attr("cy", middle).attr("r", isLeaf ? 8 : Math.min(6, pitch / 4));
  }
}

/** The walk is on one of two edges; near the leaf it changes them faster than the eye can see.
 * @param {number} level @param {ReturnType<typeof placeAt>|null} place
 * @param {{isDone: boolean, rate: number, depth: number}} walk */
function lookOfPath(level, place, {isDone, rate, depth}) {
  if (isDone) return ["is-taken", "is-taken"];
  if (!place || place.turns.length <= level) return ["", ""];
  if (rate / 2 ** (depth - level) > 8) return ["is-blurred", "is-blurred"];
  return place.turns[level] === 0 ? ["is-taken", ""] : ["", "is-taken"];
}
