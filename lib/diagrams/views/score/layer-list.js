import {html} from "htl";
import {bytesText} from "../../words/numbers.js";
import {momentAt} from "./plan.js";
/** @import {Clock, Scene} from "./types.js" */

/** Pixels of a row, and of a column with its gap. */
const ROW = 22;
const COLUMN = 240;

/**
 * The layers of the mountain with their bytes at the present moment, the lowest first. Pointing at one
 * lights it in the drawing.
 *
 * @param {Words} words
 * @param {(key: string, isOn: boolean) => void} onPoint
 * @returns {HTMLElement & {fit: (scene: Scene) => void, show: (at: number) => void,
 *   most: (width: number) => number}} `fit` lists the layers, `show` their bytes
 */
export function layerList(words, onPoint) {
  const element = html`<div class="tw-score-held"></div>`;
  let entries = /** @type {{bytes: Float64Array, size: HTMLElement, row: HTMLElement}[]} */ ([]);
  let clock = /** @type {Clock|null} */ (null);
  const point = (/** @type {boolean} */ isOn) => (/** @type {Click} */ {target}) => {
    const key = target.closest("[data-of]")?.getAttribute("data-of");
    if (key !== undefined) onPoint(key, isOn);
  };
  element.addEventListener("pointerover", point(true));
  element.addEventListener("pointerout", point(false));
  const fit = (/** @type {Scene} */ {held, telling, clock: own}) => {
    clock = own;
    entries = held.layers.map(({key, bytes}, i) => {
      const size = html`<b></b>`;
      const name = telling.labelOf(key);
      return {bytes, size, row: html`<li data-of=${key} title=${name}><i ${layerLook(key, i)}></i><span>${name}</span> ${size}</li>`};
    });
    element.replaceChildren(html`<ul aria-label=${telling.heldFor}>${entries.map(({row}) => row)}</ul>`);
  };
  const show = (/** @type {number} */ at) => {
    for (const {bytes, size} of entries) size.textContent = bytesText(bytes[momentAt(clock, at)] ?? 0, words.lang);
  };
  const columns = (/** @type {number} */ width) => Math.max(1, Math.floor(width / COLUMN));
  const most = (/** @type {number} */ width) => ROW * Math.ceil(entries.length / columns(width));
  return Object.assign(element, {fit, show, most});
}

/** Percent of its colour that each layer has: those of neighbours are far apart. */
const TINTS = [64, 30, 82, 42, 72, 20, 52];

/**
 * The class and the tint of a layer, in the drawing and in the list.
 *
 * @param {string} key
 * @param {number} i its place among the layers
 */
export function layerLook(key, i) {
  const isFixed = ["parameters", "gradients", "optimizer"].includes(key);
  return {class: isFixed ? `tw-layer tw-layer-${key}` : "tw-layer", style: `--tint: ${TINTS[i % TINTS.length]}%`};
}
