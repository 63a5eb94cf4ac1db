/** Edits to a tensor engine: the reader's gradients beside slopes by nudging. */
import {html} from "htl";
import {liveWords} from "./words/words.js";
import {numberFormat} from "../diagrams/words/numbers.js";

/** Relative to the slope; a central difference has about eight right digits here. */
const NEAR = 1e-4;

/** Numbers of a leaf that are shown. */
const MOST_SHOWN = 24;

/**
 * What nudge.py returns of one leaf.
 *
 * @typedef {object} Nudged
 * @property {string} name
 * @property {number[]} shape
 * @property {number[]|null} arrived the shape of the gradient
 * @property {number[]|null} got the numbers of a gradient that has the leaf's shape
 * @property {number[]} slope
 */

/**
 * Return the check of an edit: right if each gradient is what nudging gives.
 *
 * @param {string} harness the text of nudge.py
 * @param {{nudge: string, said: string, mistakes: {got: Nudged[], say: string}[]}} edit
 * @param {Runner} engine
 */
export function nudgeCheck(harness, edit, engine) {
  const says = liveWords();
  return async (/** @type {string} */ text) => {
    const call = `nudge(${JSON.stringify(text)}, ${JSON.stringify(edit.nudge)})`;
    const program = `${harness}\nimport json, runner\nrunner.Answer(json.dumps(${call}))`;
    const {answer} = await engine.run(program, {}, {isForeign: true});
    const {leaves = [], error = null} = parsed(answer);
    const isRight = !error && leaves.length > 0 && leaves.every(isClose);
    const known = edit.mistakes.find(
      ({got}) => got.length === leaves.length && got.every((one, i) => isSame(one, leaves[i]))
    );
    const first = leaves.find((one) => !isClose(one));
    const said = isRight ? edit.said : known?.say ?? error ?? (first ? says.nudgeDiffers(first.name) : says.editOther);
    return {isRight, said, figure: error ? "" : table(leaves, says)};
  };
}

/** @returns {{leaves?: Nudged[], error?: string}} of a reader's text, which may have run: anything may come back */
function parsed(/** @type {string|null} */ answer) {
  try {
    const {leaves, error} = JSON.parse(answer ?? "");
    if (typeof error === "string") return {error};
    const isWhole = (/** @type {Nudged} */ {slope, shape}) => Array.isArray(slope) && Array.isArray(shape);
    if (leaves.every(isWhole)) return {leaves};
  } catch {
    // It is not an answer.
  }
  return {};
}

const near = (/** @type {number} */ x, /** @type {number} */ y) => Math.abs(x - y) <= NEAR * Math.max(1, Math.abs(y));

function isClose(/** @type {Nudged} */ {got, slope}) {
  return Array.isArray(got) && got.length === slope.length && got.every((x, i) => near(x, slope[i]));
}

/** Whether two engines sent the same to a leaf. */
function isSame(/** @type {Nudged} */ one, /** @type {Nudged} */ other) {
  if (!one.got || !other.got) return !one.got && !other.got && String(one.arrived) === String(other.arrived);
  return one.got.length === other.got.length && one.got.every((x, i) => near(other.got[i], x));
}

/**
 * Draw each leaf's gradient beside its slopes, both in the shape of their array.
 *
 * @param {Nudged[]} leaves
 * @param {LiveWords} says
 */
export function table(leaves, says) {
  const {short} = numberFormat(document.documentElement.lang);
  /** @param {number[]} shape @param {number[]|null} numbers @param {number[]} wanted */
  const array = (shape, numbers, wanted) => {
    const count = Math.min(shape.reduce((x, y) => x * y, 1), MOST_SHOWN);
    const cells = Array.from({length: count}, (_, i) => {
      const isRight = numbers && near(numbers[i], wanted[i]);
      return html`<span class=${isRight ? "" : "is-wrong"}>${numbers ? short(numbers[i]) : ""}</span>`;
    });
    return html`<div class="tw-nudged-array" style=${`--across: ${shape.at(-1) ?? 1}`}>${cells}</div>`;
  };
  const engines = (/** @type {Nudged} */ {got, arrived, shape, slope}) => {
    if (got) return array(shape, got, slope);
    return arrived ? [array(arrived, null, slope), says.nudgeShape(arrived.join(" × "))] : says.nudgeNone;
  };
  return html`<table class="tw-nudges"><thead><tr><td></td><th>${says.nudgeEngine}</th><th>${says.nudgeNudged}</th></tr></thead>
    <tbody>${leaves.map((one) => html`<tr class=${isClose(one) ? "" : "is-wrong"}>
      <th>∂${one.name}</th><td>${engines(one)}</td><td>${array(one.shape, one.slope, one.slope)}</td></tr>`)}</tbody></table>`;
}
