import {html} from "htl";
import {numberFormat} from "../words/numbers.js";
import {readGuess} from "../questions/guess.js";

let count = 0;

/**
 * A slider and a number field for each leaf. They hold no state: they report what was asked for,
 * and `show` draws what is.
 *
 * @param {import("../figure/slid-leaves.js").Leaf[]} leaves
 * @param {Words} words of `strings(lang)`
 * @param {(label: string, x: number) => void} set
 * @returns {HTMLElement & {show: (values: Record<string, number>) => void, sleep: () => void}}
 *   `sleep` says that nobody can compute what a slider asks for
 */
export function leafSliders(leaves, words, set) {
  const format = numberFormat(words.lang).exact;
  const rows = leaves.map((leaf) => slider(leaf, words, set, format));
  const element = html`<div class="tw-sliders" role="group" aria-label=${words.sliders}>${rows}</div>`;
  const show = (values) => {
    for (const row of rows) row.show(values);
  };
  const sleep = () => {
    for (const input of element.querySelectorAll("input")) input.disabled = true;
  };
  return Object.assign(element, {show, sleep});
}

function slider({label, scale}, words, onSet, format) {
  const {least, most, step, inside, snap} = scale;
  const id = `tw-slider-${++count}`;
  const range = html`<input type="range" id=${id} min=${least} max=${most} step=${step}>`;
  const field = numberField(words.exactly(label));
  let now = least;
  const set = (x) => onSet(label, inside(x));
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
