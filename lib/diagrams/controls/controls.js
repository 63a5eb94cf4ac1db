import {html} from "htl";
import {icon} from "./icons.js";
import {showPlay} from "./play-button.js";
import {quietly} from "./quietly.js";

/**
 * Buttons, range input and counter of a stepper. They hold no state: they report what was asked
 * for, and `show` draws where the stepper is.
 *
 * @param {Words} words of `strings(lang)`
 * @param {object} on what to do
 * @param {(index: number) => void} on.go
 * @param {(by: 1|-1) => void} on.move
 * @param {(end: "first"|"last") => void} on.jump
 * @param {() => void} on.play
 * @param {SVGSVGElement} tape placed among the controls
 * @param {HTMLElement|null} [copy] the button that copies a link, if the figure has one
 * @returns {HTMLElement & {show: (position: Position) => void}}
 *
 * @typedef {{index: number, first?: number, last: number, end: number, isPlaying: boolean}} Position
 */
export function controls(words, on, tape, copy = null) {
  /** @param {Parameters<typeof icon>[0]} name @param {() => void} act */
  const button = (name, act) => html`<button
    type="button"
    class="${`tw-button tw-${name}`}"
    aria-label=${words[name]}
    title=${words[name]}
    onclick=${act}
  >${icon(name)}</button>`;
  const first = button("first", () => on.jump("first"));
  const previous = button("previous", () => on.move(-1));
  const play = button("play", on.play);
  const next = button("next", () => on.move(1));
  const last = button("last", () => on.jump("last"));
  const range = html`<input type="range" class="tw-range" step="1" aria-label=${words.step}>`;
  const counter = html`<span class="tw-counter" aria-hidden="true"></span>`;
  quietly(range, () => on.go(range.valueAsNumber));

  const element = html`<div class="tw-controls tw-line" role="group" aria-label=${words.controls}>
    ${tape}${range}
    <div class="tw-buttons">${[first, previous, play, next, last]}</div>
    ${counter}${copy}
  </div>`;
  /** @param {Position} position */
  const show = ({index, first: from = 0, last: to, end, isPlaying}) => {
    Object.assign(range, {min: from, max: to, value: index});
    range.setAttribute("aria-valuetext", words.stepOf(index, end));
    counter.textContent = `${index} / ${end}`;
    disable([first, previous], index <= from);
    disable([next, last], index >= to);
    showPlay(play, isPlaying, index >= to, words);
  };
  return Object.assign(element, {show});
}

/** `aria-disabled`, not `disabled`: the focus stays on a button that has just come to its end. */
function disable(/** @type {HTMLElement[]} */ buttons, /** @type {boolean} */ isDisabled) {
  for (const button of buttons) button.setAttribute("aria-disabled", String(isDisabled));
}
