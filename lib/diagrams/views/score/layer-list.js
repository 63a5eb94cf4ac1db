import {html} from "htl";
import {bytesText} from "../../words/numbers.js";
import {momentAt} from "./plan.js";

/**
 * What the mountain consists of at the present moment: each layer with its bytes, the lowest first.
 * Pointing at one lights it in the drawing.
 *
 * @param {Words} words
 * @param {(key: string, isOn: boolean) => void} onPoint
 * @returns {HTMLElement & Fields} `fit(scene, engines)` lists the layers, `show(at)` their bytes
 */
export function layerList(words, onPoint) {
  const element = html`<div class="tw-score-held"></div>`;
  let entries = [];
  let clocks = [];
  const point = (isOn) => ({target}) => {
    const key = target.closest("[data-of]")?.dataset.of;
    if (key !== undefined) onPoint(key, isOn);
  };
  element.addEventListener("pointerover", point(true));
  element.addEventListener("pointerout", point(false));
  const fit = ({held, telling, time}, engines) => {
    clocks = time.clocks;
    entries = [];
    element.replaceChildren(...held.map(({layers}, track) => html`<div class="tw-score-layers-of">
      ${engines.length > 0 ? html`<span>${engines[track]}</span>` : null}
      <ul aria-label=${[engines[track], telling.heldFor].filter(Boolean).join(": ")}>${layers.map((layer, i) => entry(layer, i, track, telling))}</ul>
    </div>`));
  };
  const entry = ({key, bytes}, i, track, {labelOf}) => {
    const size = html`<b></b>`;
    entries.push({bytes, size, track});
    return html`<li data-of=${key} title=${labelOf(key)}><i class="${layerClass(key, i)}"></i><span>${labelOf(key)}</span> ${size}</li>`;
  };
  const show = (at) => {
    for (const {bytes, size, track} of entries) {
      size.textContent = bytesText(bytes[momentAt(clocks[track], at)] ?? 0, words.lang);
    }
  };
  return Object.assign(element, {fit, show});
}

/**
 * The classes of a layer, in the drawing and in the list.
 *
 * @param {string} key
 * @param {number} i its place among the layers
 * @returns {string}
 */
export function layerClass(key, i) {
  return `tw-layer tw-layer-${["parameters", "gradients", "optimizer"].includes(key) ? key : i % 7}`;
}
