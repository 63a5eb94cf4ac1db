import {html} from "htl";
import {readings} from "../words/guess.js";

/**
 * A field for a number, named by the question.
 *
 * @param {object} options
 * @param {string} options.name unique on the page
 * @param {string} options.question
 * @param {string} [options.unit] stands behind the field
 * @param {string} options.lang
 * @returns {HTMLElement & {read: () => number[], mark: (isMissing: boolean) => void}}
 */
export function numberField({name, question, unit, lang}) {
  // A text field: number fields take the browser's decimal separator, not the page's.
  const input = html`<input
    type="text"
    id=${name}
    class="tw-guess"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-describedby="${`${unit ? `${name}-unit ` : ""}${name}-reply`}"
  >`;
  const element = html`<div class="tw-field">
    <label class="tw-question" for=${name}>${question}</label>
    ${input}${unit && html`<span class="tw-unit" id="${`${name}-unit`}">${unit}</span>`}
  </div>`;
  const mark = (isMissing) => {
    input.setAttribute("aria-invalid", isMissing);
    if (isMissing) input.focus();
  };
  return Object.assign(element, {read: () => readings(input.value, lang), mark});
}

/**
 * A choice of one, named by the question.
 *
 * @param {object} options
 * @param {string} options.name unique on the page
 * @param {string} options.question
 * @param {{text: string, stands: number|string}[]} options.choices what is written, and what it
 *   stands for
 * @returns {HTMLElement & {read: () => (number|string)[], mark: (isMissing: boolean) => void}}
 */
export function choiceField({name, question, choices}) {
  const inputs = choices.map(({stands}, i) => html`<input
    type="radio"
    name=${name}
    id="${`${name}-${i}`}"
    value=${i}
    data-stands=${stands}
  >`);
  const element = html`<fieldset class="tw-field tw-options" aria-describedby="${`${name}-reply`}">
    <legend class="tw-question">${question}</legend>
    ${choices.map(({text}, i) => html`<label class="tw-option">${inputs[i]}<span>${text}</span></label>`)}
  </fieldset>`;
  const read = () => choices.filter((_, i) => inputs[i].checked).map(({stands}) => stands);
  const mark = (isMissing) => isMissing && inputs[0].focus();
  return Object.assign(element, {read, mark});
}
