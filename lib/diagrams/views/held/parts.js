import {html} from "htl";
import {bytesText, numberFormat} from "../../words/numbers.js";
import {onWidth} from "../../drawing/on-width.js";
import {rowsTable} from "../../drawing/rows-table.js";
import {BANDS} from "./bytes.js";
import {whenOf} from "./state.js";
/** @import {Moment} from "./bytes.js" */
/** @import {mountain} from "./drawing.js" */

/** A change below this share of the peak is shown as none. */
const NONE = 0.002;

export function resetButton(/** @type {Words} */ words, /** @type {() => void} */ onPress) {
  const button = html`<button type="button" class="tw-plain-button tw-held-reset" aria-label=${words.reset}>↺</button>`;
  button.addEventListener("click", onPress);
  return button;
}

export function switchOf(/** @type {string} */ label, /** @type {() => void} */ onPress) {
  const button = html`<button type="button" class="tw-plain-button tw-held-switch" aria-pressed="false">
    <span>${label}</span><span class="tw-held-effect"></span>
  </button>`;
  button.addEventListener("click", onPress);
  return button;
}

/**
 * Write on a switch what pressing it would change, in bytes, in arithmetic and in traffic to the CPU.
 *
 * @param {HTMLElement} button
 * @param {{isOn: boolean} & Record<"now"|"other", {peak: {total: number}, work: number, bus?: number}>} steps as
 *   it is, and with the switch turned
 * @param {Words} words
 */
export function showEffect(button, {isOn, now, other}, words) {
  const by = other.peak.total - now.peak.total;
  const isNone = Math.abs(by) < NONE * now.peak.total;
  const effect = button.lastElementChild;
  button.setAttribute("aria-pressed", String(isOn));
  const costs = [percentOf(other.work / now.work - 1, words)];
  if (other.bus > now.bus) costs.push(words.bus(bytesText(other.bus - now.bus, words.lang)));
  const bytes = isNone ? words.none : `${by > 0 ? "+" : "−"}${bytesText(Math.abs(by), words.lang)}`;
  effect.textContent = [bytes, ...costs.filter(Boolean)].join(", ");
  effect.classList.toggle("is-less", by < 0 && !isNone);
  effect.classList.toggle("is-more", by > 0 && !isNone);
}

export function percentOf(/** @type {number} */ share, /** @type {Words} */ words) {
  const whole = Math.round(100 * share);
  return whole === 0 ? "" : `${whole > 0 ? "+" : "−"}${numberFormat(words.lang).short(Math.abs(whole))}\u00a0%`;
}

/** A sentence on whether the peak is within a limit, and when the peak is.
 * @param {Moment} peak @param {number} limit @param {Words} words */
export function verdict(peak, limit, words) {
  const size = (/** @type {number} */ bytes) => bytesText(bytes, words.lang);
  const left = limit - peak.total;
  const at = words.at[whenOf(peak)];
  return left >= 0 ? words.fits(size(peak.total), at, size(left)) : words.tooMuch(size(peak.total), at, size(-left));
}

/** Fit the drawing to its room, and give it to a picture as a panel.
 * @param {View & {panels?: object[]}} element @param {ReturnType<typeof mountain>} drawing @param {Words} words */
export function fitToRoom(element, drawing, words) {
  element.panels = [{name: "memory", text: words.heldPanel, element: drawing, least: 120, most: 460, fit: drawing.fit}];
  drawing.fit(640, 300);
  onWidth(element, (width) => element.closest(".picture") || drawing.fit(width, width < 560 ? 220 : 320));
}

export function table(/** @type {{peak: Moment}} */ {peak}, /** @type {Words} */ words) {
  const held = BANDS.filter((band) => peak.held[band] > 0);
  return rowsTable(words.heldTable, [words.part, words.bytes],
    held.map((band) => [words.bands[band], bytesText(peak.held[band], words.lang)]));
}
