import {html} from "htl";

let count = 0;

/**
 * A few radio buttons side by side, of which one is chosen.
 *
 * @param {string} legend what is chosen, for screen readers
 * @param {{value: string, text: string}[]} entries
 * @param {(value: string) => void} onPick
 * @returns {HTMLElement & {show: (value: string) => void}}
 */
export function choices(legend, entries, onPick) {
  // Radio buttons that share a name are one group, so each needs a name of its own.
  const name = `tw-choices-${++count}`;
  /** @param {{value: string, text: string}} entry */
  const radio = ({value, text}) => html`<label class="${`tw-choice tw-choice-${value}`}">
    <input type="radio" name=${name} value=${value}><span>${text}</span>
  </label>`;
  const element = html`<fieldset class="tw-switch">
    <legend>${legend}</legend>${entries.map(radio)}
  </fieldset>`;
  element.addEventListener("input", (/** @type {Event} */ event) => event.stopPropagation());
  element.addEventListener("change", (/** @type {Event} */ event) => {
    event.stopPropagation();
    onPick(/** @type {HTMLInputElement} */ (event.target).value);
  });
  /** @param {string} value */
  const show = (value) => {
    element.querySelector(`[value="${value}"]`).checked = true;
  };
  return Object.assign(element, {show});
}
