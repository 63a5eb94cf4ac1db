import {html, svg} from "htl";
import {onPlaces} from "../../controls/drag.js";
import {text} from "../../drawing/plot-marks.js";
import {kindsOf} from "./data.js";
/** @import {Size} from "../../layout/types.js" */
/** @import {Tape, TapeNode} from "./data.js" */

/** @typedef {Tape["places"][number]} Place */

/** Width of a box with a name, of a box without one, and of the gap between boxes. */
const NAMED = 61;
const BARE = 20;
const GAP = 4;
/** The least height of a row in which names can be read, and the most of any row. */
const READABLE = 18.5;
const HIGHEST = 38;
/** Height of a part's name, of the gap between parts without names, and of the legend. */
const NAME = 17;
const APART = 5;
const LEGEND = 24;
/** A press that is nearer to a box than these pixels chooses it. */
const NEAR = 12;

/** Names that would not fit into a box. @type {Record<string, string>} */
const SHORT = {
  Embedding: "Embed", NativeLayerNorm: "Norm", LayerNorm: "Norm", Transpose: "Transp", ReshapeAlias: "Alias",
  UnsafeView: "UView", LogSoftmax: "LogSoft", CrossEntropy: "CrossE", Attention: "Fused",
  ScaledDotProductFlashAttentionForCpu: "Fused", ScaledDotProductFusedAttentionOverrideable: "Fused"
};

export const shortName = (/** @type {TapeNode} */ {op}) => SHORT[op] ?? op;

/** How far a key goes along the tape. @type {Record<string, number>} */
const KEYS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity};

/**
 * A tape as boxes in the order in which the nodes were made, row by row.
 *
 * @param {Words} words
 * @param {{press: (at: number) => void, point: (at: number|null) => void, go: (by: number) => void}} on
 *
 * @typedef {{line: number|null, node: number|null, isKnown: (line: number) => boolean, sentence: string}} Shown
 */
export function tapeDrawing(words, on) {
  const stage = html`<div class="tw-tape-boxes" tabindex="0" role="slider" aria-valuemin="1"></div>`;
  let room = {width: 640, height: 420};
  let boxes = /** @type {ReturnType<typeof drawn>["places"]} */ ([]);
  let tape = /** @type {Tape|null} */ (null);
  let shown = /** @type {Shown|null} */ (null);
  const draw = () => {
    if (!tape) return;
    const {drawing, places} = drawn(tape.places, room, words);
    boxes = places;
    stage.replaceChildren(drawing);
    if (shown) light(shown);
  };
  const light = (/** @type {Shown} */ {line, node, isKnown}) => boxes.forEach(({mark}, i) => {
    const place = tape.places[i];
    const known = isKnown(place.line);
    mark.classList.toggle("is-blank", !known);
    mark.classList.toggle("is-lit", known && place.line === line);
    mark.classList.toggle("is-dim", known && line !== null && place.line !== line);
    mark.classList.toggle("is-here", i === node);
  });
  const at = (/** @type {PointerEvent} */ event) => {
    const {left, top} = stage.getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    const away = (/** @type {typeof boxes[number]} */ {x: bx, y: by, wide, high}) =>
      Math.hypot(Math.max(bx - x, 0, x - bx - wide), Math.max(by - y, 0, y - by - high));
    const best = boxes.reduce((near, box, i) => (away(box) < away(boxes[near]) ? i : near), 0);
    return boxes.length > 0 && away(boxes[best]) < NEAR ? best : null;
  };
  stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && on.point(at(event)));
  stage.addEventListener("pointerleave", () => on.point(null));
  // Without the class, a drawing that is fitted anew would run the animation again.
  stage.addEventListener("animationend", (/** @type {Event} */ {target}) => {
    if (target === boxes.at(-1)?.mark) stage.classList.remove("is-written");
  });
  onPlaces(stage, (event) => at(event) !== null && on.press(at(event)));
  stage.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    on.go(by);
  });
  return Object.assign(stage, {
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      room = {width, height};
      draw();
    },
    fill(/** @type {Tape} */ next, /** @type {boolean} */ isWritten) {
      tape = next;
      draw();
      stage.classList.toggle("is-written", isWritten);
    },
    show(/** @type {Shown} */ now) {
      shown = now;
      light(now);
      const {node, isKnown, sentence} = now;
      const {length} = tape.places;
      stage.setAttribute("aria-label", words.tapeOf(String(length)));
      stage.setAttribute("aria-valuemax", String(length));
      stage.setAttribute("aria-valuenow", String((node ?? 0) + 1));
      stage.setAttribute("aria-valuetext", sentence);
      stage.classList.toggle("is-known", isKnown(-1));
    }
  });
}

