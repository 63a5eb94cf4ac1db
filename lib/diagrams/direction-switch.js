import {html} from "htl";

let count = 0;

/**
 * Two-way switch between the passes.
 *
 * @param {object} words of `strings(lang)`
 * @param {(phase: "forward"|"backward") => void} onPick
 * @returns {HTMLElement & {show: (phase: "forward"|"backward") => void}}
 */
export function directionSwitch(words, onPick) {
  // Radio buttons that share a name are one group, so each switch needs a name of its own.
  const name = `tw-direction-${++count}`;
  const radio = (phase) => html`<label class="${`tw-choice tw-choice-${phase}`}">
    <input type="radio" name=${name} value=${phase}><span>${words[phase]}</span>
  </label>`;
  const element = html`<fieldset class="tw-switch">
    <legend>${words.direction}</legend>${["forward", "backward"].map(radio)}
  </fieldset>`;
  element.addEventListener("input", (event) => event.stopPropagation());
  element.addEventListener("change", (event) => {
    event.stopPropagation();
    onPick(event.target.value);
  });
  const show = (phase) => {
    element.querySelector(`[value=${phase}]`).checked = true;
  };
  return Object.assign(element, {show});
}
