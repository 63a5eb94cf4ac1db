import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {icon} from "../../controls/icons.js";

let count = 0;

/**
 * The sliders of a family, and for one that plays its button. They hold no state: they report what
 * was asked for, and `show` draws what is.
 *
 * @param {import("./data.js").Slider[]} sliders
 * @param {(value: number|string) => string} say
 * @param {Words} words of `strings(lang)`
 * @param {object} on
 * @param {(name: string, index: number) => void} on.set
 * @param {() => void} on.play
 * @returns {HTMLElement & {show: (at: Record<string, number>, isPlaying: boolean) => void}}
 */
export function familySliders(sliders, say, words, on) {
  const rows = sliders.map((slider) => (slider.choice ? buttons : row)(slider, say, words, on));
  const element = html`<div class="tw-family-sliders tw-line" role="group" aria-label=${words.settings}>
    ${rows}
  </div>`;
  const show = (at, isPlaying) => {
    for (const one of rows) one.show(at, isPlaying);
  };
  return Object.assign(element, {show});
}

function buttons({name, label, values}, say, words, on) {
  const entries = values.map((value, i) => ({value: String(i), text: say(value)}));
  const element = choices(label, entries, (index) => on.set(name, Number(index)));
  element.classList.add("tw-few", "tw-family-choice");
  element.hidden = values.length < 2;
  const {show} = element;
  return Object.assign(element, {show: (at) => show(String(at[name]))});
}

function row({name, label, values, plays}, say, words, on) {
  const id = `tw-family-${++count}`;
  const range = html`<input type="range" id=${id} min="0" max=${values.length - 1} step="1">`;
  const reading = html`<output for=${id}></output>`;
  const play = plays
    ? html`<button type="button" class="tw-button tw-play" onclick=${on.play}></button>`
    : null;
  // Its own events go no further: the view dispatches one "input" for every change.
  for (const event of ["input", "change"]) {
    range.addEventListener(event, (one) => one.stopPropagation());
  }
  range.addEventListener("input", () => on.set(name, range.valueAsNumber));
  const show = (at, isPlaying) => {
    const text = say(values[at[name]]);
    range.value = at[name];
    range.setAttribute("aria-valuetext", text);
    reading.textContent = text;
    if (!play) return;
    const shows = isPlaying ? "pause" : at[name] >= values.length - 1 ? "replay" : "play";
    if (play.dataset.shows === shows) return;
    play.dataset.shows = shows;
    play.replaceChildren(icon(shows));
    play.setAttribute("aria-label", words[shows]);
    play.title = words[shows];
  };
  const element = html`<div class="tw-family-slider">
    <label for=${id}>${label}</label>${reading}${range}${play}
  </div>`;
  return Object.assign(element, {show});
}
