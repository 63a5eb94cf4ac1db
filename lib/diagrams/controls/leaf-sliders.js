import {html} from "htl";
import {readGuess} from "../words/guess.js";
import {numberFormat, toNumber} from "../words/numbers.js";

let count = 0;

/**
 * A slider and a number field for each leaf. They hold no state: they report what was asked for,
 * and `show` draws what is.
 *
 * @param {Leaf[]} leaves
 * @param {Words} words of `strings(lang)`
 * @param {(label: string, x: number) => void} set
 * @returns {HTMLElement & {show: (values: Record<string, number>) => void, sleep: () => void}}
 *   `sleep` disables the sliders where no engine can compute
 */
export function leafSliders(leaves, words, set) {
  const rows = leaves.map((leaf) => slider(leaf, words, set));
  const element = html`<div class="tw-sliders" role="group" aria-label=${words.sliders}>${rows}</div>`;
  /** @param {Record<string, number>} values */
  const show = (values) => {
    for (const row of rows) row.show(values);
  };
  const sleep = () => {
    for (const input of element.querySelectorAll("input")) input.disabled = true;
  };
  return Object.assign(element, {show, sleep});
}

/** @param {Leaf} leaf @param {Words} words @param {(label: string, x: number) => void} onSet */
function slider({label, scale}, words, onSet) {
  const format = numberFormat(words.lang).exact;
  const {least, most, step, arrow, inside, snap} = scale;
  const id = `tw-slider-${++count}`;
  const range = html`<input type="range" id=${id} min=${least} max=${most} step=${step}>`;
  // A text field, as in a prediction: number fields take the browser's decimal separator.
  const field = html`<input
    type="text"
    inputmode="decimal"
    autocomplete="off"
    spellcheck="false"
    aria-label=${words.exactly(label)}
  >`;
  let now = least;
  /** @param {number} x */
  const set = (x) => onSet(label, inside(x));
  /** @param {Record<string, number>} values */
  const show = (values) => {
    now = values[label];
    range.value = now;
    range.setAttribute("aria-valuetext", format(now));
    field.value = format(now);
  };

  // Their own events go no further: the view dispatches one "input" for every change.
  for (const input of [range, field]) {
    for (const name of ["input", "change"]) {
      input.addEventListener(name, (/** @type {Event} */ event) => event.stopPropagation());
    }
  }
  range.addEventListener("input", () => set(snap(range.valueAsNumber)));
  range.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = byKey(event, scale);
    // Home and End are the range's own.
    if (by === undefined || !Number.isFinite(by) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set(now + by);
  });
  field.addEventListener("change", () => set(readGuess(field.value) ?? now));
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const by = new Map([["ArrowUp", arrow], ["ArrowDown", -arrow], ["Enter", 0]]).get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    set((readGuess(field.value) ?? now) + by);
  });
  const element = html`<div class="tw-slider">
    <label for=${id}>${label}</label><span aria-hidden="true">=</span>${field}${range}
  </div>`;
  return Object.assign(element, {show});
}

/** How far a leaf goes to both sides, at least. */
const REACH = 3;

/** @type {Record<string, number>} */
const KEYS = {
  ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10,
  Home: -Infinity, End: Infinity
};

/**
 * How far a key moves a leaf: 0.1 where a step is 0.01, and with Shift ten times as far.
 *
 * @param {KeyboardEvent} event
 * @param {{arrow: number}} scale
 * @returns {number|undefined} undefined for a key that moves none
 */
export function byKey({key, shiftKey}, {arrow}) {
  const times = KEYS[key];
  return times && times * arrow * (shiftKey && Math.abs(times) === 1 ? 10 : 1);
}

/** Beyond it a scale would leave the range of floats. */
const LARGEST = 1e300;

/**
 * The scale along which a leaf is moved.
 *
 * @typedef {object} Scale
 * @property {number} least
 * @property {number} most
 * @property {number} step
 * @property {number} arrow how far an arrow key goes
 * @property {(x: number) => number} inside the nearest number that the scale holds
 * @property {(x: number) => number} snap the nearest whole number of steps
 */

/**
 * Return the default scale of a leaf. It contains the leaf's first number.
 *
 * @param {number} start
 * @returns {Scale|null} null for a number that no scale can hold
 */
export function scaleOf(start) {
  if (!(Math.abs(start) <= LARGEST)) return null;
  const reach = 10 ** Math.ceil(Math.log10(Math.max(REACH, Math.abs(start)) / REACH)) * REACH;
  return scaleBetween(clean(start - reach), clean(start + reach), start);
}

/**
 * A scale of steps of 0.01, or of as many powers of ten more or less as it is longer or shorter.
 *
 * @param {number} least
 * @param {number} most
 * @param {number} start
 * @returns {Scale}
 */
export function scaleBetween(least, most, start) {
  const step = 10 ** (Math.floor(Math.log10((most - least) / 6) + 1e-9) - 2);
  const low = Math.min(least, start);
  const high = Math.max(most, start);
  /** @param {number} x */
  const inside = (x) => Math.min(high, Math.max(low, x));
  return {
    least: low,
    most: high,
    step,
    arrow: 10 * step,
    inside: (x) => clean(inside(x)),
    // The number it begins with can be reached again, wherever it is between two steps.
    snap: (x) => clean(Math.abs(x - start) < step / 2 ? start : inside(Math.round(inside(x) / step) * step))
  };
}

/** Without the tail that sums of floats have. */
function clean(/** @type {number} */ x) {
  return Number(x.toPrecision(12));
}

/**
 * A leaf that has a slider.
 *
 * @typedef {object} Leaf
 * @property {number} id
 * @property {string} label
 * @property {Scale} scale
 */

/**
 * The leaves that have sliders, every labelled one whose number a scale holds, and their numbers.
 *
 * @param {Trace} trace of single numbers
 * @returns {{all: Leaf[], values: () => Record<string, number>,
 *   set: (settings: Record<string, number>) => Map<number, number>}} `values` by label; `set` says
 *   which leaves have other numbers now, by id
 */
export function slidLeaves({nodes}) {
  const labelled = nodes.filter(({op, label}) => op === "leaf" && label);
  const all = labelled
    .map(({id, label, value}) => ({id, label, scale: scaleOf(toNumber(value))}))
    .filter(({scale}) => scale !== null);
  let values = Object.fromEntries(all.map(({id, label}) => [label, toNumber(nodes[id].value)]));
  /** @param {Record<string, number>} settings */
  const set = (settings) => {
    const moved = all
      .filter(({label}) => label in settings)
      .map(({id, label, scale}) => ({id, label, x: scale.inside(settings[label])}))
      .filter(({label, x}) => !Object.is(x, values[label]));
    values = {...values, ...Object.fromEntries(moved.map(({label, x}) => [label, x]))};
    return new Map(moved.map(({id, x}) => [id, x]));
  };
  return {all, values: () => values, set};
}
