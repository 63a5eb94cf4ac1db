/**
 * Successive points of one kind that have no place on the chart.
 *
 * @typedef {{kind: "∞"|"−∞"|"NaN"|"low", from: number, to: number}} Gap
 */

/** Whether a value has a place on the chart. */
export function isPlaced(/** @type {number|null} */ value, /** @type {boolean} */ log) {
  return Number.isFinite(value) && !(log && value <= 0);
}

/** @returns {Gap[]} the points of a series that are not drawn although they have a value */
export function gaps(/** @type {(number|null)[]} */ values, /** @type {boolean} */ log) {
  const list = /** @type {Gap[]} */ ([]);
  values.forEach((value, i) => {
    if (value === null || isPlaced(value, log)) return;
    const kind = kindOf(value);
    const last = list.at(-1);
    if (last?.kind === kind && last.to === i - 1) last.to = i;
    else list.push({kind, from: i, to: i});
  });
  return list;
}

/**
 * A gap in words: "loss: ∞ from step 90 on".
 *
 * @param {Gap} gap
 * @param {import("./data.js").Series} series
 * @param {(i: number) => string} place what a point is called: "step 90"
 * @param {Words} words of `strings(lang)`
 * @returns {string}
 */
export function gapText({kind, from, to}, {label, values}, place, words) {
  const what = kind === "low" ? words.notPositive : kind;
  if (from === to) return words.gapAt(label, what, place(from));
  if (to === values.length - 1) return words.gapFrom(label, what, place(from));
  return words.gapBetween(label, what, place(from), place(to));
}

function kindOf(/** @type {number} */ value) {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return "low";
  return value > 0 ? "∞" : "−∞";
}