/** The parts of the tape: embedding, each block, head and loss. */
function sectionsOf(/** @type {Place[]} */ places, /** @type {Words} */ words) {
  const last = Math.max(...places.map(({block}) => block));
  const {embedding, block: nameOf, head} = words.parts;
  return [...new Set(places.map(({block}) => block))].map((block) => ({
    from: places.findIndex((place) => place.block === block),
    count: places.filter((place) => place.block === block).length,
    name: /** @type {string} */ (block < 0 ? embedding : block === last ? head : nameOf(block))
  }));
}

/** Columns and heights: boxes have names where each row is high enough for them.
 * @param {ReturnType<typeof sectionsOf>} sections @param {Size} size */
function plan(sections, {width, height}) {
  const laid = (/** @type {number} */ wide, /** @type {number} */ around) => {
    const columns = Math.max(1, Math.floor((width + GAP) / (wide + GAP)));
    const rows = sections.reduce((sum, {count}) => sum + Math.ceil(count / columns), 0);
    const isWhole = around === NAME;
    const free = height - around * sections.length - (isWhole ? LEGEND : 0);
    return {columns, pitch: Math.min(HIGHEST, free / rows), around, isWhole, isNamed: wide === NAMED};
  };
  const tries = [laid(NAMED, NAME), laid(NAMED, APART)];
  return tries.find(({pitch}) => pitch >= READABLE) ?? laid(BARE, APART);
}

/** @param {Place[]} tape @param {Size} room @param {Words} words */
function drawn(tape, room, words) {
  const sections = sectionsOf(tape, words);
  const {columns, pitch, around, isNamed, isWhole} = plan(sections, room);
  const {width, height} = room;
  const wide = (width - GAP * (columns - 1)) / columns;
  const high = pitch - 5;
  const parts = [];
  const places = [];
  let top = 0;
  for (const {name, from, count} of sections) {
    if (isWhole) parts.push(text(0, top + 13, "start", name, "tw-part-name"));
    top += around;
    for (let i = 0; i < count; i++) {
      const x = (i % columns) * (wide + GAP);
      const y = top + Math.floor(i / columns) * pitch;
      const mark = boxOf(tape[from + i].node, from + i, {x, y, wide, high}, isNamed);
      parts.push(mark);
      places.push({x, y, wide, high, mark});
    }
    top += Math.ceil(count / columns) * pitch;
  }
  return {places, drawing: svg`<svg class="tw-graph tw-line-tape" width=${width} height=${height}
    viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">${parts}${
    isWhole ? legend(tape, Math.min(top + 4, height - LEGEND), width, words) : null}</svg>`};
}

/** A node on the tape, with a tray for what it saves.
 * @param {TapeNode} node @param {number} at @param {Record<"x"|"y"|"wide"|"high", number>} place
 * @param {boolean} isNamed */
function boxOf(node, at, {x, y, wide, high}, isNamed) {
  return svg`<g class=${`tw-tape-box is-${node.kind}`} style=${`--at: ${at};`}>
    <rect class="tw-box" x=${x} y=${y} width=${wide} height=${high} rx="2"></rect>
    ${node.kind === "copy" ? svg`<path class="tw-hatch" d=${hatch(x, y, wide, high)}></path>` : null}
    ${isNamed ? text(x + wide / 2, y + high / 2 + 4.5, "middle", shortName(node), "tw-box-name") : null}
    ${node.saved.length > 0 ? svg`<rect class="tw-tray" x=${x + wide * 0.15} y=${y + high - 0.5} width=${wide * 0.7} height="3"></rect>` : null}
  </g>`;
}

/** Slanted strokes across a box.
 * @param {number} x @param {number} y @param {number} wide @param {number} high */
function hatch(x, y, wide, high) {
  const many = Math.max(1, Math.floor((wide - high) / 6));
  return Array.from({length: many}, (_, i) => `M${x + i * 6} ${y + high}l${high} ${-high}`).join("");
}

/** What the boxes mean, as far as the width has room.
 * @param {Place[]} tape @param {number} top @param {number} width @param {Words} words */
function legend(tape, top, width, words) {
  const counts = kindsOf(tape.map(({node}) => node));
  const saving = tape.filter(({node}) => node.saved.length > 0).length;
  const kinds = Object.entries(words.kinds).flatMap(([kind, label], i) =>
    (counts[i] > 0 ? [{name: `tw-box is-${kind}`, said: `${counts[i]} ${label}`}] : []));
  let x = 0;
  const all = [...kinds, {name: "tw-tray", said: `${saving} ${words.saving}`}];
  return svg`<g class="tw-box-legend">${all.flatMap(({name, said}) => {
    const left = x;
    const wide = 18 + 7.4 * said.length;
    if (left + wide > width) return [];
    x += wide + 12;
    const [down, high] = name === "tw-tray" ? [10, 4] : [4.5, 11];
    return [svg`<rect class=${name} x=${left + 0.5} y=${top + down} width="11" height=${high} rx="2"></rect>`,
      text(left + 17, top + 15, "start", said, "tw-part-name")];
  })}</g>`;
}
