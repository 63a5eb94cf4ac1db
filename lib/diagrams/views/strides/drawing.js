import {html, svg} from "htl";
import {setAll, setSize, squeeze} from "../../drawing/size.js";
/** @import {Cell, Scene, Thread} from "./scene.js" */

/** The width of a digit, and the gap between the numbers of cells without a gap. */
const DIGIT = 7.5;
const GAP = 1;

/** The path of a thread: curved, so that crossing threads can be distinguished. */
const thread = (/** @type {Thread} */ {x1, y1, x2, y2}) => {
  const middle = (y1 + y2) / 2;
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}C${x1.toFixed(1)} ${middle.toFixed(1)} ${x2.toFixed(1)} ${middle.toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
};

/**
 * The cells and their threads. One with the same key as before moves to its new place; a copied cell
 * starts at the place that it was copied from.
 *
 * @param {Words} words
 * @param {(place: number) => void} onLook a cell was pointed at
 *
 * @typedef {{width: number, height: number}} Size
 * @typedef {{node: SVGElement, box?: SVGElement, text?: SVGElement, cell?: Cell}} Mark of a cell or of a thread
 */
export function stridesDrawing(words, onLook) {
  const layers = ["threads", "cells", "notes"].map((name) => svg`<g class=${`tw-strides-${name}`}></g>`);
  const picture = svg`<svg class="tw-strides-drawing" role="img" aria-label=${words.strides}>${layers}</svg>`;
  const element = html`<div class="tw-strides-stage">${picture}</div>`;
  let drawn = /** @type {Map<string, Mark>} */ (new Map());
  const cellOf = (/** @type {Cell} */ cell) => {
    const box = svg`<rect rx="3"></rect>`;
    const text = svg`<text></text>`;
    return {node: svg`<g>${box}${text}</g>`, box, text, cell};
  };
  const put = (/** @type {Mark} */ {node, box, text}, /** @type {Cell} */ {x, y, width, height}) => {
    node.setAttribute("style", `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`);
    setAll(box, {width: Math.max(0, width), height: Math.max(0, height)});
    setAll(text, {x: width / 2, y: height / 2 + 4.5});
    squeeze(text, width - GAP, DIGIT);
  };
  const show = (/** @type {Scene & {isBack: boolean}} */ scene, /** @type {Size} */ size) => {
    setSize(picture, size.width, size.height);
    const next = /** @type {typeof drawn} */ (new Map());
    let isFresh = false;
    for (const cell of scene.cells) {
      const one = drawn.get(cell.key) ?? cellOf(cell);
      if (!drawn.has(cell.key)) {
        put(one, drawn.get(cell.from)?.cell ?? cell);
        isFresh = true;
        layers[1].append(one.node);
      }
      one.node.setAttribute("class", `tw-strides-cell ${cell.kind}`);
      one.text.textContent = cell.text;
      one.node.dataset.place = String(cell.place ?? "");
      one.cell = cell;
      next.set(cell.key, one);
    }
    // A transition needs a place to start from.
    if (isFresh) picture.getBoundingClientRect();
    for (const one of next.values()) put(one, one.cell);
    for (const line of scene.threads) {
      const one = drawn.get(line.key) ?? {node: svg`<path></path>`};
      if (!drawn.has(line.key)) layers[0].append(one.node);
      one.node.setAttribute("class", `tw-strides-thread ${line.kind}`);
      one.node.setAttribute("d", thread(line));
      one.node.setAttribute("style", `d: path("${thread(line)}")`);
      next.set(line.key, one);
    }
    for (const [key, {node}] of drawn) if (!next.has(key)) node.remove();
    drawn = next;
    layers[2].replaceChildren(...notes(scene, size, words));
  };
  const look = (/** @type {Click} */ {target}) => {
    const {place} = /** @type {SVGElement|null} */ (target.closest(".tw-strides-cell"))?.dataset ?? {};
    if (place) onLook(Number(place));
  };
  picture.addEventListener("pointermove", (/** @type {PointerEvent & {target: Element}} */ event) => event.pointerType === "mouse" && look(event));
  picture.addEventListener("click", look);
  return Object.assign(element, {show});
}

/** @param {Scene & {isBack: boolean}} scene @param {Size} size @param {Words} words */
function notes({arcs, labels, broken, rows, isBack}, {width}, words) {
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text, kind = "") => svg`<text class=${`tw-strides-label ${kind}`} x=${x} y=${y}>${text}</text>`;
  const made = [label(0, labels.reading, words.readingOrder)];
  if (labels.source !== null) {
    made.push(label(0, labels.source - 5, words.copiedFrom));
    made.push(label(0, labels.memory - 5, isBack ? words.gradientMemory : words.newMemory));
  } else if (arcs.length === 0 && !broken) made.push(label(0, rows.memory + rows.cell + 18, words.memory));
  for (const {x1, x2, y, depth, text, dim} of arcs) {
    const low = Math.min(depth - 18, 8 + Math.abs(x2 - x1) * 0.14);
    made.push(svg`<path class=${`tw-strides-arc is-dim-${dim ?? "offset"}`}
      d=${`M${x1} ${y}C${x1} ${y + low * 1.4} ${x2} ${y + low * 1.4} ${x2} ${y + 1}`}></path>`);
    made.push(svg`<text class="tw-strides-label is-arc" x=${Math.max(18, Math.min(width - 18, (x1 + x2) / 2))} y=${y + low + 14}>${text}</text>`);
  }
  if (broken) {
    const pitch = width / 24;
    const x = Math.max(8, Math.min(width - 8, (broken.expected + 0.5) * pitch));
    made.push(svg`<path class="tw-strides-cross" d=${`M${x - 6} ${rows.memory - 12}l12 12m0 -12l-12 12`}></path>`);
  }
  return made;
}
