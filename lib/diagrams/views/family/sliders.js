import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {showPlay} from "../../controls/play-button.js";
import {quietly} from "../../controls/quietly.js";
/** @import {Choose, Place, Slider} from "./types.js" */

let count = 0;

/**
 * The sliders of a family; a slider that plays has a button. They hold no state: they report what the
 * reader wants, and `show` draws the settings.
 *
 * @param {Slider[]} sliders @param {Say} say @param {Words} words @param {On} on @returns {HTMLElement & {show: Show}}
 *
 * @typedef {(value: number|string) => string} Say
 * @typedef {{set: Choose, play: () => void}} On
 * @typedef {(index: Place["index"], isPlaying: boolean) => void} Show
 */
export function familySliders(sliders, say, words, on) {
  const rows = sliders.map((slider) => (slider.choice ? buttons : row)(slider, say, words, on));
  const element = html`<div class="tw-family-sliders tw-line" role="group" aria-label=${words.settings}>
    ${rows}
  </div>`;
  /** @type {Show} */
  const show = (index, isPlaying) => {
    for (const one of rows) one.show(index, isPlaying);
  };
  return Object.assign(element, {show});
}

/** @param {Slider} slider @param {Say} say @param {Words} words @param {On} on */
function buttons({name, label, values}, say, words, on) {
  const entries = values.map((value, i) => ({value: String(i), text: say(value)}));
  const element = choices(label, entries, (index) => on.set(name, Number(index)));
  element.classList.add("tw-few", "tw-family-choice");
  element.hidden = values.length < 2;
  const {show} = element;
  return Object.assign(element, {show: (/** @type {Place["index"]} */ index) => show(String(index[name]))});
}

/** @param {Slider} slider @param {Say} say @param {Words} words @param {On} on */
function row({name, label, values, plays}, say, words, on) {
  const id = `tw-family-${++count}`;
  const range = html`<input type="range" id=${id} min="0" max=${values.length - 1} step="1">`;
  const reading = html`<output for=${id}></output>`;
  const play = plays
    ? html`<button type="button" class="tw-button tw-play" onclick=${on.play}></button>`
    : null;
  quietly(range, () => on.set(name, range.valueAsNumber));
  /** @type {Show} */
  const show = (index, isPlaying) => {
    const at = index[name];
    const text = say(values[at]);
    range.value = at;
    range.setAttribute("aria-valuetext", text);
    reading.textContent = text;
    if (play) showPlay(play, isPlaying, at >= values.length - 1, words);
  };
  const element = html`<div class="tw-family-slider">
    <label for=${id}>${label}</label>${reading}${range}${play}
  </div>`;
  return Object.assign(element, {show});
}
