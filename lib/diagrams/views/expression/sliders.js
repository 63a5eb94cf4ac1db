import {html} from "htl";
import {readGuess} from "../../questions/guess.js";

let count = 0;

/**
 * A slider and a number field for each leaf. They hold no state: they report what was asked for,
 * and `show` draws what is.
 *
 * @param {Record<string, [number, number, number]>} ranges least, most and step by label
 * @param {Words} words of `strings(lang)`
 * @param {object} on
 * @param {(label: string, x: number) => void} on.set
 * @param {() => void} on.reset
 * @param {(x: number) => string} format of the number fields
 * @returns {HTMLElement & {show: (values: Record<string, number>, isStart: boolean) => void}}
 */
export function sliders(ranges, words, on, format) {
  const entries = Object.entries(ranges);
  const rows = entries.map(([label, range]) => slider(label, range, words, on, format));
  const reset = html`<button type="button" class="tw-text-button tw-reset" onclick=${on.reset}>${
    words.resetSliders
  }</button>`;
  const element = html`<div class="tw-sliders" role="group" aria-label=${words.sliders}>
    ${rows}${reset}
  </div>`;
  const show = (values, isStart) => {
    for (const row of rows) row.show(values);
    // Not `disabled`: the focus stays on it after it was pressed.
    reset.setAttribute("aria-disabled", isStart);
  };
  return Object.assign(element, {show});
}

function slider(label, [least, most, step], words, on, format) {
  const id = `tw-slider-${++count}`;
  const range = html`<input type="range" id=${id} min=${least} max=${most} step=${step}>`;
  const field = numberField(words.exactly(label));
  let now = least;
  // Steps are counted: 0.1 added thirty times is not 3.
  const snap = (x) => least + Math.round((x - least) / step) * step;
  const set = (x) => on.set(label, Number(Math.min(most, Math.max(least, x)).toPrecision(12)));
  const show = (values) => {
    now = values[label];
    range.value = now;
    range.setAttribute("aria-valuetext", format(now));
    field.value = format(now);
  };

  // Their own events go no further: the view dispatches one "input" for every change.
  for (const input of [range, field]) {
    for (const name of ["input", "change"]) {
      input.addEventListener(name, (event) => event.stopPropagation());
    }
  }
  range.addEventListener("input", () => set(snap(range.valueAsNumber)));
  field.addEventListener("change", () => set(readGuess(field.value) ?? now));
  field.addEventListener("keydown", (event) => {
    const by = {ArrowUp: step, ArrowDown: -step, Enter: 0}[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set((readGuess(field.value) ?? now) + by);
  });
  const element = html`<div class="tw-slider">
    <label for=${id}>${label}</label><span aria-hidden="true">=</span>${field}${range}
  </div>`;
  return Object.assign(element, {show});
}

/** A text field, as in a prediction: number fields take the browser's decimal separator. */
function numberField(name) {
  return html`<input
    type="text"
    inputmode="decimal"
    autocomplete="off"
    spellcheck="false"
    aria-label=${name}
  >`;
}
